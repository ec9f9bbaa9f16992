import { csv } from '../../../core/csv.ts'
import { currentKey } from '../session.ts'

/** The source of the rows. */
export type ExportRows =
  /** A REST list, of which the first `shown` elements are shown; `perPage` is its page size, if it has pages. */
  | { from: 'list'; path: string; perPage?: number; shown: number }
  /** Data that exist only in the explorer: column names, and the values of each row. */
  | { from: 'here'; columns: readonly string[]; values: () => readonly (readonly unknown[])[] }

const fetched = async (path: string, accept: string): Promise<Response> => {
  const key = currentKey().text
  const headers = { accept, ...(key === null ? {} : { 'x-gateway-key': key }) }
  const response = await fetch(path, { headers }).catch(() => {
    throw new Error('the server does not answer')
  })
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  return response
}

/** Rows of cells, the column names first. Each cell is encoded as CSV. */
export type TextCells = readonly (readonly string[])[]

/** A CSV cell and its end. */
const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g

const cellsIn = (csv: string): TextCells => {
  const rows: string[][] = [[]]
  for (const [, text = '', end] of csv.matchAll(cell)) {
    rows.at(-1)?.push(text)
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}

const nextPage = /<([^>]+)>; rel="next"/

/** The server's CSV of a list, page after page, up to the number shown. */
const cellsOfList = async (path: string, perPage: number | undefined, shown: number): Promise<TextCells> => {
  const first = new URL(path, location.origin)
  if (perPage !== undefined) first.searchParams.set('count', String(perPage))
  const rows: (readonly string[])[] = []
  let next: string | undefined = first.pathname + first.search
  while (next !== undefined && rows.length <= shown) {
    const page = await fetched(next, 'text/csv; unknown=empty')
    rows.push(...cellsIn(await page.text()).slice(rows.length === 0 ? 0 : 1))
    next = nextPage.exec(page.headers.get('link') ?? '')?.[1]
  }
  return rows.slice(0, shown + 1)
}

/** The cells of the rows, in the server's format. Throws when the request fails. */
export const cellsOf = async (rows: ExportRows): Promise<TextCells> => {
  if (rows.from === 'list') return cellsOfList(rows.path, rows.perPage, rows.shown)
  return [rows.columns, ...rows.values()].map((row) => row.map(csv.escaped.cell))
}
