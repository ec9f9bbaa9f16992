import { randomUUID } from 'node:crypto'
import type { Cell, GatheredKind, GatherStore, Stored, Use } from '../gathered.ts'
import { mostLikesOfPost, staleKinds, turnedAtOnce } from '../gathered.ts'
import type { Cells } from '../sql/columns.ts'
import {
  begunWith,
  type Found,
  found,
  type GatheredTable,
  gatheredColumns,
  isSoundFacts,
  readSoundFacts,
  rowReaders,
  rowWriters,
  type SourceNames,
  soundColumns,
  tableOf,
  turnedColumns,
  turnedPost
} from '../sql/gathered-rows.ts'
import { made, neverMade } from '../sql/suggestion-builder.ts'
import { statement } from './database.ts'
import type { Writing } from './writing.ts'

// The declaration has a list of columns for each of them.
const tables = Object.keys(gatheredColumns) as GatheredTable[]

/** Where rows that change wait for the statement that changes them. */
const changed = (table: GatheredTable) => `changed_${table}`
export const waitingTables = tables.map(
  (table) =>
    `CREATE TEMP TABLE ${changed(table)} ON COMMIT DELETE ROWS AS SELECT pk, ${gatheredColumns[table]} FROM ${tableOf[table]} WITH NO DATA`
)

/**
 * Tables in a PostgreSQL as a store that gathers. A look-up is one statement for all of its keys; rows come by COPY, and nothing that is written is
 * waited for. Nobody else writes meanwhile.
 */
