import type { ObservedKind, Sample } from '../../history/samples.ts'
import { sampleColumns, sampleIn, sampleTables } from '../../store/tables/stored-samples.ts'
import { type SampleLineKind, writeSample } from './sample-lines.ts'
import type { LinePages, Tables } from './tables.ts'

/** Kinds of lines with samples: of which kind of things, the field with the id, and the rows. */
const kinds: Readonly<Record<SampleLineKind, { kind: ObservedKind; id: string; from: string }>> = {
  user_samples: { kind: 'users', id: 'user_id', from: 'users t' },
  post_samples: { kind: 'posts', id: 'post_id', from: 'all_posts t' }
}

export const isSampleLine = (kind: string): kind is SampleLineKind => Object.hasOwn(kinds, kind)

export const countSampleLines = async (tables: Tables, kind: SampleLineKind): Promise<number> =>
  Number((await tables.rows(`SELECT count(DISTINCT pk) FROM ${sampleTables[kinds[kind].kind]}`))[0]?.[0])

type Thing = { readonly pk: number; readonly id: string; readonly samples: Sample[] }

/** Samples read at a time. */
const pageSize = 2_000

/** Lines of one kind after that of a row; null starts with the first. */
export async function* sampleLines(
  tables: Tables,
  kind: SampleLineKind,
  after: readonly (string | number)[] | null
): LinePages {
  const { kind: of, id, from } = kinds[kind]
  const sources = new Map((await tables.rows('SELECT pk, name FROM sources')).map(([pk, name]) => [Number(pk), name]))
  const nameOf = (source: number): string | null => {
    const name = sources.get(source)
    return typeof name === 'string' ? name : null
  }
  const key = 's.pk, s.at, s.source'
  const sql = `SELECT s.pk, t.${id}, ${sampleColumns(of).map((column) => `s.${column}`)} FROM ${sampleTables[of]} s
    JOIN ${from} ON t.pk = s.pk WHERE (${key}) > (?, ?, ?) ORDER BY ${key} LIMIT ${pageSize}`
  let behind = [Number(after?.[0] ?? 0), Number.MAX_SAFE_INTEGER, 0]
  let things: Thing[] = []
  for (;;) {
    const rows = await tables.rows(sql, ...behind)
    for (const cells of rows) {
      const [pk, sample] = [Number(cells[0]), sampleIn(of, cells, 2)]
      let thing = things.at(-1)
      if (thing?.pk !== pk) {
        thing = { pk, id: String(cells[1]), samples: [] }
        things.push(thing)
      }
      thing.samples.push(sample)
      behind = [pk, sample.at ?? -1, sample.source]
    }
    // The samples of the last one may go on with the next page.
    const isEnd = rows.length < pageSize
    const complete = isEnd ? things : things.slice(0, -1)
    things = things.slice(complete.length)
    const last = complete.at(-1)
    if (last !== undefined) {
      const lines = complete.map(({ id: named, samples }) => ({
        [id]: named,
        samples: samples.map((sample) => writeSample(of, sample, nameOf(sample.source)))
      }))
      yield { lines, behind: [last.pk] }
    }
    if (isEnd) return
  }
}
