import { groupOf } from '../../engines/columnar/column-store.ts'
import { refreshThings } from '../../engines/search/refresh.ts'
import { run } from '../../engines/search/store.ts'
import { columnKinds, staleGroupKinds } from '../../store/tables/column-chunks.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { limits } from '../index/refresh-limits.ts'
import { tagsOf } from '../merge/hashtags.ts'
import { turnPosts } from '../merge/hidden-posts.ts'
import type { MergeStore } from '../merge/merge-store.ts'
import { samplesOf } from '../samples/sample-statements.ts'
import { noteGroups } from '../stale/stale-statements.ts'
import type { RowTables } from '../tables/row-tables.ts'
import { cellsOf, handleId, type Removal, soundFactsId } from './removal.ts'
import * as sql from './removal-statements.ts'

const unknown = { byId: new Map<string, number>(), byName: new Map<string, number>() }

const listed = (pks: Iterable<unknown>): number[][] =>
  [...new Set(pks)].flatMap((pk) => (pk == null ? [] : [[Number(pk)]]))

/** Deletes all rows that are there although they are removed, within one transaction. Returns how many. */
export const removeRows = async (store: MergeStore, now: number): Promise<number> => {
  const { tables } = store
  const pksOf = async (read: (typeof sql.removedRows)[keyof typeof sql.removedRows]) =>
    ((await tables.all(read, [[0]]))[0] ?? []).map(([pk]) => [Number(pk)])
  const accounts = await pksOf(sql.removedRows.accounts)
  const posts = await pksOf(sql.removedRows.posts)
  const sounds = await pksOf(sql.removedRows.sounds)
  if (accounts.length + posts.length > 0) sounds.push(...(await removeAccountsAndPosts(store, accounts, posts, now)))
  if (sounds.length > 0) await removeSounds(store, listed(sounds.flat()), now)
  return accounts.length + posts.length + sounds.length
}

/** Returns the sounds of the accounts. */
const removeAccountsAndPosts = async (
  store: MergeStore,
  accounts: readonly number[][],
  posts: readonly number[][],
  now: number
): Promise<number[][]> => {
  const { tables } = store
  const users = (await tables.first(sql.accountOf, accounts)).filter((cells) => cells !== undefined)
  // As if they became private, which takes their posts out of all that is derived from them.
  tables.change(sql.hide.accounts, accounts)
  tables.change(sql.hide.posts, posts)
  const pks = accounts.flat()
  const authors = [...new Set([...pks, ...(await store.sharingHandles(pks))])]
  await turnPosts(store, unknown, { authors, posts: posts.flat() }, pks)

  const own = await tables.all(sql.postsOf.account, accounts)
  const former = await tables.all(sql.postsOf.formerHandles, accounts)
  const rooms = listed((await tables.all(sql.roomsOf, accounts)).flat(2))
  const taken = new Map<unknown, readonly Cells[]>()
  for (const [index, [pk]] of accounts.entries()) taken.set(pk, [...(own[index] ?? []), ...(former[index] ?? [])])
  const sounds = await noteTaken(store, users, taken, now)
  const rows = [...[...taken.values()].flat(), ...(await tables.all(sql.postsOf.itself, posts)).flat()]
  await deletePosts(store, rows)

  tables.change(sql.removeRoom, rooms)
  for (const change of sql.removeAccount) tables.change(change, accounts)
  tables.change(samplesOf.users.remove, accounts)
  for (const change of sql.sweeps) tables.change(change, [[1]])
  noteStale(tables, columnKinds.users, pks)
  const index = await store.indexStore()
  await run(refreshThings('users', pks, limits.postingsOfRound), index)
  await run(refreshThings('live', rooms.flat(), limits.postingsOfRound), index)
  return sounds
}

const deletePosts = async (store: MergeStore, rows: readonly Cells[]): Promise<void> => {
  const { tables } = store
  const pks = listed(rows.map(([pk]) => pk))
  const lists = rows.map((cells) => String(cells[4]))
  const tags = await tagsOf(store, unknown, lists)
  tables.change(sql.removePost, pks)
  tables.change(samplesOf.posts.remove, pks)
  tables.change(sql.removeUnused.hashtags, listed(lists.flatMap((list) => [...tags(list)])))
  tables.change(sql.removeUnused.sounds, listed(rows.map(([, , sound]) => sound)))
  tables.change(sql.removeUnused.places, listed(rows.map(([, , , place]) => place)))
  noteStale(tables, columnKinds.posts, pks.flat())
  noteStale(tables, staleGroupKinds.hashtags, pks.flat())
  noteStale(tables, columnKinds.sounds, listed(rows.map(([, , sound]) => sound)).flat())
}

/** Notes what accounts take along: what stands for their handles, and their posts. Returns the sounds that they made. */
const noteTaken = async (
  { tables, handlesOf }: MergeStore,
  users: readonly Cells[],
  taken: ReadonlyMap<unknown, readonly Cells[]>,
  now: number
): Promise<number[][]> => {
  const made: number[][] = []
  const removals: Removal[] = []
  const handles = await handlesOf(users.map(([, id]) => String(id)))
  for (const [pk, id, hasId, ...names] of users) {
    const rest = { alongWith: `user:${id}`, removedAt: now, why: null }
    const posts = taken.get(pk) ?? []
    for (const { handle, at } of hasId === 1 ? (handles.get(String(id)) ?? []) : [])
      removals.push({ ...rest, kind: 'user', id: handleId(handle), until: at })
    for (const [, post] of posts) removals.push({ ...rest, kind: 'post', id: String(post), until: null })
    const own = new Set(names.flatMap((name) => (name === null ? [] : [String(name).toLowerCase()])))
    for (const cells of await tables.first(sql.soundOf, listed(posts.map((post) => post[2])))) {
      if (cells === undefined || cells[4] !== 1 || !own.has(String(cells[3]).toLowerCase())) continue
      made.push([Number(cells[0])])
      const soundId = cells[1] === null ? soundFactsId(cells[2], cells[3], cells[4]) : String(cells[1])
      removals.push({ ...rest, kind: 'sound', id: soundId, until: null })
    }
  }
  tables.change(sql.noteRemoval, removals.map(cellsOf))
  return made
}

/** Posts lose these sounds, and stay. */
const removeSounds = async ({ tables, ...store }: MergeStore, sounds: number[][], now: number): Promise<void> => {
  const known = (await tables.first(sql.soundOf, sounds)).filter((cells) => cells !== undefined)
  const posts = (await tables.all(sql.postsOfSound, sounds)).flat(2).map(Number)
  const facts = known.flatMap(([, id, title, author, isOriginal]): Removal[] =>
    id === null || (title === null && author === null)
      ? []
      : [
          {
            kind: 'sound',
            id: soundFactsId(title, author, isOriginal),
            alongWith: `sound:${id}`,
            removedAt: now,
            why: null,
            until: null
          }
        ]
  )
  tables.change(sql.noteRemoval, facts.map(cellsOf))
  tables.change(sql.silence, sounds)
  tables.change(sql.removeSound, sounds)
  tables.change(
    sql.removeSuggestionsOf,
    known.flatMap(([, id]) => (id === null ? [] : [[String(id)]]))
  )
  for (const change of sql.sweeps) tables.change(change, [[1]])
  noteStale(tables, columnKinds.posts, posts)
  noteStale(tables, columnKinds.sounds, sounds.flat())
  await store.noteStale('posts', posts)
}

const noteStale = (tables: RowTables, kind: number, pks: readonly number[]): void =>
  tables.change(
    noteGroups,
    [...new Set(pks.map(groupOf))].map((group) => [kind, group])
  )
