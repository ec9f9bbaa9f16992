import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { lockedToRun } from '../packages/locked.ts'
import { run, start } from './checkout.ts'
import { testKey } from './server.ts'

const project = resolve(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))

/** The project after `npm ci --omit=optional`: its own copy of the code, beside all packages but those. */
const folder = mkdtempSync(join(tmpdir(), 'clipgraph-without-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
for (const name of ['package.json', 'src', 'schema', 'built'])
  cpSync(join(project, name), join(folder, name), { recursive: true })
for (const path of Object.keys(lockedToRun({ hasOptional: false, hasBundled: true }).needed)) {
  // Nested ones come with the package they are in.
  if (path.lastIndexOf('node_modules/') > 0) continue
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  symlinkSync(join(project, path), join(folder, path))
}

const serve = 'node src/commands/main.js serve'
const env = {
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  DATA_URL: `sqlite:${inject('defaultDataset')}`,
  GATEWAY_KEYS: testKey,
  PORT: '0'
}
const [major] = /\d+/.exec(manifest.engines.node) ?? []
const missing = (feature: string, name: string) =>
  `${feature} needs the package ${name}, which is not installed. Install it with Node ${major} or newer, then start again: npm install --include=optional`

describe('without the optional packages', () => {
  test('a server answers both surfaces, and says what agents and GraphiQL need', async () => {
    const server = await start(serve, folder, env)
    try {
      const headers = { 'x-gateway-key': testKey, 'content-type': 'application/json' }
      const ask = (path: string, init: RequestInit = {}) =>
        fetch(server.url + path, { ...init, headers: { ...headers, ...init.headers } })
      const user = await ask('/api/v1/users/maya.nguyen')
      expect(await user.json()).toMatchObject({ error: null, data: { username: 'maya.nguyen' } })
      const query = JSON.stringify({ query: '{ user(by: {username: "maya.nguyen"}) { username } }' })
      const graph = await ask('/graphql', { method: 'POST', body: query })
      expect(await graph.json()).toMatchObject({ data: { user: { username: 'maya.nguyen' } } })
      expect((await ask('/metrics')).status).toBe(200)

      const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
      const agents = await ask('/mcp', { method: 'POST', body: message })
      expect([agents.status, await agents.json()]).toMatchObject([
        503,
        {
          jsonrpc: '2.0',
          error: {
            message: missing('The Model Context Protocol', '@modelcontextprotocol/server'),
            data: { code: 'UNAVAILABLE' }
          }
        }
      ])
      const page = await ask('/graphql', { headers: { accept: 'text/html' } })
      expect([page.status, await page.text()]).toEqual([
        503,
        expect.stringContaining(`<p class="lead">${missing('GraphiQL', '@graphql-yoga/render-graphiql')}</p>`)
      ])
    } finally {
      await server.stop()
    }
  })

  const redis = { CACHE_URL: 'redis://127.0.0.1:6379' }
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }

  test.each([
    ['a collector', serve, collector, missing('OpenTelemetry', '@opentelemetry/core')],
    ['a Redis', serve, redis, missing('Redis', '@keyv/redis')],
    [
      'an agent',
      'node src/commands/main.js mcp < /dev/null',
      {},
      missing('The Model Context Protocol', '@modelcontextprotocol/server')
    ]
  ])('the start for %s ends with one line that says what to install', async (_, command, others, stderr) => {
    expect(await run(command, folder, { ...env, ...others })).toEqual({ code: 1, stdout: '', stderr: `${stderr}\n` })
  })
})
