import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Cells } from '../../store/tables/columns.ts'
import { made, neverMade } from '../index/suggestion-builder.ts'
import {
  begunWith,
  type Found,
  found,
  isSoundFacts,
  keyColumns,
  type MergedTable,
  mergedColumns,
  provenanceColumns,
  readSoundFacts,
  rowReaders,
  rowWriters,
  type SourceNames,
  soundColumns,
  tableOf,
  turnedColumns,
  turnedPost
} from '../merge/merge-rows.ts'
import {
  type Cell,
  type FieldKind,
  type MergedKind,
  type MergeStore,
  mostLikesOfPost,
  type StaleKind,
  type Stored,
  staleKinds,
  turnedAtOnce,
  type Use,
  type Write
} from '../merge/merge-store.ts'
import { Inserts } from './inserts.ts'
import { preparing } from './prepared.ts'
import { addUpAllPosts } from './totals.ts'

type MergeOptions = {
  /** Nobody reads it before its end, and what follows from posts waits until then: `deriveFromPosts`. */
  isNew: boolean
  /** Posts of a new data set up to this one may be in its index as they were. */
  indexedUpTo?: () => number
}

/** A data set as a store that gathers. Each look-up is one of an index in this process, so a batch of them is a loop. */
export const sqliteMergeStore = (
  db: DatabaseSync,
  { isNew: isNewDataset, indexedUpTo = () => 0 }: MergeOptions
): MergeStore => {
  const { prepared, get, all } = preparing(db)

  const nextPks = new Map<MergedKind, number>()
  const sources = sourceNames(db)

  const read = rowReaders(sources)
  const cellsOf = rowWriters(sources)

  /** The row of each key that has one. */
  const lookUp = <T>(keys: readonly string[], how: Found, readRow: (cells: Cells) => T): Map<string, T> => {
    const rows = new Map<string, T>()
    const statement = prepared(lookUpSql(how))
    for (const key of keys) {
      const cells = statement.get(key) as unknown as Cells | undefined
      if (cells !== undefined) rows.set(key, readRow(cells))
    }
    return rows
  }

  const insert = <R extends { pk: number }>(table: MergedTable, row: R, cells: (row: R) => Cell[]) =>
    prepared(insertSql(table)).run(row.pk, ...cells(row))
  /** Most rows that are met again are so as they were: then their values stay untouched, and so do the indexes of all. */
  const write = <R extends Write>(table: FieldKind, rows: readonly R[], cells: (row: R) => Cell[]) => {
    for (const row of rows) {
      if (row.isNew) insert(table, row, cells)
      else if (row.isChanged) prepared(changeSql(table)).run(...cells(row).slice(keyColumns[table]), row.pk)
      else prepared(provenanceSql(table)).run(...cellsOf.standing(table, row.state), row.pk)
    }
  }

  const uses = isNewDataset ? 'waiting_uses' : 'hashtag_posts'
  const useColumns = ['hashtag_pk', 'created_at', 'id_order', 'post_pk'] as const
  const useCells = ({ hashtagPk, createdAt, idOrder, postPk }: Use) => [hashtagPk, createdAt, idOrder, postPk]
  /** Made when the first ones come: where a data set is complete, nothing waits any more. */
  let addedUses: Inserts | undefined
  let areUsesByHashtag = !isNewDataset
  /** Hardly any import asks a new data set for the posts of a hashtag. */
  const listUsesByHashtag = () => {
    if (!areUsesByHashtag) db.exec('CREATE INDEX IF NOT EXISTS waiting_uses_by_hashtag ON waiting_uses (hashtag_pk)')
    areUsesByHashtag = true
  }

  const store: MergeStore = {
    nextPk(kind) {
      const pk = nextPks.get(kind) ?? Number(get(`SELECT coalesce(max(pk), 0) + 1 FROM ${tableOf[kind]}`)?.[0])
      nextPks.set(kind, pk + 1)
      return pk
    },

    users: (ids) => lookUp(ids, found.users, read.user),
    nameless: (handles) => lookUp(handles, found.nameless, read.user),
    takenIds: (ids) => new Set(lookUp(ids, found.takenIds, () => true).keys()),
    holders: (handles) => lookUp(handles, found.holders, read.holder),
    sounds(keys) {
      const rows = lookUp<Stored>(
        keys.filter((key) => !isSoundFacts(key)),
        found.sounds,
        read.sound
      )
      for (const key of keys) {
        const cells = isSoundFacts(key) ? get(soundWithoutId, ...readSoundFacts(key)) : undefined
        if (cells !== undefined) rows.set(key, read.sound(cells))
      }
      return rows
    },
    places: (ids) => lookUp(ids, found.places, read.place),
    hashtags: (ids) => lookUp(ids, found.hashtags, read.hashtag),
    hashtagsNamed: (names) => lookUp(names, found.hashtagsNamed, read.hashtag),
    posts: (ids) => lookUp(ids, found.posts, read.post),

    freeHandles(handles) {
      const pks: number[] = []
      for (const handle of handles) {
        const [pk, hasId] = get('SELECT pk, has_id FROM users WHERE handle = ?', handle) ?? []
        if (typeof pk !== 'number') continue
        pks.push(pk)
        if (hasId === 1) prepared('UPDATE users SET handle = NULL WHERE pk = ?').run(pk)
        else prepared('DELETE FROM users WHERE pk = ?').run(pk)
      }
      return pks
    },
    writeUsers(rows) {
      write('users', rows, cellsOf.users)
      for (const { pk, handle, takesHandle, isNew } of rows) {
        if (takesHandle && !isNew) prepared('UPDATE users SET handle = ? WHERE pk = ?').run(handle, pk)
      }
    },
    giveHandles(taken, renewed) {
      const note = prepared(
        `INSERT INTO handles (handle, user_pk, claimed_at) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET user_pk = excluded.user_pk, claimed_at = excluded.claimed_at`
      )
      for (const [handle, { pk, at }] of [...renewed, ...taken]) note.run(handle, pk, at)
      for (const [handle, { pk }] of taken) {
        const movePosts = prepared('UPDATE all_posts SET author_pk = ? WHERE author_handle = ?')
        const noteMoved = prepared(
          'INSERT OR IGNORE INTO search_stale SELECT 1, pk FROM all_posts WHERE author_handle = ? AND pk <= ?'
        )
        if (isNewDataset) {
          noteMoved.run(handle, indexedUpTo())
          movePosts.run(pk, handle)
          continue
        }
        const [from, videos = 0, likes = 0] =
          get(
            `SELECT author_pk, sum(1 - is_hidden), sum(min(coalesce(likes, 0), ${mostLikesOfPost}) * (1 - is_hidden)) FROM all_posts
             WHERE author_handle = ? GROUP BY author_pk`,
            handle
          ) ?? []
        if (typeof from !== 'number') continue
        const addSum = prepared(sumSql.users)
        addSum.run(-Number(videos), -Number(likes), from)
        addSum.run(videos, likes, pk)
        noteMoved.run(handle, Number.MAX_SAFE_INTEGER)
        movePosts.run(pk, handle)
      }
    },
    writeSounds: (rows) => write('sounds', rows, cellsOf.sounds),
    writePlaces: (rows) => write('places', rows, cellsOf.places),
    writeHashtags(rows) {
      for (const row of rows) {
        if (row.isNew) insert('hashtags', row, cellsOf.hashtags)
        else prepared(changeSql('hashtags')).run(...cellsOf.hashtags(row).slice(keyColumns.hashtags), row.pk)
      }
    },
    writeHashtagNames(names) {
      const note = prepared(
        'INSERT INTO hashtag_names (name, hashtag_pk) VALUES (?, ?) ON CONFLICT DO UPDATE SET hashtag_pk = excluded.hashtag_pk'
      )
      for (const [name, pk] of names) note.run(name, pk)
    },
    mergeHashtag(from, to) {
      listUsesByHashtag()
      prepared(`UPDATE OR IGNORE ${uses} SET hashtag_pk = ? WHERE hashtag_pk = ?`).run(to, from)
      prepared(`DELETE FROM ${uses} WHERE hashtag_pk = ?`).run(from)
      prepared('DELETE FROM hashtags WHERE pk = ?').run(from)
    },
    postsOfHashtag(pk) {
      listUsesByHashtag()
      const posts = all(
        `SELECT p.pk, p.created_at, p.id_order, p.hashtags FROM ${uses} h JOIN all_posts p ON p.pk = h.post_pk WHERE h.hashtag_pk = ?`,
        pk
      )
      return posts.map(([post, createdAt, idOrder, hashtags]) => ({
        pk: Number(post),
        createdAt: Number(createdAt),
        idOrder: Number(idOrder),
        hashtags: String(hashtags)
      }))
    },
    writePosts: (rows) => write('posts', rows, cellsOf.posts),
    turnPosts(authors) {
      if (isNewDataset) return []
      const asked = JSON.stringify(authors)
      const turned = Object.values(turning).flatMap((sql) => all(sql, asked).map(turnedPost))
      if (turned.length > 0) {
        // Nothing that is kept elsewhere, suggestions among it, may tell of them any longer.
        prepared('UPDATE generation SET id = ?').run(randomUUID())
        prepared('UPDATE search_sizes SET things = ? WHERE kind = ?').run(neverMade, made)
      }
      return turned
    },
    removeUses(removed) {
      const remove = prepared(`DELETE FROM ${uses} WHERE ${useColumns.map((column) => `${column} = ?`).join(' AND ')}`)
      for (const use of removed) remove.run(...useCells(use))
    },
    addUses(added) {
      addedUses ??= new Inserts(db, uses, useColumns, 'INSERT OR IGNORE')
      for (const use of added) addedUses.add(...useCells(use))
      addedUses.finish()
    },
    addSums({ users, sounds, places }) {
      if (isNewDataset) return
      for (const [pk, { videos, likes }] of users) {
        if (videos !== 0 || likes !== 0) prepared(sumSql.users).run(videos, likes, pk)
      }
      for (const [pk, posts] of sounds) if (posts !== 0) prepared(sumSql.sounds).run(posts, pk)
      for (const [pk, posts] of places) if (posts !== 0) prepared(sumSql.places).run(posts, pk)
    },
    noteSources(times) {
      const note = prepared(
        `UPDATE sources SET collected_from = min(coalesce(collected_from, ?1), ?1), collected_to = max(coalesce(collected_to, ?2), ?2)
         WHERE pk = ?3`
      )
      for (const [name, { from, to }] of times) {
        const pk = sources.pkOf(name)
        if (from !== null && to !== null) note.run(from, to, pk)
      }
    },
    noteStale(kind: StaleKind, pks) {
      // Of a new data set nothing but posts is in the index before all is gathered.
      if (isNewDataset && kind !== 'posts') return
      const upTo = isNewDataset ? indexedUpTo() : Number.MAX_SAFE_INTEGER
      const note = prepared('INSERT OR IGNORE INTO search_stale (kind, pk) VALUES (?, ?)')
      for (const pk of pks) if (pk <= upTo) note.run(staleKinds[kind], pk)
    }
  }
  return store
}

