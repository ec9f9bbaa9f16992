import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codegen } from '@graphql-codegen/core'
import * as typedDocuments from '@graphql-codegen/typed-document-node'
import * as operationTypes from '@graphql-codegen/typescript-operations'
import { parse } from 'graphql'
import { rolldown } from 'rolldown'
import { Cache } from './src/cache/cache.ts'
import { Reads } from './src/cache/reads.ts'
import { settings } from './src/core/config/settings.ts'
import { ApiError, type ErrorCode, errorCodes } from './src/core/errors.ts'
import { Memory } from './src/core/memory.ts'
import { Scope } from './src/core/scope.ts'
import { mappings } from './src/ingest/formats/formats.ts'
import { tableOf } from './src/ingest/mapping/tables.ts'
import { now as presentOfDataset } from './src/ingest/seed/moments.ts'
import { seedDataset, seedDefaults } from './src/ingest/seed/seed.ts'
import { apiVersion } from './src/records/api-version.ts'
import type { FieldSchema } from './src/records/fields.ts'
import { Cursors } from './src/services/cursors.ts'
import { operationNames, rowOf } from './src/store/source/operations.ts'
import { lacking, supported } from './src/store/source/supports.ts'
import { type SourceTable, tableSchema } from './src/store/source/table.ts'
import { builtInTables } from './src/store/source/tables/built-in.ts'
import { openSqlite } from './src/store/sqlite/sqlite.ts'
import { printSdl } from './src/surfaces/graphql/schema/nullability.ts'
import { scalarTypes } from './src/surfaces/graphql/schema/scalars.ts'
import { schema } from './src/surfaces/graphql/schema/schema.ts'
import { bodyTooLarge } from './src/surfaces/http/incoming.ts'
import { operationTools } from './src/surfaces/mcp/operation-tool.ts'
import { failureJson, successJson } from './src/surfaces/rest/envelope.ts'
import { type ExampleValues, exampleValues } from './src/surfaces/rest/example-values.ts'
import type { ContractExamples } from './src/surfaces/rest/openapi/examples.ts'
import { openApi } from './src/surfaces/rest/openapi.ts'
import { operations, type RestOperation } from './src/surfaces/rest/operations.ts'
import { exampleRequest } from './src/surfaces/site/docs/example-request.ts'

/**
 * Generates the published contracts and the client's typed documents. `npm run generate` writes them; a test fails when what is committed
 * differs from what this makes.
 */

/** Typed documents of the example operations, for the typed client. */
const clientOperations = 'schema/operations/'
const clientDocuments = 'schema/typed/operations.ts'

const typedOperations = async (sdl: string): Promise<string> => {
  const documents = readdirSync(new URL(clientOperations, import.meta.url))
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => {
      const location = clientOperations + name
      return { location, document: parse(readFileSync(new URL(location, import.meta.url), 'utf8')) }
    })
  const code = await codegen({
    filename: clientDocuments,
    schema: parse(sdl),
    documents,
    config: {
      useTypeImports: true,
      enumType: 'string-literal',
      // The client's own type, which needs no package where the client is installed.
      documentNodeImport: '../../src/surfaces/client/typed-document.ts#TypedDocument',
      skipTypename: true,
      immutableTypes: true,
      // The client throws where an answer has errors, so a field that is null only beside one is there.
      nullability: { errorHandlingClient: true },
      scalars: scalarTypes
    },
    plugins: [{ types: {} }, { documents: {} }],
    pluginMap: { types: operationTypes, documents: typedDocuments }
  })
  return `/** Generated from ${clientOperations} by \`npm run generate\`. */\n${code}`
}

/** Elements of a list in an example: one would hide that it is a list. */
const exampleCount = 2

/**
 * What every operation answers to its example, and an answer with each code, over the default data set. Its present, the key of its cursors
 * and what tells of a single request are fixed, so that the same comes out on any machine and any day.
 */
