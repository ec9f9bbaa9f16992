import type { SearchQuery } from '../src/engines/search/query.ts'
import { typoKeys } from '../src/engines/search/spelling.ts'
import type { ListBlock, SearchKind, WordEntry } from '../src/engines/search/store.ts'
import type { Words } from './document-words.ts'

/** An index of documents in memory: their words as `documents.ts` finds them, numbered as they are given. Counts how often it is asked. */
export const searchIndex = (documents: readonly Words[]) => {
  const lists = new Map<string, number[]>()
  for (const [document, words] of documents.entries()) {
    for (const word of words.keys()) {
      const list = lists.get(word) ?? []
      lists.set(word, list)
      list.push(document)
    }
  }
  const names = [...lists.keys()]
  const known = names.map((word, id): WordEntry => ({ id, word, documents: lists.get(word)?.length ?? 0 }))
  const byName = new Map(known.map((word) => [word.word, word]))
  const commonFirst = known.toSorted((a, b) => b.documents - a.documents || a.id - b.id)
  const keys = new Map(known.map((word) => [word, new Set(typoKeys(word.word))]))

  const asked = { words: 0 }
  const store = {
    words(_kind: SearchKind, words: readonly string[]) {
      asked.words += words.length
      return words.map((word) => byName.get(word) ?? null)
    },
    withPrefix: (_kind: SearchKind, beginning: string, most: number) =>
      commonFirst.filter(({ word }) => word.startsWith(beginning)).slice(0, most),
    keyedBy: (_kind: SearchKind, wanted: readonly string[], most: number) =>
      commonFirst.filter((word) => wanted.some((key) => keys.get(word)?.has(key))).slice(0, most),
    /** No list is read: what is found follows from the words. */
    blocks: (): ListBlock[] => [],
    documents: () => documents.length,
    origins: (posts: readonly number[]) => posts.map(() => ({ author: null, caption: 0 })),
    creators: (posts: readonly number[]) => posts.map(() => null)
  }

  /** The documents that hold an alternative of each group that is left in at a stage. */
  const foundAt = ({ groups, dropOrder }: SearchQuery, stage: number): number[] => {
    const out = new Set(dropOrder.slice(0, stage).flat())
    const left = groups.filter((_, index) => !out.has(index))
    const holding = left.map(({ alternatives }) =>
      alternatives.flatMap(({ word }) => lists.get(names[word] ?? '') ?? [])
    )
    const all = holding
      .map((some) => new Set(some))
      .reduce((some, more) => some.intersection(more), new Set(holding[0]))
    return [...all].toSorted((a, b) => a - b)
  }

  /** The first stage of a search that finds something, and what it finds. */
  const firstFound = (query: SearchQuery): { stage: number; documents: number[] } => {
    for (let stage = 0; ; stage++) {
      const found = foundAt(query, stage)
      if (found.length > 0 || stage >= query.dropOrder.length) return { stage, documents: found }
    }
  }
  return { store, asked, firstFound }
}
