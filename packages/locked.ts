import { readFileSync } from 'node:fs'

/** Packages that the published server has inside of it, in one bundle, because they must share one copy of graphql-js. */
export const bundled: readonly string[] = ['graphql', '@pothos/core']

type Dependencies = Readonly<Record<string, string>>
type Entry = {
  version?: string
  dev?: true
  dependencies?: Dependencies
  optionalDependencies?: Dependencies
  devDependencies?: Dependencies | undefined
  peerDependencies?: Dependencies
  peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>
}
type Locked = Readonly<Record<string, Entry>>

/** Where Node finds a package from the place of another one; undefined when it is not in the lockfile. */
const resolved = (packages: Locked, from: string, name: string): string | undefined => {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    const path = `${place === '' ? '' : `${place}/`}node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (place === '') return undefined
  }
}

/**
 * The lockfile's entries of the project and of its run-time packages by their paths: `node_modules/pino`. `hasOptional`: whether the optional
 * ones are among them; `hasBundled`: whether those in the bundle are, as for the sources. They are found by walking the dependencies, because npm marks packages as `dev` that are development dependencies as
 * well.
 */
export const lockedToRun = ({ hasOptional = true, hasBundled = false } = {}) => {
  const lock = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
  const packages = (JSON.parse(lock) as { packages: Locked }).packages
  const project = packages['']
  const isBundled = ([name]: [string, string]) => bundled.includes(name)
  const inBundle = hasBundled ? Object.entries(project?.devDependencies ?? {}).filter(isBundled) : []
  const own = {
    ...project,
    dependencies: { ...project?.dependencies, ...Object.fromEntries(inBundle) },
    devDependencies: undefined,
    ...(hasOptional ? {} : { optionalDependencies: {} })
  }
  const needed = new Map<string, Entry>()
  const add = (from: string, { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Entry) => {
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true)
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const path = resolved(packages, from, name)
      const entry = path === undefined ? undefined : packages[path]
      if (path === undefined || entry === undefined || needed.has(path)) continue
      const { dev: _, ...others } = entry
      needed.set(path, others)
      add(path, entry)
    }
  }
  add('', own)
  return { own, needed: Object.fromEntries(needed) }
}
