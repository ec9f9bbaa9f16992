import { keysOf } from '../../core/keys-of.ts'
import { topLength } from '../../records/dataset.ts'
import * as sql from '../../store/tables/summary.ts'
import type { Changes } from '../merge/changes.ts'
import { dateSound } from '../merge/derived.ts'
import type { MergedTable } from '../merge/merge-rows.ts'
import type { PostHashtagUse, Sums, TurnedPost } from '../merge/merge-store.ts'
import type { RowTables } from '../tables/row-tables.ts'
import { owned, roomsOfHandle } from './hiding-statements.ts'

/** The fact that exists while ranks of library sounds may be outdated. */
const libraryFact = 'library_is_stale'
export const isLibraryStale = `SELECT 1 FROM dataset_facts WHERE name = '${libraryFact}'`
export const noteRanked = `DELETE FROM dataset_facts WHERE name = '${libraryFact}'`
/** Whether there is a summary to update. */
export const isSummarized = `SELECT 1 FROM dataset_facts WHERE name = '${sql.boundOf('top_posts')}'`

/** Changes of a batch that affect the summary: added counts, and the keys of rows that may be popular. */
export class SummaryChanges implements Omit<Changes, 'isCounted' | 'movedHandles' | 'accounts' | 'relations'> {
  readonly counts = new Map<sql.CountedFact, number>()
  readonly touched: Readonly<Record<MergedTable, Set<number>>> = {
    ...{ posts: new Set(), users: new Set(), sounds: new Set(), places: new Set() },
    ...{ hashtags: new Set(), effects: new Set(), live_rooms: new Set(), collections: new Set() }
  }
  /** Uses of hashtags by new posts. Uses by other posts may not be new, so their hashtags are counted again (`counted`). */
  readonly uses = new Map<number, number>()
  readonly counted = new Set<number>()
  /** Additional posts of sounds. */
  readonly sounds = new Map<number, number>()
  /** Accounts that got or lost a handle, and handles that accounts were seen with. */
  readonly moved = new Set<number>()
  readonly handles = new Set<string>()
  readonly #newPosts = new Set<number>()

  count(fact: sql.CountedFact, more: number): void {
    if (more !== 0) this.counts.set(fact, (this.counts.get(fact) ?? 0) + more)
  }

  rows(table: MergedTable, pks: Iterable<number>): void {
    for (const pk of pks) this.touched[table].add(pk)
  }

  newPosts(pks: readonly number[]): void {
    this.count('posts_count', pks.length)
    for (const pk of pks) this.#newPosts.add(pk)
  }

  turned(posts: readonly TurnedPost[]): void {
    for (const { pk, isHidden } of posts) {
      this.count('posts_count', isHidden ? -1 : 1)
      this.touched.posts.add(pk)
    }
  }

