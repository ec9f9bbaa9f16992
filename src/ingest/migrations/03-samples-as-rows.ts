import { decodeSamples, eachThing } from '../../engines/history/encoding.ts'
import { mergeSamples, type Sample } from '../../engines/history/samples.ts'
import type { Parameter } from '../../store/tables/row-statements.ts'
import type { MigratedTables, Step } from './step.ts'

const counts = {
  post_samples: ['plays', 'likes', 'comments', 'shares', 'saves', 'reposts'],
  user_samples: ['followers', 'following', 'total_likes', 'total_videos']
} as const

/** Kinds of blocks, and how rows were put together in them. */
const kinds = [
  ['post_samples', 1],
  ['user_samples', 2]
] as const
const blocksOfKind = 2 ** 40
const blockSize = 16
const groupSize = 4_096
const blocksOfGroup = groupSize / blockSize

/** Counts over time become rows of plain tables. They were packed in blocks, beside those that an interrupted import had not packed yet. */
export const samplesAsRows: Step = {
  number: 3,
  what: 'counts over time',
  async run(tables, onProgress) {
    const groups: (readonly [table: keyof typeof counts, kind: number, group: number])[] = []
    for (const [table, kind] of kinds) {
      await tables.run(`CREATE TABLE ${table} (pk INTEGER NOT NULL, at INTEGER NOT NULL, source INTEGER NOT NULL,
        ${counts[table].map((field) => `${field} INTEGER,`).join(' ')}
        rounded INTEGER NOT NULL, negative INTEGER NOT NULL, PRIMARY KEY (pk, at, source)) STRICT, WITHOUT ROWID`)
      const first = kind * blocksOfKind
      const found = await tables.rows(`SELECT (id - ${first}) / ${blocksOfGroup} AS g FROM sample_blocks
          WHERE id >= ${first} AND id < ${first + blocksOfKind}
        UNION SELECT row_group FROM new_samples WHERE kind = ${kind} ORDER BY g`)
      for (const [group] of found) groups.push([table, kind, Number(group)])
    }
    for (const [index, [table, kind, group]] of groups.entries()) {
      const samples = await samplesOfGroup(tables, kind, group, counts[table].length)
      const columns = ['pk', 'at', 'source', ...counts[table], 'rounded', 'negative']
      await tables.insert(table, columns, rowsOf(samples))
      onProgress(index + 1, groups.length)
    }
    await tables.run('DROP TABLE sample_blocks')
    await tables.run('DROP TABLE new_samples')
    await tables.run(
      'CREATE INDEX IF NOT EXISTS followers_by_follower ON followers (follower_pk, followed_at, user_pk)'
    )
  }
}

const samplesOfGroup = async (
  tables: MigratedTables,
  kind: number,
  group: number,
  fields: number
): Promise<Map<number, Sample[]>> => {
  const samples = new Map<number, Sample[]>()
  const first = kind * blocksOfKind
  const from = first + group * blocksOfGroup
  const blocks =
    await tables.rows(`SELECT id, data FROM sample_blocks WHERE id >= ${from} AND id < ${from + blocksOfGroup}
    ORDER BY id`)
  for (const [id, data] of blocks) {
    eachThing(bytesOf(data), (thing, bytes) =>
      samples.set((Number(id) - first) * blockSize + thing, decodeSamples(bytes, fields))
    )
  }
  const waiting = await tables.rows(`SELECT data FROM new_samples WHERE kind = ${kind} AND row_group = ${group}
    ORDER BY batch`)
  for (const [data] of waiting) {
    eachThing(bytesOf(data), (thing, bytes) => {
      const pk = group * groupSize + thing
      const before = bytes.length === 0 ? [] : (samples.get(pk) ?? [])
      // None mean that what came before was removed.
      samples.set(pk, mergeSamples([...before, ...decodeSamples(bytes, fields)]))
    })
  }
  return samples
}

const rowsOf = (samples: ReadonlyMap<number, readonly Sample[]>): Parameter[][] =>
  [...samples].flatMap(([pk, all]) =>
    all.map(({ at, source, values, rounded, negative }) => [pk, at ?? -1, source, ...values, rounded, negative])
  )

const bytesOf = (data: unknown): Uint8Array => {
  if (data instanceof Uint8Array) return data
  throw new Error('a block of counts over time has no bytes')
}
