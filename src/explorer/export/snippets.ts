/** What a snippet asks: the name of an operation, its text, its variables, and of which server. */
export type Asked = { name: string; query: string; variables: object; baseUrl: string; key: string }

/** Text in single quotes, as a shell takes it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const json = (value: unknown, before = '') => JSON.stringify(value, null, 2).replaceAll('\n', `\n${before}`)

const fetched = ({ query, variables, baseUrl, key }: Asked) => `const query = \`
${query.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}
\`

const response = await fetch('${baseUrl}/graphql', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-gateway-key': '${key}' },
  body: JSON.stringify({ query, variables: ${json(variables, '  ')} })
})
const { data, errors } = await response.json()
if (errors) console.error(errors)
console.log(JSON.stringify(data, null, 2))
`

const reactive = ({
  name,
  variables,
  baseUrl,
  key
}: Asked) => `import { createClient, ${name}Document, type ${name}Query } from 'clipgraph-client'
import { useEffect, useState } from 'react'

// A key in a page is public: ${baseUrl}/docs/browsers says where it may be.
const client = createClient({ url: '${baseUrl}', key: '${key}' })
const variables = ${json(variables)} as const

export const ${name} = () => {
  const [data, setData] = useState<${name}Query | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const asked = new AbortController()
    client.query(${name}Document, variables, { signal: asked.signal }).then(setData, (error: Error) => {
      if (!asked.signal.aborted) setProblem(error.message)
    })
    return () => asked.abort()
  }, [])
  if (problem !== null) return <p role="alert">{problem}</p>
  if (data === null) return <p>Loading…</p>
  return <pre>{JSON.stringify(data, null, 2)}</pre>
}
`

const pythonWords: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

/** JSON as Python writes it: three words are other ones there. */
const pythonOf = (value: unknown) =>
  JSON.stringify(value, null, 4).replace(/"(?:[^"\\]|\\.)*"|true|false|null/g, (token) => pythonWords[token] ?? token)

const python = ({ query, variables, baseUrl, key }: Asked) => `import json
import urllib.error
import urllib.request

query = """
${query.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')}
"""
variables = ${pythonOf(variables)}

request = urllib.request.Request(
    "${baseUrl}/graphql",
    data=json.dumps({"query": query, "variables": variables}).encode(),
    headers={"content-type": "application/json", "x-gateway-key": "${key}"},
)
try:
    with urllib.request.urlopen(request) as response:
        answer = json.load(response)
except urllib.error.HTTPError as error:
    raise SystemExit(error.read().decode())
print(json.dumps(answer, indent=2))
`

const curl = ({ query, variables, baseUrl, key }: Asked) => `curl -H ${quoted(`x-gateway-key: ${key}`)} \\
  -H 'content-type: application/json' \\
  --data-raw ${quoted(JSON.stringify({ query, variables }))} \\
  ${quoted(`${baseUrl}/graphql`)}
`

/** A query as a program that runs as it stands, in each of the kinds. */
export const snippetKinds = {
  fetch: { name: 'fetch', write: fetched },
  react: { name: 'React', write: reactive },
  python: { name: 'Python', write: python },
  curl: { name: 'curl', write: curl }
} as const

export type SnippetKind = keyof typeof snippetKinds
