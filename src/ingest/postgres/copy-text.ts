import { storable } from '../../store/postgres/values.ts'

/** Cells in column order. */
export type CopyRow = readonly (string | number | bigint | Uint8Array | null)[]

const chunkLength = 2 ** 16

/** Rows in COPY's text format, some hundred at a time. */
export function* copyText(rows: Iterable<CopyRow>, onRows: (count: number) => void = () => {}): Generator<string> {
  let text = ''
  let count = 0
  for (const row of rows) {
    text += `${row.map(cellText).join('\t')}\n`
    count += 1
    if (text.length < chunkLength) continue
    yield text
    onRows(count)
    text = ''
  }
  if (text !== '') yield text
  onRows(count)
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const cellText = (value: CopyRow[number]): string => {
  if (value === null) return '\\N'
  if (typeof value === 'string') return storable(value).replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? '')
  return value instanceof Uint8Array ? `\\\\x${Buffer.from(value).toString('hex')}` : String(value)
}
