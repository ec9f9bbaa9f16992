import type { Command } from 'commander'
import { type DataKind, type DataOf, formsOf, readData, readFilePath } from '../config/data-location.ts'
import { environment, readConfig } from '../config.ts'
import { CommandError } from '../core/errors.ts'

const nouns: Readonly<Record<DataKind, string>> = {
  sqlite: 'a file',
  postgres: 'a PostgreSQL',
  upstream: 'another deployment'
}

/** The data that an option or argument names, or the data that the configuration reads, where it is of a kind that the command can use. */
export const dataOption = <K extends DataKind>(
  command: Command,
  option: string,
  text: string | undefined,
  kinds: readonly K[]
): DataOf<K> => {
  if (text !== undefined) return readOption(command, option, text, (given) => readData(given, kinds))
  const { data } = readConfig(environment())
  const known: readonly DataKind[] = kinds
  if (!known.includes(data.kind)) {
    throw new CommandError(`DATA_URL names ${nouns[data.kind]}; say ${option} with ${formsOf(kinds)}`)
  }
  // Just looked at.
  return data as DataOf<K>
}

/** The file that an option names. */
export const fileOption = (command: Command, option: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : readOption(command, option, text, readFilePath)

/** An address may hold a password: what is told of a wrong one shows nothing of it. */
const readOption = <T>(command: Command, option: string, text: string, read: (text: string) => T): T => {
  try {
    return read(text)
  } catch (error) {
    return command.error(`error: ${option} ${error instanceof Error ? error.message : 'is not valid'}`)
  }
}
