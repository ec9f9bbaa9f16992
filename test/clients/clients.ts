import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { install } from '../../packages/install.ts'
import { defaultDataset } from '../campaign/default-dataset.ts'
import { linters } from '../linters/linters.ts'
import { problemsOf, sampleAddresses } from '../rest-contract.ts'
import { startServer, type TestServer, testKey } from '../server.ts'
import { generators, tryGenerators } from './generators.ts'

/**
 * Tries third-party clients, generators and linters against a server over the default data set, and writes docs/clients.md. What the tests
 * try already is taken from them. Ends with 1 when something has less than its full score. `--generators` leaves those tests out and writes
 * nothing.
 */
const { generators: isOnlyGenerators } = parseArgs({
  options: { generators: { type: 'boolean', default: false } }
}).values
for (const folder of isOnlyGenerators ? ['test/clients'] : ['test/clients', 'test/linters', 'examples']) install(folder)

const project = resolve(import.meta.dirname, '../..')
const say = (text: string) => process.stderr.write(`${text}\n`)

type Row = { tool: string; version: string; tried: string; passed: number; of: number }

/** The version of a package that is installed in a folder of the project. */
const versionIn = (folder: string, name: string): string =>
  String(JSON.parse(readFileSync(join(project, folder, 'node_modules', name, 'package.json'), 'utf8')).version)

type TestResult = { fullName: string; status: string; failureMessages: string[] }

/** Tools that tests try: the score is that of the tests whose names fit. */
const tried: readonly { tool: string; folder: string; package: string | null; tried: string; tests: RegExp }[] = [
  {
    tool: 'graphql-http',
    folder: '.',
    package: 'graphql-http',
    tried: 'its audit of GraphQL over HTTP',
    tests: /^GraphQL over HTTP, by plan (MUST|SHOULD|MAY)/
  },
  {
    tool: 'Relay',
    folder: 'examples',
    package: 'react-relay',
    tried: 'its compiler on the schema; `usePaginationFragment` over two pages',
    tests: /relay\/main\.tsx shows|^examples with a GraphQL client Relay’s compiler/
  },
  {
    tool: 'Apollo Client',
    folder: 'examples',
    package: '@apollo/client',
    tried: '`relayStylePagination` over two pages',
    tests: /apollo\/posts\.ts shows/
  },
  {
    tool: 'urql with Graphcache',
    folder: 'examples',
    package: '@urql/exchange-graphcache',
    tried: '`relayPagination` over two pages',
    tests: /urql\/posts\.ts shows/
  },
  {
    tool: 'Bruno',
    folder: 'examples',
    package: '@usebruno/lang',
    tried: 'its reader on the collection; every request in it, with each of its parameters',
    tests: /^the Bruno collection (is read by Bruno|.* is a request that works)/
  },
  {
    tool: 'Python, standard library',
    folder: '.',
    package: null,
    tried: 'two pages over GraphQL and over REST; what is said of a wrong key',
    tests: /python\/posts\.py/
  },
  ...linters.map(({ name, package: linter, what }) => ({
    tool: name,
    folder: 'test/linters',
    package: linter,
    tried: what,
    tests: new RegExp(`have nothing that ${name} objects to`)
  }))
]

const runTests = async (dataset: string, directory: string): Promise<TestResult[]> => {
  const report = join(directory, 'report.json')
  const files = ['graphql-http', 'examples', 'linters'].map((name) => `test/${name}.test.ts`)
  const args = [
    'run',
    '--project',
    'server',
    '--project',
    'packages',
    ...files,
    '--reporter',
    'json',
    '--outputFile',
    report
  ]
  await new Promise<void>((done) => {
    // In CI everything must run: what is not installed fails.
    const env = { ...process.env, CI: 'true', TEST_DATASET: dataset }
    execFile(join(project, 'node_modules/.bin/vitest'), args, { cwd: project, env }, () => done())
  })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: TestResult[] }[]
  }
  return testResults.flatMap(({ assertionResults }) => assertionResults)
}

