import { andThen, together } from '../../core/awaitable.ts'
import { dropOrder, weightOf } from './importance.ts'
import { type Alternative, maxGroups, ranks, type SearchQuery, type WordGroup } from './query.ts'
import { findVariants, tagOf, type WordEntries, type WordVariants } from './query-segmentation.ts'
import { isQuestionWord, isStopWord } from './stop-words.ts'
import { ask, type SearchKind, type Steps, type WordEntry } from './store.ts'
import { foldedTag, stemmed, type Typed, typedWords } from './words.ts'

/** Weight of each kind of alternative, relative to the word as typed. */
const weights = {
  typed: 1,
  unended: 0.9,
  joinedTag: 1,
  apart: 0.7,
  joined: 0.8,
  completed: 0.7,
  part: 0.6,
  typo: 0.5,
  /** Factor on the weight of a corrected word. */
  corrected: 0.75
} as const

const maxAlternatives = 8
/** An emoji next to a name names nobody. */
const isPicture = /\p{Extended_Pictographic}/u
/** Fewest letters of a word whose mistyped ending is corrected. */
const shortestMended = 6
/** Most separate words joined into one: `day in my life`. */
const maxJoined = 4

/**
 * Parses a query into weighted alternatives per word: the word itself, its compound or split forms, prefix completions and spelling
 * corrections. At most two store lookups per query: one for the words, one for the alternatives of unknown or rare words.
 */
export function* understand(keyword: string, kind: SearchKind): Steps<SearchQuery> {
  const typed = different(typedWords(keyword))
  const telling = typed.filter((word) => !isEmpty(word))
  const first = (typed.length > maxGroups && telling.length > 0 ? telling : typed).slice(0, maxGroups)
  const typedRuns = runsOf(first)
  const tagsOf = tagsOfKind(kind)
  const { entries, documents } = yield* lookUp(kind, [
    ...first.flatMap((word) => namesOf(word, tagsOf)),
    ...typedRuns.flatMap(({ joined, tag }) => (kind === 'posts' ? [joined, tag] : joined))
  ])
  // An unknown tag or handle is searched by the words it consists of.
  const resolved = different(
    first.flatMap((word) => (entries.has(word.word) || word.instead.length === 0 ? word : word.instead))
  )
  const isAsTyped = resolved.length === first.length && resolved.every((word, index) => word === first[index])
  const runs = (isAsTyped ? typedRuns : runsOf(resolved)).filter(({ joined }) => entries.has(joined))
  const words = resolved.slice(0, maxGroups)
  const variants = yield* findVariants(kind, words, entries, documents)

  const groups: WordGroup[] = []
  const unknown: string[] = []
  for (const [index, word] of words.entries()) {
    const ofRuns = runs.filter((run) => run.words.includes(word))
    const isOfTag = ofRuns.some(({ tag }) => entries.has(tag))
    const whole = [
      ...alternativesOf(word, entries, variants.get(word)).map((one) => ({
        ...one,
        weight: isOfTag ? one.weight * weights.apart : one.weight
      })),
      ...ofRuns.flatMap(({ joined, tag }) =>
        weighed(entries.get(joined), entries.has(tag) ? weights.joinedTag : weights.joined)
      )
    ]
    const tagged = mostDocuments([...tagsOf(word), ...ofRuns.map(({ tag }) => tag)], entries)
    const parts = variants.get(word)?.parts ?? []
    const capacity = maxGroups - groups.length - (words.length - index - 1)
    // Documents contain the compound, or both parts of it.
    const newGroups = (
      parts.length > 0 && parts.length <= capacity
        ? parts.map((part) => [...whole, ...weighed(part, weights.part)])
        : [whole].filter(({ length }) => length > 0)
    ).map(best)
    if (newGroups.length === 0) unknown.push(word.rawText)
    const uses = newGroups.map((alternatives) => alternatives.reduce((sum, { documents }) => sum + documents, 0))
    const rank = rankOf(word)
    const isCorrected = whole.every(({ weight }) => weight <= weights.typo) && parts.length === 0
    const certainty = isCorrected ? weights.corrected * (variants.get(word)?.certainty ?? 1) : 1
    const shared = {
      rawText: word.rawText,
      of: index,
      isTopic: isPicture.test(word.rawText) || tagged > 0,
      isFiller: rank <= ranks.question,
      isCorrected,
      isDoubtful: isCorrected && variants.get(word)?.isDoubtful === true,
      importance: { rank, weight: weightOf(uses, tagged, documents) * certainty }
    }
    groups.push(...newGroups.map((alternatives): WordGroup => ({ ...shared, alternatives })))
  }
  const searched = new Set(words)
  const others = [...resolved, ...typed.filter((word) => !first.includes(word))].filter((word) => !searched.has(word))
  return {
    groups,
    ...dropOrder(groups),
    unfinished: unfinished(groups, words, typed.at(-1)),
    unknown: [...new Set([...unknown, ...others.map(({ rawText }) => rawText)])]
  }
}

/** Whether it is a stop word. */
const isEmpty = ({ folded }: Typed): boolean => folded !== null && isStopWord(folded)

/** Removes duplicates, keeping the first. */
const different = (words: readonly Typed[]): Typed[] => {
  const seen = new Set<string>()
  return words.filter(({ word }) => !seen.has(word) && seen.add(word))
}

function* lookUp(kind: SearchKind, names: readonly string[]): Steps<{ entries: WordEntries; documents: number }> {
  if (names.length === 0) return { entries: new Map(), documents: 0 }
  const [words, documents] = yield* ask((store) =>
    andThen(store.words(kind, [...new Set(names)]), (words) => together([words, store.documents(kind)]))
  )
  return { entries: new Map(words.flatMap((word) => (word === null ? [] : [[word.word, word] as const]))), documents }
}

