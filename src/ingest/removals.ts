import { CommandError } from '../core/errors.ts'
import type { ImportSession, MergeStore } from './merge/merge-store.ts'
import { cellsOf, type Removal, type RemovalKind, removalOf } from './removal/removal.ts'
import * as sql from './removal/removal-statements.ts'
import { removeRows } from './removal/remove-rows.ts'
import { RemovedRecords } from './removal/removed-records.ts'
import type { Target } from './target.ts'

/** Removals of a data set (the guide /docs/removing). What changes them holds its lock. */

/** What is to be removed, as it is named. */
export type Named = { kind: RemovalKind | 'handle'; key: string }
/** The same by its id. `shown`: what somebody who decides sees of it; null where it is not there. */
export type Identified = { kind: RemovalKind; id: string; shown: string | null }

/** `posts`: how many it took along. */
export type ListedRemoval = Removal & { posts: number }

const nothing = { passed: 0, counts: {} }
const amending = { replaces: false, resumes: false, amends: true } as const

const withSession = async <T>(target: Target, work: (session: ImportSession) => Promise<T>): Promise<T> => {
  const session = await target.openSession(amending)
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

const inBatch = (session: ImportSession, work: (store: MergeStore) => Promise<void>): Promise<void> =>
  session.batch(
    () => work(session.store),
    () => nothing
  )

const now = () => Math.floor(Date.now() / 1000)

const allOf = async ({ tables }: MergeStore): Promise<readonly Removal[]> =>
  ((await tables.all(sql.removalsSince, [[0]]))[0] ?? []).map(removalOf)

export const removedRecords = async (store: MergeStore): Promise<RemovedRecords> =>
  new RemovedRecords(store, await allOf(store))

export const noteRemovals = ({ tables }: MergeStore, removals: readonly Removal[]): void =>
  tables.change(sql.noteRemoval, removals.map(cellsOf))

/** Removes records that came into a data set again after their removal. */
export const applyRemovals = (target: Target): Promise<void> =>
  withSession(target, async (session) => {
    const { tables } = session.store
    for (const read of Object.values(sql.removedRows)) {
      if ((await tables.all(read, [[0]])).flat().length === 0) continue
      await inBatch(session, (store) => removeRows(store, now()))
      await session.finish(() => {}, {})
      return
    }
  })

/** Finds what is named, each once. Throws where an account is named by a handle that none has. */
export const identify = (target: Target, named: readonly Named[]): Promise<Identified[]> =>
  withSession(target, async ({ store: { tables } }) => {
    const found = new Map<string, Identified>()
    for (const { kind, key } of named) {
      const [cells] = await tables.first(sql.shown[kind], [[kind === 'handle' ? key.toLowerCase() : key]])
      if (kind === 'handle' && cells === undefined) {
        throw new CommandError(
          `No account of ${target.name} has the handle ${key} now. One that had it, or that is not there yet, is removed by its own id: user-id:ID.`
        )
      }
      const record = {
        kind: kind === 'handle' ? 'user' : kind,
        id: kind === 'handle' ? String(cells?.[0]) : key,
        shown: cells === undefined ? null : String(cells[1])
      } as const
      found.set(formOf(record), record)
    }
    return [...found.values()]
  })

/** Removes records and what they take along. */
export const removeRecords = (target: Target, records: readonly Identified[], why: string): Promise<void> =>
  withSession(target, async (session) => {
    const removedAt = now()
    await inBatch(session, async (store) => {
      noteRemovals(
        store,
        records.map(({ kind, id }) => ({ kind, id, alongWith: '', removedAt, why, until: null }))
      )
      await removeRows(store, removedAt)
    })
    await session.finish(() => {}, {})
  })

/** How a removed record is named. */
export const formOf = ({ kind, id }: Pick<Removal, 'kind' | 'id'>): string =>
  `${kind === 'user' ? 'user-id' : kind}:${id}`

/** Removals that somebody decided, the latest first, each with the number of posts removed along with it. */
export const listRemovals = async (target: Target): Promise<ListedRemoval[]> => {
  const all = (await target.readRows(sql.allRemovals)).map(removalOf)
  const posts = Map.groupBy(
    all.filter(({ kind }) => kind === 'post'),
    ({ alongWith }) => alongWith
  )
  return all
    .filter(({ alongWith }) => alongWith === '')
    .map((removal) => ({ ...removal, posts: posts.get(`${removal.kind}:${removal.id}`)?.length ?? 0 }))
    .toSorted((a, b) => b.removedAt - a.removedAt)
}

/** Forgets removals; records come back with the next import. */
export const undoRemovals = (target: Target, named: readonly Named[]): Promise<void> =>
  withSession(target, async (session) => {
    const all = await allOf(session.store)
    const records = named.map(({ kind, key: id }) => {
      if (kind === 'handle')
        throw new CommandError('Handles of removed accounts are not kept: name its id, which --list shows.')
      const known = all.filter((removal) => removal.kind === kind && removal.id === id)
      if (known.some(({ alongWith }) => alongWith === '')) return [kind, id]
      const along = known[0]?.alongWith.replace('user:', 'user-id:')
      const how = along === undefined ? `is not removed from ${target.name}.` : `was removed with ${along}: undo that.`
      throw new CommandError(`${formOf({ kind, id })} ${how}`)
    })
    await inBatch(session, async ({ tables }) => tables.change(sql.undoRemoval, records))
  })
