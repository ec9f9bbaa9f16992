import type { IndexStore, NotedWord } from './index-store.ts'
import { ask, type SearchKind, type Steps } from './store.ts'

/** Up to this many words with a prefix are scanned; for more, the most common ones are stored. */
export const fewWords = 64
export const notedWords = 64

/** In how many documents a word occurs now, and occurred before; 0: it did not exist. */
export type CountedWord = { id: number; word: string; documents: number; before: number }

/** The most common first; ties in order of code points, as tables sort them. */
export const byCommonness = (a: { word: string; documents: number }, b: { word: string; documents: number }): number =>
  b.documents - a.documents || byCodePoints(a.word, b.word)

const byCodePoints = (a: string, b: string): number => {
  if (a === b) return 0
  // UTF-16 order differs only where a surrogate is involved.
  return halves.test(a) || halves.test(b) ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : a < b ? -1 : 1
}
const halves = /[\ud800-\udfff]/

/**
 * Updates the stored top words of prefixes after some words have become more or less common. A prefix with stored words implies that all
 * shorter ones have them too, so the loop over a word's prefixes stops at the first that needs none.
 */
export function* updateTopWords(kind: SearchKind, words: readonly CountedWord[]): Steps<void, IndexStore> {
  let open = new Map<string, CountedWord[]>([['', [...words]]])
  for (let length = 1; open.size > 0; length += 1) {
    const longer = new Map<string, CountedWord[]>()
    for (const counted of open.values()) {
      for (const word of counted) {
        const beginning = prefixOf(word.word, length)
        if (beginning === null) continue
        const same = longer.get(beginning)
        if (same === undefined) longer.set(beginning, [word])
        else same.push(word)
      }
    }
    const all = [...longer]
    open = new Map()
    for (let at = 0; at < all.length; at += beginningsAtOnce) {
      const some = all.slice(at, at + beginningsAtOnce)
      const stillNoted = yield* updatePrefixes(kind, some)
      for (const [index, [beginning, counted]] of some.entries()) if (stillNoted[index]) open.set(beginning, counted)
    }
  }
}

const beginningsAtOnce = 500

/** The first `length` characters of a word; null where it is shorter. */
const prefixOf = (word: string, length: number): string | null => {
  let end = 0
  for (let characters = 0; characters < length; characters += 1) {
    if (end >= word.length) return null
    end += (word.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  return word.slice(0, end)
}

type Prefix = readonly [beginning: string, words: readonly CountedWord[]]

/** Returns which of these prefixes, or of longer ones, may need stored words. */
function* updatePrefixes(kind: SearchKind, some: readonly Prefix[]): Steps<boolean[], IndexStore> {
  const texts = some.map(([beginning]) => beginning)
  const noted = yield* ask((store) => store.noted(kind, texts))
  // The number of words is counted only where words came or went.
  const isOther = ({ documents, before }: CountedWord) => (documents === 0) !== (before === 0)
  const uncertain = some.filter(([, words]) => words.some(isOther)).map(([beginning]) => beginning)
  const counts = yield* ask((store) => store.countBeginnings(kind, uncertain))
  const counted = new Map(uncertain.map((beginning, index) => [beginning, counts[index] ?? 0]))

  const topWords = new Map<string, readonly NotedWord[]>()
  const unresolved: string[] = []
  const forgotten: string[] = []
  for (const [index, [beginning, words]] of some.entries()) {
    const before = noted[index] ?? []
    const isMany = (counted.get(beginning) ?? (before.length > 0 ? fewWords + 1 : 0)) > fewWords
    if (!isMany) {
      if (before.length > 0) forgotten.push(beginning)
      continue
    }
    const now = mostCommonOf(
      before.filter((word) => word !== null),
      words
    )
    if (now === null) unresolved.push(beginning)
    else topWords.set(beginning, now)
  }
  const found = yield* ask((store) => store.mostCommon(kind, unresolved))
  for (const [index, beginning] of unresolved.entries()) topWords.set(beginning, found[index] ?? [])

  const changes = some.flatMap(([beginning], index) =>
    [...(topWords.get(beginning) ?? []).entries()]
      .filter(([rank, { id }]) => noted[index]?.[rank]?.id !== id)
      .map(([rank, { id }]) => ({ beginning, rank, word: id }))
  )
  if (forgotten.length > 0) yield* ask((store) => store.forget(kind, forgotten))
  if (changes.length > 0) yield* ask((store) => store.note(kind, changes))
  return some.map(([beginning], index) => topWords.has(beginning) || noted[index]?.length !== 0)
}

/** The most common of the stored and changed words; null where another word may be more common than one of them. */
const mostCommonOf = (noted: readonly NotedWord[], words: readonly CountedWord[]): NotedWord[] | null => {
  const changes = new Map(words.map((word) => [word.id, word]))
  // The previous count of the last one: no unchanged word ranks before it.
  const were = noted.map((word) => ({ ...word, documents: changes.get(word.id)?.before ?? word.documents }))
  const removed = words.filter(({ documents, before }) => documents === 0 && before > 0)
  const last = [...were, ...removed.map((word) => ({ ...word, documents: word.before }))].sort(byCommonness)[
    notedWords - 1
  ]
  if (last === undefined) return null
  const topWords = new Set(noted.map(({ id }) => id))
  const risen = words.filter((word) => !topWords.has(word.id) && word.documents > 0 && byCommonness(word, last) < 0)
  const now = [...noted, ...risen].sort(byCommonness).slice(0, notedWords)
  const lastNow = now[notedWords - 1]
  return lastNow === undefined || byCommonness(lastNow, last) > 0 ? null : now
}
