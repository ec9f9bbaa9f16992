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
  healthcheck?: object
  stop_grace_period?: string
}
const { services } = parse(read('compose.yaml')) as { services: Record<'clipgraph' | 'redis', Service> }
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
  const { environment, ports, volumes } = services.clipgraph
  expect(ports).toEqual([`127.0.0.1:4000:${said('EXPOSE')}`])
  expect(volumes).toEqual([`data:${said('VOLUME')}`])
  expect(Object.keys(environment ?? {}).filter((name) => !Object.hasOwn(settings, name))).toEqual([])
})

test('the server waits for a Redis that answers, and has time to end', () => {
  expect(services.clipgraph.depends_on).toEqual({ redis: { condition: 'service_healthy' } })
  expect(services.redis.healthcheck).toBeTruthy()
  expect(services.clipgraph.stop_grace_period).toBe('30s')
})