const rowsOfTests = (results: readonly TestResult[]): Row[] =>
  tried.map(({ tool, folder, package: name, tried, tests }) => {
    const own = results.filter(({ fullName }) => tests.test(fullName))
    for (const { fullName, status, failureMessages } of own) {
      if (status !== 'passed') say(`${tool}: ${fullName}\n${failureMessages.join('\n')}`)
    }
    const version = name === null ? '' : versionIn(folder, name)
    return { tool, version, tried, passed: own.filter(({ status }) => status === 'passed').length, of: own.length }
  })

/** What every generated client's program prints: ten posts of a creator in two pages, and the code of an error. */
const expectedOutput = async (server: TestServer): Promise<string> => {
  type Post = { post_id: string; plays: number }
  const { body } = await server.get<Post[]>('/api/v1/users/maya.nguyen/posts?count=10')
  return `${body.data.map(({ post_id, plays }) => `post ${post_id}, ${plays} plays\n`).join('')}NOT_FOUND\n`
}

const rowsOfGenerators = async (server: TestServer): Promise<Row[]> => {
  const checks = await tryGenerators({ url: server.url, key: testKey }, await expectedOutput(server))
  return generators.map((generator) => {
    const own = checks.get(generator) ?? []
    for (const { what, isFine, output } of own) if (!isFine) say(`${generator.name}: ${what}\n${output}`)
    return {
      tool: generator.name,
      version: generator.packages.map((name) => versionIn('test/clients', name)).join(' with '),
      tried: `generates from ${generator.from}, type-checks, gets two pages and a \`NOT_FOUND\``,
      passed: own.filter(({ isFine }) => isFine).length,
      of: own.length
    }
  })
}

const rowOfAnswers = async (server: TestServer): Promise<Row> => {
  const addresses = sampleAddresses()
  let passed = 0
  for (const { id, address } of addresses) {
    const response = await fetch(server.url + address, { headers: { 'x-gateway-key': testKey } })
    const { status, headers } = response
    const problems = problemsOf(id, { status, headers, body: await response.text() })
    if (problems.length === 0) passed += 1
    else say(`${address}\n${problems.join('\n')}`)
  }
  return {
    tool: 'TypeBox',
    version: versionIn('.', 'typebox'),
    tried: 'answers of all operations against the schemas of openapi.json',
    passed,
    of: addresses.length
  }
}

const page = (rows: readonly Row[]): string => `# Clients and linters

Written by \`npm run campaign -- clients\`, which tries the published contracts, schema/openapi.json and schema/schema.graphql, with tools
of others. Each ran against a server over the default data set.

| tool | version | what was tried | score |
| --- | --- | --- | --- |
${rows.map(({ tool, version, tried, passed, of }) => `| ${tool} | ${version} | ${tried} | ${passed}/${of} |`).join('\n')}

The program of a generated client also shows that what is needed cannot be forgotten: a search without a keyword, or a query without its
variables, does not type-check. One thing OpenAPI has no word for: \`getPost\` takes exactly one of \`videoId\` and \`url\`, so both are
optional, and a call with both or neither is answered with \`INVALID_PARAM\`. Written as one parameter, an object with alternatives
(\`style: form\`, \`explode: true\`), the types would be exact, but what is sent would be wrong: openapi-fetch and hey-api send
\`by[videoId]=…\`, orval sends \`[object Object]\`.

What the linters are told to leave out, and why, stands in their configuration:
[redocly.yaml](../test/linters/redocly.yaml), [spectral.yaml](../test/linters/spectral.yaml),
[eslint.config.js](../test/linters/eslint.config.js).
`

const directory = mkdtempSync(join(tmpdir(), 'clipgraph-clients-'))
try {
  const dataset = await defaultDataset(directory)
  process.env.TEST_DATASET = dataset
  const server = await startServer({ dataset })
  const answers = await rowOfAnswers(server)
  const generated = await rowsOfGenerators(server)
  await server.close()
  const fromTests = isOnlyGenerators ? [] : rowsOfTests(await runTests(dataset, directory))
  const rows = [answers, ...fromTests, ...generated]
  if (!isOnlyGenerators) writeFileSync(join(project, 'docs/clients.md'), page(rows))
  for (const { tool, passed, of } of rows) say(`${passed}/${of} ${tool}`)
  if (rows.some(({ passed, of }) => passed < of || of === 0)) process.exitCode = 1
} finally {
  rmSync(directory, { recursive: true, force: true })
}