/** The largest document count among some words. */
const mostDocuments = (words: readonly string[], entries: WordEntries): number =>
  words.reduce((most, word) => Math.max(most, entries.get(word)?.documents ?? 0), 0)

/** All index terms for a typed word. */
const namesOf = (typed: Typed, tagsOf: (typed: Typed) => readonly string[]): string[] => [
  typed.word,
  ...unended(typed),
  ...mended(typed),
  ...tagsOf(typed),
  ...typed.instead.flatMap((word) => namesOf(word, tagsOf))
]

/** Forms without the remains of a stripped ending: nothing begins with `cookin`, since `cooking` is indexed as `cook`. */
const unended = ({ folded }: Typed): string[] => {
  if (folded?.endsWith('in')) return [stemmed(`${folded}g`)]
  return folded?.endsWith('i') ? [stemmed(`${folded}ng`)] : []
}

/** Forms without a mistyped `ing` ending: `trainiin` is indexed as `train`. */
const mended = ({ folded }: Typed): string[] => {
  if (folded === null || folded.length < shortestMended) return []
  const lengths = [2, 3, 4].filter((length) => /^[ing]+$/.test(folded.slice(-length)) && !folded.endsWith('ing'))
  return lengths.map((length) => stemmed(`${folded.slice(0, -length)}ing`))
}

/** Hashtags equal to a word, in any of its forms. */
const tagsNamed = (typed: Typed): readonly string[] => {
  const { folded, word } = typed
  const tag = tagOf(typed)
  if (folded === null || tag === null) return []
  if (!/^[a-z]{3,}$/.test(folded)) return [tag]
  return [...new Set([tag, ...[word, `${word}s`, `${word.replace(/e$/, '')}ing`].map(foldedTag)])]
}

/** Only posts have hashtags. The result is memoized per word. */
const tagsOfKind = (kind: SearchKind): ((typed: Typed) => readonly string[]) => {
  if (kind !== 'posts') return () => []
  const tagsByWord = new Map<Typed, readonly string[]>()
  return (typed) => {
    const tags = tagsByWord.get(typed) ?? tagsNamed(typed)
    tagsByWord.set(typed, tags)
    return tags
  }
}

/** Adjacent words joined into one: the index term, and the hashtag of that name. */
type JoinedWords = { words: readonly Typed[]; joined: string; tag: string }

const runOf = (words: readonly Typed[]): JoinedWords | null => {
  const texts = words.flatMap(({ folded }) => folded ?? [])
  if (texts.length < words.length || texts.every(isStopWord)) return null
  return { words, joined: stemmed(texts.join('')), tag: foldedTag(texts.join('')) }
}

/** Adjacent words joined: `sour dough` is `sourdough`, and `decorate cake` matches `cakedecorating`. Stop words alone are not joined. */
const runsOf = (words: readonly Typed[]): JoinedWords[] => {
  const asTyped = words.flatMap((_, from) =>
    Array.from({ length: Math.min(maxJoined, words.length - from) - 1 }, (_, more) =>
      words.slice(from, from + 2 + more)
    )
  )
  const telling = words.filter((word) => !isEmpty(word))
  const turned = telling.slice(1).flatMap((word, index) => {
    const before = telling[index]
    if (before === undefined) return []
    return words.indexOf(word) - words.indexOf(before) > 1
      ? [
          [before, word],
          [word, before]
        ]
      : [[word, before]]
  })
  return [...asTyped, ...turned].flatMap((run) => runOf(run) ?? [])
}

const alternativesOf = (typed: Typed, entries: WordEntries, findVariants: WordVariants | undefined): Alternative[] => {
  const itself = weighed(entries.get(typed.word), weights.typed)
  const longer = [
    ...unended(typed).flatMap((word) => weighed(entries.get(word), weights.unended)),
    ...(findVariants?.completed ?? []).flatMap((word) => weighed(word, weights.completed))
  ]
  const near = [
    ...mended(typed).flatMap((word) => weighed(entries.get(word), weights.typo)),
    ...(findVariants?.near ?? []).flatMap(({ word, likelihood }) => weighed(word, weights.typo * likelihood))
  ]
  // A word that longer words continue was not mistyped.
  return itself.length === 0 && longer.length > 0 ? longer : [...itself, ...longer, ...near]
}

const weighed = (entries: WordEntry | undefined, weight: number): Alternative[] =>
  entries === undefined ? [] : [{ word: entries.id, documents: entries.documents, weight }]

/** The most likely alternatives, each list once; ties in their original order. */
const best = (alternatives: readonly Alternative[]): Alternative[] => {
  const lists = new Set<number>()
  return alternatives
    .toSorted((a, b) => b.weight - a.weight || b.documents - a.documents)
    .filter(({ word }) => !lists.has(word) && lists.add(word))
    .slice(0, maxAlternatives)
}

const rankOf = (word: Typed): WordGroup['importance']['rank'] => {
  if (word.folded === null) return word.instead.length > 0 ? ranks.marked : ranks.word
  if (isEmpty(word)) return ranks.empty
  return isQuestionWord(word.folded) ? ranks.question : ranks.word
}

/** The last word may be unfinished. Corrections of it already include prefixes. */
const unfinished = (
  groups: readonly WordGroup[],
  words: readonly Typed[],
  last: Typed | undefined
): SearchQuery['unfinished'] => {
  const indexes = [...groups.keys()].filter((index) => words[groups[index]?.of ?? -1] === last)
  const [group] = indexes
  const folded = last?.folded ?? null
  if (folded === null || group === undefined || indexes.length !== 1) return null
  return { group, prefix: folded, weight: weights.completed }
}