export const postgresGatherStore = async (
  writing: Writing,
  { notesStale }: { notesStale: boolean }
): Promise<GatherStore> => {
  const { rows, send, copy } = {
    rows: writing.rows.bind(writing),
    send: writing.send.bind(writing),
    copy: writing.copy.bind(writing)
  }
  const nextPks = await lastPks(writing)
  const sources = await sourceNames(writing)
  const read = rowReaders(sources)
  const cellsOf = rowWriters(sources)

  /** The row of each key that has one. Keys are told by their places, for what a text became on its way may be another one. */
  const lookUp = async <T>(
    keys: readonly string[],
    how: Found,
    readRow: (cells: Cells) => T
  ): Promise<Map<string, T>> => {
    const known = new Map<string, T>()
    if (keys.length === 0) return known
    for (const cells of await rows(lookingUp(how), keys)) {
      known.set(keys[Number(cells.at(-1)) - 1] ?? '', readRow(cells))
    }
    return known
  }

  const write = <R extends { pk: number; isNew: boolean }>(
    table: GatheredTable,
    written: readonly R[],
    cells: (row: R) => Cell[]
  ) => {
    const none = begunWith[table] ?? []
    const columns = ['pk', ...gatheredColumns[table]]
    const added = written.filter(({ isNew }) => isNew).map((row) => [row.pk, ...cells(row), ...none.map(() => 0)])
    const others = written.filter(({ isNew }) => !isNew).map((row) => [row.pk, ...cells(row)])
    if (added.length > 0) copy(tableOf[table], [...columns, ...none], added)
    if (others.length === 0) return
    copy(changed(table), columns, others)
    send(changing(table))
  }

  const uses = (all: readonly Use[]) =>
    [
      all.map(({ hashtagPk }) => hashtagPk),
      all.map(({ createdAt }) => createdAt),
      all.map(({ postPk }) => postPk)
    ] as const

  return {
    nextPk(kind) {
      const pk = nextPks[kind] + 1
      nextPks[kind] = pk
      return pk
    },

    users: (ids) => lookUp(ids, found.users, read.user),
    nameless: (handles) => lookUp(handles, found.nameless, read.user),
    takenIds: async (ids) => new Set((await lookUp(ids, found.takenIds, () => true)).keys()),
    holders: (handles) => lookUp(handles, found.holders, read.holder),
    async sounds(keys) {
      const facts = keys.filter(isSoundFacts)
      const known = await lookUp<Stored>(
        keys.filter((key) => !isSoundFacts(key)),
        found.sounds,
        read.sound
      )
      if (facts.length === 0) return known
      const told = facts.map(readSoundFacts)
      const cells = await rows(
        soundsWithoutId,
        told.map(([title]) => title),
        told.map(([, author]) => author),
        told.map(([, , isOriginal]) => isOriginal)
      )
      for (const sound of cells) known.set(facts[Number(sound.at(-1)) - 1] ?? '', read.sound(sound))
      return known
    },
    places: (ids) => lookUp(ids, found.places, read.place),
    hashtags: (ids) => lookUp(ids, found.hashtags, read.hashtag),
    hashtagsNamed: (names) => lookUp(names, found.hashtagsNamed, read.hashtag),
    posts: (ids) => lookUp(ids, found.posts, read.post),

    async freeHandles(handles) {
      if (handles.length === 0) return []
      const freed = await rows(
        statement('UPDATE users SET handle = NULL WHERE handle = ANY ($1::text[]) AND has_id = 1 RETURNING pk'),
        handles
      )
      const gone = await rows(
        statement('DELETE FROM users WHERE handle = ANY ($1::text[]) AND has_id = 0 RETURNING pk'),
        handles
      )
      return [...freed, ...gone].map(([pk]) => Number(pk))
    },
    writeUsers: (users) => write('users', users, cellsOf.users),
    giveHandles(taken, renewed) {
      const all = [...renewed, ...taken]
      if (all.length > 0) {
        send(
          statement(`INSERT INTO handles (handle, user_pk, claimed_at) SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[])
            ON CONFLICT (handle) DO UPDATE SET user_pk = excluded.user_pk, claimed_at = excluded.claimed_at`),
          all.map(([handle]) => handle),
          all.map(([, { pk }]) => pk),
          all.map(([, { at }]) => at)
        )
      }
      if (taken.size === 0) return
      const handles = [...taken.keys()]
      const pks = [...taken.values()].map(({ pk }) => pk)
      send(moveSums, handles, pks)
      if (notesStale) send(noteMoved, handles)
      send(movePosts, handles, pks)
    },
    writeSounds: (sounds) => write('sounds', sounds, cellsOf.sounds),
    writePlaces: (places) => write('places', places, cellsOf.places),
    writeHashtags: (hashtags) => write('hashtags', hashtags, cellsOf.hashtags),
    writeHashtagNames(names) {
      if (names.size === 0) return
      send(
        statement(`INSERT INTO hashtag_names (name, hashtag_pk) SELECT * FROM unnest($1::text[], $2::bigint[])
          ON CONFLICT (name) DO UPDATE SET hashtag_pk = excluded.hashtag_pk`),
        [...names.keys()],
        [...names.values()]
      )
    },
    mergeHashtag(from, to) {
      send(
        statement(`INSERT INTO hashtag_posts (hashtag_pk, created_at, post_pk)
          SELECT $2::bigint, created_at, post_pk FROM hashtag_posts WHERE hashtag_pk = $1 ON CONFLICT DO NOTHING`),
        from,
        to
      )
      send(statement('DELETE FROM hashtag_posts WHERE hashtag_pk = $1'), from)
      send(statement('DELETE FROM hashtags WHERE pk = $1'), from)
    },
    postsOfHashtag: async (pk) =>
      (
        await rows(
          statement(
            'SELECT p.pk, p.created_at, p.hashtags FROM hashtag_posts h JOIN all_posts p ON p.pk = h.post_pk WHERE h.hashtag_pk = $1'
          ),
          pk
        )
      ).map(([post, createdAt, hashtags]) => ({
        pk: Number(post),
        createdAt: Number(createdAt),
        hashtags: String(hashtags)
      })),
    writePosts: (posts) => write('posts', posts, cellsOf.posts),
    async turnPosts(authors) {
      const turned = [...(await rows(hidePosts, authors)), ...(await rows(showPosts, authors))].map(turnedPost)
      if (turned.length > 0) {
        // Nothing that is kept elsewhere, suggestions among it, may tell of them any longer.
        send(statement('UPDATE generation SET id = $1'), randomUUID())
        send(statement('UPDATE search_sizes SET things = $1 WHERE kind = $2'), neverMade, made)
      }
      return turned
    },
    removeUses(removed) {
      if (removed.length === 0) return
      send(
        statement(`DELETE FROM hashtag_posts h USING unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS gone (hashtag, time, post)
          WHERE h.hashtag_pk = gone.hashtag AND h.created_at = gone.time AND h.post_pk = gone.post`),
        ...uses(removed)
      )
    },
    addUses(added) {
      if (added.length === 0) return
      send(
        statement(`INSERT INTO hashtag_posts (hashtag_pk, created_at, post_pk)
          SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) ON CONFLICT DO NOTHING`),
        ...uses(added)
      )
    },
    addSums({ users, sounds, places }) {
      const sums = [...users].filter(([, { videos, likes }]) => videos !== 0 || likes !== 0)
      if (sums.length > 0) {
        send(
          statement(`UPDATE users u SET listed_videos = listed_videos + more.videos, listed_likes = listed_likes + more.likes
            FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS more (pk, videos, likes) WHERE u.pk = more.pk`),
          sums.map(([pk]) => pk),
          sums.map(([, { videos }]) => videos),
          sums.map(([, { likes }]) => likes)
        )
      }
      for (const [table, counts] of [
        ['sounds', sounds],
        ['places', places]
      ] as const) {
        const others = [...counts].filter(([, posts]) => posts !== 0)
        if (others.length === 0) continue
        send(
          statement(`UPDATE ${table} t SET posts_count = posts_count + more.posts
            FROM unnest($1::bigint[], $2::bigint[]) AS more (pk, posts) WHERE t.pk = more.pk`),
          others.map(([pk]) => pk),
          others.map(([, posts]) => posts)
        )
      }
    },
    noteSources(times) {
      for (const [name, { from, to }] of times) {
        const pk = sources.pkOf(name)
        if (from === null || to === null) continue
        send(
          statement(`UPDATE sources SET collected_from = least(collected_from, $1::bigint), collected_to = greatest(collected_to, $2::bigint)
            WHERE pk = $3`),
          from,
          to,
          pk
        )
      }
    },
    noteStale(kind, pks) {
      if (!notesStale || pks.length === 0) return
      send(
        statement('INSERT INTO search_stale (kind, pk) SELECT $1::bigint, unnest($2::bigint[]) ON CONFLICT DO NOTHING'),
        staleKinds[kind],
        pks
      )
    }
  }
}

