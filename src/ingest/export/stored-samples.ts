import { groupSize } from '../../columnar/column-store.ts'
import { decodeThings, eachThing } from '../../history/encoding.ts'
import { countFields, type Sample } from '../../history/samples.ts'
import { blockId, blockSize, blocksOfKind, sampledKinds } from '../../store/tables/sample-blocks.ts'
import { addPiece, mergedBlock, type NewSamples } from '../samples/merged-block.ts'
import { type ExportedKind, type SampleLineKind, writeSample } from './sample-lines.ts'
import type { LinePages, Tables } from './tables.ts'

/** Samples of a data set in the order of its rows, with those that an interrupted import has not merged into blocks yet. */

/** Samples of some rows by their public ids. `block`: the last one that was read. */
type StoredSamples = { readonly block: number; readonly rows: readonly { id: string; samples: readonly Sample[] }[] }

const idsOf: Readonly<Record<ExportedKind, string>> = {
  posts: 'SELECT pk, post_id FROM all_posts WHERE pk BETWEEN ? AND ?',
  users: 'SELECT pk, user_id FROM users WHERE pk BETWEEN ? AND ?'
}
const nextBlock = 'SELECT min(id) FROM sample_blocks WHERE id BETWEEN ? AND ?'
const nextGroup = 'SELECT min(row_group) FROM new_samples WHERE kind = ? AND row_group >= ?'
const blocksBetween = 'SELECT id, data FROM sample_blocks WHERE id BETWEEN ? AND ?'
const newOfGroup = 'SELECT data FROM new_samples WHERE kind = ? AND row_group = ? ORDER BY batch'

const blocksOfGroup = groupSize / blockSize
/** Decoded samples take several times the memory of their bytes. */
const blocksAtOnce = 16

/** Everything after a block; -1 begins with the first. */
async function* storedSamples(tables: Tables, kind: ExportedKind, after: number): AsyncGenerator<StoredSamples> {
  for (let from = after + 1; ; ) {
    const group = await groupWithSamples(tables, kind, from)
    if (group === null) return
    const first = Math.max(from, group * blocksOfGroup)
    yield* samplesOfGroup(tables, kind, group, first)
    from = (group + 1) * blocksOfGroup
  }
}

/** The row group of the first samples from a block on. */
const groupWithSamples = async (tables: Tables, kind: ExportedKind, from: number): Promise<number | null> => {
  const [begin, end] = [blockId(kind, from), blockId(kind, blocksOfKind - 1)]
  const [[block = null] = []] = await tables.rows(nextBlock, begin, end)
  const [[group = null] = []] = await tables.rows(nextGroup, sampledKinds[kind], Math.floor(from / blocksOfGroup))
  const groups = [
    ...(block === null ? [] : [Math.floor((Number(block) - blockId(kind, 0)) / blocksOfGroup)]),
    ...(group === null ? [] : [Number(group)])
  ]
  return groups.length === 0 ? null : Math.min(...groups)
}

async function* samplesOfGroup(
  tables: Tables,
  kind: ExportedKind,
  group: number,
  first: number
): AsyncGenerator<StoredSamples> {
  const fields = countFields[kind].length
  const last = (group + 1) * blocksOfGroup - 1
  const blocks = new Map<number, Uint8Array>()
  for (const [id, data] of await tables.rows(blocksBetween, blockId(kind, first), blockId(kind, last))) {
    if (data instanceof Uint8Array) blocks.set(Number(id) - blockId(kind, 0), data)
  }
  const added = await newSamplesOf(tables, kind, group)
  const ids = new Map(
    (await tables.rows(idsOf[kind], first * blockSize, last * blockSize + blockSize - 1)).map(([pk, id]) => [
      Number(pk),
      String(id)
    ])
  )
  const numbers = [...new Set([...blocks.keys(), ...added.keys()])].filter((block) => block >= first)
  numbers.sort((a, b) => a - b)
  for (let start = 0; start < numbers.length; start += blocksAtOnce) {
    const some = numbers.slice(start, start + blocksAtOnce)
    const rows = some.flatMap((block) => {
      const data = mergedBlock(blocks.get(block) ?? null, added.get(block) ?? new Map(), fields)
      // Accounts that were removed leave theirs behind until new samples are merged.
      return (data === null ? [] : decodeThings(data, fields)).flatMap(({ thing, samples }) => {
        const id = ids.get(block * blockSize + thing)
        return id === undefined || samples.length === 0 ? [] : [{ id, samples }]
      })
    })
    yield { block: some.at(-1) ?? last, rows }
  }
}

const newSamplesOf = async (
  tables: Tables,
  kind: ExportedKind,
  group: number
): Promise<Map<number, Map<number, NewSamples>>> => {
  const blocks = new Map<number, Map<number, NewSamples>>()
  for (const [data] of await tables.rows(newOfGroup, sampledKinds[kind], group)) {
    if (!(data instanceof Uint8Array)) continue
    eachThing(data, (thing, samples) => {
      const block = group * blocksOfGroup + Math.floor(thing / blockSize)
      const things = blocks.get(block) ?? new Map<number, NewSamples>()
      blocks.set(block, things)
      addPiece(things, thing % blockSize, samples)
    })
  }
  return blocks
}

/** Kinds of lines with samples: of which kind of things, and the field with the id. */
const samplesOf: Readonly<Record<SampleLineKind, { kind: ExportedKind; id: string }>> = {
  user_samples: { kind: 'users', id: 'user_id' },
  post_samples: { kind: 'posts', id: 'post_id' }
}

export const isSampleLine = (kind: string): kind is SampleLineKind => Object.hasOwn(samplesOf, kind)

export const countSampleLines = async (tables: Tables, kind: SampleLineKind): Promise<number> => {
  let lines = 0
  for await (const { rows } of storedSamples(tables, samplesOf[kind].kind, -1)) lines += rows.length
  return lines
}

/** Lines of one kind after a block; null starts with the first. */
export async function* sampleLines(
  tables: Tables,
  kind: SampleLineKind,
  after: readonly (string | number)[] | null
): LinePages {
  const { kind: of, id } = samplesOf[kind]
  const sources = new Map((await tables.rows('SELECT pk, name FROM sources')).map(([pk, name]) => [Number(pk), name]))
  const nameOf = (source: number): string | null => {
    const name = sources.get(source)
    return typeof name === 'string' ? name : null
  }
  for await (const { block, rows } of storedSamples(tables, of, Number(after?.[0] ?? -1))) {
    const lines = rows.map((row) => ({
      [id]: row.id,
      samples: row.samples.map((sample) => writeSample(of, sample, nameOf(sample.source)))
    }))
    yield { lines, behind: [block] }
  }
}