/** Where the uses of hashtags wait in a new data set. New posts come at its end, while in lists of hashtags each has several places. */
export const waitingUses = `CREATE TABLE waiting_uses (
  post_pk INTEGER NOT NULL,
  hashtag_pk INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  id_order INTEGER NOT NULL,
  PRIMARY KEY (post_pk, hashtag_pk, created_at)
) STRICT, WITHOUT ROWID`

/** What follows from the posts of a new data set, each list in its own order; once more where more of them came. */
export const deriveFromPosts = `
  DELETE FROM hashtag_posts;
  INSERT INTO hashtag_posts (hashtag_pk, created_at, id_order, post_pk)
    SELECT hashtag_pk, created_at, id_order, post_pk FROM waiting_uses
    WHERE post_pk NOT IN (SELECT pk FROM all_posts WHERE is_hidden = 1)
    ORDER BY hashtag_pk, created_at, id_order, post_pk;
  ${addUpAllPosts}`

const turn = (isHidden: 0 | 1, isPrivate: string) => `UPDATE all_posts SET is_hidden = ${isHidden} WHERE pk IN (
  SELECT p.pk FROM json_each(?) asked CROSS JOIN users u ON u.pk = asked.value CROSS JOIN all_posts p ON p.author_pk = u.pk
  WHERE u.is_private ${isPrivate} AND p.is_hidden = ${1 - isHidden} LIMIT ${turnedAtOnce}) RETURNING ${turnedColumns()}`
