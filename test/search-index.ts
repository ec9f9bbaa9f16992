import type { DocumentWords } from '../src/source/search/documents.ts'
import type { SearchQuery } from '../src/source/search/query.ts'
import { ask, type KnownWord, type Piece, type SearchStore, type Steps } from '../src/source/search/store.ts'
import { typoKeys } from '../src/source/search/typos.ts'

/** A search index in memory, over one kind: the words of things as `documents.ts` finds them. Counts how often it is asked. */
export const searchIndex = (documents: readonly DocumentWords[]) => {
  const lists = new Map<string, number[]>()
  for (const [thing, words] of documents.entries()) {
    for (const word of words.keys()) lists.set(word, [...(lists.get(word) ?? []), thing])
  }
  const names = [...lists.keys()]
  const byName = new Map(
    names.map((word, id): [string, KnownWord] => [word, { id, word, things: lists.get(word)?.length ?? 0 }])
  )
  const known = [...byName.values()].toSorted((a, b) => b.things - a.things || a.id - b.id)
  const byKey = new Map<string, KnownWord[]>()
  for (const word of known) for (const key of typoKeys(word.word)) byKey.set(key, [...(byKey.get(key) ?? []), word])
  const things = (id: number) => lists.get(names[id] ?? '') ?? []

  const asked = { words: 0, beginningWith: 0, keyedBy: 0, pieces: 0 }
  const store: SearchStore = {
    words(_kind, words) {
      asked.words += 1
      return words.map((word) => byName.get(word) ?? null)
    },
    beginningWith(_kind, beginning, most) {
      asked.beginningWith += 1
      return known.filter(({ word }) => word.startsWith(beginning)).slice(0, most)
    },
    keyedBy(_kind, keys, most) {
      asked.keyedBy += 1
      const found = new Set(keys.flatMap((key) => byKey.get(key) ?? []))
      return known.filter((word) => found.has(word)).slice(0, most)
    },
    pieces(wanted) {
      asked.pieces += 1
      return wanted.map(({ word, from }): Piece => {
        const places = things(word).filter((thing) => thing >= from)
        return { data: new Uint8Array(Float64Array.from(places).buffer), isLast: true }
      })
    }
  }
  return { store, asked, word: (id: number) => names[id] ?? '', known: (word: string) => byName.get(word) ?? null }
}

/** The things that hold an alternative of each group that is left in at a stage, read from pieces of whole lists. */
function* found(query: SearchQuery, stage: number): Steps<number[]> {
  const out = new Set(query.leaveOut.slice(0, stage))
  let all: Set<number> | null = null
  for (const { alternatives } of query.groups.filter((_, index) => !out.has(index))) {
    const pieces = yield* ask((store) => store.pieces(alternatives.map(({ word }) => ({ word, from: 0 }))))
    const some = new Set(pieces.flatMap((piece) => (piece === null ? [] : [...new Float64Array(piece.data.buffer)])))
    all = all === null ? some : all.intersection(some)
  }
  return [...(all ?? [])].toSorted((a, b) => a - b)
}

/** How many groups are left out until something is found, and what is found then. */
export function* searched(query: SearchQuery): Steps<{ stage: number; things: number[] }> {
  for (let stage = 0; ; stage++) {
    const things = yield* found(query, stage)
    if (things.length > 0 || stage >= query.leaveOut.length) return { stage, things }
  }
}