const contractExamples = async (dataset: string): Promise<ContractExamples> => {
  const now = () => presentOfDataset * 1_000
  const source = openSqlite({ path: dataset, mediaBase: () => 'http://127.0.0.1:4000' })
  const deps = {
    reads: new Reads({ source, cache: new Cache({ memory: new Memory(1_000_000), shared: null, now }) }),
    cursors: new Cursors([Buffer.from('examples')]),
    now
  }
  const requestId = '5f3c1c5e-9f0a-4c1b-8f57-2d1b6f0e6a11'
  const meta = JSON.stringify({
    request_id: requestId,
    timestamp: new Date(now()).toISOString(),
    cached: false,
    version: apiVersion
  })
  const ask = (operation: RestOperation, values: ExampleValues) => {
    const { raw } = exampleRequest(operation, { ...exampleValues(operation), ...values })
    return operation.run(deps, new Scope({ requestId, startedAt: now(), signal: AbortSignal.timeout(60_000) }), raw)
  }
  const answer = async (operation: RestOperation): Promise<unknown> => {
    const values: ExampleValues = 'count' in operation.input ? { count: exampleCount } : {}
    return JSON.parse(successJson(meta, await ask(operation, values)))
  }
  const refusal = (error: ApiError): unknown => JSON.parse(failureJson(meta, error))
  /** What an operation refuses must be refused with the code it is the example of. */
  const refused = async (code: ErrorCode, id: string, values: ExampleValues): Promise<unknown> => {
    const operation = operations.find((known) => known.id === id)
    if (operation === undefined) throw new Error(`there is no operation ${id}`)
    try {
      await ask(operation, values)
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.code === code) return refusal(thrown)
      throw thrown
    }
    throw new Error(`${id} does not answer ${code}`)
  }
  const examples: ContractExamples = {
    answers: Object.fromEntries(
      await Promise.all(operations.map(async (operation) => [operation.id, await answer(operation)]))
    ),
    failures: {
      // The table of codes has no keys but codes.
      ...Object.fromEntries(
        (Object.keys(errorCodes) as ErrorCode[]).map((code) => [code, refusal(new ApiError(code))])
      ),
      INVALID_PARAM: await refused('INVALID_PARAM', 'listUserPosts', { count: 5_000 }),
      ACCOUNT_PRIVATE: await refused('ACCOUNT_PRIVATE', 'getCreatorScorecard', { username: 'jurema2005' }),
      NOT_FOUND: await refused('NOT_FOUND', 'getPost', { videoId: '1000000000000000000' }),
      PAYLOAD_TOO_LARGE: refusal(bodyTooLarge())
    }
  }
  await source.close()
  return examples
}

const docsScripts = 'src/surfaces/site/docs/scripts/'

/** The tabs of the docs with the snippets in them, as a script that stands in the page. */
const snippetsScript = async (): Promise<string> => {
  const build = await rolldown({
    input: fileURLToPath(new URL(`${docsScripts}snippet-tabs.js`, import.meta.url)),
    platform: 'browser',
    tsconfig: false
  })
  const { output } = await build.generate({ format: 'iife', name: 'snippetTabs', minify: true })
  await build.close()
  return `${output[0].code.trimEnd()}\n`
}

