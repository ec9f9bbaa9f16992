import { type LineKind, lineKinds } from './lines.ts'
import { countRows, keysOf, rowLines } from './row-lines.ts'
import { countSampleLines, isSampleLine, sampleLines } from './stored-samples.ts'
import type { Tables } from './tables.ts'

/** Incremented when lines change their meaning or content. */
export const formatVersion = 3

/** The first line: format, newest known time, and number of lines per kind. */
export type Header = { kind: 'clipgraph'; version: number; as_of: number | null; counts: Record<LineKind, number> }

/** Kind and key of the last exported row; null at the end. */
export type After = Readonly<Record<string, string | number | readonly (string | number)[]>> | null

// The record's own keys.
const kinds = Object.keys(lineKinds) as LineKind[]

const countLines = (tables: Tables, kind: LineKind): Promise<number> =>
  isSampleLine(kind) ? countSampleLines(tables, kind) : countRows(tables, kind)

export const headerOf = async (tables: Tables): Promise<Header> => {
  const counts: [LineKind, number][] = []
  for (const kind of kinds) counts.push([kind, await countLines(tables, kind)])
  const [fact] = await tables.rows("SELECT value FROM dataset_facts WHERE name = 'as_of'")
  const asOf = fact?.[0]
  // Each kind has a count.
  return {
    kind: 'clipgraph',
    version: formatVersion,
    as_of: typeof asOf === 'number' ? asOf : null,
    counts: Object.fromEntries(counts) as Header['counts']
  }
}

/** All lines of a data set, referenced ones first. */
export async function* wholeOf(tables: Tables, after: After): AsyncGenerator<{ rows: readonly object[]; next: After }> {
  // Notes name a kind; a first run has none.
  const begin = Math.max(0, kinds.indexOf(after?.kind as LineKind))
  for (const [index, kind] of kinds.entries()) {
    if (index < begin) continue
    const from = index === begin && after !== null && Array.isArray(after.behind) ? keysOf(after.behind) : null
    const pages = isSampleLine(kind) ? sampleLines(tables, kind, from) : rowLines(tables, kind, from)
    for await (const { lines, behind } of pages) {
      yield { rows: lines.map((line) => ({ kind, ...line })), next: { kind, behind } }
    }
  }
}
