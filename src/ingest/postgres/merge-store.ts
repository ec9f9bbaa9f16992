import { randomUUID } from 'node:crypto'
import type { Cells } from '../../store/tables/columns.ts'
import { made, neverMade } from '../index/suggestion-builder.ts'
import {
  begunWith,
  isSoundFacts,
  type MergedTable,
  mergedColumns,
  readSoundFacts,
  rowReaders,
  rowWriters,
  type SourceNames,
  tableOf,
  turnedPost
} from '../merge/merge-rows.ts'
import type { Cell, MergedKind, MergeStore, Stored, Use } from '../merge/merge-store.ts'
import { staleKinds } from '../merge/merge-store.ts'
import * as sql from './merge-statements.ts'
import type { Writing } from './writing.ts'

/**
 * Tables in a PostgreSQL as a store that gathers. A look-up is one statement for all of its keys; rows come by COPY, and nothing that is written is
 * waited for. Nobody else writes meanwhile.
 */
export const postgresMergeStore = async (
  writing: Writing,
  { notesStale }: { notesStale: boolean }
): Promise<MergeStore> => {
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
    how: keyof typeof sql.lookUps,
    readRow: (cells: Cells) => T
  ): Promise<Map<string, T>> => {
    const known = new Map<string, T>()
    if (keys.length === 0) return known
    for (const cells of await rows(sql.lookUps[how], keys)) {
      known.set(keys[Number(cells.at(-1)) - 1] ?? '', readRow(cells))
    }
    return known
  }

  const write = <R extends { pk: number; isNew: boolean }>(
    table: MergedTable,
    written: readonly R[],
    cells: (row: R) => Cell[]
  ) => {
    const none = begunWith[table] ?? []
    const columns = ['pk', ...mergedColumns[table]]
    const added = written.filter(({ isNew }) => isNew).map((row) => [row.pk, ...cells(row), ...none.map(() => 0)])
    const others = written.filter(({ isNew }) => !isNew).map((row) => [row.pk, ...cells(row)])
    if (added.length > 0) copy(tableOf[table], [...columns, ...none], added)
    if (others.length === 0) return
    copy(sql.changed(table), columns, others)
    send(sql.changes[table])
  }

  const uses = (all: readonly Use[]) =>
    [
      all.map(({ hashtagPk }) => hashtagPk),
      all.map(({ createdAt }) => createdAt),
      all.map(({ idOrder }) => idOrder),
      all.map(({ postPk }) => postPk)
    ] as const

  return {
    nextPk(kind) {
      const pk = nextPks[kind] + 1
      nextPks[kind] = pk
      return pk
    },

    users: (ids) => lookUp(ids, 'users', read.user),
    nameless: (handles) => lookUp(handles, 'nameless', read.user),
    takenIds: async (ids) => new Set((await lookUp(ids, 'takenIds', () => true)).keys()),
    holders: (handles) => lookUp(handles, 'holders', read.holder),
    async sounds(keys) {
      const facts = keys.filter(isSoundFacts)
      const known = await lookUp<Stored>(
        keys.filter((key) => !isSoundFacts(key)),
        'sounds',
        read.sound
      )
      if (facts.length === 0) return known
      const told = facts.map(readSoundFacts)
      const cells = await rows(
        sql.soundsWithoutId,
        told.map(([title]) => title),
        told.map(([, author]) => author),
        told.map(([, , isOriginal]) => isOriginal)
      )
      for (const sound of cells) known.set(facts[Number(sound.at(-1)) - 1] ?? '', read.sound(sound))
      return known
    },
    places: (ids) => lookUp(ids, 'places', read.place),
    hashtags: (ids) => lookUp(ids, 'hashtags', read.hashtag),
    hashtagsNamed: (names) => lookUp(names, 'hashtagsNamed', read.hashtag),
    posts: (ids) => lookUp(ids, 'posts', read.post),

    async freeHandles(handles) {
      if (handles.length === 0) return []
      const freed = await rows(sql.freeHandles, handles)
      const gone = await rows(sql.removeNameless, handles)
      return [...freed, ...gone].map(([pk]) => Number(pk))
    },
    writeUsers: (users) => write('users', users, cellsOf.users),
    giveHandles(taken, renewed) {
      const all = [...renewed, ...taken]
      if (all.length > 0) {
        send(
          sql.giveHandles,
          all.map(([handle]) => handle),
          all.map(([, { pk }]) => pk),
          all.map(([, { at }]) => at)
        )
      }
      if (taken.size === 0) return
      const handles = [...taken.keys()]
      const pks = [...taken.values()].map(({ pk }) => pk)
      send(sql.moveSums, handles, pks)
      if (notesStale) send(sql.noteMoved, handles)
      send(sql.movePosts, handles, pks)
    },
    writeSounds: (sounds) => write('sounds', sounds, cellsOf.sounds),
    writePlaces: (places) => write('places', places, cellsOf.places),
    writeHashtags: (hashtags) => write('hashtags', hashtags, cellsOf.hashtags),
    writeHashtagNames(names) {
      if (names.size === 0) return
      send(sql.writeHashtagNames, [...names.keys()], [...names.values()])
    },
    mergeHashtag(from, to) {
      send(sql.mergeUses, from, to)
      send(sql.removeUsesOf, from)
      send(sql.removeHashtag, from)
    },
    postsOfHashtag: async (pk) =>
      (await rows(sql.postsOfHashtag, pk)).map(([post, createdAt, idOrder, hashtags]) => ({
        pk: Number(post),
        createdAt: Number(createdAt),
        idOrder: Number(idOrder),
        hashtags: String(hashtags)
      })),
    writePosts: (posts) => write('posts', posts, cellsOf.posts),
    async turnPosts(authors) {
      const turned = [...(await rows(sql.hidePosts, authors)), ...(await rows(sql.showPosts, authors))].map(turnedPost)
      if (turned.length > 0) {
        // Nothing that is kept elsewhere, suggestions among it, may tell of them any longer.
        send(sql.setGeneration, randomUUID())
        send(sql.setSize, neverMade, made)
      }
      return turned
    },
    removeUses(removed) {
      if (removed.length === 0) return
      send(sql.removeUses, ...uses(removed))
    },
    addUses(added) {
      if (added.length === 0) return
      send(sql.addUses, ...uses(added))
    },
    addSums({ users, sounds, places }) {
      const sums = [...users].filter(([, { videos, likes }]) => videos !== 0 || likes !== 0)
      if (sums.length > 0) {
        send(
          sql.addSumsOfUsers,
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
          sql.addPostsTo[table],
          others.map(([pk]) => pk),
          others.map(([, posts]) => posts)
        )
      }
    },
    noteSources(times) {
      for (const [name, { from, to }] of times) {
        const pk = sources.pkOf(name)
        if (from === null || to === null) continue
        send(sql.noteSource, from, to, pk)
      }
    },
    noteStale(kind, pks) {
      if (!notesStale || pks.length === 0) return
      send(sql.noteStale, staleKinds[kind], pks)
    }
  }
}

const lastPks = async (writing: Writing): Promise<Record<MergedKind, number>> => {
  const [last = []] = await writing.rows(sql.lastPks)
  // One for each kind.
  return Object.fromEntries(sql.mergedKinds.map((kind, index) => [kind, Number(last[index])])) as Record<
    MergedKind,
    number
  >
}

const sourceNames = async (writing: Writing): Promise<SourceNames> => {
  const names = new Map<number, string>()
  const pks = new Map<string, number>()
  let last = 0
  for (const [key, name] of await writing.rows(sql.sources)) {
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
        writing.send(sql.addSource, pk, name)
        pks.set(name, pk)
        names.set(pk, name)
      }
      return pk
    }
  }
}
