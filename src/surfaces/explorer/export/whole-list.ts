import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { getOperationName } from '@urql/core'
import { csv } from '../../../core/csv.ts'
import { pauseAfter } from '../../../core/pause.ts'
import type { LoadedPage } from '../graph/use-feed.ts'
import { currentKey } from '../session.ts'
import type { ShownColumn } from '../table/column.ts'
import { fileName, save } from './files.ts'

/** Forms of a file, with their names on the server. */
export const listForms = {
  csv: { type: 'text/csv; unknown=empty', ending: 'csv', csv: csv.escaped },
  plainCsv: { type: 'text/csv; escape=none; unknown=empty', ending: 'csv', csv: csv.plain },
  ndjson: { type: 'application/x-ndjson; unknown=empty', ending: 'ndjson', csv: null }
} as const
export type ListForm = keyof typeof listForms

/** The source of a whole list: a REST list, or a query of the graph with the columns of a table. */
export type WholeList = { path: string } | QueriedList
export type QueriedList = {
  document: TypedDocumentNode<unknown, never>
  variables: object
  /** Rows of a page, if less than a hundred. */
  perPage?: number
  // Answers and rows have any type, because each list has its own types and columns.
  pageOf: (data: never) => LoadedPage<unknown> | null
  columns: readonly ShownColumn<never>[]
}

export type Progress = { rows: number /** Seconds until the next attempt, while it waits. */; waits: number | null }

class Refused extends Error {
  readonly isLimit: boolean
  readonly mayPass: boolean
  readonly retryAfterSeconds: number | undefined
  constructor(message: string, response: Response | null) {
    super(message)
    const status = response?.status ?? 503
    this.isLimit = status === 429
    this.mayPass = this.isLimit || [502, 503, 504].includes(status)
    this.retryAfterSeconds = Number(response?.headers.get('retry-after') ?? 0)
  }
}

/** Longest time of one page. */
const pageMs = 60_000

const fetchPage = async (path: string, init: RequestInit, signal: AbortSignal): Promise<[Response, string]> => {
  const key = currentKey().text
  // Some browsers lack `AbortSignal.any`.
  const ending = new AbortController()
  const end = () => ending.abort()
  const timer = setTimeout(end, pageMs)
  signal.addEventListener('abort', end)
  try {
    const response = await fetch(path, {
      ...init,
      headers: { ...init.headers, ...(key !== null && { 'x-gateway-key': key }) },
      signal: ending.signal
    }).catch(() => {
      throw new Refused('the server does not answer', null)
    })
    if (!response.ok) throw new Refused(`the server answered ${response.status}`, response)
    return [response, await response.text()]
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

const sleep = (seconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1_000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

type ReadPage = <T>(read: () => Promise<T>) => Promise<T>

/** Retries reads like exports of the command line. The page has already read the list once. */
const retrying =
  (signal: AbortSignal, onWait: (seconds: number) => void): ReadPage =>
  async (read) => {
    for (let failures = 0; ; ) {
      try {
        return await read()
      } catch (error) {
        signal.throwIfAborted()
        const seconds = error instanceof Refused ? pauseAfter(error, { hasRead: true, failures }) : null
        if (seconds === null) throw error
        if (!(error as Refused).isLimit) failures += 1
        onWait(seconds)
        await sleep(seconds, signal)
      }
    }
  }

type Piece = { text: string; rows: number }

const nextPage = /<([^>]+)>; rel="next"/

/** The number of lines, not counting line breaks in quotes. */
const linesIn = (text: string, form: ListForm): number =>
  (listForms[form].csv === null ? text : text.replace(/"[^"]*"/g, '')).split('\n').length - 1

async function* restPages(path: string, form: ListForm, read: ReadPage, signal: AbortSignal): AsyncGenerator<Piece> {
  const { type, ...writer } = listForms[form]
  const hasHeader = writer.csv !== null
  let next: string | undefined = path
  for (let isFirst = true; next !== undefined; isFirst = false) {
    const address: string = next
    const [response, text] = await read(() => fetchPage(address, { headers: { accept: type } }, signal))
    const from = hasHeader && !isFirst ? text.indexOf('\n') + 1 : 0
    yield { text: text.slice(from), rows: linesIn(text, form) - Number(hasHeader) }
    next = nextPage.exec(response.headers.get('link') ?? '')?.[1]
  }
}

type GraphAnswer = { data: unknown; errors?: readonly { message: string; extensions?: { code?: string } }[] }

const passing = ['UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT', 'UNAVAILABLE', 'RATE_LIMITED']

/** A complete graph answer, except for data of private accounts. It bypasses the explorer's client, whose cache would keep every page. */
const askAll = async (documentId: string, variables: object, signal: AbortSignal): Promise<unknown> => {
  const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' }
  const body = JSON.stringify({ documentId, variables })
  const [, text] = await fetchPage('/graphql', { method: 'POST', headers, body }, signal)
  const { data, errors } = JSON.parse(text) as GraphAnswer
  const error = errors?.find(({ extensions }) => extensions?.code !== 'ACCOUNT_PRIVATE')
  if (error === undefined) return data
  throw passing.includes(error.extensions?.code ?? '') ? new Refused(error.message, null) : new Error(error.message)
}

const pageSize = 100

async function* graphPages(
  { document, variables, perPage = pageSize, pageOf, columns }: QueriedList,
  form: ListForm,
  read: ReadPage,
  signal: AbortSignal
): AsyncGenerator<Piece> {
  const documentId = `x-clipgraph:${getOperationName(document)}`
  const ids = columns.map(({ id }) => id)
  const { csv } = listForms[form]
  const line = (values: readonly unknown[]) =>
    csv?.line(values) ?? `${JSON.stringify(Object.fromEntries(ids.map((id, index) => [id, values[index]])))}\n`
  if (csv !== null) yield { text: csv.line(ids), rows: 0 }
  for (let after: string | null | undefined; after !== null; ) {
    const all = { ...variables, first: perPage, ...(after !== undefined && { after }) }
    const page = pageOf((await read(() => askAll(documentId, all, signal))) as never)
    if (page === null) throw new Error('a page is missing')
    const rows = page.nodes.map((node) => line(columns.map(({ value }) => value(node as never))))
    yield { text: rows.join(''), rows: rows.length }
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
  }
}

/** Saves a whole list, page by page. Throws with a readable message after saving the rows read so far. */
export const saveWholeList = async (
  what: string,
  list: WholeList,
  form: ListForm,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void
): Promise<number> => {
  const { type, ending } = listForms[form]
  let rows = 0
  // Blobs, because browsers store many of them on disk.
  const parts: Blob[] = []
  const read = retrying(signal, (waits) => onProgress({ rows, waits }))
  const pages = 'path' in list ? restPages(list.path, form, read, signal) : graphPages(list, form, read, signal)
  const finish = (name: string) => save(new Blob(parts, { type }), fileName(name, ending))
  try {
    for await (const piece of pages) {
      parts.push(new Blob([piece.text]))
      rows += piece.rows
      onProgress({ rows, waits: null })
    }
  } catch (error) {
    if (signal.aborted || rows === 0) throw error
    finish(`${what} first ${rows}`)
    const reason = error instanceof Error ? error.message : 'an unknown error'
    throw new Error(`${reason}. The file has the first ${rows} only`)
  }
  finish(what)
  return rows
}
