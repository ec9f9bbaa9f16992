import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { buildExplorer } from './build-explorer.ts'
import { bundled } from './locked.ts'

/**
 * Lays out in `dist/` what is packed: `dist/clipgraph`, which the project's own package.json publishes, and `dist/clipgraph-client`, a
 * package with the client alone. `npm pack` calls it first, because Node runs no TypeScript inside `node_modules`.
 *
 * Compiled files stand in the same folders as their sources, beside what they read (styles, operations, package.json), so that every
 * relative path holds.
 */

const project = new URL('../', import.meta.url)
const at = (path: string) => fileURLToPath(new URL(path, project))

const compile = (config: string) => {
  execFileSync(process.execPath, [at('node_modules/typescript/bin/tsc'), '-p', at(config)], { stdio: 'inherit' })
}
const isCode = (path: string) => /\.tsx?$/.test(path) || path === at('src/commands/main.js')

rmSync(at('dist'), { recursive: true, force: true })

compile('packages/tsconfig.client.json')
// Nothing that is exported mentions it, and it alone would need another package's types.
rmSync(at('dist/clipgraph-client/src/surfaces/client/print-document.d.ts'))
const { version, license } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
const main = './src/surfaces/client/client'
const manifest = {
  name: 'clipgraph-client',
  version,
  description: 'Typed client for the graph of clipgraph',
  license,
  type: 'module',
  sideEffects: false,
  exports: { '.': { types: `${main}.d.ts`, default: `${main}.js` }, './package.json': './package.json' },
  // The first with AbortSignal.any.
  engines: { node: '>=20.3' }
}
writeFileSync(at('dist/clipgraph-client/package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
cpSync(at('packages/client.md'), at('dist/clipgraph-client/README.md'))
for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(at(file), at(`dist/clipgraph-client/${file}`))

compile('packages/tsconfig.server.json')
for (const folder of ['src', 'schema']) {
  cpSync(at(`dist/clipgraph-client/${folder}`), at(`dist/clipgraph/${folder}`), { recursive: true })
  cpSync(at(folder), at(`dist/clipgraph/${folder}`), {
    recursive: true,
    filter: (path) => !isCode(path) && path !== at('src/surfaces/explorer')
  })
}

await buildExplorer()
cpSync(at('built/explorer'), at('dist/clipgraph/built/explorer'), { recursive: true })

/** Copies a file of types and those it mentions. Most of the sources are behind them and would double the package. */
const copyTypes = (file: string) => {
  const text = readFileSync(at(`dist/types/${file}`), 'utf8')
  cpSync(at(`dist/types/${file}`), at(`dist/clipgraph/src/${file}`))
  for (const [, path = ''] of text.matchAll(/(?:from|import\() ?['"](\.[^'"]+)\.(?:ts|js)['"]/g)) {
    const next = `${join(dirname(file), path)}.d.ts`
    if (!copied.has(next)) copyTypes(next)
    copied.add(next)
  }
}
const copied = new Set<string>()
compile('packages/tsconfig.types.json')
copyTypes('host/clipgraph.d.ts')
rmSync(at('dist/types'), { recursive: true })
cpSync(at('package.json'), at('dist/clipgraph/package.json'))
mkdirSync(at('dist/clipgraph/bin'))
cpSync(at('packages/clipgraph.cjs'), at('dist/clipgraph/bin/clipgraph.cjs'))

/**
 * One copy of graphql-js for the graph and its builder, whatever version the host has: a schema takes no types of another copy, and npm would
 * let the builder use the host's. Yoga and what the host itself executes use the host's (`src/surfaces/graphql/schema/host-graphql.ts`).
 */
const vendor = at('dist/clipgraph/vendor')
const fileOf = (name: string) => name.replace('@', '').replace('/', '-')
const bundle = await rolldown({
  cwd: at('.'),
  input: Object.fromEntries(bundled.map((name) => [fileOf(name), name])),
  resolve: { conditionNames: ['module', 'import', 'default'] },
  onLog: (_, { message }) => {
    throw new Error(message)
  }
})
await bundle.write({ dir: vendor, chunkFileNames: '[name]-shared.js', comments: false })
await bundle.close()
const licences = bundled.map((name) => {
  const folder = at(`node_modules/${name}`)
  const { version: release } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return `${name} ${release}\n\n${readFileSync(join(folder, 'LICENSE'), 'utf8').trim()}\n`
})
writeFileSync(join(vendor, 'LICENSES'), licences.join(`\n${'-'.repeat(80)}\n\n`))

const compiled = at('dist/clipgraph/src')
for (const file of globSync('**/*.js', {
  cwd: compiled,
  exclude: ['surfaces/graphql/schema/host-graphql.js']
})) {
  const text = readFileSync(join(compiled, file), 'utf8')
  const own = text.replace(/(?<=\b(?:from |import\())'([@\w/-]+)'/g, (specifier, name: string) =>
    bundled.includes(name)
      ? `'${relative(dirname(join(compiled, file)), join(vendor, `${fileOf(name)}.js`))}'`
      : specifier
  )
  if (own !== text) writeFileSync(join(compiled, file), own)
}
