import { andThen, together } from '../core/awaitable.ts'
import { leaveOut, weightOf } from './importance.ts'
import { type Alternative, type Group, maxGroups, ranks, type SearchQuery } from './query.ts'
import { type Guess, guess, type Known, tagOf } from './query-segmentation.ts'
import { isAskingWord, isStopWord } from './stop-words.ts'
import { ask, type KnownWord, type SearchKind, type Steps } from './store.ts'
import { foldedTag, stemmed, type Typed, typedWords } from './words.ts'

/** How much what may have been meant counts beside what was typed. */
const weights = {
  typed: 1,
  unended: 0.9,
  joinedTag: 1,
  apart: 0.7,
  joined: 0.8,
  completed: 0.7,
  part: 0.6,
  typo: 0.5,
  /** How much a word says that is corrected. */
  corrected: 0.75
} as const

const maxAlternatives = 8
/** A picture beside a name names nobody. */
const isPicture = /\p{Extended_Pictographic}/u
/** Letters of a word whose ending may be mistyped. */
const shortestMended = 6
/** So many words that were typed apart may be one: `day in my life`. */
const maxJoined = 4

/**
 * What somebody means by a keyword. Each word stands for itself, and beside that for what it may have been meant to be: written in one word or
 * in two, not typed to its end, mistyped. Whatever the keyword, the store is asked twice at most: for the words, and for what they may have
 * been meant to be where it hardly knows them.
 */
export function* understand(keyword: string, kind: SearchKind): Steps<SearchQuery> {
  const typed = different(typedWords(keyword))
  const telling = typed.filter((word) => !isEmpty(word))
  const first = (typed.length > maxGroups && telling.length > 0 ? telling : typed).slice(0, maxGroups)
  const typedRuns = runsOf(first)
  const tagsOf = tagsOfKind(kind)
  const { known, things } = yield* lookUp(kind, [
    ...first.flatMap((word) => namesOf(word, tagsOf)),
    ...typedRuns.flatMap(({ joined, tag }) => (kind === 'posts' ? [joined, tag] : joined))
  ])
  // A tag or a handle that there is none of is taken for the words it is made of.
  const meant = different(
    first.flatMap((word) => (known.has(word.word) || word.instead.length === 0 ? word : word.instead))
  )
  const isAsTyped = meant.length === first.length && meant.every((word, index) => word === first[index])
  const runs = (isAsTyped ? typedRuns : runsOf(meant)).filter(({ joined }) => known.has(joined))
  const words = meant.slice(0, maxGroups)
  const guesses = yield* guess(kind, words, known, things)

  const groups: Group[] = []
  const unknown: string[] = []
  for (const [index, word] of words.entries()) {
    const ofRuns = runs.filter((run) => run.words.includes(word))
    const isOfTag = ofRuns.some(({ tag }) => known.has(tag))
    const whole = [
      ...alternativesOf(word, known, guesses.get(word)).map((one) => ({
        ...one,
        weight: isOfTag ? one.weight * weights.apart : one.weight
      })),
      ...ofRuns.flatMap(({ joined, tag }) =>
        weighed(known.get(joined), known.has(tag) ? weights.joinedTag : weights.joined)
      )
    ]
    const tagged = mostThings([...tagsOf(word), ...ofRuns.map(({ tag }) => tag)], known)
    const parts = guesses.get(word)?.parts ?? []
    const room = maxGroups - groups.length - (words.length - index - 1)
    // Things hold the whole word, or both parts of it.
    const made = (
      parts.length > 0 && parts.length <= room
        ? parts.map((part) => [...whole, ...weighed(part, weights.part)])
        : [whole].filter(({ length }) => length > 0)
    ).map(best)
    if (made.length === 0) unknown.push(word.said)
    const uses = made.map((alternatives) => alternatives.reduce((sum, { things }) => sum + things, 0))
    const rank = rankOf(word)
    const isCorrected = whole.every(({ weight }) => weight <= weights.typo) && parts.length === 0
    const certainty = isCorrected ? weights.corrected * (guesses.get(word)?.certainty ?? 1) : 1
    const shared = {
      said: word.said,
      of: index,
      isTopic: isPicture.test(word.said) || tagged > 0,
      isAside: rank <= ranks.asking,
      isCorrected,
      isDoubtful: isCorrected && guesses.get(word)?.isDoubtful === true,
      importance: { rank, weight: weightOf(uses, tagged, things) * certainty }
    }
    groups.push(...made.map((alternatives): Group => ({ ...shared, alternatives })))
  }
  const looked = new Set(words)
  const others = [...meant, ...typed.filter((word) => !first.includes(word))].filter((word) => !looked.has(word))
  return {
    groups,
    ...leaveOut(groups),
    unfinished: unfinished(groups, words, typed.at(-1)),
    unknown: [...new Set([...unknown, ...others.map(({ said }) => said)])]
  }
}

/** Whether it carries nothing by itself. */
const isEmpty = ({ folded }: Typed): boolean => folded !== null && isStopWord(folded)

/** The first of each word. */
const different = (words: readonly Typed[]): Typed[] => {
  const seen = new Set<string>()
  return words.filter(({ word }) => !seen.has(word) && seen.add(word))
}

