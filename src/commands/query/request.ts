import { createReadStream } from 'node:fs'
import { CommandError } from '../../core/errors.ts'
import { fileProblem } from '../../core/file-problem.ts'
import type { Misuse } from '../command-config.ts'

/** Options as given. */
export type QueryOptions = {
  file?: string
  variables?: string
  operation?: string
  from?: string
  format: 'json' | 'table'
  path?: string
}

/** A query as given. */
export type QueryCommandRequest = {
  document: string
  /** Names the document in errors. */
  source: string
  /** The body of a request to the endpoint. */
  body: string
}

const standardInput = '-'

export const readRequest = async (
  given: string | undefined,
  { file, variables, operation }: QueryOptions,
  misuse: Misuse
): Promise<QueryCommandRequest> => {
  if ((given === undefined) === (file === undefined)) misuse('give one query: as argument, - or --file')
  if (variables === `@${standardInput}` && (file ?? given) === standardInput) {
    misuse('standard input is either the query or its variables')
  }
  const isArgument = file === undefined && given !== standardInput
  const document = isArgument ? (given ?? '') : await textOf(file ?? standardInput)
  const values = variables?.startsWith('@') ? await textOf(variables.slice(1)) : variables
  if (values !== undefined) refuseOtherThanObject(values, misuse)
  // Variables stay as written: the endpoint refuses ids that lost digits as numbers.
  const members = [
    `"query":${JSON.stringify(document)}`,
    ...(values === undefined ? [] : [`"variables":${values}`]),
    ...(operation === undefined ? [] : [`"operationName":${JSON.stringify(operation)}`])
  ]
  return { document, source: file ?? (isArgument ? 'query' : 'stdin'), body: `{${members.join()}}` }
}

/** Far more than the endpoint accepts, but a limit for an endless device. */
const maxBytes = 2 ** 20

const textOf = async (file: string): Promise<string> => {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of file === standardInput ? process.stdin : createReadStream(file)) {
      chunks.push(chunk)
      length += chunk.length
      if (length > maxBytes) throw new CommandError(`${file} has more than the 1 MiB that a query may have.`)
    }
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    throw new CommandError(`${file} cannot be read: ${fileProblem(cause)}.`, { cause })
  }
  // Removes a byte order mark, which some editors write.
  return Buffer.concat(chunks)
    .toString()
    .replace(/^\ufeff/, '')
}

const refuseOtherThanObject = (json: string, misuse: Misuse): void => {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\s+/g, ' ') : ''
    misuse(`--variables must be JSON, such as '{"username":"maya.nguyen"}', or @FILE: ${reason}`)
  }
  misuse(`--variables must be an object, such as '{"username":"maya.nguyen"}'`)
}
