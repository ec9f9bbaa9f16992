import { readFileSync } from 'node:fs'

type Locked = Record<string, { version?: string; dev?: true; devOptional?: true; devDependencies?: unknown }>

/**
 * What the lockfile says of the project itself and of the packages that it runs with, by where they are installed: `node_modules/pino`. What
 * only develops it is left out.
 */
export const lockedToRun = () => {
  const lock = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')
  const { '': own, ...others } = (JSON.parse(lock) as { packages: Locked }).packages
  const needed = Object.entries(others).filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true)
  // A package of the server can do without it, and npm brings it along all the same where the project develops with it.
  const optional = Object.entries(others).flatMap(([path, { devOptional }]) => (devOptional === true ? [path] : []))
  return { own: { ...own, devDependencies: undefined }, needed: Object.fromEntries(needed), optional }
}
