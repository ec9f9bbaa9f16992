import type Type from 'typebox'
import type { Awaitable } from '../../core/awaitable.ts'
import { type Cells, selection } from '../../store/tables/columns.ts'
import { listOlder } from '../merge/provenance.ts'
import { type LineKind, lineKinds, SoundFacts, Variant } from './lines.ts'
import type { SampleLineKind } from './sample-lines.ts'
import type { LinePages, Tables } from './tables.ts'

/** Lines of a whole export that are rows of tables. */

/** How lines of one kind are read: along an indexed key, so that every page costs the same. */
type Section = {
  /** The rows and their joins. */
  from: string
  keys: readonly string[]
  /** Lower bounds of the first keys, where those are no integers. */
  first: readonly string[]
  columns: string
  /** Number of cells of the line. */
  width: number
  /** Lines of a batch of rows. A row has the line's cells, then its keys, then further columns. */
  linesOf: (rows: readonly Cells[], tables: Tables) => Awaitable<readonly object[]>
}

type Place = Pick<Section, 'from' | 'keys'> & { first?: Section['first']; besides?: readonly string[] }

/** Lines from rows; `elsewhere` maps fields that are not columns of the alias. */
const section = <P extends Type.TProperties>(
  line: Type.TObject<P>,
  alias: string,
  { from, keys, first = [], besides = [] }: Place,
  elsewhere: Parameters<typeof selection<P>>[2] = {},
  complete: (line: Type.Static<Type.TObject<P>>, behind: Cells) => object = (line) => line
): Section => {
  const { columns, width, read } = selection(line, alias, elsewhere)
  return {
    from,
    keys,
    first,
    columns: [columns, ...keys, ...besides].join(', '),
    width,
    // Addresses of the serving server stay as they are.
    linesOf: (rows) => rows.map((row) => complete(read(row, ''), row.slice(width)))
  }
}

/** The same for imported rows. `from` begins with their table. */
const imported: typeof section = (line, alias, { from, ...place }, elsewhere, complete = (line) => line) => {
  const sources = `LEFT JOIN sources o ON o.pk = ${alias}.source`
  return section(
    line,
    alias,
    { from: `${from} ${sources}`, ...place },
    { ...elsewhere, source: 'o.name' },
    (line, behind) => {
      const { older } = line as { older: Parameters<typeof listOlder>[0] | null }
      return { ...complete(line, behind), older: older && listOlder(older) }
    }
  )
}

type Children = {
  field: string
  /** Child column with the key of the parent row. */
  key: string
  columns: string
  from: string
  order: string
  read: (cells: Cells) => unknown
}

/** Adds child rows to each line. The parent has one key. */
const withChildren = (parent: Section, { field, key, columns, from, order, read }: Children): Section => ({
  ...parent,
  async linesOf(rows, tables) {
    const keys = rows.map((row) => Number(row[parent.width]))
    const sql = `SELECT ${key}, ${columns} FROM ${from} WHERE ${key} BETWEEN ? AND ? ORDER BY ${key}, ${order}`
    const children = Map.groupBy(await tables.rows(sql, keys[0] ?? 0, keys.at(-1) ?? 0), ([of]) => Number(of))
    const lines = await parent.linesOf(rows, tables)
    return lines.map((line, index) => ({
      ...line,
      [field]: (children.get(keys[index] ?? 0) ?? []).map(([, ...cells]) => read(cells))
    }))
  }
})

/** Kinds of lines that are rows of a table. */
export type RowKind = Exclude<LineKind, SampleLineKind>

const none = "'[]'"
const variant = selection(Variant, 'v')

