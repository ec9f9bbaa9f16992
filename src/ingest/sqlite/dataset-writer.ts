import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { atOnce } from '../../core/awaitable.ts'
import { realPathOf, refuseIrregular } from '../../core/regular-file.ts'
import { changeHeld } from '../../core/stop-gate.ts'
import { mergeSamples, type ObservedKind, type Sample } from '../../engines/history/samples.ts'
import type { Collection } from '../../records/collection.ts'
import type { Effect } from '../../records/effect.ts'
import { canonicalHashtag } from '../../records/hashtag-name.ts'
import type { LiveRoom, LiveSearchResult } from '../../records/live-room.ts'
import type { Origin } from '../../records/origin.ts'
import type { Place } from '../../records/place.ts'
import type { BorrowedField, HashtagUse, Post } from '../../records/post.ts'
import type { Sound } from '../../records/sound.ts'
import type { UserProfile } from '../../records/user-profile.ts'
import { lockForImport } from '../../store/sqlite/import-lock.ts'
import { idOrderOf } from '../../store/tables/id-order.ts'
import { type fieldsThatMayBeMissing, indexes, tables } from '../../store/tables/schema.ts'
import { schemaVersion } from '../../store/tables/schema-version.ts'
import { cellsOfSample, sampleColumns, sampleTables } from '../../store/tables/stored-samples.ts'
import { addUpPosts } from '../merge/derived.ts'
import type { OnProgress } from '../merge/merge-store.ts'
import type { Contents } from '../merge/replaced.ts'
import { hiddenPosts, hidePosts } from '../tables/hidden-posts.ts'
import { SpillFile } from '../tables/spill-file.ts'
import { Inserts } from '../tables/sqlite-inserts.ts'
import { refreshDerived } from './derived-refresh.ts'
import { contentsOf, keepRemovals } from './opening.ts'
import { partOf, putInPlace, removeWithBesides } from './replacing.ts'

/** A row of a record, with null for missing fields. */
type StoredRow<T, K extends keyof typeof fieldsThatMayBeMissing> = { pk: number } & Omit<
  T,
  (typeof fieldsThatMayBeMissing)[K][number]
> &
  Nullable<Pick<T, Extract<keyof T, (typeof fieldsThatMayBeMissing)[K][number]>>>

export type UserRow = StoredRow<UserProfile, 'users'>

export type UserVariantRow = { user_pk: number; region: string } & Nullable<
  Pick<UserProfile, 'display_name' | 'bio' | 'website_url'>
>

export type SoundRow = StoredRow<Omit<Sound, 'posts_count'>, 'sounds'> & {
  /** Unix seconds of joining the commercial library; null for other sounds. */
  published_at: number | null
}

export type PlaceRow = StoredRow<Omit<Place, 'posts_count'>, 'places'>

export type HashtagRow = { pk: number; hashtag_id: string | null; name: string | null; named_at?: number | null }

export type PostTableRow = StoredRow<Omit<Post, 'post_id' | 'hashtags' | BorrowedField>, 'posts'> & {
  author_pk: number | null
  sound_pk: number | null
  place_pk: number | null
  post_id: string
  /** In caption order, with repetitions. `pk`: the hashtag's row. */
  hashtags: readonly (HashtagUse & { pk: number })[]
}

export type CollectionRow = { pk: number; user_pk: number; place_in_list: number } & Omit<Collection, 'posts_count'>

export type LiveRoomRow = StoredRow<Omit<LiveRoom & LiveSearchResult, 'is_live' | 'streamer'>, 'live_rooms'> & {
  user_pk: number
}

export type EffectRow = StoredRow<Omit<Effect, 'tags'>, 'effects'> & { tags: readonly string[] }

export type SourceRow = { name: string; collected_from: number | null; collected_to: number | null }

type Nullable<T> = { [K in keyof T]: T[K] | null }

type CellValue = string | number | boolean | null | readonly (string | object)[]

/**
 * Writes a data set: rows in any order, then `finish`, which derives counts, ranks and indexes and moves the file into place atomically.
 * Readers see the former file until then; a writer that dies leaves only a temporary file.
 */
