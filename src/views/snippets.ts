/** Requests as complete programs: REST requests for the docs, queries for the explorer. */

type RestRequest = {
  url: string
  key: string
  /** The same as a GraphQL query for the typed client. */
  query: string
  variables: object
}

export type GraphRequest = {
  /** Name of the operation. */
  name: string
  query: string
  variables: object
  baseUrl: string
  key: string
}

/** Text in single quotes for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** JSON, which is valid JavaScript; lines after the first begin with `before`. */
const json = (value: unknown, before = ''): string => JSON.stringify(value, null, 2).replaceAll('\n', `\n${before}`)

/** A JavaScript template string over several lines. */
const template = (text: string): string =>
  `\`\n${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\n\``

const pythonWords: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

/** JSON as Python: three literals differ. */
const pythonOf = (value: unknown): string =>
  JSON.stringify(value, null, 4).replace(/"(?:[^"\\]|\\.)*"|true|false|null/g, (token) => pythonWords[token] ?? token)

export const restSnippets = {
  curl: ({ url, key }: Pick<RestRequest, 'url' | 'key'>) => `curl -H ${quoted(`x-gateway-key: ${key}`)} ${quoted(url)}`,
  fetch: ({ url, key }: RestRequest) => `const response = await fetch(${json(url)}, {
  headers: { 'x-gateway-key': ${json(key)} }
})
console.log(await response.json())
`,
  TypeScript: ({ url, key, query, variables }: RestRequest) => `import { createClient } from 'clipgraph/client'

const client = createClient({ url: ${json(new URL(url).origin)}, key: ${json(key)} })

const query = ${template(query)}
const data = await client.query(query, ${json(variables)})
console.log(JSON.stringify(data, null, 2))
`,
  Python: ({ url, key }: RestRequest) => `import json
import urllib.request

request = urllib.request.Request(
    ${json(url)},
    headers={"x-gateway-key": ${json(key)}},
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))
`
} as const

export const graphSnippets = {
  fetch: ({ query, variables, baseUrl, key }: GraphRequest) => `const query = ${template(query)}

const response = await fetch('${baseUrl}/graphql', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-gateway-key': '${key}' },
  body: JSON.stringify({ query, variables: ${json(variables, '  ')} })
})
const { data, errors } = await response.json()
if (errors) console.error(errors)
console.log(JSON.stringify(data, null, 2))
`,
  React: ({ name, query, variables, baseUrl, key }: GraphRequest) => `import { createClient } from 'clipgraph-client'
import { useEffect, useState } from 'react'

// A key in a page is public: ${baseUrl}/docs/browsers says where it may be.
const client = createClient({ url: '${baseUrl}', key: '${key}' })

const query = ${template(query)}
const variables = ${json(variables)}
type Data = Record<string, unknown>

export const ${name} = () => {
  const [data, setData] = useState<Data | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const asked = new AbortController()
    client.query<Data>(query, variables, { signal: asked.signal }).then(setData, (error: Error) => {
      if (!asked.signal.aborted) setProblem(error.message)
    })
    return () => asked.abort()
  }, [])
  if (problem !== null) return <p role="alert">{problem}</p>
  if (data === null) return <p>Loading…</p>
  return <pre>{JSON.stringify(data, null, 2)}</pre>
}
`,
  Python: ({ query, variables, baseUrl, key }: GraphRequest) => `import json
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
`,
  curl: ({ query, variables, baseUrl, key }: GraphRequest) => `curl -H ${quoted(`x-gateway-key: ${key}`)} \\
  -H 'content-type: application/json' \\
  --data-raw ${quoted(JSON.stringify({ query, variables }))} \\
  ${quoted(`${baseUrl}/graphql`)}
`
} as const

export type GraphSnippet = keyof typeof graphSnippets