/** In line order. */
const sections: Readonly<Record<RowKind, Section>> = {
  source: section(lineKinds.source, 'o', { from: 'sources o', keys: ['o.pk'] }),
  // An interrupted export continues where it stopped.
  import: section(lineKinds.import, 'i', {
    from: '(SELECT * FROM imports WHERE finished_at IS NOT NULL) i',
    keys: ['i.pk']
  }),
  user: withChildren(imported(lineKinds.user, 'u', { from: 'users u', keys: ['u.pk'] }, { variants: none }), {
    field: 'variants',
    key: 'v.user_pk',
    columns: variant.columns,
    from: 'user_variants v',
    order: 'v.region',
    read: (cells) => variant.read(cells, '')
  }),
  handle: section(
    lineKinds.handle,
    'h',
    {
      from: 'handles h JOIN users u ON u.pk = h.user_pk',
      keys: ['h.handle', 'h.user_pk'],
      first: ['']
    },
    { user_id: 'u.user_id' }
  ),
  sound: imported(lineKinds.sound, 's', { from: 'sounds s', keys: ['s.pk'] }),
  place: imported(lineKinds.place, 'p', { from: 'places p', keys: ['p.pk'] }),
  hashtag: section(lineKinds.hashtag, 'h', { from: 'hashtags h', keys: ['h.pk'] }),
  hashtag_name: section(
    lineKinds.hashtag_name,
    'n',
    {
      from: 'hashtag_names n JOIN hashtags h ON h.pk = n.hashtag_pk',
      keys: ['n.name'],
      first: ['']
    },
    { hashtag_id: 'h.hashtag_id' }
  ),
  post: imported(
    lineKinds.post,
    'p',
    {
      from: `all_posts p LEFT JOIN users u ON u.pk = p.author_pk LEFT JOIN sounds s ON s.pk = p.sound_pk
        LEFT JOIN places l ON l.pk = p.place_pk`,
      keys: ['p.pk'],
      besides: ['s.pk']
    },
    { author_id: 'u.user_id', sound_id: 's.sound_id', sound: selection(SoundFacts, 's'), place_id: 'l.place_id' },
    (line, [, sound]) => (sound === null || line.sound_id !== null ? { ...line, sound: null } : line)
  ),
  repost: section(
    lineKinds.repost,
    'r',
    {
      from: 'reposts r JOIN users u ON u.pk = r.user_pk JOIN all_posts p ON p.pk = r.post_pk',
      keys: ['r.user_pk', 'r.reposted_at', 'r.id_order', 'r.post_pk']
    },
    { user_id: 'u.user_id', post_id: 'p.post_id' }
  ),
  follower: section(
    lineKinds.follower,
    'f',
    {
      from: 'followers f JOIN users u ON u.pk = f.user_pk JOIN users b ON b.pk = f.follower_pk',
      keys: ['f.user_pk', 'f.page_time']
    },
    { user_id: 'u.user_id', follower_id: 'b.user_id' }
  ),
  collection: withChildren(
    section(
      lineKinds.collection,
      'c',
      { from: 'all_collections c JOIN users u ON u.pk = c.user_pk', keys: ['c.pk'] },
      { user_id: 'u.user_id', post_ids: none }
    ),
    {
      field: 'post_ids',
      key: 'e.collection_pk',
      columns: 'p.post_id',
      from: 'collection_posts e JOIN all_posts p ON p.pk = e.post_pk',
      order: 'e.place_in_list',
      read: ([id]) => id
    }
  ),
  live_room: imported(
    lineKinds.live_room,
    'l',
    { from: 'all_live_rooms l JOIN users u ON u.pk = l.user_pk', keys: ['l.pk'] },
    { user_id: 'u.user_id' }
  ),
  effect: imported(lineKinds.effect, 'e', { from: 'effects e', keys: ['e.pk'] })
}

export const countRows = async (tables: Tables, kind: RowKind): Promise<number> => {
  const [row] = await tables.rows(`SELECT count(*) FROM ${sections[kind].from}`)
  return Number(row?.[0])
}

// Keys are integers and texts.
export const keysOf = (cells: unknown): (string | number)[] =>
  (cells as unknown[]).map((cell) => (typeof cell === 'string' ? cell : Number(cell)))

/** Rows read at a time. */
const pageSize = 500

/** Lines of one kind after the keys of a row; null starts with the first. */
export async function* rowLines(tables: Tables, kind: RowKind, after: readonly (string | number)[] | null): LinePages {
  const { columns, width, from, keys, first, linesOf } = sections[kind]
  const sql = `SELECT ${columns} FROM ${from}
    WHERE (${keys.join(', ')}) > (${keys.map(() => '?').join(', ')}) ORDER BY ${keys.join(', ')} LIMIT ${pageSize}`
  let behind = after ?? keys.map((_, index) => first[index] ?? Number.MIN_SAFE_INTEGER)
  for (;;) {
    const rows = await tables.rows(sql, ...behind)
    const last = rows.at(-1)
    if (last === undefined) return
    behind = keysOf(last.slice(width, width + keys.length))
    yield { lines: await linesOf(rows, tables), behind }
  }
}