function* lookUp(kind: SearchKind, names: readonly string[]): Steps<{ known: Known; things: number }> {
  if (names.length === 0) return { known: new Map(), things: 0 }
  const [words, things] = yield* ask((store) =>
    andThen(store.words(kind, [...new Set(names)]), (words) => together([words, store.things(kind)]))
  )
  return { known: new Map(words.flatMap((word) => (word === null ? [] : [[word.word, word] as const]))), things }
}

/** In how many things the most common of some words stands. */
const mostThings = (words: readonly string[], known: Known): number =>
  words.reduce((most, word) => Math.max(most, known.get(word)?.things ?? 0), 0)

/** All that a typed word may be called. */
const namesOf = (typed: Typed, tagsOf: (typed: Typed) => readonly string[]): string[] => [
  typed.word,
  ...unended(typed),
  ...mended(typed),
  ...tagsOf(typed),
  ...typed.instead.flatMap((word) => namesOf(word, tagsOf))
]

/** What it becomes by the rest of an ending that is taken off: nothing begins with `cookin`, for `cooking` is kept as `cook`. */
const unended = ({ folded }: Typed): string[] => {
  if (folded?.endsWith('in')) return [stemmed(`${folded}g`)]
  return folded?.endsWith('i') ? [stemmed(`${folded}ng`)] : []
}

/** What it becomes where its ending was meant to be `ing`, whatever of that was typed: `trainiin` is kept as `train`. */
const mended = ({ folded }: Typed): string[] => {
  if (folded === null || folded.length < shortestMended) return []
  const lengths = [2, 3, 4].filter((length) => /^[ing]+$/.test(folded.slice(-length)) && !folded.endsWith('ing'))
  return lengths.map((length) => stemmed(`${folded.slice(0, -length)}ing`))
}

/** The hashtags that are called like a word, whatever its form. */
const tagsNamed = (typed: Typed): readonly string[] => {
  const { folded, word } = typed
  const tag = tagOf(typed)
  if (folded === null || tag === null) return []
  if (!/^[a-z]{3,}$/.test(folded)) return [tag]
  return [...new Set([tag, ...[word, `${word}s`, `${word.replace(/e$/, '')}ing`].map(foldedTag)])]
}

/** Nothing but posts has hashtags; those of a word are made once. */
const tagsOfKind = (kind: SearchKind): ((typed: Typed) => readonly string[]) => {
  if (kind !== 'posts') return () => []
  const made = new Map<Typed, readonly string[]>()
  return (typed) => {
    const tags = made.get(typed) ?? tagsNamed(typed)
    made.set(typed, tags)
    return tags
  }
}

/** Words written as one: what it is called in the index, and the hashtag of that name. */
type Run = { words: readonly Typed[]; joined: string; tag: string }

const runOf = (words: readonly Typed[]): Run | null => {
  const texts = words.flatMap(({ folded }) => folded ?? [])
  if (texts.length < words.length || texts.every(isStopWord)) return null
  return { words, joined: stemmed(texts.join('')), tag: foldedTag(texts.join('')) }
}

/**
 * Neighbours written as one word: `sour dough` is `sourdough`, and to decorate a cake is `cakedecorating`. Small words alone make none.
 */
const runsOf = (words: readonly Typed[]): Run[] => {
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

const alternativesOf = (typed: Typed, known: Known, guess: Guess | undefined): Alternative[] => {
  const itself = weighed(known.get(typed.word), weights.typed)
  const longer = [
    ...unended(typed).flatMap((word) => weighed(known.get(word), weights.unended)),
    ...(guess?.completed ?? []).flatMap((word) => weighed(word, weights.completed))
  ]
  const near = [
    ...mended(typed).flatMap((word) => weighed(known.get(word), weights.typo)),
    ...(guess?.near ?? []).flatMap(({ word, likelihood }) => weighed(word, weights.typo * likelihood))
  ]
  // What goes on as it was begun was not mistyped.
  return itself.length === 0 && longer.length > 0 ? longer : [...itself, ...longer, ...near]
}

const weighed = (known: KnownWord | undefined, weight: number): Alternative[] =>
  known === undefined ? [] : [{ word: known.id, things: known.things, weight }]

/** The likeliest ones, each list once; those that are equally likely in the order in which they came. */
const best = (alternatives: readonly Alternative[]): Alternative[] => {
  const lists = new Set<number>()
  return alternatives
    .toSorted((a, b) => b.weight - a.weight || b.things - a.things)
    .filter(({ word }) => !lists.has(word) && lists.add(word))
    .slice(0, maxAlternatives)
}

const rankOf = (word: Typed): Group['importance']['rank'] => {
  if (word.folded === null) return word.instead.length > 0 ? ranks.marked : ranks.word
  if (isEmpty(word)) return ranks.empty
  return isAskingWord(word.folded) ? ranks.asking : ranks.word
}

/** Who types goes on behind the last word. What was guessed for it has its beginnings in it already. */
const unfinished = (
  groups: readonly Group[],
  words: readonly Typed[],
  last: Typed | undefined
): SearchQuery['unfinished'] => {
  const made = [...groups.keys()].filter((index) => words[groups[index]?.of ?? -1] === last)
  const [group] = made
  const folded = last?.folded ?? null
  if (folded === null || group === undefined || made.length !== 1) return null
  return { group, beginning: folded, weight: weights.completed }
}
