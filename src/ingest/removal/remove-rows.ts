import { refreshDocuments } from '../../engines/search/refresh.ts'
import { run } from '../../engines/search/store.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { limits } from '../index/refresh-limits.ts'
import { tagsOf } from '../merge/hashtags.ts'
import { turnPosts } from '../merge/hidden-posts.ts'
import type { MergeStore } from '../merge/merge-store.ts'
import { noteStaleRows } from '../stale/stale-rows.ts'
import { cellsOf, handleId, type Removal } from './removal.ts'
import * as sql from './removal-statements.ts'

const unknown = { byId: new Map<string, number>(), byName: new Map<string, number>() }

/** Deletes all existing rows of removed records within one transaction, and notes the records removed with accounts. */
export const removeRows = async (store: MergeStore, now: number): Promise<void> => {
  const { tables } = store
  const [[users = []], [others = []], [tracks = []]] = [
    await tables.all(sql.removedRows.users, [[0]]),
    await tables.all(sql.removedRows.posts, [[0]]),
    await tables.all(sql.removedRows.sounds, [[0]])
  ]
  const [accounts, posts, sounds] = [keys(pksOf(users)), keys(pksOf(others)), keys(pksOf(tracks))]
  // Hides the accounts as if they became private, which removes them from all derived data.
  tables.change(sql.steps.hideUser, accounts)
  tables.change(sql.steps.hidePost, posts)
  const authors = [...new Set([...accounts.flat(), ...(await store.sharingHandles(accounts.flat()))])]
  await turnPosts(store, unknown, { authors, posts: posts.flat() }, accounts.flat())

  const own = await tables.all(sql.postsOfAccount, accounts)
  const handles = await store.handlesOf(users.map(([, id]) => String(id)))
  const along = users.flatMap(([, id], index): Removal[] => {
    const rest = { alongWith: `user:${id}`, removedAt: now, why: null }
    return [
      ...(handles.get(String(id)) ?? []).map(({ handle, at }) => {
        return { ...rest, kind: 'user' as const, id: handleId(handle), until: at }
      }),
      ...(own[index] ?? []).map((post) => ({ ...rest, kind: 'post' as const, id: String(post[1]), until: null }))
    ]
  })
  tables.change(sql.noteRemoval, along.map(cellsOf))
  const removed = [...own, ...(await tables.all(sql.post, posts))].flat()
  const tags = await tagsOf(
    store,
    unknown,
    removed.map((post) => String(post[4]))
  )
  const silenced = keys(pksOf((await tables.all(sql.postsOfSound, sounds)).flat()))
  const removedPosts = keys(pksOf(removed))
  const soundsOfPosts = keys(removed.map((post) => post[2]))
  const ofIds = (await tables.all(sql.namesOf, [...sounds, ...soundsOfPosts])).flat().map(([names]) => names)
  const facts = [...new Set([...ofIds, ...removed.map((post) => post[5])])].flatMap((name) => name ?? []).map(String)

  tables.change(sql.steps.removeRelations, accounts)
  tables.change(sql.steps.removeRooms, accounts)
  tables.change(sql.steps.removeUser, accounts)
  tables.change(sql.steps.removePost, removedPosts)
  tables.change(sql.steps.silencePosts, sounds)
  tables.change(sql.steps.removeSound, sounds)
  tables.change(
    sql.steps.removeSuggestions,
    tracks.map(([, id]) => [String(id)])
  )
  tables.change(sql.steps.removeUnusedHashtag, keys(removed.flatMap((post) => [...tags(String(post[4]))])))
  tables.change(sql.steps.removeUnusedSound, soundsOfPosts)
  tables.change(sql.steps.removeUnusedPlace, keys(removed.map((post) => post[3])))
  // Posts with only facts of their sound do not refer to a removed id.
  await store.nameSounds(facts)
  const byFacts = await tables.all(
    sql.soundByFacts,
    facts.map((name) => [name])
  )
  tables.change(sql.steps.removeUnusedSound, keys(pksOf(byFacts.flat())))
  for (const change of sql.sweeps) tables.change(change, [[1]])

  noteStaleRows(tables, 'users', accounts.flat())
  noteStaleRows(tables, 'posts', [...removedPosts, ...silenced].flat())
  noteStaleRows(tables, 'sounds', [...soundsOfPosts, ...sounds].flat())
  await store.noteStale('posts', silenced.flat())
  await run(refreshDocuments('users', accounts.flat(), limits.postingsOfRound), await store.indexStore())
}

const pksOf = (rows: readonly Cells[]): unknown[] => rows.map(([pk]) => pk)

/** Distinct row keys as parameters. */
const keys = (pks: Iterable<unknown>): number[][] =>
  [...new Set(pks)].flatMap((pk) => (pk == null ? [] : [[Number(pk)]]))
