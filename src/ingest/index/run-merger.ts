import type { DatabaseSync } from 'node:sqlite'
import type { NewBlock } from '../../engines/search/index-store.ts'
import { blocksOf, type PostingList, postingsOfBlock, readPostings } from '../../engines/search/lists.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { arrays } from '../tables/sqlite-arrays.ts'
import { Inserts } from '../tables/sqlite-inserts.ts'

const columns = ['list', 'last', 'is_last', 'data']

/**
 * Writes the blocks of a new index. Each round of it writes a sorted run of lists, some of which other runs have too, with other documents:
 * such runs are merged at the end, so the blocks of a list are written twice at most however many rounds there are.
 */
export class RunMerger {
  readonly #db: DatabaseSync
  readonly #blocks: Inserts
  /** Number of blocks, and of those before each run. */
  #count = 0
  readonly #starts: number[] = []
  #lastList = Number.POSITIVE_INFINITY

  constructor(db: DatabaseSync) {
    this.#db = db
    this.#blocks = new Inserts(db, 'search_blocks', columns)
  }

  add(blocks: readonly NewBlock[]): void {
    for (const { list, last, isLast, data } of blocks) {
      if (list < this.#lastList) this.#starts.push(this.#count)
      this.#lastList = list
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
  for (let open = runs; open.length > 0; ) {
    let first = open[0]
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
  #postings: PostingList | null = null
  #at = 0
  /** Of the current block; infinite at the end. */
  list = 0

  constructor(blocks: Iterator<Cells>) {
    this.#blocks = blocks
    this.#next()
  }

  takeBlock(): Cells {
    const block = this.#block
    this.#next()
    return block
  }

  get key(): number {
    return this.#read().keys[this.#at] ?? 0
  }

  get fields(): number {
    return this.#read().fields[this.#at] ?? 0
  }

  passPosting(): void {
    this.#at += 1
    if (this.#at === this.#read().keys.length) this.#next()
  }

  /** Most blocks are taken as they are. */
  #read(): PostingList {
    // The column contains bytes only.
    this.#postings ??= readPostings(this.#block[3] as Uint8Array)
    return this.#postings
  }

  #next(): void {
    const { done, value } = this.#blocks.next()
    this.#block = done === true ? [] : value
    this.list = done === true ? Number.POSITIVE_INFINITY : Number(value[0])
    this.#postings = null
    this.#at = 0
  }
}
