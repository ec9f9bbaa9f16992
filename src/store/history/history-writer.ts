import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { keysOf } from '../../core/keys-of.ts'
import { decodeThings, encodeThings, type ThingSamples } from '../../engines/history/encoding.ts'
import { countFields, type Sample, type SampledKind } from '../../engines/history/samples.ts'
import type { WriterOptions } from './batches.ts'
import {
  addSample,
  blockId,
  daySeconds,
  firstBlockOf,
  hourOf,
  kindOf,
  rowsOf,
  sampledKinds,
  thingOf,
  weekHours,
  weekOf
} from './blocks.ts'
import { openForWriting } from './history-file.ts'
import { isFull } from './problems.ts'
import type { QueuedSample } from './sample-queue.ts'

/** Samples per transaction: their size should fit into the space that eviction frees. */
const samplesAtOnce = 500
/** Objects that one step removes when the file is full. */
const evictedAtOnce = 200
/** Maximum number of blocks, and of objects, that a sweep removes. */
const sweptAtOnce = 5_000
const sweepSeconds = 60

/** Writes samples into a history file and keeps it within its limits. Runs on a thread of its own. */
export class HistoryWriter {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #options: WriterOptions
  /** Next free row numbers, valid within a transaction. */
  readonly #nextRows = new Map<SampledKind, number>()
  #sweptAt = Number.NEGATIVE_INFINITY

  /** `now`: Unix seconds. */
  constructor(options: WriterOptions, now: number) {
    this.#options = options
    this.#db = openForWriting(options.path, options, options.maxBytes, now)
  }

  /** Stores samples, then removes old ones and those beyond the size limit. Returns how many samples were not repeated. */
  write(queued: readonly QueuedSample[], now: number): number {
    this.#evict()
    let stored = 0
    for (let start = 0; start < queued.length; start += samplesAtOnce) {
      stored += this.#storeInParts(queued.slice(start, start + samplesAtOnce))
    }
    if (Math.abs(now - this.#sweptAt) >= sweepSeconds && this.#sweep(now)) this.#sweptAt = now
    return stored
  }

  /** Size of the file without its journal. */
  get bytes(): number {
    return this.#pragma('page_count') * this.#pragma('page_size')
  }

  close(): void {
    this.#statements.clear()
    if (this.#db.isOpen) this.#db.close()
  }

  /** Samples that do not fit in one transaction may fit in parts, with eviction between them. */
  #storeInParts(queued: readonly QueuedSample[]): number {
    try {
      const stored = this.#transaction(() => this.#store(queued))
      this.#evict()
      return stored
    } catch (error) {
      if (!isFull(error) || queued.length < 2) throw error
      const half = Math.ceil(queued.length / 2)
      return this.#storeInParts(queued.slice(0, half)) + this.#storeInParts(queued.slice(half))
    }
  }

  #store(queued: readonly QueuedSample[]): number {
    const byBlock = new Map<number, Map<number, Sample[]>>()
    for (const { kind, key, sample } of queued) {
      const at = sample.at ?? 0
      const pk = this.#rowOf(kind, key, at)
      const id = blockId(weekOf(at), pk)
      const block = byBlock.get(id) ?? new Map<number, Sample[]>()
      byBlock.set(id, block)
      const own = block.get(pk)
      if (own === undefined) block.set(pk, [sample])
      else own.push(sample)
    }
    let stored = 0
    for (const [id, added] of byBlock) stored += this.#addToBlock(id, added)
    return stored
  }

  /** `added`: by row number. */
  #addToBlock(id: number, added: ReadonlyMap<number, readonly Sample[]>): number {
    const [anyRow = 0] = added.keys()
    const fields = fieldsOf(anyRow)
    const known = new Map(this.#blockAt(id, fields).map(({ thing, samples }) => [thing, [...samples]]))
    let stored = 0
    for (const [pk, samples] of added) {
      const own = known.get(thingOf(pk)) ?? []
      known.set(thingOf(pk), own)
      for (const sample of samples) if (addSample(own, sample)) stored += 1
    }
    if (stored > 0) {
      const things = [...known].map(([thing, samples]) => ({ thing, samples })).sort((a, b) => a.thing - b.thing)
      this.#run('INSERT OR REPLACE INTO blocks VALUES (?, ?)', id, encodeThings(things, fields))
    }
    return stored
  }

  #blockAt(id: number, fields: number): ThingSamples[] {
    const data = this.#get('SELECT data FROM blocks WHERE id = ?', id)?.data
    return data instanceof Uint8Array ? decodeThings(data, fields) : []
  }

