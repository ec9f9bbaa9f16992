import { execFile } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const folder = import.meta.dirname

export type Generator = {
  name: string
  /** What is installed for it; their versions count. */
  packages: readonly string[]
  /** What it makes a client of. */
  from: 'openapi.json' | 'schema.graphql'
  /** The generator's own command line, below node_modules. */
  command: readonly string[]
  /** The program in `programs` that is written against the client. */
  program: string
  /** What is generated; below `generated`. */
  output: string
}

/** Third-party generators, each with a program that uses what it generates. */
export const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript with openapi-fetch',
    packages: ['openapi-typescript', 'openapi-fetch'],
    from: 'openapi.json',
    command: [
      'openapi-typescript/bin/cli.js',
      '../../schema/openapi.json',
      '--output',
      'generated/openapi-typescript.ts'
    ],
    program: 'openapi-fetch',
    output: 'openapi-typescript.ts'
  },
  {
    name: '@hey-api/openapi-ts',
    packages: ['@hey-api/openapi-ts'],
    from: 'openapi.json',
    command: ['@hey-api/openapi-ts/bin/run.js', '--file', 'hey-api.config.mjs'],
    program: 'hey-api',
    output: 'hey-api/'
  },
  {
    name: 'orval',
    packages: ['orval'],
    from: 'openapi.json',
    command: ['orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs'],
    program: 'orval',
    output: 'orval/'
  },
  {
    name: 'gql.tada',
    packages: ['gql.tada'],
    from: 'schema.graphql',
    command: ['gql.tada/bin/cli.js', 'generate-output', '--disable-preprocessing', '--tsconfig', 'tsconfig.json'],
    program: 'gql-tada',
    output: 'gql-tada.d.ts'
  },
  {
    name: 'genql',
    packages: ['@genql/cli'],
    from: 'schema.graphql',
    command: ['@genql/cli/dist/cli.js', '--schema', '../../schema/schema.graphql', '--output', 'generated/genql'],
    program: 'genql',
    output: 'genql/'
  },
  {
    name: 'GraphQL Code Generator, client preset',
    packages: ['@graphql-codegen/cli'],
    from: 'schema.graphql',
    command: ['@graphql-codegen/cli/esm/bin.js', '--config', 'codegen.config.mjs'],
    program: 'codegen',
    output: 'codegen/'
  }
]

type Finished = { isFine: boolean; output: string }

const runNode = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> =>
  new Promise((done) => {
    const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1', ...env } }
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      done({ isFine: error === null, output: stdout + (error === null ? '' : stderr) })
    )
  })

const installed = (path: string) => join(folder, 'node_modules', path)

/** What was checked of a client, and how it went. */
export type Check = { what: string; isFine: boolean; output: string }

/**
 * Generates every client, type-checks each with its program, and runs the programs against a server. `expected`: what each prints, the
 * posts it found and the code of an error.
 */
export const tryGenerators = async (
  server: { url: string; key: string },
  expected: string
): Promise<Map<Generator, Check[]>> => {
  rmSync(join(folder, 'generated'), { recursive: true, force: true })
  mkdirSync(join(folder, 'generated'))
  const generated = new Map<Generator, Finished>()
  for (const generator of generators) {
    const [script = '', ...args] = generator.command
    generated.set(generator, await runNode([installed(script), ...args]))
  }
  const { output: typeErrors } = await runNode([installed('typescript/bin/tsc'), '--project', '.', '--pretty', 'false'])
  const checks = new Map<Generator, Check[]>()
  for (const [generator, { isFine, output }] of generated) {
    const files = [`programs/${generator.program}`, `generated/${generator.output}`]
    const errors = typeErrors.split('\n').filter((line) => files.some((file) => line.startsWith(file)))
    const ran = isFine
      ? await runNode([await bundled(generator)], { CLIPGRAPH_URL: server.url, CLIPGRAPH_KEY: server.key })
      : { isFine, output: 'nothing was generated' }
    checks.set(generator, [
      { what: 'generates', isFine, output },
      { what: 'type-checks', isFine: isFine && errors.length === 0, output: errors.join('\n') },
      { what: 'answers', isFine: ran.isFine && ran.output === expected, output: ran.output }
    ])
  }
  return checks
}

/** The program with its client as one file: generated code is made for bundlers. */
const bundled = async ({ program }: Generator): Promise<string> => {
  const build = await rolldown({
    input: join(folder, 'programs', `${program}.ts`),
    platform: 'node',
    tsconfig: false,
    onLog: () => {}
  })
  const file = join(folder, 'generated', 'bundles', `${program}.mjs`)
  await build.write({ file, format: 'es', codeSplitting: false })
  await build.close()
  return file
}