export class DatasetWriter {
  readonly #path: string
  readonly #unlock: () => void
  readonly #temporary: string
  readonly #db: DatabaseSync
  readonly #inserts = new Map<string, { columns: readonly string[]; rows: Inserts }>()
  /** Posts of each hashtag: time, id order and row. */
  readonly #tagged: SpillFile

  /** `check`: throws where the file must not be replaced; nobody else writes it from then on. */
  constructor(given: string, check: (contents: Contents | null) => void = () => {}) {
    refuseIrregular(given)
    const path = realPathOf(given)
    this.#path = path
    this.#temporary = `${path}.${process.pid}.${Date.now().toString(36)}.part`
    mkdirSync(dirname(path), { recursive: true })
    this.#unlock = lockForImport(path)
    try {
      check(contentsOf(path))
      // Rows come in any order, so references may precede their targets.
      const open = () => new DatabaseSync(this.#temporary, { enableForeignKeyConstraints: false })
      this.#db = changeHeld('files', open)
    } catch (error) {
      this.#unlock()
      throw error
    }
    // The file becomes visible only when complete, so durability is not needed. A journal is required because Node opens files defensively;
    // in memory it stays small, since all pages are new.
    this.#db.exec(
      'PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -32768'
    )
    this.#db.exec(tables)
    this.#db.exec('BEGIN')
    keepRemovals(this.#db, path)
    this.#tagged = new SpillFile(this.#db, 'tagged')
    // Until all posts are known, whose order they follow.
    this.#db.exec('CREATE TABLE temp.waiting_reposts (user_pk INTEGER, reposted_at INTEGER, post_pk INTEGER)')
  }

  /** A source; the first one has key 1. */
  source(row: SourceRow): void {
    this.#insert('sources', row)
  }

  /** The data is current as of this time, in Unix seconds, regardless of its newest post. */
  asOf(moment: number): void {
    this.#insert('dataset_facts', { name: 'as_of', value: moment })
  }

  /** `handle`: null when another account holds the username now. */
  user(row: UserRow & Partial<Origin> & { handle?: string | null }): void {
    this.#insert('users', { ...row, handle: row.handle === undefined ? row.username.toLowerCase() : row.handle })
  }

  userVariant(row: UserVariantRow): void {
    this.#insert('user_variants', row)
  }

  sound(row: SoundRow): void {
    this.#insert('sounds', { ...row, posts_count: 0 })
  }

  place(row: PlaceRow): void {
    this.#insert('places', { ...row, posts_count: 0 })
  }

  hashtag(row: HashtagRow): void {
    this.#insert('hashtags', { ...row, canonical_name: row.name === null ? null : canonicalHashtag(row.name) })
  }

  post(row: PostTableRow & Partial<Origin>): void {
    const id_order = idOrderOf(row.post_id)
    this.#insert('all_posts', { ...row, id_order, hashtags: row.hashtags.map(({ pk: _, ...use }) => use) })
    const hashtags = new Set(row.hashtags.map((hashtag) => hashtag.pk))
    for (const pk of hashtags) this.#tagged.add(pk, [row.created_at, id_order, row.pk])
  }

  repost(userPk: number, postPk: number, repostedAt: number): void {
    this.#insert('temp.waiting_reposts', { user_pk: userPk, reposted_at: repostedAt, post_pk: postPk })
  }

  /** The complete follower list of one account, in any order. */
  followers(userPk: number, list: readonly { follower_pk: number; followed_at: number }[]): void {
    const latestFirst = [...list].sort((a, b) => b.followed_at - a.followed_at || b.follower_pk - a.follower_pk)
    let pageTime = Number.POSITIVE_INFINITY
    for (const { follower_pk, followed_at } of latestFirst) {
      pageTime = Math.min(followed_at, pageTime - 1)
      this.#insert('followers', { user_pk: userPk, page_time: pageTime, follower_pk, followed_at })
    }
    if (list.length > 0) this.#insert('follower_counts', { user_pk: userPk, listed: list.length })
  }

  collection(row: CollectionRow, postPks: readonly number[]): void {
    this.#insert('all_collections', { ...row, posts_count: postPks.length })
    postPks.forEach((post_pk, index) => {
      this.#insert('collection_posts', { collection_pk: row.pk, place_in_list: index + 1, post_pk })
    })
  }

  liveRoom(row: LiveRoomRow): void {
    this.#insert('all_live_rooms', row)
  }

  /** Counts over time of one row, once. */
  samples(kind: ObservedKind, pk: number, samples: readonly Sample[]): void {
    const table = sampleTables[kind]
    const { rows } = this.#inserts.get(table) ?? this.#begin(table, ['pk', ...sampleColumns(kind)])
    for (const sample of mergeSamples(samples)) rows.add(pk, ...cellsOfSample(sample))
  }

  effect(row: EffectRow): void {
    this.#insert('effects', row)
  }

  /** Derives counts, ranks and indexes and moves the file into place. `onStep` reports progress, in rows where known. */
  finish(onStep: OnProgress = () => {}): void {
    for (const { rows } of this.#inserts.values()) rows.finish()
    onStep('indexes', 0, 1)
    this.#db.exec(`INSERT INTO reposts SELECT w.user_pk, w.reposted_at, p.id_order, w.post_pk
      FROM temp.waiting_reposts w JOIN all_posts p ON p.pk = w.post_pk; DROP TABLE temp.waiting_reposts`)
    this.#db.exec(indexes)
    hidePosts(this.#db)
    this.#writeTagged()
    onStep('counts', 0, 1)
    this.#db.exec(`
      UPDATE sounds SET posts_count = (SELECT count(*) FROM posts WHERE sound_pk = sounds.pk);
      UPDATE places SET posts_count = (SELECT count(*) FROM posts WHERE place_pk = places.pk);
      ${addUpPosts} AND (total_videos IS NULL OR total_likes IS NULL OR EXISTS (SELECT 1 FROM imports));
    `)
    atOnce(refreshDerived(this.#db, onStep, { isWhole: true }))
    this.#db.prepare('INSERT INTO generation VALUES (?)').run(randomUUID())
    this.#db.exec('COMMIT')
    this.#db.exec(`PRAGMA user_version = ${schemaVersion}`)
    this.#inserts.clear()
    this.#db.close()
    putInPlace(this.#temporary, this.#path)
    // Gone on with, an interrupted import would replace what is there now; only what was made up can be made again.
    if (contentsOf(this.#path)?.isMadeUp === false) removeWithBesides(partOf(this.#path))
    this.#unlock()
  }

  /** Gives up and removes the temporary file. */
  abandon(): void {
    this.#inserts.clear()
    if (this.#db.isOpen) this.#db.close()
    rmSync(this.#temporary, { force: true })
    this.#unlock()
  }

  /** Visible posts only, in table order, so that the table grows at its end. */
  #writeTagged(): void {
    const hidden = hiddenPosts(this.#db)
    const rows = new Inserts(this.#db, 'hashtag_posts', ['hashtag_pk', 'created_at', 'id_order', 'post_pk'])
    let hashtag = 0
    let posts: { createdAt: number; order: number; pk: number }[] = []
    const write = () => {
      posts.sort((a, b) => a.createdAt - b.createdAt || a.order - b.order || a.pk - b.pk)
      for (const { createdAt, order, pk } of posts) rows.add(hashtag, createdAt, order, pk)
      posts = []
    }
    for (const { heap, numbers } of this.#tagged.read()) {
      if (heap !== hashtag) write()
      hashtag = heap
      while (!numbers.isAtEnd) {
        const post = { createdAt: numbers.next(), order: numbers.next(), pk: numbers.next() }
        if (!hidden.has(post.pk)) posts.push(post)
      }
    }
    write()
    rows.finish()
    this.#tagged.end()
  }

  /** The first row of a table decides which columns are written. */
  #insert(table: string, row: Readonly<Record<string, CellValue>>): void {
    const { columns, rows } = this.#inserts.get(table) ?? this.#begin(table, Object.keys(row))
    rows.add(...columns.map((column) => cellOf(row[column] ?? null)))
  }

  #begin(table: string, columns: readonly string[]): { columns: readonly string[]; rows: Inserts } {
    const begun = { columns, rows: new Inserts(this.#db, table, columns) }
    this.#inserts.set(table, begun)
    return begun
  }
}

/** Stored form: flags as 0 and 1, lists as JSON. */
const cellOf = (value: CellValue): SQLInputValue => {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
