import { CommandError } from '../../core/errors.ts'
import type { ImportSession, MergeStore } from '../merge/merge-store.ts'
import type { Target } from '../target.ts'
import { cellsOf, type Removal, type RemovalKind, removalOf } from './removal.ts'
import { formOf } from './removal-form.ts'
import * as sql from './removal-statements.ts'
import { removeRows } from './remove-rows.ts'
import { RemovedRecords } from './removed-records.ts'

/** Removals of a data set (docs/removing.md). All of them hold its lock. */

/** What is to be removed, as it is named. */
export type Named = { kind: RemovalKind | 'handle'; key: string }
/** The same by its id. `shown`: what somebody who decides sees of it; null where it is not there. */
export type Identified = { kind: RemovalKind; id: string; shown: string | null }

/** `posts`: how many it took along. */
export type Listed = Removal & { posts: number }

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

const inBatch = async <T>(session: ImportSession, work: (store: MergeStore) => Promise<T>): Promise<T | undefined> => {
  let result: T | undefined
  await session.batch(
    async () => {
      result = await work(session.store)
    },
    () => nothing
  )
  return result
}

const now = () => Math.floor(Date.now() / 1000)

const allOf = async ({ tables }: MergeStore): Promise<readonly Removal[]> =>
  ((await tables.all(sql.removalsSince, [[0]]))[0] ?? []).map(removalOf)

export const removedRecords = async (store: MergeStore): Promise<RemovedRecords> =>
  new RemovedRecords(store, await allOf(store))

export const noteRemovals = ({ tables }: MergeStore, removals: readonly Removal[]): void =>
  tables.change(sql.noteRemoval, removals.map(cellsOf))

/** Deletes what is removed but there. */
const apply = async (session: ImportSession): Promise<void> => {
  await inBatch(session, (store) => removeRows(store, now()))
  await session.finish(() => {}, {})
  await session.erase()
}

/** Removes what came into a data set although it was removed. */
export const applyRemovals = (target: Target): Promise<void> =>
  withSession(target, async (session) => {
    const { tables } = session.store
    for (const read of Object.values(sql.removedRows)) {
      if ((await tables.all(read, [[0]])).flat().length > 0) return apply(session)
    }
  })

/** Finds what is named. Throws where an account is named by a handle that none has. */
export const identify = (target: Target, named: readonly Named[]): Promise<Identified[]> =>
  withSession(target, async ({ store: { tables } }) => {
    const found: Identified[] = []
    for (const { kind, key } of named) {
      const [cells] = await tables.first(sql.shown[kind], [[kind === 'handle' ? key.toLowerCase() : key]])
      if (kind === 'handle') {
        if (cells === undefined)
          throw new CommandError(
            `No account of ${target.name} has the handle ${key} now. One that had it, or that is not there yet, is removed by its own id: user-id:ID.`
          )
        found.push({ kind: 'user', id: String(cells[0]), shown: shownAccount(cells) })
      } else found.push({ kind, id: key, shown: cells === undefined ? null : shownBy[kind](cells) })
    }
    return found
  })

type Cells = readonly unknown[]
const beginning = (text: unknown): string =>
  text === null ? 'without text' : JSON.stringify(String(text).slice(0, 60))
const counted = (count: unknown, noun: string): string =>
  `${Number(count).toLocaleString('en')} ${noun}${Number(count) === 1 ? '' : 's'}`

const shownAccount = ([id, hasId, username, name, posts]: Cells): string =>
  `@${username}${name === null ? '' : ` (${name})`}, ${hasId === 1 ? `account ${id}` : 'an account known by this handle alone'}, with ${counted(posts, 'post')}`
const shownBy: Readonly<Record<RemovalKind, (cells: Cells) => string>> = {
  user: shownAccount,
  post: ([id, username, at, caption]) =>
    `post ${id} of ${username === null ? 'an unknown account' : `@${username}`}, ${new Date(Number(at) * 1000).toISOString().slice(0, 10)}: ${beginning(caption)}`,
  sound: ([id, title, author, posts]) =>
    `sound ${id}, ${beginning(title)} by ${beginning(author)}, used by ${counted(posts, 'post')}`
}

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
    await session.erase()
  })

/** Those that were removed by themselves, the latest first, with the number of posts that each took along. */
export const listRemovals = (target: Target): Promise<Listed[]> =>
  withSession(target, async ({ store }) => {
    const all = await allOf(store)
    const posts = Map.groupBy(
      all.filter(({ kind }) => kind === 'post'),
      ({ alongWith }) => alongWith
    )
    return all
      .filter(({ alongWith }) => alongWith === '')
      .map((removal) => ({ ...removal, posts: posts.get(`${removal.kind}:${removal.id}`)?.length ?? 0 }))
      .toSorted((a, b) => b.removedAt - a.removedAt)
  })

/** Forgets removals; records come back with the next import. */
export const undoRemovals = (target: Target, records: readonly Pick<Removal, 'kind' | 'id'>[]): Promise<void> =>
  withSession(target, async (session) => {
    const all = await allOf(session.store)
    for (const { kind, id } of records) {
      const known = all.filter((removal) => removal.kind === kind && removal.id === id)
      if (known.some(({ alongWith }) => alongWith === '')) continue
      const [along] = known
      throw new CommandError(
        along === undefined
          ? `${formOf(kind, id)} is not removed from ${target.name}.`
          : `${formOf(kind, id)} was removed with ${along.alongWith.replace('user:', 'user-id:')}: undo that.`
      )
    }
    await inBatch(session, async ({ tables }) =>
      tables.change(
        sql.undoRemoval,
        records.map(({ kind, id }) => [kind, id])
      )
    )
  })
