import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = import.meta.dirname
const project = resolve(folder, '../..')

/** The linters are installed apart from the server. */
export const areInstalled = existsSync(join(folder, 'node_modules/@redocly/cli'))

type Linter = {
  name: string
  /** The package whose version counts. */
  package: string
  /** What is linted, by which rules. */
  what: string
  script: string
  arguments: readonly string[]
}

/** Third-party linters of the published contracts. Whatever they say is a finding, warnings and hints too. */
export const linters: readonly Linter[] = [
  {
    name: 'Redocly',
    package: '@redocly/cli',
    what: '`recommended-strict` on openapi.json',
    script: '@redocly/cli/bin/cli.js',
    arguments: ['lint', '--config', 'test/linters/redocly.yaml', '--max-problems', '1000', 'schema/openapi.json']
  },
  {
    name: 'Spectral',
    package: '@stoplight/spectral-cli',
    what: '`spectral:oas` on openapi.json',
    script: '@stoplight/spectral-cli/dist/index.js',
    arguments: ['lint', '--ruleset', 'test/linters/spectral.yaml', '--fail-severity', 'hint', 'schema/openapi.json']
  },
  {
    name: 'graphql-eslint',
    package: '@graphql-eslint/eslint-plugin',
    what: '`schema-recommended`, `schema-relay` and `operations-recommended` on schema.graphql and the example operations',
    script: 'eslint/bin/eslint.js',
    arguments: [
      '--max-warnings',
      '0',
      '--config',
      'test/linters/eslint.config.js',
      'schema',
      'src/surfaces/views/operations'
    ]
  }
]

/** What a linter has to say: nothing to object to, or its own words. */
export const lint = ({ script, arguments: args }: Linter): Promise<{ isClean: boolean; output: string }> =>
  new Promise((done) => {
    execFile(
      process.execPath,
      [join(folder, 'node_modules', script), ...args],
      {
        cwd: project,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' }
      },
      (error, stdout, stderr) => done({ isClean: error === null, output: stdout + stderr })
    )
  })

export const versionOf = (linter: Linter): string =>
  String(JSON.parse(readFileSync(join(folder, 'node_modules', linter.package, 'package.json'), 'utf8')).version)
