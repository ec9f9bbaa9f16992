/** Requests as complete programs: REST requests for the docs, queries for the explorer. */

type RestRequest = {
  url: string
  key: string
  /** A GraphQL query for the typed client. */
  query: string
  variables: object
}

export type GraphRequest = {
  query: string
  variables: object
  /** Path of its rows: the names of the fields from the root to a connection, an object or a list of objects. */
  path: readonly string[]
  /** The rows of that connection, which is paged by the variable `after`; null if it is no connection. */
  rows: 'nodes' | 'edges' | null
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

/** Programs that run the query and print each row as a line of JSON, page by page to the end. They need no other packages. */
export const graphSnippets = {
  curl: ({ query, variables, path, rows, baseUrl, key }: GraphRequest) => {
    const found = ['.data', ...path].join('.')
    const body =
      rows !== null
        ? "'{query: $query, variables: ($variables + {after: $after})}'"
        : "'{query: $query, variables: $variables}'"
    const request = `jq -n --arg query "$query" --argjson variables "$variables"${rows !== null ? ' --argjson after "$after"' : ''} \\
    ${body} |
    curl -sS -H ${quoted(`x-gateway-key: ${key}`)} -H 'content-type: application/json' \\
      --data-binary @- ${quoted(`${baseUrl}/graphql`)}`
    const setUp = `# Needs curl and jq.
query=${quoted(query)}
variables=${quoted(JSON.stringify(variables))}
`
    // Prints rows of a partial answer; the exit code shows that some are missing.
    const complain = `printf '%s' "$answer" | jq -r '.errors[]?.message' >&2`
    const end = `printf '%s' "$answer" | jq -e '.errors | not' > /dev/null || failed=1`
    return rows !== null
      ? `${setUp}
after=null
while [ -n "$after" ]; do
  answer=$(${request}) || exit
  ${complain}
  printf '%s' "$answer" | jq -c '${found}.${rows}[]?'
  ${end}
  after=$(printf '%s' "$answer" | jq -c '${found}.pageInfo | select(.hasNextPage) | .endCursor')
done
exit \${failed:-0}
`
      : `${setUp}
answer=$(${request}) || exit
${complain}
printf '%s' "$answer" | jq -c '[${found}] | flatten[] | values'
${end}
exit \${failed:-0}
`
  },
  TypeScript: ({ query, variables, path, rows, baseUrl, key }: GraphRequest) => {
    const found = ['data', ...path].join('?.')
    const ask = (values: string) => `const response = await fetch('${baseUrl}/graphql', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-gateway-key': '${key}' },
  body: JSON.stringify({ query, variables: ${values} })
})
const { data, errors = [] } = (await response.json()) as Answer
for (const { message } of errors) console.error(message)
if (errors.length > 0) process.exitCode = 1
`
    const setUp = `// node query.ts, with Node 24 or newer; nothing has to be installed.
type Answer = { data?: any; errors?: { message: string }[] }

const query = ${template(query)}
const variables = ${json(variables)}
`
    return rows !== null
      ? `${setUp}
let after: string | null = null
do {
  ${ask('{ ...variables, after }').trimEnd().replaceAll('\n', '\n  ')}
  const page = ${found}
  for (const row of page?.${rows} ?? []) console.log(JSON.stringify(row))
  after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
} while (after !== null)
`
      : `${setUp}
${ask('variables')}for (const row of [${found} ?? []].flat()) console.log(JSON.stringify(row))
`
  },
  Python: ({ query, variables, path, rows, baseUrl, key }: GraphRequest) => {
    const ask = (values: string) => `request = urllib.request.Request(
    "${baseUrl}/graphql",
    data=json.dumps({"query": query, "variables": ${values}}).encode(),
    headers={"content-type": "application/json", "x-gateway-key": "${key}"},
)
try:
    with urllib.request.urlopen(request) as response:
        answer = json.load(response)
except urllib.error.HTTPError as error:
    raise SystemExit(error.read().decode())
for error in answer.get("errors", []):
    print(error["message"], file=sys.stderr)
    failed = 1
found = answer.get("data")
for field in ${JSON.stringify(path)}:
    found = found and found[field]
`
    const setUp = `# python3 query.py; nothing has to be installed.
import json
import sys
import urllib.error
import urllib.request

query = """
${query.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')}
"""
variables = ${pythonOf(variables)}
failed = 0
`
    return rows !== null
      ? `${setUp}
after = None
while True:
    ${ask('{**variables, "after": after}').trimEnd().replaceAll('\n', '\n    ')}
    if not found:
        break
    for row in found["${rows}"]:
        print(json.dumps(row))
    if not found["pageInfo"]["hasNextPage"]:
        break
    after = found["pageInfo"]["endCursor"]
sys.exit(failed)
`
      : `${setUp}
${ask('variables')}for row in found if isinstance(found, list) else [found]:
    if row:
        print(json.dumps(row))
sys.exit(failed)
`
  }
} as const

export type GraphSnippet = keyof typeof graphSnippets