/** `work` over the default data set, made for it alone. */
const withDefaultDataset = async <T>(work: (path: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-generate-'))
  try {
    const path = join(folder, 'default.db')
    seedDataset({ path, ...seedDefaults })
    return await work(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const agentsGuide = 'src/surfaces/site/docs/guides/agents.md'

/** The guide for agents with a row for each operation's tool. Other rows stand below them as they are. */
const guideWithTools = (): string => {
  const guide = readFileSync(new URL(agentsGuide, import.meta.url), 'utf8')
  const part = /(?<=\| tool \| returns \|\n\|---\|---\|\n)[\s\S]*?(?=\| `find_posts`)/
  if (!part.test(guide)) throw new Error(`${agentsGuide} has no table of tools with a row of find_posts`)
  const rows = operations.map(
    ({ summary }, index) => `| \`${operationTools[index]?.name}\` | ${summary[0]?.toLowerCase()}${summary.slice(1)} |\n`
  )
  return guide.replace(part, () => rows.join(''))
}

const code = (text: string) => `\`${text}\``

/** Fields of a table with the paths at which they are read. */
const fieldRows = (table: object, prefix = ''): string[] =>
  Object.entries(table).flatMap(([field, value]: [string, unknown]) => {
    if (typeof value === 'string') return [`| ${prefix}${field} | the caption |`]
    if (field === 'site') return ['| share_url, otherwise | derived from `author.username` and `post_id` |']
    if (!Array.isArray(value)) {
      return typeof value === 'object' && value !== null ? fieldRows(value, `${field}.`) : []
    }
    // Readings, or lists of hashtags.
    const places = (value as { paths?: readonly (readonly string[])[]; list?: string }[]).flatMap(
      ({ paths = [], list }) => (list === undefined ? paths.map((path) => path.join('.')) : [list])
    )
    return [`| ${prefix}${field} | ${[...new Set(places)].map(code).join(', ')} |`]
  })

const sampleFolder = 'test/formats/'

/** The longest name of a format that the name of a sample begins with. */
const formatOfSample = (file: string): string | undefined =>
  mappings
    .map(({ name }) => name)
    .filter((name) => file.startsWith(name.toLowerCase().replaceAll(' ', '-')))
    .toSorted((a, b) => b.length - a.length)[0]

/** Documentation of the configuration, from its declaration. */
const settingsPage = (): string => {
  const rows = Object.entries(settings).map(
    ([name, { default: value, meaning }]) => `| ${code(name)} | ${value === '' ? 'none' : code(value)} | ${meaning} |`
  )
  return `<!-- Generated from src/core/config/settings.ts by \`npm run generate\`. -->
# Settings

Read from the environment and from \`.env\`; the environment wins. All problems are reported at once, before anything starts, and
\`npm run clipgraph -- doctor\` reports them too. What the limits among them mean: [Limits](operations.md#limits).

| name | default | meaning |
|---|---|---|
${rows.join('\n')}
`
}

/** Documentation of the formats of imports, from their tables. */
const formatsPage = (): string => {
  const files = readdirSync(new URL(sampleFolder, import.meta.url)).toSorted()
  const sections = mappings.map((mapping) => {
    const { name, evidence } = mapping
    const clues = evidence.map(({ paths }) => paths.map(code).join(' with '))
    const samples = files.filter((file) => formatOfSample(file) === name)
    return [
      `## ${name}`,
      '',
      `Recognised by ${clues.join(', or ')}. Sample: ${samples.map((file) => `[${file}](../${sampleFolder}${file})`).join(', ')}.`,
      '',
      '| field | read from, best first |',
      '|---|---|',
      ...fieldRows(tableOf(mapping))
    ].join('\n')
  })
  return `<!-- Generated from src/ingest/formats by \`npm run generate\`. -->
# Formats of imports

Of the formats that recognise an element, the one that reads most of its values reads it, and of those that read as many the surest. A path that ends with a dot is an object, \`!key\` must be missing, and \`key=value\`
must have this value. Fields that a format does not name are unknown in its records. Where no list of hashtags is there, the caption names them. Keys may be paths, such as
\`author.uniqueId\` or \`authorMeta/name\`, and cells of tables objects and lists as JSON or Python writes them. Besides these, imports read the answers of this API's REST operations.

${sections.join('\n\n')}
`
}

/** The keys of a part of a table, those within it below it. */
const keyRows = ({ properties = {}, anyOf = [], required = [] }: FieldSchema, prefix = ''): string[] => [
  ...Object.entries(properties).flatMap(([key, part]) => {
    const row = `| ${code(prefix + key)} | ${required.includes(key) ? 'yes' : ''} | ${part.description ?? ''} |`
    // Operations are alike, and have rows of their own.
    return prefix === '' && key === 'operations' ? [row] : [row, ...keyRows(part, `${prefix}${key}.`)]
  }),
  ...anyOf.flatMap((part) => keyRows(part, prefix))
]

const builtInSection = (table: SourceTable): string => {
  const { name, url, budget, keep, redistribution } = table
  const bound = budget === undefined ? 'No bound on calls' : `${budget.calls} calls a ${budget.per}`
  const kept = keep === undefined ? '' : `; records are kept for ${keep.replace('d', ' days')} at most`
  const closed = redistribution === false ? '; records may not be passed on' : ''
  const missing = operationNames.filter((each) => table.operations[each] === undefined)
  const rows = missing.map((each) => `| ${code(each)} | ${lacking(table, each).reason} |`)
  return `### ${name}

${code(url)}. ${bound}${kept}${closed}. It has ${supported(table).map(code).join(', ')}.

| it lacks | instead |
|---|---|
${rows.join('\n')}
`
}

/** Documentation of live sources, from the schema of tables and the built-in ones. */
const sourcesPage = (): string => {
  const operation = tableSchema.properties?.operations?.properties?.getUser ?? {}
  const names = operationNames.map(
    (name) =>
      `| ${code(name)} | ${rowOf(name)
        .takes.map((each) => code(`{${each}}`))
        .join(', ')} |`
  )
  return `<!-- Generated from src/store/source by \`npm run generate\`. -->
# Live sources

A live source is one table: where to ask, how pages go on, and where the records lie. What a record looks like is not in it: the
[import formats](formats.md) read it. ${code('DATA_URL=source:NAME')} names a built-in table, ${code('DATA_URL=source:FILE')} a JSON file
([how to write one](how-to/add-a-source.md), [its JSON Schema](../schema/source.schema.json)). ${code('sources check')} says what a source has, and ${code('collect')} makes a data set of it ([how](collecting.md)).

Calls are counted before they are made, in ${code('data/source-calls.db')}, or in Redis where ${code('CACHE_URL')} names one, so that the bound holds over restarts, crashes
and replicas. While Redis is away no call is made, and none until the period ends after it has lost its counts: let it write them to disk, and evict what ends first (${code('volatile-ttl')}). What is left stands in ${code('extensions.cost.source')}, the header ${code('x-source-budget')}, the metric ${code('clipgraph_source_calls_left')} and the log.
When nothing is left, new reads are ${code('RATE_LIMITED')} with ${code('Retry-After')} to the reset, and cached answers are served on.

## Keys of a table

| key | required | meaning |
|---|---|---|
${keyRows(tableSchema).join('\n')}

## Keys of an operation

| key | required | meaning |
|---|---|---|
${keyRows(operation).join('\n')}

## Operations

Named by the operationId of [openapi.json](../schema/openapi.json). Templates may use these values, those of ${code('lookups')}, and in lists ${code('{count}')}, the values of
${code('next')}, and with a window ${code('{start}')} and ${code('{end}')}. ${code('{day}')} and ${code('{nextDay}')} come from the id of a post; ${code('{hashtagName}')} is the name that was asked for, or that posts gave for the id. Values of
${code('lookups')} and such names are kept for a day, where ${code('CACHE_URL')} names a Redis also over restarts and for all replicas. Where pages of followers are longer than ${code('count')},
${code('next_max_time')} is a place within them and no time: pass it on as it came. Where they go on by no time, REST has the first page only, and the graph has all.

| operation | values |
|---|---|
${names.join('\n')}

## Built-in tables

${builtInTables.map(builtInSection).join('\n')}`
}

/** Every generated file by its path below the project's folder. `dataset`: the default one, where it is at hand. */
export const generated = async (dataset?: string): Promise<Record<string, string>> => {
  const guide = guideWithTools()
  const sdl = printSdl(schema)
  const ofClient = await typedOperations(sdl)
  const examples = await (dataset === undefined ? withDefaultDataset(contractExamples) : contractExamples(dataset))
  return {
    'schema/schema.graphql': sdl,
    'schema/schema.strict.graphql': printSdl(schema, 'strict'),
    'schema/scalars.json': `${JSON.stringify(scalarTypes, null, 2)}\n`,
    'src/surfaces/rest/openapi/examples.json': `${JSON.stringify(examples, null, 2)}\n`,
    'schema/openapi.json': `${JSON.stringify(openApi(examples), null, 2)}\n`,
    [clientDocuments]: ofClient,
    [agentsGuide]: guide,
    'docs/formats.md': formatsPage(),
    'docs/settings.md': settingsPage(),
    'docs/sources.md': sourcesPage(),
    'schema/source.schema.json': `${JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...tableSchema }, null, 2)}\n`,
    [`${docsScripts}snippets.js`]: await snippetsScript()
  }
}

if (import.meta.main) {
  // The default data set, where there is one already.
  const files = Object.entries(await generated(process.argv[2]))
  // What is generated no more must not stay behind.
  rmSync(new URL('schema/typed', import.meta.url), { recursive: true, force: true })
  mkdirSync(new URL('schema/typed', import.meta.url))
  for (const [path, text] of files) writeFileSync(new URL(path, import.meta.url), text)
}
