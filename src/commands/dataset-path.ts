import { isPostgres } from '../config/readers.ts'
import { environment, readConfig } from '../config.ts'
import { CommandError } from '../core/errors.ts'
import { storeUrl } from './store-url.ts'

/** The file `--out` names, or the one the configuration reads. */
export const datasetPath = (out: string | undefined): string => {
  if (out !== undefined) return out
  const { data } = readConfig(environment())
  if (data.kind === 'sqlite') return data.path
  const other = data.kind === 'upstream' ? 'an upstream deployment' : 'a database'
  throw new CommandError(`DATA_URL names ${other}; say with --out which file to write`)
}

/** What an import goes into: the file or the PostgreSQL that `--into` names, or the one the configuration reads. */
export const importPath = (into: string | undefined): string => {
  const data = into === undefined ? readConfig(environment()).data : null
  const isStore = into === undefined ? data?.kind === 'postgres' : isPostgres(into)
  return isStore ? storeUrl(into) : datasetPath(into)
}
