import { type Awaitable, andThen } from '../../core/awaitable.ts'
import type { Cells } from '../../store/tables/columns.ts'
import type { RowRead } from '../../store/tables/row-statements.ts'
import { addSamples } from '../samples/add-samples.ts'
import { samplesOf } from '../samples/sample-statements.ts'
import type { RowTables } from '../tables/row-tables.ts'
import type { Changes } from './changes.ts'
import { type MergedTable, rowReaders, rowWriters, type SourceNames, turnedPost } from './merge-rows.ts'
import * as sql from './merge-statements.ts'
import type { Cell, DerivedStore, MergedKind, MergeStore, PostHashtagUse, Sums, Turned } from './merge-store.ts'
import { namedSounds } from './named-sounds.ts'

/** `isChanged: false`: only provenance columns may have changed. */
export type WrittenRow = { pk: number; isNew: boolean; isChanged?: boolean; takesHandle?: boolean }

/** Tables of a database, with the operations that differ between SQLite and PostgreSQL. */
export type MergeTables = RowTables & {
  /** Initial rows of `lastPks` and `sourceRows`. */
  readonly lastPks: readonly Cells[]
  readonly sources: readonly Cells[]
  /** `cellsOf` returns the cells of a row in the order of `mergedColumns`. */
  write<R extends WrittenRow>(table: MergedTable, rows: readonly R[], cellsOf: (row: R) => Cell[]): void
  /** Called before the uses of a hashtag are read. */
  indexUses(): void
  /** Hides and shows posts as `MergeStore.turnPosts` does, and returns their `turnedColumns`. */
  turnPosts(among: Turned): Awaitable<readonly Cells[]>
  /** Rows of `useColumns`. Existing ones stay. */
  addUses(rows: readonly (readonly number[])[]): void
}

type TableStoreOptions = {
  uses: ReturnType<typeof sql.usesIn>
  /** Hidden posts and sums are derived at the end of the import. */
  isDerivedLater: boolean
  changes: Changes
}

/** The part of a merge store for rows. */
export type TableStore = Omit<MergeStore, keyof DerivedStore>

