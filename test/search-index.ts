import type { Words } from '../src/source/search/documents.ts'
import type { SearchQuery } from '../src/source/search/query.ts'
import { ask, type KnownWord, type Piece, type SearchKind, type Steps } from '../src/source/search/store.ts'
import { typoKeys } from '../src/source/search/typos.ts'

/** An index of things in memory: their words as `documents.ts` finds them, numbered as they are given. Counts how often it is asked. */
export const searchIndex = (things: readonly Words[]) => {
  const lists = new Map<string, number[]>()
  for (const [thing, words] of things.entries()) {
    for (const word of words.keys()) {
      const list = lists.get(word) ?? []
      lists.set(word, list)
      list.push(thing)
    }
  }
  const names = [...lists.keys()]
  const known = names.map((word, id): KnownWord => ({ id, word, things: lists.get(word)?.length ?? 0 }))
  const byName = new Map(known.map((word) => [word.word, word]))
  const commonFirst = known.toSorted((a, b) => b.things - a.things || a.id - b.id)
  const keys = new Map(known.map((word) => [word, new Set(typoKeys(word.word))]))

  const asked = { rounds: 0, words: 0 }
  const store = {
    words(_kind: SearchKind, words: readonly string[]) {
      asked.words += words.length
      return words.map((word) => byName.get(word) ?? null)
    },
    beginningWith: (_kind: SearchKind, beginning: string, most: number) =>
      commonFirst.filter(({ word }) => word.startsWith(beginning)).slice(0, most),
    keyedBy: (_kind: SearchKind, wanted: readonly string[], most: number) =>
      commonFirst.filter((word) => wanted.some((key) => keys.get(word)?.has(key))).slice(0, most),
    // A word has one list here, of its own number.
    pieces: (wanted: readonly { list: number; from: number }[]) =>
      wanted.map(({ list, from }): Piece => {
        const places = (lists.get(names[list] ?? '') ?? []).filter((thing) => thing >= from)
        return { data: new Uint8Array(Float64Array.from(places).buffer), isLast: true }
      }),
    things: () => things.length,
    authors: (posts: readonly number[]) => posts.map(() => null)
  }
  return { store, asked, word: (id: number) => names[id] ?? '' }
}

/** The things that hold an alternative of each group that is left in at a stage. Reads whole lists, in which every place is a number. */
function* foundAt(query: SearchQuery, stage: number): Steps<number[]> {
  const out = new Set(query.leaveOut.slice(0, stage))
  let all: ReadonlySet<number> | null = null
  for (const { alternatives } of query.groups.filter((_, index) => !out.has(index))) {
    const pieces = yield* ask((store) => store.pieces(alternatives.map(({ word }) => ({ list: word, from: 0 }))))
    const some = new Set(pieces.flatMap((piece) => (piece === null ? [] : [...new Float64Array(piece.data.buffer)])))
    all = all === null ? some : all.intersection(some)
  }
  return [...(all ?? [])].toSorted((a, b) => a - b)
}

/** The first stage of a search that finds something, and what it finds. */
export function* firstFound(query: SearchQuery): Steps<{ stage: number; things: number[] }> {
  for (let stage = 0; ; stage++) {
    const things = yield* foundAt(query, stage)
    if (things.length > 0 || stage >= query.leaveOut.length) return { stage, things }
  }
}
