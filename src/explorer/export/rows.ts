import { csvLine } from '../../rest/csv.ts'
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

/** A record of a CSV file with the line break that ends it: a quoted cell may have more of those. */
const line = /(?:"(?:[^"]|"")*"|[^"\r\n])*\r\n/g

/** The lines of a CSV file as they stand in it, the first of them with the names. */
export const linesOf = (csv: string): readonly string[] => csv.match(line) ?? []

const nextPage = /<([^>]+)>; rel="next"/

/** The server's own table of a list, page after page, up to what is shown. */
const listCsv = async (path: string, each: number | undefined, shown: number): Promise<string> => {
  const first = new URL(path, location.origin)
  if (each !== undefined) first.searchParams.set('count', String(each))
  const lines: string[] = []
  let next: string | undefined = first.pathname + first.search
  while (next !== undefined && lines.length <= shown) {
    const page = await asked(next, 'text/csv')
    lines.push(...linesOf(await page.text()).slice(lines.length === 0 ? 0 : 1))
    next = nextPage.exec(page.headers.get('link') ?? '')?.[1]
  }
  return lines.slice(0, shown + 1).join('')
}

/** The fields of a record, those of objects in it after the name of the object: as the server names the columns of its tables. */
const flat = (record: object, before = ''): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(record).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? flat(value, `${before}${key}_`)
      : [[before + key, value] as const]
  )

const recordCsv = async (path: string): Promise<string> => {
  const { data } = (await (await asked(path, 'application/json')).json()) as { data: object }
  const fields = flat(data)
  return csvLine(fields.map(([name]) => name)) + csvLine(fields.map(([, value]) => value))
}

/** The rows as a CSV file, written as the server writes its own. Throws when the server does not answer with them. */
export const csvOf = async (rows: Rows): Promise<string> => {
  switch (rows.from) {
    case 'list':
      return listCsv(rows.path, rows.each, rows.shown)
    case 'record':
      return recordCsv(rows.path)
    case 'here':
      return [rows.columns, ...rows.values()].map(csvLine).join('')
  }
}