const turning = { hide: turn(1, '= 1'), show: turn(0, 'IS DISTINCT FROM 1') }

const lookUpSql = ({ columns, from, key, also }: Found): string =>
  `SELECT ${columns} FROM ${from} WHERE ${key} = ?${also === undefined ? '' : ` AND ${also}`}`
/** Named, for the index of ids would be taken, which has all without an id in one place. */
const soundWithoutId = `SELECT ${soundColumns} FROM sounds s INDEXED BY sounds_without_id
  WHERE s.sound_id IS NULL AND s.title IS ? AND s.author IS ? AND s.is_original IS ?`
const sumSql = {
  users: 'UPDATE users SET listed_videos = listed_videos + ?, listed_likes = listed_likes + ? WHERE pk = ?',
  sounds: 'UPDATE sounds SET posts_count = posts_count + ? WHERE pk = ?',
  places: 'UPDATE places SET posts_count = posts_count + ? WHERE pk = ?'
}

/** Texts are put together once for each table. */
const once = (make: (table: MergedTable) => string) => {
  const texts = new Map<MergedTable, string>()
  return (table: MergedTable): string => {
    const text = texts.get(table) ?? make(table)
    texts.set(table, text)
    return text
  }
}
const insertSql = once((table) => {
  const none = begunWith[table] ?? []
  const columns = mergedColumns[table]
  return `INSERT INTO ${tableOf[table]} (${['pk', ...columns, ...none]}) VALUES (?, ${[...columns.map(() => '?'), ...none.map(() => '0')]})`
})
const updating = (table: MergedTable, columns: readonly string[]) =>
  `UPDATE ${tableOf[table]} SET ${columns.map((name) => `${name} = ?`).join(', ')} WHERE pk = ?`
const changeSql = once((table) => updating(table, mergedColumns[table].slice(keyColumns[table])))
const provenanceSql = once((table) => updating(table, provenanceColumns))

const sourceNames = (db: DatabaseSync): SourceNames => {
  const names = new Map<number, string>()
  const pks = new Map<string, number>()
  for (const { pk, name } of db.prepare('SELECT pk, name FROM sources').all()) {
    names.set(Number(pk), String(name))
    pks.set(String(name), Number(pk))
  }
  return {
    nameOf: (pk) => (pk === null ? null : (names.get(pk) ?? null)),
    pkOf(name) {
      if (name === null) return null
      let pk = pks.get(name)
      if (pk === undefined) {
        pk = Number(db.prepare('INSERT INTO sources (name) VALUES (?)').run(name).lastInsertRowid)
        pks.set(name, pk)
        names.set(pk, name)
      }
      return pk
    }
  }
}
