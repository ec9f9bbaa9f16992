import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './checkout.ts'
import { exampleFolder as folder, runExample, tenPosts } from './example.ts'
import { isLeftOut } from './ignored-terms.ts'
import { startServer, type TestServer } from './server.ts'

const project = resolve(import.meta.dirname, '..')

const isInstalled = existsSync(join(folder, 'node_modules/relay-compiler'))
const haveNoClients = isLeftOut(isInstalled, 'examples with a GraphQL client; install them: npm run examples:install')

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

describe.skipIf(haveNoClients)('examples with a GraphQL client', () => {
  test('are installed', () => {
    expect(isInstalled, 'run: npm run examples:install').toBe(true)
  })

  test.each(['apollo/posts.ts', 'apollo/persisted-queries.ts', 'urql/posts.ts', 'relay/main.tsx'])(
    '%s shows two pages as one list',
    async (path) => {
      const { code, stdout, stderr } = await runExample(server, path)
      expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: await tenPosts(server) })
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
