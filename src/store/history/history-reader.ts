import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { decodeThing } from '../../engines/history/encoding.ts'
import { countFields, type Sample, type SampledKind } from '../../engines/history/samples.ts'
import { blockId, daySeconds, sampledKinds, thingOf, weekHours, weekOf } from './blocks.ts'
import { type HistoryOwner, openForReading } from './history-file.ts'

type Opened = { db: DatabaseSync; row: StatementSync; block: StatementSync }

/** Reads samples of a history file, in microseconds and without waiting for the thread that writes. */
export class HistoryReader {
  readonly #path: string
  readonly #owner: HistoryOwner
  #opened: Opened | null = null

  constructor(path: string, owner: HistoryOwner) {
    this.#path = path
    this.#owner = owner
  }

  /** Samples of an object in order, none older than `maxDays` or in the future. Throws if the file cannot be read. `now`: Unix seconds. */
  samples(kind: SampledKind, key: string, maxDays: number, now: number): Sample[] {
    try {
      this.#opened ??= open(openForReading(this.#path, this.#owner))
      return readSamples(this.#opened, kind, key, now - maxDays * daySeconds, now)
    } catch (error) {
      // The next read opens the file again.
      this.close()
      throw error
    }
  }

  /** The next read opens the file again, because it may have been replaced. */
  close(): void {
    this.#opened?.db.close()
    this.#opened = null
  }
}

const open = (db: DatabaseSync): Opened => {
  try {
    const row = db.prepare('SELECT pk, first_week, seen_hour FROM things WHERE kind = ? AND key = ?')
    return { db, row, block: db.prepare('SELECT data FROM blocks WHERE id = ?') }
  } catch (error) {
    db.close()
    throw error
  }
}

const readSamples = (
  { db, row, block }: Opened,
  kind: SampledKind,
  key: string,
  oldest: number,
  newest: number
): Sample[] => {
  // All statements read one state of the file, because the other thread may remove rows.
  db.exec('BEGIN')
  try {
    const thing = row.get(sampledKinds[kind], key)
    if (thing === undefined) return []
    const pk = Number(thing.pk)
    const last = Math.min(Math.floor(Number(thing.seen_hour) / weekHours), weekOf(newest))
    const samples: Sample[] = []
    for (let week = Math.max(Number(thing.first_week), weekOf(oldest)); week <= last; week += 1) {
      const data = block.get(blockId(week, pk))?.data
      if (data instanceof Uint8Array) samples.push(...decodeThing(data, thingOf(pk), countFields[kind].length))
    }
    return samples.filter(({ at }) => at !== null && at >= oldest && at <= newest)
  } finally {
    if (db.isTransaction) db.exec('COMMIT')
  }
}
