import { decodeSamples, eachThing } from '../../engines/history/encoding.ts'
import { mergeSamples, type Sample } from '../../engines/history/samples.ts'
import type { SqlParameter } from '../../store/tables/row-statements.ts'
import type { MigratedTables, MigrationStep } from './step.ts'

/** Tables by the kind of their blocks. */
const kinds = [
  { kind: 1, table: 'post_samples', counts: ['plays', 'likes', 'comments', 'shares', 'saves', 'reposts'] },
  { kind: 2, table: 'user_samples', counts: ['followers', 'following', 'total_likes', 'total_videos'] }
]
const blocksOfKind = 2 ** 40
const blockSize = 16
const groupSize = 4_096
const blocksOfGroup = groupSize / blockSize

/** Counts over time become rows of plain tables. They were packed in blocks, beside those that an interrupted import had not packed yet. */
export const samplesAsRows: MigrationStep['run'] = async (tables, onProgress) => {
  for (const { kind, table, counts } of kinds) {
    await tables.run(`CREATE TABLE ${table} (pk INTEGER NOT NULL, at INTEGER NOT NULL, source INTEGER NOT NULL,
      ${counts.map((field) => `${field} INTEGER,`).join(' ')}
      rounded INTEGER NOT NULL, negative INTEGER NOT NULL, PRIMARY KEY (pk, at, source)) STRICT, WITHOUT ROWID`)
    const first = kind * blocksOfKind
    const groups = await tables.rows(`SELECT (id - ${first}) / ${blocksOfGroup} AS g FROM sample_blocks
        WHERE id >= ${first} AND id < ${first + blocksOfKind}
      UNION SELECT row_group FROM new_samples WHERE kind = ${kind} ORDER BY g`)
    for (const [index, [group]] of groups.entries()) {
      const samples = await samplesOfGroup(tables, kind, Number(group), counts.length)
      await tables.insert(table, ['pk', 'at', 'source', ...counts, 'rounded', 'negative'], rowsOf(samples))
      onProgress(index + 1, groups.length)
    }
  }
  await tables.run('DROP TABLE sample_blocks')
  await tables.run('DROP TABLE new_samples')
  await tables.run('CREATE INDEX IF NOT EXISTS followers_by_follower ON followers (follower_pk, followed_at, user_pk)')
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

const rowsOf = (samples: ReadonlyMap<number, readonly Sample[]>): SqlParameter[][] =>
  [...samples].flatMap(([pk, all]) =>
    all.map(({ at, source, values, rounded, negative }) => [pk, at ?? -1, source, ...values, rounded, negative])
  )

const bytesOf = (data: unknown): Uint8Array => {
  if (data instanceof Uint8Array) return data
  throw new Error('a block of counts over time has no bytes')
}
