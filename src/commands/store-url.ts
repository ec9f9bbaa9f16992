import { readData } from '../config/readers.ts'
import { environment, readConfig } from '../config.ts'
import { CommandError } from '../core/errors.ts'

/** The PostgreSQL that `--into` names, or the one the configuration reads: the first, where there are replicas. */
export const storeUrl = (into: string | undefined): string => {
  const data = into === undefined ? readConfig(environment()).data : readInto(into)
  if (data.kind === 'postgres') return data.urls[0]
  throw new CommandError(
    `${into === undefined ? 'DATA_URL' : '--into'} names no PostgreSQL; say which one: --into postgres://user@host/database`
  )
}

const readInto = (into: string) => {
  try {
    return readData(into)
  } catch (error) {
    throw new CommandError(`--into ${error instanceof Error ? error.message : 'is not valid'}`)
  }
}