export const tableStore = (tables: MergeTables, { uses, isDerivedLater, changes }: TableStoreOptions): TableStore => {
  const lastPks = new Map(tables.lastPks.map(([kind, pk]) => [kind, Number(pk)]))
  const sources = sourceNames(tables)
  const read = rowReaders(sources)
  const cellsOf = rowWriters(sources)
  const write = <R extends WrittenRow>(table: MergedTable, rows: readonly R[], cells: (row: R) => Cell[]): void => {
    tables.write(table, rows, cells)
    changes.rows(
      table,
      rows.filter(({ isNew, isChanged, takesHandle }) => isNew || isChanged || takesHandle).map(({ pk }) => pk)
    )
  }
  const countNew = (rows: readonly WrittenRow[]) => rows.filter(({ isNew }) => isNew).length

  /** The row of each existing key. */
  const lookUp = <T>(how: RowRead, keys: readonly string[], readRow: (cells: Cells) => T): Awaitable<Map<string, T>> =>
    andThen(
      tables.first(
        how,
        keys.map((key) => [key])
      ),
      (found) => byKey(keys, found, readRow)
    )

  const addSums = ({ users, sounds, places }: Sums): void => {
    if (isDerivedLater) return
    changes.sums({ users, sounds, places })
    const changed = [...users].filter(([, { videos, likes }]) => videos !== 0 || likes !== 0)
    tables.change(
      sql.addSums.users,
      changed.map(([pk, { videos, likes }]) => [pk, videos, likes])
    )
    const isSome = ([, posts]: readonly [number, number]) => posts !== 0
    tables.change(sql.addSums.sounds, [...sounds].filter(isSome))
    tables.change(sql.addSums.places, [...places].filter(isSome))
  }

  /** Moves the sums of posts that name their author by handle from the former holders to the new ones. Returns the former holders. */
  const moveSums = async (taken: ReadonlyMap<string, number>): Promise<number[]> => {
    const handles = [...taken.keys()]
    const found = await tables.all(
      sql.sumsByHandle,
      handles.map((handle) => [handle])
    )
    const users = new Map<number, { videos: number; likes: number }>()
    const former: number[] = []
    const add = (pk: number, videos: number, likes: number) => {
      const sum = users.get(pk) ?? { videos: 0, likes: 0 }
      users.set(pk, { videos: sum.videos + videos, likes: sum.likes + likes })
    }
    for (const [index, pk] of [...taken.values()].entries()) {
      for (const [before, videos, likes] of found[index] ?? []) {
        if (typeof before === 'number') {
          add(before, -Number(videos), -Number(likes))
          former.push(before)
        }
        add(pk, Number(videos), Number(likes))
      }
    }
    addSums({ users, sounds: new Map(), places: new Map() })
    return former
  }

  return {
    nextPk(kind: MergedKind) {
      const pk = (lastPks.get(kind) ?? 0) + 1
      lastPks.set(kind, pk)
      return pk
    },

    users: (ids) => lookUp(sql.lookUps.users, ids, read.user),
    nameless: (handles) => lookUp(sql.lookUps.nameless, handles, read.user),
    takenIds: (ids) =>
      andThen(
        lookUp(sql.lookUps.takenIds, ids, () => true),
        (taken) => new Set(taken.keys())
      ),
    async handles(handles) {
      const found = await tables.all(
        sql.lookUps.handles,
        handles.map((handle) => [handle])
      )
      const held = found.map((rows) => (rows.length === 0 ? undefined : read.handle(rows)))
      return new Map(handles.flatMap((handle, index) => (held[index] === undefined ? [] : [[handle, held[index]]])))
    },
    async handlesOf(ids) {
      const found = await tables.all(
        sql.lookUps.handlesOf,
        ids.map((id) => [id])
      )
      return new Map(ids.map((id, index) => [id, (found[index] ?? []).map(read.ownHandle)]))
    },
    async sharingHandles(pks) {
      const found = await tables.all(
        sql.sharingHandles,
        pks.map((pk) => [pk])
      )
      return found.flatMap((rows) => rows.map(([pk]) => Number(pk)))
    },
    sounds: (keys) => lookUp(sql.lookUps.sounds, keys, read.sound),
    places: (ids) => lookUp(sql.lookUps.places, ids, read.place),
    effects: (ids) => lookUp(sql.lookUps.effects, ids, read.effect),
    collections: (ids) => lookUp(sql.lookUps.collections, ids, read.collection),
    relations: (rows) =>
      andThen(
        tables.first(
          sql.relationPosition,
          rows.map(({ list, owner, member }) => [list, owner, member])
        ),
        (found) => found.map((cells) => (cells === undefined ? null : Number(cells[0])))
      ),
    rooms: (ids) => lookUp(sql.lookUps.rooms, ids, read.room),
    hashtags: (ids) => lookUp(sql.lookUps.hashtags, ids, read.hashtag),
    hashtagsNamed: (names) => lookUp(sql.lookUps.hashtagsNamed, names, read.hashtag),
    posts: (ids) => lookUp(sql.lookUps.posts, ids, read.post),

    async freeHandles(handles) {
      const accounts = (
        await tables.first(
          sql.accountsByHandle,
          handles.map((handle) => [handle])
        )
      ).flatMap((cells) => (cells === undefined ? [] : [{ pk: Number(cells[0]), hasId: cells[1] === 1 }]))
      const pks = (some: typeof accounts) => some.map(({ pk }) => [pk])
      tables.change(sql.freeHandle, pks(accounts.filter(({ hasId }) => hasId)))
      const removed = accounts.filter(({ hasId }) => !hasId)
      tables.change(sql.removeAccount, pks(removed))
      tables.change(samplesOf.users.remove, pks(removed))
      const freed = accounts.map(({ pk }) => pk)
      changes.rows('users', freed)
      changes.accountHandles(freed, [])
      changes.count('creators_count', -freed.length)
      return freed
    },
    async writeUsers(rows) {
      const taking = changes.isCounted ? rows.filter(({ takesHandle }) => takesHandle) : []
      const before = await tables.first(
        sql.handleOf,
        taking.filter(({ isNew }) => !isNew).map(({ pk }) => [pk])
      )
      const having = before.filter((cells) => typeof cells?.[0] === 'string').length
      changes.count('creators_count', taking.filter(({ handle }) => handle !== null).length - having)
      changes.accountHandles(
        taking.map(({ pk }) => pk),
        []
      )
      changes.accounts(rows.filter(({ isNew }) => isNew).map(({ pk }) => pk))
      write('users', rows, cellsOf.users)
    },
    async giveHandles(taken, claims) {
      tables.change(
        sql.noteClaim,
        claims.map(({ handle, pk, from, at, privacy }) => [
          ...[handle, pk, from, at],
          ...(privacy === null ? [null, null] : [Number(privacy.isPrivate), privacy.at])
        ])
      )
      changes.accountHandles(
        [],
        claims.map(({ handle }) => handle)
      )
      if (taken.size === 0) return []
      const former = isDerivedLater ? [] : await moveSums(taken)
      changes.movedHandles([...taken.keys()])
      tables.change(sql.moveRooms, [...taken])
      tables.change(sql.movePosts, [...taken])
      return former
    },
    writeSounds(rows) {
      write('sounds', rows, cellsOf.sounds)
      changes.count('sounds_count', countNew(rows.filter(({ id }) => id !== null)))
    },
    nameSounds: namedSounds(tables, changes, addSums),
    writePlaces(rows) {
      write('places', rows, cellsOf.places)
      changes.count('places_count', countNew(rows))
    },
    writeEffects(rows) {
      write('effects', rows, cellsOf.effects)
      changes.count('effects_count', countNew(rows))
    },
    writeCollections: (rows) => write('collections', rows, cellsOf.collections),
    writeRelations(rows) {
      tables.change(
        sql.writeRelation,
        rows.map(({ list, owner, member, position }) => [list, owner, member, position])
      )
      changes.relations(rows)
    },
    writeRooms(rows) {
      write('live_rooms', rows, cellsOf.live_rooms)
      // Live rooms affect accounts too.
      changes.rows(
        'users',
        rows.flatMap(({ userPk, formerPk }) => (formerPk === null ? [userPk] : [userPk, formerPk]))
      )
    },
    writeHashtags(rows) {
      tables.write('hashtags', rows, cellsOf.hashtags)
      changes.rows(
        'hashtags',
        rows.map(({ pk }) => pk)
      )
      changes.count('hashtags_count', countNew(rows))
    },
    writeHashtagNames: (names) => tables.change(sql.nameHashtag, [...names]),
    mergeHashtag(from, to) {
      tables.indexUses()
      changes.mergedHashtag(from, to)
      changes.count('hashtags_count', -1)
      tables.change(uses.copyUses, [[from, to]])
      tables.change(uses.removeUsesOf, [[from]])
      tables.change(sql.removeHashtag, [[from]])
    },
    async postsOfHashtag(pk) {
      tables.indexUses()
      const [posts = []] = await tables.all(uses.postsOf, [[pk]])
      return posts.map(([post, createdAt, idOrder, hashtags]) => ({
        pk: Number(post),
        createdAt: Number(createdAt),
        idOrder: Number(idOrder),
        hashtags: String(hashtags)
      }))
    },
    writePosts(rows) {
      write('posts', rows, cellsOf.posts)
      changes.newPosts(rows.filter(({ isNew }) => isNew).map(({ pk }) => pk))
    },
    async turnPosts(among) {
      if (isDerivedLater) return []
      changes.accounts(among.authors)
      const turned = (await tables.turnPosts(among)).map(turnedPost)
      if (turned.length > 0) changes.turned(turned)
      return turned
    },
    removeUses(removed) {
      tables.change(uses.removeUse, removed.map(useCells))
      changes.removedUses(removed)
    },
    addUses(added) {
      tables.addUses(added.map(useCells))
      changes.addedUses(added)
    },
    addSums,
    noteSources(times) {
      for (const [name, { from, to }] of times) {
        const pk = sources.pkOf(name)
        if (from !== null && to !== null) tables.change(sql.noteTimes, [[pk, from, to]])
      }
    },
    addSamples: (kind, rows) =>
      andThen(
        addSamples(
          tables,
          kind,
          rows.map(({ pk, isNew, samples }) => ({
            pk,
            isNew,
            samples: samples.map(({ at, source, values, rounded, negative }) => ({
              at,
              source: sources.pkOf(source) ?? 0,
              values,
              rounded,
              negative
            }))
          }))
        ),
        (changed) => changes.rows(kind, changed)
      )
  }
}

const byKey = <T>(
  keys: readonly string[],
  found: readonly (Cells | undefined)[],
  readRow: (cells: Cells) => T
): Map<string, T> => {
  const rows = new Map<string, T>()
  for (const [index, cells] of found.entries()) if (cells !== undefined) rows.set(keys[index] ?? '', readRow(cells))
  return rows
}

const useCells = ({ hashtagPk, createdAt, idOrder, postPk }: PostHashtagUse) => [hashtagPk, createdAt, idOrder, postPk]

const sourceNames = (tables: MergeTables): SourceNames => {
  const names = new Map(tables.sources.map(([pk, name]) => [Number(pk), String(name)]))
  const pks = new Map([...names].map(([pk, name]) => [name, pk]))
  let last = Math.max(0, ...names.keys())
  return {
    nameOf: (pk) => (pk === null ? null : (names.get(pk) ?? null)),
    pkOf(name) {
      if (name === null) return null
      const known = pks.get(name)
      if (known !== undefined) return known
      const pk = ++last
      tables.insert('sources', ['pk', 'name'], [[pk, name]])
      pks.set(name, pk)
      names.set(pk, name)
      return pk
    }
  }
}
