import { environment, readConfig } from '../config.ts'
import { CommandError } from '../core/errors.ts'

/** The file `--out` names, or the one the configuration reads. */
export const datasetPath = (out: string | undefined): string => {
  if (out !== undefined) return out
  const { data } = readConfig(environment())
  if (data.kind === 'sqlite') return data.path
  throw new CommandError('DATA_URL names an upstream deployment; say with --out which file to write')
}