  /** Row number of an object; notes when it was seen. */
  #rowOf(kind: SampledKind, key: string, at: number): number {
    const [firstWeek, seenHour] = [weekOf(at), hourOf(at)]
    const known = this.#get(
      'SELECT pk, first_week, seen_hour FROM things WHERE kind = ? AND key = ?',
      sampledKinds[kind],
      key
    )
    if (known === undefined) {
      const pk = this.#nextRows.get(kind) ?? this.#nextRow(kind)
      this.#nextRows.set(kind, pk + 1)
      this.#run('INSERT INTO things VALUES (?, ?, ?, ?, ?)', pk, sampledKinds[kind], key, firstWeek, seenHour)
      return pk
    }
    const pk = Number(known.pk)
    if (Number(known.seen_hour) < seenHour || Number(known.first_week) > firstWeek) {
      this.#run(
        'UPDATE things SET first_week = min(first_week, ?), seen_hour = max(seen_hour, ?) WHERE pk = ?',
        firstWeek,
        seenHour,
        pk
      )
    }
    return pk
  }

  #nextRow(kind: SampledKind): number {
    const [begin, end] = rowsOf(kind)
    const newest = this.#get('SELECT max(pk) AS pk FROM things WHERE pk >= ? AND pk < ?', begin, end)?.pk
    return newest === null || newest === undefined ? begin : Number(newest) + 1
  }

  /** Removes whole weeks that are too old, and objects not seen since. True if nothing is left to remove. */
  #sweep(now: number): boolean {
    const week = weekOf(now - this.#options.maxDays * daySeconds)
    return this.#transaction(() => {
      const blocks = this.#run(
        'DELETE FROM blocks WHERE id IN (SELECT id FROM blocks WHERE id < ? LIMIT ?)',
        firstBlockOf(week),
        sweptAtOnce
      )
      // A row number may be reused, so an object is removed after its blocks.
      if (blocks === sweptAtOnce) return false
      const things = this.#run(
        'DELETE FROM things WHERE pk IN (SELECT pk FROM things WHERE seen_hour < ? LIMIT ?)',
        week * weekHours,
        sweptAtOnce
      )
      if (blocks + things > 0) this.#db.exec('PRAGMA incremental_vacuum')
      return things < sweptAtOnce
    })
  }

  /** Removes the objects that were seen the longest time ago, until an eighth of the file is free. */
  #evict(): void {
    const most = (this.#options.maxBytes * 7) / 8
    let isShrinking = false
    while (this.#usedBytes() > most && this.#transaction(() => this.#evictSome())) isShrinking = true
    if (isShrinking) this.#db.exec('PRAGMA incremental_vacuum')
  }

  #evictSome(): boolean {
    const oldest = this.#prepared('SELECT pk, first_week, seen_hour FROM things ORDER BY seen_hour, pk LIMIT ?')
      .all(evictedAtOnce)
      .map((row) => ({ pk: Number(row.pk), first: Number(row.first_week), last: hourWeek(Number(row.seen_hour)) }))
    for (const rows of Map.groupBy(oldest, ({ pk }) => blockId(0, pk)).values()) {
      const removed = new Set(rows.map(({ pk }) => thingOf(pk)))
      const pk = rows[0]?.pk ?? 0
      const last = Math.max(...rows.map((row) => row.last))
      for (let week = Math.min(...rows.map((row) => row.first)); week <= last; week += 1) {
        this.#removeFromBlock(blockId(week, pk), removed, fieldsOf(pk))
      }
    }
    for (const { pk } of oldest) this.#run('DELETE FROM things WHERE pk = ?', pk)
    return oldest.length > 0
  }

  #removeFromBlock(id: number, gone: ReadonlySet<number>, fields: number): void {
    const known = this.#blockAt(id, fields)
    const left = known.filter(({ thing }) => !gone.has(thing))
    if (left.length === known.length) return
    if (left.length === 0) this.#run('DELETE FROM blocks WHERE id = ?', id)
    else this.#run('UPDATE blocks SET data = ? WHERE id = ?', encodeThings(left, fields), id)
  }

  #usedBytes(): number {
    return (this.#pragma('page_count') - this.#pragma('freelist_count')) * this.#pragma('page_size')
  }

  #pragma(name: 'page_count' | 'freelist_count' | 'page_size'): number {
    return Number(this.#get(`PRAGMA ${name}`)?.[name])
  }

  #transaction<T>(run: () => T): T {
    this.#db.exec('BEGIN IMMEDIATE')
    // Another process may have added rows.
    this.#nextRows.clear()
    try {
      const result = run()
      this.#db.exec('COMMIT')
      return result
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      throw error
    }
  }

  #get(sql: string, ...values: SQLInputValue[]) {
    return this.#prepared(sql).get(...values)
  }

  /** Number of rows changed. */
  #run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepared(sql).run(...values).changes)
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#db.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

const hourWeek = (hour: number): number => Math.floor(hour / weekHours)

const fieldsByKind = new Map(keysOf(sampledKinds).map((kind) => [sampledKinds[kind], countFields[kind].length]))
/** Number of count fields of a row. */
const fieldsOf = (pk: number): number => fieldsByKind.get(kindOf(pk)) ?? 0
