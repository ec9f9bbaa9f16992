import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '../src/core/config/settings.ts'

const project = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(project, path), 'utf8')

type Service = {
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test?: string[]; disable?: boolean }
  image?: string
  build?: string
  command?: string[]
  profiles?: string[]
  stop_grace_period?: string
  mem_limit?: string
  pids_limit?: number
}
/** As compose and Redis write sizes; NaN without one. */
const bytesOf = (size = '') => Number.parseInt(size, 10) * (/^\d+g/.test(size) ? 2 ** 30 : 2 ** 20)

const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<'clipgraph' | 'migrate' | 'import' | 'postgres' | 'redis', Service>
  volumes: Record<string, object>
}
/** Made of this project. */
const own = Object.entries(services).filter(([, { build }]) => build === '.')
const said = (instruction: string) => new RegExp(`^${instruction} (.+)$`, 'm').exec(read('Dockerfile'))?.[1]

test.each(Object.entries(services))(
  '%s may write to memory alone but for its volume, and become nothing else',
  (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      tmpfs: expect.any(Array),
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true']
    })
  }
)

test.each(Object.entries(services))('%s takes no more memory and processes than it needs', (_, service) => {
  expect(bytesOf(service.mem_limit)).toBeLessThanOrEqual(2 * 2 ** 30)
  expect(service.pids_limit).toBeLessThanOrEqual(200)
})

test('the limits of memory hold what the settings let caches take', () => {
  expect(bytesOf(services.clipgraph.mem_limit)).toBeGreaterThanOrEqual(Number(settings.CACHE_MAX_MB.default) * 2 ** 21)
  const { command = [], mem_limit } = services.redis
  expect(bytesOf(mem_limit)).toBeGreaterThanOrEqual(1.5 * bytesOf(command[command.indexOf('--maxmemory') + 1]))
})

test('the server is the image’s: its port on this machine alone, its volume, settings that there are', () => {
  const { ports, volumes } = services.clipgraph
  expect(ports).toEqual([`127.0.0.1:4000:${said('EXPOSE')}`])
  expect(volumes).toEqual([`data:${said('VOLUME')}`])
  const names = own.flatMap(([, { environment }]) => Object.keys(environment ?? {}))
  expect(names.filter((name) => !Object.hasOwn(settings, name))).toEqual([])
  expect(Object.entries(services).filter(([name, { ports }]) => name !== 'clipgraph' && ports !== undefined)).toEqual(
    []
  )
})

test('the server waits for tables and for a Redis that answers, and has time to end', () => {
  expect(services.clipgraph.depends_on).toEqual({
    migrate: { condition: 'service_completed_successfully' },
    redis: { condition: 'service_healthy' }
  })
  expect(services.migrate.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
  expect(services.import.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } })
  expect(services.redis.healthcheck?.test).toBeTruthy()
  expect(services.postgres.healthcheck?.test).toBeTruthy()
  expect(services.clipgraph.stop_grace_period).toBe('30s')
})

test('the tables are made in its own database, which is one that may be served: nothing is unless it is said', () => {
  expect(own.map(([name]) => name)).toEqual(['clipgraph', 'migrate', 'import'])
  const { clipgraph, migrate } = services
  const [, hint = ''] = /^\$\{DATA_URL:\?(.+)\}$/.exec(clipgraph.environment?.DATA_URL ?? '') ?? []
  expect(services.import.environment?.DATA_URL).toBe(clipgraph.environment?.DATA_URL)
  expect(hint).toContain('demo:')
  const { environment = {} } = services.postgres
  const compose = (text: string): string =>
    text.replace(/\$\{\w+:-((?:[^{}]|\{[^{}]*\})*)\}/g, (_, fallback: string) => compose(fallback))
  for (const address of [migrate.environment?.DATA_URL ?? '', /postgres:\S+/.exec(hint)?.[0] ?? '']) {
    const data = settings.DATA_URL.read(compose(address))
    const url = new URL(data.kind === 'postgres' ? data.urls[0] : 'none:')
    expect([url.hostname, url.username, url.password, url.pathname]).toEqual([
      'postgres',
      environment.POSTGRES_USER,
      compose(environment.POSTGRES_PASSWORD ?? ''),
      `/${environment.POSTGRES_DB}`
    ])
  }
  const mounted = Object.values(services).flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0]))
  expect(mounted.filter((name) => !name?.startsWith('.')).sort()).toEqual(Object.keys(volumes).sort())
})

test('images of others are pinned to the bytes of a release, and commands are those of the command line', () => {
  const images = Object.values(services).flatMap(({ image }) => image ?? [])
  expect(images.filter((image) => !/^\w+:\d+\.\d+(?:\.\d+)?-alpine@sha256:[0-9a-f]{64}$/.test(image))).toEqual([])
  expect(images).toHaveLength(2)
  const commands = own.flatMap(([, { command }]) => (command === undefined ? [] : [command]))
  for (const [node, main, name] of commands) {
    expect([node, main]).toEqual(JSON.parse(said('CMD') ?? '[]').slice(0, 2))
    expect(['migrate', 'import']).toContain(name)
  }
  expect(services.import.profiles).toEqual(['import'])
})
