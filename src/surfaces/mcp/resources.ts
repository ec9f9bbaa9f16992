import { readdirSync, readFileSync } from 'node:fs'
import type { Resource } from '@modelcontextprotocol/server'
import { printSdl } from '../graphql/schema/nullability.ts'
import { schema } from '../graphql/schema/schema.ts'
import { openApi } from '../rest/openapi.ts'
import { guides } from '../site/docs/guides.ts'

/** A text that a client can add to a model's context. */
type TextResource = Resource & { mimeType: string; text: string }

const markdown = 'text/markdown'
const graphql = 'application/graphql'

/** The contracts, the example operations and the guides. Built on first use. */
export const resources = (): readonly TextResource[] => {
  memo ??= [...contracts(), ...exampleOperations(), ...guideTexts()]
  return memo
}

let memo: readonly TextResource[] | undefined

const resource = (
  path: string,
  { title, description, mimeType, text }: { title: string; description: string; mimeType: string; text: string }
): TextResource => ({
  uri: `clipgraph://${path}`,
  name: path,
  title,
  description,
  mimeType,
  size: Buffer.byteLength(text),
  text
})

const contracts = (): TextResource[] => [
  resource('schema.graphql', {
    title: 'GraphQL schema',
    description:
      'The graph that the tool graphql asks: every type, field and argument with its meaning, unit and range.',
    mimeType: graphql,
    text: printSdl(schema)
  }),
  resource('openapi.json', {
    title: 'REST contract',
    description: 'OpenAPI 3.1 of the operations behind the other tools: what every field of every record means.',
    mimeType: 'application/json',
    text: JSON.stringify(openApi())
  })
]

const operationsFolder = new URL('../../../schema/operations/', import.meta.url)

/** Published example documents. */
const exampleOperations = (): TextResource[] =>
  filesOf(operationsFolder, '.graphql').map(({ name, text }) =>
    resource(`operations/${name}.graphql`, {
      title: `Example query: ${name.replaceAll('-', ' ')}`,
      // Each begins with a comment that describes it.
      description: /^# (.+)/.exec(text)?.[1] ?? 'An example for the tool graphql.',
      mimeType: graphql,
      text
    })
  )

/** The guides of the docs. */
const guideTexts = (): TextResource[] =>
  guides.map(({ name, ...guide }) => resource(`docs/${name}.md`, { ...guide, mimeType: markdown }))

const filesOf = (folder: URL, ending: string): { name: string; text: string }[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => ({ name: file.slice(0, -ending.length), text: readFileSync(new URL(file, folder), 'utf8') }))
