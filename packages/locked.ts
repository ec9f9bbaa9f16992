import { readFileSync } from 'node:fs'

type Locked = Record<string, { version?: string; dev?: true; devDependencies?: unknown }>

/**
 * What the lockfile says of the project itself and of the packages that it runs with, optional ones included, by where they are installed:
 * `node_modules/pino`. What only develops it is left out.
 */
export const lockedToRun = () => {
  const lock = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
  const { '': own, ...others } = (JSON.parse(lock) as { packages: Locked }).packages
  const needed = Object.entries(others).filter(([, { dev }]) => dev !== true)
  return { own: { ...own, devDependencies: undefined }, needed: Object.fromEntries(needed) }
}
