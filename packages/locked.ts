import { readFileSync } from 'node:fs'

type Locked = Record<string, { version?: string; dev?: true; devDependencies?: unknown }>

/**
 * The lockfile's entries of the project and of its run-time packages, optional ones included, by their paths: `node_modules/pino`.
 * Development packages are omitted.
 */
export const lockedToRun = () => {
  const lock = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
  const { '': own, ...others } = (JSON.parse(lock) as { packages: Locked }).packages
  const needed = Object.entries(others).filter(([, { dev }]) => dev !== true)
  return { own: { ...own, devDependencies: undefined }, needed: Object.fromEntries(needed) }
}
