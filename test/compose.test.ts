import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '../src/config/settings.ts'

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
}
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

test('all that has to do with data has the same of it: what compose makes of the addresses is read as such', () => {
  expect(own.map(([name]) => name)).toEqual(['clipgraph', 'migrate', 'import'])
  const { environment = {} } = services.postgres
  const compose = (text: string): string =>
    text.replace(/\$\{\w+:-((?:[^{}]|\{[^{}]*\})*)\}/g, (_, fallback: string) => compose(fallback))
  for (const [, service] of own) {
    const data = settings.DATA_URL.read(compose(service.environment?.DATA_URL ?? ''))
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

test('images of others are pinned to a release, and commands are those of the command line', () => {
  const images = Object.values(services).flatMap(({ image }) => image ?? [])
  expect(images.filter((image) => !/^\w+:\d+\.\d+(?:\.\d+)?-alpine$/.test(image))).toEqual([])
  expect(images).toHaveLength(2)
  const commands = own.flatMap(([, { command }]) => (command === undefined ? [] : [command]))
  for (const [node, main, name] of commands) {
    expect([node, main]).toEqual(JSON.parse(said('CMD') ?? '[]').slice(0, 2))
    expect(['migrate', 'import']).toContain(name)
  }
  expect(services.import.profiles).toEqual(['import'])
})
