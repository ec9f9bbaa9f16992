import { csvCell } from '../../rest/csv.ts'
import { currentKey } from '../session.ts'

/** Where the rows of something shown are to be had. */
export type Rows =
  /** A list of REST, of which the first `shown` elements are shown; `each` is a number of elements it gives at once, where it has pages. */
  | { from: 'list'; path: string; each?: number; shown: number }
  /** One record of REST. */
  | { from: 'record'; path: string }
  /** What only the explorer has: names of columns, and the values of each row. */
  | { from: 'here'; columns: readonly string[]; values: () => readonly (readonly unknown[])[] }

const asked = async (path: string, accept: string): Promise<Response> => {
  const key = currentKey().text
  const headers = { accept, ...(key === null ? {} : { 'x-gateway-key': key }) }
  const response = await fetch(path, { headers }).catch(() => {
    throw new Error('the server does not answer')
  })
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  return response
}

/** Rows of cells, the names of the columns first. Each cell is as CSV writes it. */
export type Cells = readonly (readonly string[])[]

/** A cell of a CSV text, and what ends it. */
const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g

const cellsIn = (csv: string): Cells => {
  const rows: string[][] = [[]]
  for (const [, text = '', end] of csv.matchAll(cell)) {
    rows.at(-1)?.push(text)
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}

const nextPage = /<([^>]+)>; rel="next"/

/** The server's own table of a list, page after page, up to what is shown. */
const cellsOfList = async (path: string, each: number | undefined, shown: number): Promise<Cells> => {
  const first = new URL(path, location.origin)
  if (each !== undefined) first.searchParams.set('count', String(each))
  const rows: (readonly string[])[] = []
  let next: string | undefined = first.pathname + first.search
  while (next !== undefined && rows.length <= shown) {
    const page = await asked(next, 'text/csv')
    rows.push(...cellsIn(await page.text()).slice(rows.length === 0 ? 0 : 1))
    next = nextPage.exec(page.headers.get('link') ?? '')?.[1]
  }
  return rows.slice(0, shown + 1)
}

/** The fields of a record, those of objects in it after the name of the object: as the server names the columns of its tables. */
const flat = (record: object, before = ''): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(record).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? flat(value, `${before}${key}_`)
      : [[before + key, value] as const]
  )

const valuesOfRecord = async (path: string): Promise<readonly (readonly unknown[])[]> => {
  const { data } = (await (await asked(path, 'application/json')).json()) as { data: object }
  const fields = flat(data)
  return [fields.map(([name]) => name), fields.map(([, value]) => value)]
}

/** The cells of the rows, written as the server writes its own. Throws when the server does not answer with them. */
export const cellsOf = async (rows: Rows): Promise<Cells> => {
  if (rows.from === 'list') return cellsOfList(rows.path, rows.each, rows.shown)
  const values = rows.from === 'record' ? await valuesOfRecord(rows.path) : [rows.columns, ...rows.values()]
  return values.map((row) => row.map(csvCell))
}
