import { globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Builds the explorer into `built/`, which is not in git. A server that starts from a checkout calls it, and so do tests and `npm pack`;
 * whoever finds everything up to date waits for a few milliseconds.
 */

const project = fileURLToPath(new URL('../', import.meta.url))
const at = (path: string) => join(project, path)

/** Documents that the explorer sends. It imports them by the name of their types. */
export const explorerOperations = ['src/surfaces/views/operations/*.graphql', 'schema/operations/suggestions.graphql']
const documentsFile = 'built/documents.js'

/** What decides on the result besides the sources that the bundler finds. */
const further = () => ['packages/build-explorer.ts', 'package-lock.json', ...operationFiles()]
const operationFiles = () => globSync(explorerOperations, { cwd: project }).toSorted()

/** What the explorer's files hold besides this project's own code. */
const parts = [
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

const notice = '/*! Built from src/surfaces/explorer; licences.txt says what else it holds. */'

const licences = (): string =>
  parts
    .map((name) => {
      const folder = at(`node_modules/${name}`)
      const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file))
      if (file === undefined) throw new Error(`${name} has no licence`)
      return `${name}\n\n${readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()}\n`
    })
    .join('\n\n')

/** The documents as a module: each is the export `<Operation>Document`. */
const documentsModule = async (): Promise<string> => {
  const { parse } = await import('graphql')
  return operationFiles()
    .flatMap((path) => parse(readFileSync(at(path), 'utf8'), { noLocation: true }).definitions)
    .map((definition) => {
      if (definition.kind !== 'OperationDefinition') throw new Error('the explorer has operations alone')
      const document = JSON.stringify({ kind: 'Document', definitions: [definition] })
      return `export const ${definition.name?.value}Document = ${document}\n`
    })
    .join('')
}

type Built = { files: Record<string, string>; sources: readonly string[] }

/** `explorer.js`, and one script for each part that `import()` loads when it is seen. */
const buildScripts = async (): Promise<Built> => {
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    input: { explorer: at('src/surfaces/explorer/main.tsx') },
    cwd: project,
    platform: 'browser',
    // A slow machine is no problem of the sources.
    checks: { pluginTimings: false },
    tsconfig: false,
    preserveEntrySignatures: false,
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' }, target: 'es2022' },
    plugins: [
      {
        name: 'documents',
        resolveId: (id) => (id.endsWith(`/${documentsFile}`) ? at(documentsFile) : null),
        load: (id) => (id === at(documentsFile) ? documentsModule() : null)
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
  const sources = (await build.watchFiles).map((path) => relative(project, path))
  await build.close()
  const chunks = output.filter((file) => file.type === 'chunk')
  return {
    files: Object.fromEntries(chunks.map(({ fileName, code }) => [fileName, `${notice}\n${code.trimEnd()}\n`])),
    sources: sources.filter((path) => path.startsWith('src/'))
  }
}

const buildStyles = async (): Promise<string> => {
  const { bundle } = await import('lightningcss')
  const { code } = bundle({
    filename: at('src/surfaces/explorer/styles/explorer.css'),
    minify: true,
    // light-dark(), which this leaves alone, is the youngest thing the styles use.
    targets: { chrome: 123 << 16, firefox: 120 << 16, safari: (17 << 16) | (5 << 8) }
  })
  return `${code.toString().trimEnd()}\n`
}

/** In one step, so that a server that starts meanwhile reads all of it. */
const write = (path: string, text: string) => {
  writeFileSync(`${path}.${process.pid}`, text)
  renameSync(`${path}.${process.pid}`, path)
}

/** When each source was changed. */
type Stamp = Record<string, number | undefined>
const changed = (path: string) => statSync(at(path), { throwIfNoEntry: false })?.mtimeMs
const stampOf = (paths: readonly string[]): Stamp => Object.fromEntries(paths.map((path) => [path, changed(path)]))

const isUpToDate = (stamp: string, others: readonly string[]): boolean => {
  try {
    const { sources, made }: { sources: Stamp; made: readonly string[] } = JSON.parse(readFileSync(stamp, 'utf8'))
    const isUnchanged = (path: string) => sources[path] === changed(path)
    return [...Object.keys(sources), ...others].every(isUnchanged) && made.every((path) => changed(path) !== undefined)
  } catch {
    // There is none yet, or half of one.
    return false
  }
}

/** Makes `built/explorer` anew where a source has changed since it was made. */
export const buildExplorer = async (): Promise<void> => {
  const stamp = at('built/explorer.json')
  if (isUpToDate(stamp, further())) return
  const began = Date.now()
  const before = stampOf(further())
  const styles = globSync('src/surfaces/explorer/styles/*.css', { cwd: project })
  const [{ files, sources }, css] = await Promise.all([buildScripts(), buildStyles()])
  const folder = at('built/explorer')
  mkdirSync(folder, { recursive: true })
  const all: Record<string, string> = { ...files, 'explorer.css': css, 'licences.txt': licences() }
  for (const [name, text] of Object.entries(all)) write(join(folder, name), text)
  for (const name of readdirSync(folder))
    if (!(name in all) && !/\.\d+$/.test(name)) rmSync(join(folder, name), { force: true })
  const read = { ...before, ...stampOf([...sources, ...styles]) }
  // What was saved meanwhile may not be in it: the next start builds again.
  if (Object.values(read).some((time) => time !== undefined && time >= began)) return
  write(stamp, JSON.stringify({ sources: read, made: Object.keys(all).map((name) => `built/explorer/${name}`) }))
}

/** Makes the types of the explorer's documents, `built/documents.d.ts`, anew where the schema or a document has changed. */
export const buildDocumentTypes = async (): Promise<void> => {
  const stamp = at('built/documents.json')
  const sources = ['schema/schema.graphql', 'schema/scalars.json', ...further()]
  if (isUpToDate(stamp, sources)) return
  const before = stampOf(sources)
  const [{ codegen }, operationTypes, { parse }] = await Promise.all([
    import('@graphql-codegen/core'),
    import('@graphql-codegen/typescript-operations'),
    import('graphql')
  ])
  const documents = operationFiles().map((location) => ({
    location,
    document: parse(readFileSync(at(location), 'utf8'))
  }))
  const types = await codegen({
    filename: documentsFile,
    schema: parse(readFileSync(at('schema/schema.graphql'), 'utf8')),
    documents,
    config: {
      useTypeImports: true,
      enumType: 'string-literal',
      skipTypename: true,
      immutableTypes: true,
      // The explorer shows the rest of an answer with errors, so nothing is there for certain.
      nullability: { errorHandlingClient: false },
      scalars: JSON.parse(readFileSync(at('schema/scalars.json'), 'utf8'))
    },
    plugins: [{ types: {} }],
    pluginMap: { types: operationTypes }
  })
  const names = documents.flatMap(({ document }) =>
    document.definitions.flatMap((definition) => ('name' in definition ? (definition.name?.value ?? []) : []))
  )
  mkdirSync(at('built'), { recursive: true })
  const exported = names.map(
    (name) => `export declare const ${name}Document: TypedDocumentNode<${name}Query, ${name}QueryVariables>\n`
  )
  const imported = "import type { TypedDocumentNode } from '@graphql-typed-document-node/core'\n"
  write(at('built/documents.d.ts'), `${imported}${types}\n${exported.join('')}`)
  write(stamp, JSON.stringify({ sources: before, made: ['built/documents.d.ts'] }))
}

if (import.meta.main) await Promise.all([buildExplorer(), buildDocumentTypes()])
