import type { Command } from 'commander'
import { environment, readConfig } from '../core/config/config.ts'
import { type DataKind, type DataOf, formsOf, readData, readFilePath } from '../core/config/data-location.ts'
import { CommandError } from '../core/errors.ts'

const nouns: Readonly<Record<DataKind, string>> = {
  sqlite: 'a file',
  postgres: 'a PostgreSQL database',
  upstream: 'another deployment',
  source: 'a live source',
  demo: 'the sample data'
}

/** The data location from an option or argument, or from the configuration, if the command supports its kind. */
export const dataOption = <K extends DataKind>(
  command: Command,
  option: string,
  text: string | undefined,
  kinds: readonly K[]
): DataOf<K> => {
  if (text !== undefined) return readOption(command, option, text, (given) => readData(given, kinds))
  const { data } = readConfig(environment())
  const known: readonly DataKind[] = kinds
  const kind = data.kind === 'sqlite' && data.sample === 'demo' ? 'demo' : data.kind
  if (!known.includes(kind)) {
    throw new CommandError(`DATA_URL names ${nouns[kind]}; set ${option} to ${formsOf(kinds)}`)
  }
  // Checked above.
  return data as DataOf<K>
}

/** The file path from an option. */
export const fileOption = (command: Command, option: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : fileArgument(command, option, text)

/** The file path from an argument. */
export const fileArgument = (command: Command, name: string, text: string): string =>
  readOption(command, name, text, readFilePath)

/** Error messages do not repeat the value, because a URL may contain a password. */
const readOption = <T>(command: Command, option: string, text: string, read: (text: string) => T): T => {
  try {
    return read(text)
  } catch (error) {
    return command.error(`error: ${option} ${error instanceof Error ? error.message : 'is not valid'}`)
  }
}

/** The location without its password. */
export const withoutPassword = (data: DataOf<'sqlite' | 'postgres'>): string => {
  if (data.kind === 'sqlite') return data.path
  const url = new URL(data.urls[0])
  url.password = ''
  url.searchParams.delete('password')
  return url.href
}
