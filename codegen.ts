import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codegen } from '@graphql-codegen/core'
import * as typedDocuments from '@graphql-codegen/typed-document-node'
import * as operationTypes from '@graphql-codegen/typescript-operations'
import { parse } from 'graphql'
import { bundle as bundleStyles } from 'lightningcss'
import { rolldown } from 'rolldown'
import { Cache } from './src/cache/cache.ts'
import { Reads } from './src/cache/reads.ts'
import { settings } from './src/config/settings.ts'
import { ApiError, type ErrorCode, errorCodes } from './src/core/errors.ts'
import { Memory } from './src/core/memory.ts'
import { Scope } from './src/core/scope.ts'
import { printSdl } from './src/graphql/schema/nullability.ts'
import { scalarTypes } from './src/graphql/schema/scalars.ts'
import { schema } from './src/graphql/schema/schema.ts'
import { bodyTooLarge } from './src/http/incoming.ts'
import { mappings } from './src/ingest/formats/formats.ts'
import { tableOf } from './src/ingest/mapping/tables.ts'
import { operationTools } from './src/mcp/operation-tool.ts'
import { apiVersion } from './src/records/api-version.ts'
import { failureJson, successJson } from './src/rest/envelope.ts'
import { type ExampleValues, exampleValues } from './src/rest/example-values.ts'
import type { ContractExamples } from './src/rest/openapi/examples.ts'
import { openApi } from './src/rest/openapi.ts'
import { operations, type RestOperation } from './src/rest/operations.ts'
import { now as presentOfDataset } from './src/seed/moments.ts'
import { seedDataset, seedDefaults } from './src/seed/seed.ts'
import { Cursors } from './src/services/cursors.ts'
import { exampleRequest } from './src/site/docs/example-request.ts'
import { openSqlite } from './src/store/sqlite/sqlite.ts'

/**
 * Generates the published contracts, the typed documents and the explorer's bundle. `npm run generate` writes them; a test fails when what is committed
 * differs from what this makes.
 */

type TypedDocuments = {
  /** Files of operations, and folders of such files. */
  sources: readonly string[]
  /** The file that is generated from them. */
  path: string
  /**
   * What the client does with an answer that has errors. One that throws may treat a field that is null only beside an error as non-null;
   * one that shows the rest of the answer may not.
   */
  errors: 'thrown' | 'shown'
  /** Where the type of a document comes from. */
  documentType: string
}

/** For the typed client: the example operations. */
const clientDocuments: TypedDocuments = {
  sources: ['schema/operations/'],
  path: 'schema/typed/operations.ts',
  errors: 'thrown',
  // The client's own type, which needs no package where the client is installed.
  documentType: '../../src/client/typed-document.ts#TypedDocument'
}
const explorerDocuments: TypedDocuments = {
  sources: ['src/views/operations/', 'schema/operations/suggestions.graphql'],
  path: 'src/explorer/graph/documents.ts',
  errors: 'shown',
  documentType: '@graphql-typed-document-node/core#TypedDocumentNode'
}

const typedOperations = async (
  sdl: string,
  { sources, path, errors, documentType }: TypedDocuments
): Promise<string> => {
  const files = sources.flatMap((source) =>
    source.endsWith('/')
      ? readdirSync(new URL(source, import.meta.url))
          .filter((name) => name.endsWith('.graphql'))
          .sort()
          .map((name) => source + name)
      : [source]
  )
  const documents = files.map((location) => ({
    location,
    document: parse(readFileSync(new URL(location, import.meta.url), 'utf8'))
  }))
  const code = await codegen({
    filename: path,
    schema: parse(sdl),
    documents,
    config: {
      useTypeImports: true,
      enumType: 'string-literal',
      documentNodeImport: documentType,
      skipTypename: true,
      immutableTypes: true,
      nullability: { errorHandlingClient: errors === 'thrown' },
      scalars: scalarTypes
    },
    plugins: [{ types: {} }, { documents: {} }],
    pluginMap: { types: operationTypes, documents: typedDocuments }
  })
  return `/** Generated from ${sources.join(' and ')} by \`npm run generate\`. */\n${code}`
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

const explorerFolder = new URL('src/explorer/', import.meta.url)
const builtExplorer = 'src/site/landing/explorer/'

/** What the explorer's files hold besides this project's own code. */
const explorerParts = [
  '@0no-co/graphql.web',
  '@urql/core',
  'd3-array',
  'd3-color',
  'd3-format',
  'd3-interpolate',
  'd3-scale',
  'd3-time',
  'd3-time-format',
  'internmap',
  'preact',
  'wonka'
]

const explorerNotice = '/*! Generated from src/explorer by `npm run generate`; licences.txt says what else it holds. */'

const explorerLicences = (): string =>
  explorerParts
    .map((name) => {
      const folder = new URL(`node_modules/${name}/`, import.meta.url)
      const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file))
      if (file === undefined) throw new Error(`${name} has no licence`)
      return `${name}\n\n${readFileSync(new URL(file, folder), 'utf8').replaceAll('\r\n', '\n').trim()}\n`
    })
    .join('\n\n')