const lookingUp = ({ columns, from, key, also }: Found) =>
  statement(`SELECT ${columns}, wanted.number FROM unnest($1::text[]) WITH ORDINALITY AS wanted (key, number)
    CROSS JOIN ${from} WHERE ${key} = wanted.key${also === undefined ? '' : ` AND ${also}`}`)

/**
 * What is compared by an index is equal or null, and each way to be so has a part of its own: nothing that may be either finds its way. `OFFSET 0`
 * keeps the look-up inside of the keys; where little was known of the table when the plan was made, each sound would be held beside each key.
 */
const soundsWithoutId = statement(
  ['s.title = wanted.title', 's.title IS NULL AND wanted.title IS NULL']
    .flatMap((title) =>
      ['s.author = wanted.author', 's.author IS NULL AND wanted.author IS NULL'].map(
        (author) => `SELECT known.*, wanted.number
          FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS wanted (title, author, is_original, number)
          CROSS JOIN LATERAL (SELECT ${soundColumns} FROM sounds s
            WHERE s.sound_id IS NULL AND ${title} AND ${author} AND s.is_original IS NOT DISTINCT FROM wanted.is_original
            OFFSET 0) known`
      )
    )
    .join(' UNION ALL ')
)

/** Takes the rows that wait, and makes those of the table what they are. */
const changing = (table: GatheredTable) =>
  statement(`WITH changed AS (DELETE FROM ${changed(table)} RETURNING *)
    UPDATE ${tableOf[table]} t SET ${gatheredColumns[table].map((name) => `${name} = changed.${name}`).join(', ')}
    FROM changed WHERE t.pk = changed.pk`)

