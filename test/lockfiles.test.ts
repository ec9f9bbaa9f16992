import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { badReleases } from './bad-releases.ts'

const project = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(project, path), 'utf8')
const json = (path: string) => JSON.parse(read(path))

type Locked = {
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  hasInstallScript?: boolean
  deprecated?: string
}

/** Every folder with packages of its own. */
const folders = globSync('**/package-lock.json', {
  cwd: project,
  exclude: (path) => /(^|\/)(node_modules|dist|\.git)$/.test(path)
}).map(dirname)

/** What a lockfile names: the package itself, whatever it is installed as, and never the project. */
const locked = (folder: string) => {
  const { packages } = json(`${folder}/package-lock.json`) as { packages: Record<string, Locked> }
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ ...entry, name: entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13) }))
}

const bad = new Set(Object.values(badReleases).flat())
const isBad = (name: string, version: string) => bad.has(`${name}@${version}`) || bad.has(`${name}@*`)

test('what is bad is told by name and version', () => {
  expect(isBad('keyv', '6.0.0')).toBe(true)
  expect(isBad('keyv', '5.6.0')).toBe(false)
  expect(isBad('flatmap-stream', '0.1.0')).toBe(true)
})

test('every folder with packages of its own is looked at', () => {
  expect(folders.sort()).toEqual([
    '.',
    'bench/peers',
    'examples',
    'examples/embed',
    'packages/runtimes',
    'test/clients',
    'test/duckdb',
    'test/gateway',
    'test/hosts/graphql-16',
    'test/hosts/graphql-17',
    'test/linters',
    'test/vendors'
  ])
})

describe.each(folders)('what is locked in %s', (folder) => {
  const packages = locked(folder)

  test('is none of the releases that are known to be bad', () => {
    expect(packages.length).toBeGreaterThan(2)
    expect(packages.filter(({ name, version = '' }) => isBad(name, version))).toEqual([])
  })

  // npm itself is told to be quiet about them, for it would be loud about the age of the machine's Node.
  test('is none that its makers call deprecated', () => {
    expect(read('.npmrc')).toMatch(/^loglevel=error$/m)
    expect(packages.filter(({ deprecated }) => deprecated !== undefined)).toEqual([])
  })

  test('is a release with a strong checksum, from wherever npm is told to look and from nowhere else', () => {
    const isRelease = ({ version, integrity, resolved }: Locked) =>
      /^\d+\.\d+\.\d+/.test(version ?? '') && integrity?.startsWith('sha512-') === true && resolved === undefined
    expect(packages.filter((entry) => !isRelease(entry))).toEqual([])
  })

  test('was released some days before it is taken', () => {
    expect(read(`${folder}/.npmrc`)).toBe(read('.npmrc'))
    expect(read('.npmrc')).toMatch(/^min-release-age=3$/m)
  })
})

describe('scripts that packages bring along', () => {
  const withScripts = (folder: string) =>
    locked(folder)
      .filter(({ hasInstallScript }) => hasInstallScript)
      .map(({ name }) => name)

  test('run for the runtime alone, which puts its file in place', () => {
    expect(withScripts('.')).toEqual(['node'])
    expect(json('package.json').allowScripts).toEqual({ node: true })
  })

  // @apollo/protobufjs looks at how it is depended on, esbuild checks its binary, @scarf/scarf reports who installs it.
  test('are known and never run in the folders beside it', () => {
    const others = folders.filter((folder) => folder !== '.')
    expect([...new Set(others.flatMap(withScripts))].sort()).toEqual(['@apollo/protobufjs', '@scarf/scarf', 'esbuild'])
    // Two places install them.
    expect(read('packages/install.ts')).toContain("['ci', '--prefix', folder, '--ignore-scripts']")
    expect(read('test/packed.ts')).toMatch(/`npm \$\{command\} --ignore-scripts /)
    const { scripts } = json('package.json') as { scripts: Record<string, string> }
    for (const command of Object.values(scripts)) expect(command).not.toMatch(/npm (ci|install)/)
  })
})