const docsScripts = 'src/site/docs/scripts/'

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

/**
 * The explorer's scripts by their names: `explorer.js`, and one for each part that `import()` loads when it is seen. The typed documents come
 * from what was just generated, not from the disk.
 */
const explorerScripts = async (operations: string): Promise<Record<string, string>> => {
  const build = await rolldown({
    input: { explorer: fileURLToPath(new URL('main.tsx', explorerFolder)) },
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    platform: 'browser',
    tsconfig: false,
    preserveEntrySignatures: false,
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' }, target: 'es2022' },
    plugins: [
      {
        name: 'fresh-operations',
        load: (id) => (id.endsWith(`/${explorerDocuments.path}`) ? operations : null)
      }
    ]
  })
  const { output } = await build.generate({
    format: 'es',
    minify: true,
    comments: false,
    // What the first script shares with parts stays in it: to wait for one more file costs more than its bytes. What parts share is one file.
    codeSplitting: {
      groups: [
        { name: 'explorer', tags: ['$initial'] },
        { name: 'charts', test: /explorer\/charts\/|\/d3-/, minShareCount: 2 }
      ]
    },
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js'
  })
  await build.close()
  return Object.fromEntries(
    output.flatMap((file) =>
      file.type === 'chunk' ? [[file.fileName, `${explorerNotice}\n${file.code.trimEnd()}\n`]] : []
    )
  )
}

const explorerStyles = (): string => {
  const { code } = bundleStyles({
    filename: fileURLToPath(new URL('styles/explorer.css', explorerFolder)),
    minify: true,
    // light-dark(), which this leaves alone, is the youngest thing the styles use.
    targets: { chrome: 123 << 16, firefox: 120 << 16, safari: (17 << 16) | (5 << 8) }
  })
  return `${code.toString().trimEnd()}\n`
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

const agentsGuide = 'src/site/docs/guides/agents.md'

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
  return `<!-- Generated from src/config/settings.ts by \`npm run generate\`. -->
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

/** Every generated file by its path below the project's folder. `dataset`: the default one, where it is at hand. */
export const generated = async (dataset?: string): Promise<Record<string, string>> => {
  const guide = guideWithTools()
  const sdl = printSdl(schema)
  const ofClient = await typedOperations(sdl, clientDocuments)
  const ofExplorer = await typedOperations(sdl, explorerDocuments)
  const examples = await (dataset === undefined ? withDefaultDataset(contractExamples) : contractExamples(dataset))
  return {
    'schema/schema.graphql': sdl,
    'schema/schema.strict.graphql': printSdl(schema, 'strict'),
    'schema/scalars.json': `${JSON.stringify(scalarTypes, null, 2)}\n`,
    'src/rest/openapi/examples.json': `${JSON.stringify(examples, null, 2)}\n`,
    'schema/openapi.json': `${JSON.stringify(openApi(examples), null, 2)}\n`,
    [clientDocuments.path]: ofClient,
    [agentsGuide]: guide,
    'docs/formats.md': formatsPage(),
    'docs/settings.md': settingsPage(),
    [explorerDocuments.path]: ofExplorer,
    ...Object.fromEntries(
      Object.entries(await explorerScripts(ofExplorer)).map(([name, code]) => [`${builtExplorer}${name}`, code])
    ),
    [`${docsScripts}snippets.js`]: await snippetsScript(),
    [`${builtExplorer}explorer.css`]: explorerStyles(),
    [`${builtExplorer}licences.txt`]: explorerLicences()
  }
}

if (import.meta.main) {
  // The default data set, where there is one already.
  const files = Object.entries(await generated(process.argv[2]))
  // A part that is no more must not stay behind.
  for (const folder of ['schema/typed', builtExplorer]) {
    rmSync(new URL(folder, import.meta.url), { recursive: true, force: true })
    mkdirSync(new URL(folder, import.meta.url), { recursive: true })
  }
  for (const [path, text] of files) writeFileSync(new URL(path, import.meta.url), text)
}
