import type { DatabaseSync } from 'node:sqlite'
import type { NewBlock } from '../../engines/search/index-store.ts'
import { blocksOf, type PostingList, postingsOfBlock, readPostings } from '../../engines/search/lists.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { arrays } from '../tables/sqlite-arrays.ts'
import { Inserts } from '../tables/sqlite-inserts.ts'

const columns = ['list', 'last', 'is_last', 'data']

/**
 * Writes the blocks of a new index. They come in sorted runs of lists. Runs share lists, with other documents in each, and are merged at the
 * end: a list is written twice at most, however many runs there are.
 */
export class RunMerger {
  readonly #db: DatabaseSync
  readonly #blocks: Inserts
  /** Number of blocks, and of those before each run. */
  #count = 0
  readonly #starts: number[] = []
  /** The lowest list of the next block of the same run. */
  #nextList = Number.POSITIVE_INFINITY

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#blocks = new Inserts(db, 'search_blocks', columns)
  }

  add(blocks: readonly NewBlock[]): void {
    for (const { list, last, isLast, data } of blocks) {
      if (list < this.#nextList) this.#starts.push(this.#count)
      this.#nextList = isLast ? list + 1 : list
      this.#count += 1
      this.#blocks.add(list, last, Number(isLast), data)
    }
  }

  finish(): void {
    this.#blocks.finish()
    if (this.#starts.length > 1) this.#merge()
  }

  #merge(): void {
    const db = this.#db
    db.exec(`CREATE TEMP TABLE runs (id INTEGER PRIMARY KEY, ${columns});
      INSERT INTO temp.runs SELECT id, ${columns} FROM search_blocks ORDER BY id;
      DELETE FROM search_blocks`)
    const read = `SELECT ${columns} FROM temp.runs WHERE id > ? AND id <= ? ORDER BY id`
    const runs = this.#starts.map((start, run) => {
      const end = this.#starts[run + 1] ?? this.#count
      return new Run(arrays(db.prepare(read)).iterate(start, end))
    })
    for (;;) {
      const list = Math.min(...runs.map((run) => run.list))
      if (list === Number.POSITIVE_INFINITY) break
      const those = runs.filter((run) => run.list === list)
      const [only] = those
      if (those.length > 1) mergeRuns(those, list, this.#blocks)
      else while (only?.list === list) this.#blocks.add(...only.takeBlock())
    }
    this.#blocks.finish()
    db.exec('DROP TABLE temp.runs')
  }
}

/** Merges the blocks that runs have of a list. */
const mergeRuns = (runs: readonly Run[], list: number, blocks: Inserts): void => {
  let merged: PostingList = { keys: [], fields: [] }
  const write = (isLast: number) => {
    for (const { last, data } of blocksOf(merged)) blocks.add(list, last, isLast, data)
    merged = { keys: [], fields: [] }
  }
  for (const run of runs) run.read()
  for (let open = runs; open.length > 0; ) {
    let [first] = open
    for (const run of open) if (first === undefined || run.key < first.key) first = run
    if (first === undefined) break
    if (merged.keys.length === postingsOfBlock) write(0)
    merged.keys.push(first.key)
    merged.fields.push(first.fields)
    first.passPosting()
    if (first.list !== list) open = open.filter((run) => run.list === list)
  }
  write(1)
}

/** The blocks of a run, one after the other, and the postings of the current one. */
class Run {
  readonly #blocks: Iterator<Cells>
  #block: Cells = []
  #postings: PostingList = { keys: [], fields: [] }
  #at = 0
  /** Of the current block; infinite at the end. */
  list = 0
  /** Of the current posting, once the block is read. */
  key = 0
  fields = 0

  constructor(blocks: Iterator<Cells>) {
    this.#blocks = blocks
    this.#next()
  }

  takeBlock(): Cells {
    const block = this.#block
    this.#next()
    return block
  }

  /** Reads the postings of the current block. Most blocks are taken as they are. */
  read(): void {
    // The column contains bytes only.
    this.#postings = readPostings(this.#block[3] as Uint8Array)
    this.#show(0)
  }

  passPosting(): void {
    if (this.#at + 1 < this.#postings.keys.length) this.#show(this.#at + 1)
    else {
      const { list } = this
      this.#next()
      if (this.list === list) this.read()
    }
  }

  #show(at: number): void {
    this.#at = at
    this.key = this.#postings.keys[at] ?? 0
    this.fields = this.#postings.fields[at] ?? 0
  }

  #next(): void {
    const { done, value } = this.#blocks.next()
    this.#block = done === true ? [] : value
    this.list = done === true ? Number.POSITIVE_INFINITY : Number(value[0])
  }
}
