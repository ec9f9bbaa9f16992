import { CommandError } from './errors.ts'

/** A package of a requested feature is not installed, as after `npm ci --omit=optional`. */
export class MissingPackage extends CommandError {}

/** Imports code that needs an optional package. `feature` is what the error calls it. */
export const loadOptional = <T>(feature: string, load: () => Promise<T>): Promise<T> =>
  load().catch((error: unknown) => {
    const name = missingPackage(error)
    if (name === null) throw error
    throw new MissingPackage(
      `${feature} needs the package ${name}, which is not installed. Install it with Node 24 or newer, then start again: npm install --include=optional`
    )
  })

/** The package that Node did not find; null for any other error. Only Node's message contains the name. */
const missingPackage = (error: unknown): string | null => {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) return null
  return /^Cannot find package '([^']+)'/.exec(error.message)?.[1] ?? null
}
