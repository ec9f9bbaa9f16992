import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { lockedToRun } from '../packages/locked.ts'
import { type Finished, run } from './checkout.ts'

const project = resolve(import.meta.dirname, '..')

type Tarball = { path: string; files: readonly string[]; size: number; unpackedSize: number }
type Listing = { filename: string; size: number; unpackedSize: number; files: { path: string }[] }

/** Both packages, as `npm run packages` makes them in a folder like a fresh clone. */
export const pack = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-packed-'))
  const clone = join(folder, 'clone')
  const isInstalled = (path: string) => path.includes('node_modules')
  mkdirSync(clone)
  for (const name of [
    'package.json',
    'tsconfig.json',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'src',
    'schema',
    'packages'
  ]) {
    cpSync(join(project, name), join(clone, name), {
      recursive: true,
      filter: (path) => !isInstalled(path.slice(project.length))
    })
  }
  symlinkSync(join(project, 'node_modules'), join(clone, 'node_modules'))
  const tarball = async (command: string): Promise<Tarball> => {
    const { code, stdout, stderr } = await run(`${command} --json --pack-destination ${folder}`, clone)
    if (code !== 0) throw new Error(`${command}: ${stdout}${stderr}`)
    const [listing]: Listing[] = JSON.parse(stdout)
    if (listing === undefined) throw new Error(`${command} packed nothing`)
    const { filename, files, size, unpackedSize } = listing
    return { path: join(folder, filename), files: files.map(({ path }) => path), size, unpackedSize }
  }
  const whole = await tarball('npm pack')
  const client = await tarball('npm pack ./dist/clipgraph-client')
  return { folder, whole, client, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const emptyFolder = (path: string, dependencies: Record<string, string>) => {
  mkdirSync(path)
  writeFileSync(join(path, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }))
}
const npm = (command: string, folder: string): Promise<Finished> =>
  run(`npm ${command} --ignore-scripts --no-audit --no-fund`, folder)

/** The client alone, in an empty folder. It needs nothing, so npm needs no network. */
export const installClient = (folder: string, { path }: Tarball): Promise<Finished> => {
  emptyFolder(folder, {})
  return npm(`install --offline ${path}`, folder)
}

/**
 * The whole package with its dependencies, in an empty folder. Takes the versions that this project is locked to, so that npm finds in its
 * cache what it installed for the project, and asks the registry for nothing.
 */
export const installWhole = (folder: string, { path }: Tarball): Promise<Finished> => {
  const place = `file:${path}`
  emptyFolder(folder, { clipgraph: place })
  const { own, needed } = lockedToRun()
  const lock = {
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { dependencies: { clipgraph: place } },
      'node_modules/clipgraph': { ...own, resolved: place },
      ...needed
    }
  }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  return npm('ci --prefer-offline --fetch-retries 1 --fetch-retry-mintimeout 1000', folder)
}

/**
 * The whole package in a copy of a host's folder, where npm decides which of the host's packages it shares. Everything has the version that
 * the host's lockfile or this project's has.
 */
export const installInHost = (folder: string, host: string, { path }: Tarball): Promise<Finished> => {
  cpSync(host, folder, { recursive: true, filter: (file) => !file.includes('node_modules') })
  const change = (name: string, changed: (content: HostFile) => object) =>
    writeFileSync(join(folder, name), JSON.stringify(changed(JSON.parse(readFileSync(join(folder, name), 'utf8')))))
  const place = `file:${path}`
  change('package.json', (content) => ({ ...content, dependencies: { ...content.dependencies, clipgraph: place } }))
  const { own, needed } = lockedToRun()
  change('package-lock.json', (content) => {
    const root = content.packages?.['']
    return {
      ...content,
      packages: {
        ...needed,
        ...content.packages,
        '': { ...root, dependencies: { ...root?.dependencies, clipgraph: place } },
        'node_modules/clipgraph': { ...own, resolved: place }
      }
    }
  })
  return npm('install --prefer-offline --fetch-retries 1 --fetch-retry-mintimeout 1000', folder)
}

type HostFile = { dependencies?: object; packages?: Record<string, HostFile> }
