import type { GraphQLFormattedError } from 'graphql'
import { createLog } from '../../core/log.ts'
import { printData, printError } from '../../core/terminal.ts'
import { mount } from '../../host/mount.ts'
import { makeDefaultDataset } from '../../ingest/default-dataset.ts'
import { alone, configFrom, type Misuse } from '../command-config.ts'
import { type AnswerPart, partAt, rowsOf } from './answer-rows.ts'
import { type QueryCommandRequest, type QueryOptions, readRequest } from './request.ts'
import { sourceProblem } from './source-problem.ts'
import { textTable } from './text-table.ts'

type QueryAnswer = { data?: object | null; errors?: readonly GraphQLFormattedError[] }

/** Runs a query and prints the result. The exit code is 1 if there are errors. */
export const runQuery = async (given: string | undefined, options: QueryOptions, misuse: Misuse): Promise<void> => {
  const { config } = configFrom(options.from, misuse)
  const request = await readRequest(given, options, misuse)
  await makeDefaultDataset(config)
  // A key of this process alone. Configured keys come first: they sign cursors, so that a server accepts those printed here.
  const key = 'query'
  const clipgraph = await mount({
    config: { ...alone(config), keyFile: config.keyFile },
    log: createLog('silent'),
    keys: [...config.gatewayKeys, key],
    authorize: null,
    plugins: [],
    basePath: '',
    cursorSecret: null,
    isSnapshot: true
  })
  try {
    const headers = { 'content-type': 'application/json', 'x-gateway-key': key }
    const response = await clipgraph.fetch(
      new Request('http://clipgraph/graphql', { method: 'POST', headers, body: request.body })
    )
    const text = await response.text()
    const answer: QueryAnswer = JSON.parse(text)
    const { data, errors = [] } = answer
    for (const error of errors) printError(errorLine(request, error))
    if (errors.length > 0) process.exitCode = 1
    const problem = await sourceProblem(errors, config, options.from)
    if (problem !== null) printError(`${problem}\n`)
    if (data === null || data === undefined) return
    if (options.format === 'json' && options.path === undefined) return printData(jsonOf(answer, text))
    printData(understood(() => formatted({ path: ['data'], value: data }, options), misuse))
  } finally {
    await clipgraph.close()
  }
}

const understood = (format: () => string, misuse: Misuse): string => {
  try {
    return format()
  } catch (error) {
    return misuse(error instanceof Error ? error.message : String(error))
  }
}

/** JSON in one line, indented on a terminal. */
const jsonOf = (value: unknown, text = JSON.stringify(value)): string =>
  `${process.stdout.isTTY ? JSON.stringify(value, null, 2) : text}\n`

const formatted = (answer: AnswerPart, { path, format }: QueryOptions): string => {
  const part = path === undefined ? answer : partAt(answer, path)
  return format === 'json' ? jsonOf(part.value) : textTable(rowsOf(part))
}

/** An error in the form of compilers: its position in the document, path in the answer, and message. */
const errorLine = ({ source }: QueryCommandRequest, { message, path, locations }: GraphQLFormattedError): string => {
  const [at] = locations ?? []
  const place = at === undefined ? source : `${source}:${at.line}:${at.column}`
  return `${[place, ...(path === undefined ? [] : [path.join('.')]), message].join(': ')}\n`
}
