import type Type from 'typebox'
import type { Awaitable } from '../../core/awaitable.ts'
import { type Cells, selection } from '../../store/tables/columns.ts'
import { listOlder } from '../merge/provenance.ts'
import { type LineKind, lineKinds, SoundFacts, Variant } from './lines.ts'
import type { Tables } from './tables.ts'

/** Raised when lines come to mean something else, or to have more in them. */
export const formatVersion = 2

/** The first line: what the file is, the newest moment it tells of where that is known, and how many lines of each kind follow. */
export type Header = { kind: 'clipgraph'; version: number; as_of: number | null; counts: Record<LineKind, number> }

/** After which row of which kind it goes on; null at the end. */
export type After = Readonly<Record<string, string | number | readonly (string | number)[]>> | null

/** How the lines of one kind are read: along keys that have an index, so that the last page costs what the first does. */
type Section = {
  /** The rows and what they refer to. */
  from: string
  keys: readonly string[]
  /** What stands before all keys. */
  first: string | number
  columns: string
  /** Cells of the line alone. */
  width: number
  /** The lines of rows that were read at once. A row has the cells of its line, then its keys, then what else is told of it. */
  linesOf: (rows: readonly Cells[], tables: Tables) => Awaitable<readonly object[]>
}

type Place = Pick<Section, 'from' | 'keys'> & { first?: Section['first']; besides?: readonly string[] }

/** A line as it stands in a row; `elsewhere` says where fields are that are no columns of their name under the alias. */
const section = <P extends Type.TProperties>(
  line: Type.TObject<P>,
  alias: string,
  { from, keys, first = Number.MIN_SAFE_INTEGER, besides = [] }: Place,
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
    // Addresses of the server that shows the data stay as they are.
    linesOf: (rows) => rows.map((row) => complete(read(row, ''), row.slice(width)))
  }
}

/** The same of a row that may have been gathered. `from` begins with its table. */
const gathered: typeof section = (line, alias, { from, ...place }, elsewhere, complete = (line) => line) => {
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
  /** Which of their columns is the key of the row they belong to. */
  key: string
  columns: string
  from: string
  order: string
  read: (cells: Cells) => unknown
}

/** Adds to each line what stands in rows of another table. The lines have one key. */
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

const none = "'[]'"
const variant = selection(Variant, 'v')

/** In the order of their lines. */
const sections: Readonly<Record<LineKind, Section>> = {
  source: section(lineKinds.source, 'o', { from: 'sources o', keys: ['o.pk'] }),
  // What was interrupted goes on where it began.
  import: section(lineKinds.import, 'i', {
    from: '(SELECT * FROM imports WHERE finished_at IS NOT NULL) i',
    keys: ['i.pk']
  }),
  user: withChildren(gathered(lineKinds.user, 'u', { from: 'users u', keys: ['u.pk'] }, { variants: none }), {
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
      keys: ['h.handle'],
      first: ''
    },
    { user_id: 'u.user_id' }
  ),
  sound: gathered(lineKinds.sound, 's', { from: 'sounds s', keys: ['s.pk'] }),
  place: gathered(lineKinds.place, 'p', { from: 'places p', keys: ['p.pk'] }),
  hashtag: section(lineKinds.hashtag, 'h', { from: 'hashtags h', keys: ['h.pk'] }),
  hashtag_name: section(
    lineKinds.hashtag_name,
    'n',
    {
      from: 'hashtag_names n JOIN hashtags h ON h.pk = n.hashtag_pk',
      keys: ['n.name'],
      first: ''
    },
    { hashtag_id: 'h.hashtag_id' }
  ),
  post: gathered(
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
  live_room: section(
    lineKinds.live_room,
    'l',
    { from: 'live_rooms l JOIN users u ON u.pk = l.user_pk', keys: ['l.pk'] },
    { user_id: 'u.user_id' }
  ),
  effect: section(lineKinds.effect, 'e', { from: 'effects e', keys: ['e.pk'] })
}

// Keys of a record are its own.
const kinds = Object.keys(sections) as LineKind[]

export const headerOf = async (tables: Tables): Promise<Header> => {
  const counts: [LineKind, number][] = []
  for (const kind of kinds) {
    const [row] = await tables.rows(`SELECT count(*) FROM ${sections[kind].from}`)
    counts.push([kind, Number(row?.[0])])
  }
  const [fact] = await tables.rows("SELECT value FROM dataset_facts WHERE name = 'as_of'")
  const asOf = fact?.[0]
  // There is a count for each kind.
  return {
    kind: 'clipgraph',
    version: formatVersion,
    as_of: typeof asOf === 'number' ? asOf : null,
    counts: Object.fromEntries(counts) as Header['counts']
  }
}

// Keys are whole numbers and texts.
const keysOf = (cells: unknown): (string | number)[] =>
  (cells as unknown[]).map((cell) => (typeof cell === 'string' ? cell : Number(cell)))

/** Rows that are read at once. */
const pageSize = 500

/** Everything that a data set holds, as lines that refer to none behind them. */
export async function* wholeOf(tables: Tables, after: After): AsyncGenerator<{ rows: readonly object[]; next: After }> {
  // Notes name kinds; a first run has none.
  const begin = Math.max(0, kinds.indexOf(after?.kind as LineKind))
  for (const [index, kind] of kinds.entries()) {
    if (index < begin) continue
    const { columns, width, from, keys, first, linesOf } = sections[kind]
    const sql = `SELECT ${columns} FROM ${from}
      WHERE (${keys.join(', ')}) > (${keys.map(() => '?').join(', ')}) ORDER BY ${keys.join(', ')} LIMIT ${pageSize}`
    const isBegun = index === begin && after !== null && Array.isArray(after.behind)
    let behind: readonly (string | number)[] = isBegun ? keysOf(after.behind) : keys.map(() => first)
    for (;;) {
      const rows = await tables.rows(sql, ...behind)
      const last = rows.at(-1)
      if (last === undefined) break
      behind = keysOf(last.slice(width, width + keys.length))
      const lines = await linesOf(rows, tables)
      yield { rows: lines.map((line) => ({ kind, ...line })), next: { kind, behind } }
    }
  }
}