  addedUses(uses: readonly PostHashtagUse[]): void {
    for (const { hashtagPk, postPk } of uses) {
      if (this.#newPosts.has(postPk)) this.uses.set(hashtagPk, (this.uses.get(hashtagPk) ?? 0) + 1)
      else this.counted.add(hashtagPk)
    }
  }

  removedUses(uses: readonly PostHashtagUse[]): void {
    for (const { hashtagPk } of uses) this.counted.add(hashtagPk)
  }

  mergedHashtag(from: number, to: number): void {
    this.counted.add(from).add(to)
  }

  accountHandles(accounts: readonly number[], handles: readonly string[]): void {
    for (const pk of accounts) this.moved.add(pk)
    for (const handle of handles) this.handles.add(handle)
  }

  /** Also called without additions: a post with another time may be the first one of a sound. */
  sums({ users, sounds, places }: Sums): void {
    this.rows('users', users.keys())
    for (const [pk, posts] of sounds) this.sounds.set(pk, (this.sounds.get(pk) ?? 0) + posts)
    this.rows('sounds', sounds.keys())
    this.rows('places', places.keys())
  }
}

/** Rooms are ranked as a whole. */
type TouchedKind = Exclude<sql.PopularKind, 'top_live_rooms'>
const tableOf: Readonly<Record<TouchedKind, MergedTable>> = {
  ...({ top_creators: 'users', top_posts: 'posts', top_sounds: 'sounds' } as const),
  ...({ top_hashtags: 'hashtags', top_places: 'places', top_effects: 'effects' } as const)
}
const kinds = keysOf(tableOf)

/** Row keys as parameters. */
const keys = <T>(of: Iterable<T>): T[][] => [...of].map((key) => [key])

/** Applies the changes of a batch to the summary, within its transaction. The result equals a full count and costs only the changed rows. */
export const keepSummary = async (tables: RowTables, changes: SummaryChanges): Promise<void> => {
  const { touched, counts, moved } = changes
  const unnamed = await tables.first(sql.soundWithoutId, keys(changes.sounds.keys()))
  for (const [index, more] of [...changes.sounds.values()].entries()) {
    const [posts] = unnamed[index] ?? []
    if (posts !== undefined) changes.count('sounds_count', Number(Number(posts) > 0) - Number(Number(posts) - more > 0))
  }
  tables.change(sql.addToFact, [...counts])
  if (touched.sounds.size > 0) {
    tables.change(dateSound, keys(touched.sounds))
    tables.change(sql.setFact, [[libraryFact, 1]])
  }
  const shown = (await tables.first(sql.shownAt, keys(touched.posts))).map((cells) => Number(cells?.[0] ?? 0))
  const newest = shown.reduce((latest, at) => Math.max(latest, at), 0)
  const [[known] = []] = await tables.first(sql.knownAsOf, [['as_of']])
  const asOf = Math.max(newest, Number(known ?? 0))
  if (asOf > 0) tables.change(sql.setFact, [['as_of', asOf]])
  for (const pk of [...changes.uses.keys(), ...changes.counted]) touched.hashtags.add(pk)
  for (const [pk] of (await tables.all(sql.postsOf, keys(moved))).flat()) touched.posts.add(Number(pk))

  const accounts = keys(touched.users)
  const rooms = await tables.first(owned.rooms, accounts)
  const collections = await tables.first(owned.collections, accounts)
  const ofHandles = await tables.first(roomsOfHandle, keys(changes.handles))
  const isKnown = (row: unknown) => row !== undefined
  if (touched.collections.size > 0 || collections.some(isKnown)) tables.change(sql.recount, [['collections_count']])
  // The visibility of rooms depends on accounts that once had a handle.
  if (touched.live_rooms.size > 0 || rooms.some(isKnown) || ofHandles.some(isKnown)) {
    tables.change(sql.recount, [['live_rooms_count']])
    await rankAgain(tables, 'top_live_rooms')
  }
  for (const kind of kinds) if (touched[tableOf[kind]].size > 0) await rankTouched(tables, kind, changes)
}

/** Compares texts like both databases. */
const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

type RankedName = { pk: number; weight: number; name: string }

const rankTouched = async (tables: RowTables, kind: TouchedKind, changes: SummaryChanges): Promise<void> => {
  const touched = changes.touched[tableOf[kind]]
  const [[bound] = []] = await tables.first(sql.factOf, [[sql.boundOf(kind)]])
  const [listed = []] = await tables.all(sql.listed, [[kind]])
  const before = new Map(listed.map(([pk, weight]) => [Number(pk), Number(weight)]))
  const isAdded = (pk: number) => kind === 'top_hashtags' && before.has(pk) && !changes.counted.has(pk)
  const weighed = [...touched].filter((pk) => !isAdded(pk))
  const cells = await tables.first(sql.weighed[kind], keys(weighed))
  const found = weighed.map((pk, index): RankedName => {
    const [weight = 0, name = ''] = cells[index] ?? []
    return { pk, weight: Number(weight), name: String(name) }
  })
  const least = Number(bound ?? 0)
  const joining = found.filter(({ weight }) => weight > least)
  const isListTouched = [...before.keys()].some((pk) => touched.has(pk))
  // Rows with the weight of the last one are ordered by name, and may include shown rows.
  const isTied = least > 0 && found.some(({ weight }) => weight === least)
  if (isTied && [...before.values()].filter((weight) => weight > least).length < topLength) {
    return rankAgain(tables, kind)
  }
  if (joining.length === 0 && !isListTouched) return

  const others = [...before.keys()].filter((pk) => !touched.has(pk) || isAdded(pk))
  const names = await tables.first(sql.named[kind], keys(others))
  const staying = others.flatMap((pk, index): RankedName[] => {
    const name = names[index]?.[0]
    const weight = (before.get(pk) ?? 0) + (isAdded(pk) ? (changes.uses.get(pk) ?? 0) : 0)
    return name === undefined ? [] : [{ pk, weight, name: String(name) }]
  })
  const all = [...staying, ...joining].sort((a, b) => b.weight - a.weight || byCodePoint(a.name, b.name))
  const outside = Math.max(least, all[sql.rankedLength]?.weight ?? 0)
  if (outside > 0 && all.filter(({ weight }) => weight > outside).length < topLength) return rankAgain(tables, kind)
  tables.change(sql.removeListed, [[kind]])
  const rows = all.slice(0, sql.rankedLength).map(({ pk, weight }, index) => [kind, index + 1, pk, weight])
  tables.insert('popular', ['kind', 'rank', 'pk', 'weight'], rows)
  tables.change(sql.setFact, [[sql.boundOf(kind), outside]])
}

const rankAgain = async (tables: RowTables, kind: sql.PopularKind): Promise<void> => {
  tables.change(sql.removeListed, [[kind]])
  tables.change(sql.rankAgain[kind], [[1]])
  const [listed = []] = await tables.all(sql.listed, [[kind]])
  const outside = listed.length < sql.rankedLength ? 0 : Math.min(...listed.map(([, weight]) => Number(weight)))
  tables.change(sql.setFact, [[sql.boundOf(kind), outside]])
}