const byHandle =
  'unnest($1::text[], $2::bigint[]) AS taken (handle, pk) JOIN all_posts p ON p.author_handle = taken.handle'
const moveSums = statement(`WITH moved AS (
    SELECT p.author_pk AS before, taken.pk AS now, sum(1 - p.is_hidden) AS videos,
      sum(least(coalesce(p.likes, 0), ${mostLikesOfPost}) * (1 - p.is_hidden)) AS likes
    FROM ${byHandle} GROUP BY 1, 2
  ), more AS (
    SELECT pk, sum(videos) AS videos, sum(likes) AS likes
    FROM (SELECT before AS pk, -videos AS videos, -likes AS likes FROM moved UNION ALL SELECT now, videos, likes FROM moved) each
    GROUP BY pk
  )
  UPDATE users u SET listed_videos = listed_videos + more.videos, listed_likes = listed_likes + more.likes FROM more WHERE u.pk = more.pk`)
const noteMoved = statement(`INSERT INTO search_stale (kind, pk)
  SELECT ${staleKinds.posts}, pk FROM all_posts WHERE author_handle = ANY ($1::text[]) ON CONFLICT DO NOTHING`)
const movePosts = statement(`UPDATE all_posts p SET author_pk = taken.pk
  FROM unnest($1::text[], $2::bigint[]) AS taken (handle, pk) WHERE p.author_handle = taken.handle`)

const turning = (isHidden: 0 | 1, isPrivate: string) =>
  statement(`WITH found AS (
      SELECT p.pk, p.author_pk FROM users u CROSS JOIN LATERAL (
        SELECT pk, author_pk FROM all_posts WHERE author_pk = u.pk AND is_hidden = ${1 - isHidden} LIMIT ${turnedAtOnce}
      ) p WHERE u.pk = ANY ($1::bigint[]) AND u.is_private ${isPrivate} LIMIT ${turnedAtOnce}
    )
    UPDATE all_posts p SET is_hidden = ${isHidden} FROM found WHERE p.pk = found.pk AND p.author_pk = found.author_pk
    RETURNING ${turnedColumns('p')}`)
const hidePosts = turning(1, '= 1')
const showPosts = turning(0, 'IS DISTINCT FROM 1')

const kinds: readonly GatheredKind[] = ['posts', 'users', 'sounds', 'places', 'hashtags']

const lastPks = async (writing: Writing): Promise<Record<GatheredKind, number>> => {
  const [last = []] = await writing.rows(
    `SELECT ${kinds.map((kind) => `(SELECT coalesce(max(pk), 0) FROM ${tableOf[kind]})`).join(', ')}`
  )
  // One for each kind.
  return Object.fromEntries(kinds.map((kind, index) => [kind, Number(last[index])])) as Record<GatheredKind, number>
}

const sourceNames = async (writing: Writing): Promise<SourceNames> => {
  const names = new Map<number, string>()
  const pks = new Map<string, number>()
  let last = 0
  for (const [key, name] of await writing.rows('SELECT pk, name FROM sources')) {
    const pk = Number(key)
    names.set(pk, String(name))
    pks.set(String(name), pk)
    last = Math.max(last, pk)
  }
  return {
    nameOf: (pk) => (pk === null ? null : (names.get(pk) ?? null)),
    pkOf(name) {
      if (name === null) return null
      let pk = pks.get(name)
      if (pk === undefined) {
        pk = ++last
        writing.send(statement('INSERT INTO sources (pk, name) VALUES ($1, $2)'), pk, name)
        pks.set(name, pk)
        names.set(pk, name)
      }
      return pk
    }
  }
}
