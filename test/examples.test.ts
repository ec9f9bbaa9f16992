import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collection } from '../examples/generate-bruno.ts'
import { operations } from '../src/surfaces/rest/operations.ts'
import { rows } from './dataset.ts'
import { exampleFolder as folder, readme, runExample, tenPosts } from './example.ts'
import { isLeftOut } from './ignored-terms.ts'
import { startServer, type TestServer } from './server.ts'

// Bruno is installed apart from the server.
const isInstalled = existsSync(join(folder, 'node_modules/@usebruno/lang'))
const haveNoBruno = isLeftOut(isInstalled, 'Bruno; install it: node packages/install.ts examples')

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

describe('examples that need nothing but the server', () => {
  test.each(['fetch/graphql.ts', 'fetch/rest.ts', 'client/posts.ts'])('%s prints two pages', async (path) => {
    expect(await runExample(server, path)).toEqual({
      code: 0,
      stdout: await tenPosts(server),
      stderr: expect.any(String)
    })
  })

  test('client/find-posts.ts prints the most played posts of a hashtag that are no advertisements', async () => {
    const expected = rows<{ post_id: string; plays: number }>(
      `SELECT p.post_id, p.plays FROM posts p JOIN hashtag_posts l ON l.post_pk = p.pk JOIN hashtags h ON h.pk = l.hashtag_pk
        WHERE lower(h.name) = 'fyp' AND p.is_ad = 0 ORDER BY p.plays DESC LIMIT 10`
    )
    expect(await runExample(server, 'client/find-posts.ts')).toEqual({
      code: 0,
      stdout: expected.map(({ post_id, plays }, index) => `${index + 1}. post ${post_id}, ${plays} plays\n`).join(''),
      stderr: expect.any(String)
    })
  })

  test('python/posts.py prints two pages over GraphQL, and the same over REST', async () => {
    const ten = await tenPosts(server)
    expect(await runExample(server, 'python/posts.py')).toEqual({ code: 0, stdout: ten + ten, stderr: '' })
  })

  test.each(['fetch/graphql.ts', 'fetch/rest.ts', 'client/posts.ts', 'client/find-posts.ts', 'python/posts.py'])(
    '%s says what is wrong with a wrong key',
    async (path) => {
      const { code, stdout, stderr } = await runExample(server, path, 'wrong')
      expect(code).toBe(1)
      expect(stdout).toBe('')
      expect(stderr).toContain('UNAUTHORIZED')
    }
  )
})

describe('examples of embedding', () => {
  const guide = readFileSync(join(folder, '../src/surfaces/site/docs/guides/embed.md'), 'utf8')
  const files = ['graphql.ts', 'hono.ts', 'express.ts', 'fastify.ts', 'bun.ts', 'deno.ts', 'next/next.config.ts']

  test.each([...files, 'next/app/api/clipgraph/[...path]/route.ts'])('%s stands in the guide as it is', (file) => {
    expect(guide).toContain(`\`\`\`ts\n${readFileSync(join(folder, 'embed', file), 'utf8')}\`\`\``)
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

  test.skipIf(haveNoBruno)('is read by Bruno: headers for all, an address and a secret key', () => {
    const { collectionBruToJson, bruToEnvJsonV2 } = language()
    expect(collectionBruToJson(generated['collection.bru'] ?? '').headers).toMatchObject([
      { name: 'x-gateway-key', value: '{{key}}' }
    ])
    expect(bruToEnvJsonV2(generated['environments/local.bru'] ?? '').variables).toMatchObject([
      { name: 'url', secret: false },
      { name: 'key', secret: true }
    ])
  })

  test.skipIf(haveNoBruno).each(operations)(
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
