import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collection } from '../examples/generate-bruno.ts'
import { operations } from '../src/rest/operations.ts'
import { run } from './checkout.ts'
import { isLeftOut } from './left-out.ts'
import { startServer, type TestServer, testKey } from './server.ts'

const project = resolve(import.meta.dirname, '..')
const folder = join(project, 'examples')
const readme = readFileSync(join(folder, 'README.md'), 'utf8')

// The GraphQL clients are installed apart from the server.
const isInstalled = existsSync(join(folder, 'node_modules/relay-compiler'))
const haveNoClients = isLeftOut(isInstalled, 'examples with a GraphQL client; install them: npm run examples:install')

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

/** What an example that walks two pages of five prints. */
const tenPosts = async (): Promise<string> => {
  type Post = { post_id: string; plays: number }
  const { body } = await server.get<Post[]>('/api/v1/users/maya.nguyen/posts?count=10')
  expect(body.data).toHaveLength(10)
  return body.data.map(({ post_id, plays }, index) => `${index + 1}. post ${post_id}, ${plays} plays\n`).join('')
}

/** The command line beside an example in the table, typed in the project's folder. */
const runExample = (path: string, key = testKey) => {
  const row = readme.split('\n').find((line) => line.includes(`](${path})`)) ?? ''
  const command = /`CLIPGRAPH_KEY=… (.+?)` *\|$/.exec(row)?.[1] ?? `false # ${path} is not in the table`
  const written = readFileSync(join(folder, path), 'utf8')
  expect(written, 'the head of the example says how to run it').toContain(`CLIPGRAPH_KEY=… ${command}`)
  return run(command, project, { CLIPGRAPH_URL: server.url, CLIPGRAPH_KEY: key })
}

describe('examples that need nothing but the server', () => {
  test.each(['fetch/graphql.ts', 'fetch/rest.ts', 'client/posts.ts'])('%s prints two pages', async (path) => {
    expect(await runExample(path)).toEqual({ code: 0, stdout: await tenPosts(), stderr: expect.any(String) })
  })

  test('python/posts.py prints two pages over GraphQL, and the same over REST', async () => {
    const ten = await tenPosts()
    expect(await runExample('python/posts.py')).toEqual({ code: 0, stdout: ten + ten, stderr: '' })
  })

  test.each(['fetch/graphql.ts', 'fetch/rest.ts', 'client/posts.ts', 'python/posts.py'])(
    '%s says what is wrong with a wrong key',
    async (path) => {
      const { code, stdout, stderr } = await runExample(path, 'wrong')
      expect(code).toBe(1)
      expect(stdout).toBe('')
      expect(stderr).toContain('UNAUTHORIZED')
    }
  )
})

describe.skipIf(haveNoClients)('examples with a GraphQL client', () => {
  test('are installed', () => {
    expect(isInstalled, 'run: npm run examples:install').toBe(true)
  })

  test.each(['apollo/posts.ts', 'apollo/persisted-queries.ts', 'urql/posts.ts', 'relay/main.tsx'])(
    '%s shows two pages as one list',
    async (path) => {
      const { code, stdout, stderr } = await runExample(path)
      expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: await tenPosts() })
    }
  )

  test('Relay’s compiler accepts the schema, and what it generates is what is committed', async () => {
    const { code, stdout, stderr } = await run('node_modules/.bin/relay-compiler --validate', folder)
    expect(code, `run: npm run relay:compile --prefix examples\n${stdout}${stderr}`).toBe(0)
  })

  test('all of them type-check', async () => {
    const { code, stdout } = await run('node_modules/.bin/tsc -p examples', project)
    expect(code, stdout).toBe(0)
  })

  test('none of their packages runs an install script, and none names a registry', () => {
    const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { hasInstallScript?: boolean; resolved?: string }>
    }
    for (const [path, entry] of Object.entries(lock.packages)) {
      expect(entry.hasInstallScript ?? false, path).toBe(false)
      expect(entry.resolved, path).toBe(undefined)
    }
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    for (const version of Object.values({ ...dependencies, ...devDependencies })) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    }
  })
})

describe('the Bruno collection', () => {
  const generated = collection()

  test('is what the table of operations generates', () => {
    const committed = readdirSync(join(folder, 'bruno'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'bruno/').length))
    expect(committed.sort(), 'run: npm run generate').toEqual(Object.keys(generated).sort())
    for (const [path, text] of Object.entries(generated)) {
      expect(readFileSync(join(folder, 'bruno', path), 'utf8'), path).toBe(text)
    }
  })

  type Request = {
    http: { method: string; url: string }
    params: { name: string; value: string; type: 'query' | 'path'; enabled: boolean }[]
  }
  type BrunoLanguage = {
    bruToJsonV2(text: string): Request
    bruToEnvJsonV2(text: string): { variables: { name: string; secret: boolean }[] }
    collectionBruToJson(text: string): { headers: { name: string; value: string }[] }
  }
  /** Bruno's own reader of its files. */
  const language = (): BrunoLanguage => createRequire(join(folder, 'package.json'))('@usebruno/lang')

  test.skipIf(haveNoClients)('is read by Bruno: headers for all, an address and a secret key', () => {
    const { collectionBruToJson, bruToEnvJsonV2 } = language()
    expect(collectionBruToJson(generated['collection.bru'] ?? '').headers).toMatchObject([
      { name: 'x-gateway-key', value: '{{key}}' }
    ])
    expect(bruToEnvJsonV2(generated['environments/local.bru'] ?? '').variables).toMatchObject([
      { name: 'url', secret: false },
      { name: 'key', secret: true }
    ])
  })

  test.skipIf(haveNoClients).each(operations)(
    '$id is a request that works, with each of its parameters',
    async (operation) => {
      const { http, params } = language().bruToJsonV2(generated[`${operation.group}/${operation.id}.bru`] ?? '')
      expect(http.method).toBe('get')
      const path = http.url
        .replace('{{url}}', '')
        .replace(/:(\w+)/g, (_, name: string) => params.find((param) => param.name === name)?.value ?? '')
      const { status } = await server.get(path)
      expect(status, path).toBe(200)
      const sent = new URL(path, server.url).searchParams
      const inQuery = params.filter(({ type }) => type === 'query')
      expect([...sent]).toEqual(inQuery.filter(({ enabled }) => enabled).map(({ name, value }) => [name, value]))
      for (const { name, value } of inQuery.filter(({ enabled }) => !enabled)) {
        const alone = new URLSearchParams(operation.id === 'getPost' ? {} : sent)
        alone.set(name, value)
        expect((await server.get(`${path.split('?')[0]}?${alone}`)).status, name).toBe(200)
      }
    }
  )
})

test('every example is in the table', () => {
  const folders = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name)
  for (const name of folders) expect(readme).toMatch(new RegExp(`^\\| \\[\`${name}/`, 'm'))
})
