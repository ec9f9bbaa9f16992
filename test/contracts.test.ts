import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { generated } from '../codegen.ts'
import * as documents from '../schema/typed/operations.ts'
import { startServer, type TestServer } from './server.ts'

const project = resolve(import.meta.dirname, '..')

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test.each(Object.entries(await generated(inject('defaultDataset'))))('%s is what the code generates', (path, text) => {
  expect(existsSync(join(project, path)), `run: npm run generate`).toBe(true)
  expect(readFileSync(join(project, path), 'utf8')).toBe(text)
})

test('the contracts are served as they are committed', async () => {
  for (const [path, file] of [
    ['/openapi.json', 'schema/openapi.json'],
    ['/schema.graphql', 'schema/schema.graphql']
  ] as const) {
    const response = await fetch(server.url + path)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(readFileSync(join(project, file), 'utf8'))
  }
})

describe('the example operations', () => {
  test('are all typed, and no others', () => {
    const names = Object.keys(documents).filter((name) => name.endsWith('Document'))
    const files = readdirSync(join(project, 'schema/operations'))
    const titled = files.map((file) =>
      file.replace(/\.graphql$/, '').replace(/(?:^|-)(\w)/g, (_, first) => first.toUpperCase())
    )
    expect(names.sort()).toEqual(titled.map((name) => `${name}Document`).sort())
  })
})

describe('package-lock.json', () => {
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; resolved?: string; hasInstallScript?: boolean }>
  }
  const packages = Object.entries(lock.packages).map(([path, entry]) => ({
    name: path.split('node_modules/').at(-1),
    ...entry
  }))

  test('holds none of the releases that were malicious', () => {
    const malicious = [
      ...['keyv@6.0.0', 'cacheable@2.5.1', 'flat-cache@6.1.24'],
      ...['file-entry-cache@11.1.6', 'cache-manager@7.2.10']
    ]
    expect(packages.map(({ name, version }) => `${name}@${version}`).filter((id) => malicious.includes(id))).toEqual([])
  })

  test('holds one copy of graphql', () => {
    expect(packages.filter(({ name }) => name === 'graphql')).toHaveLength(1)
  })

  test('runs no install script but that of the runtime', () => {
    expect(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)).toEqual(['node'])
  })

  test('names exact versions and no registry', () => {
    const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >
    for (const version of Object.values({ ...manifest.dependencies, ...manifest.devDependencies })) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    }
    expect(packages.filter(({ resolved }) => resolved !== undefined)).toEqual([])
  })
})
