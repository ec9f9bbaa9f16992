import { type Guess, guess, type Known, tagOf } from './guesses.ts'
import { type Alternative, type Group, maxGroups, type SearchQuery } from './query.ts'
import { isStopWord } from './stop-words.ts'
import { ask, type KnownWord, type SearchKind, type Steps } from './store.ts'
import { stemmed, type Typed, typedWords } from './words.ts'

/** How much what may have been meant counts beside what was typed. */
const weights = { typed: 1, unended: 0.9, joined: 0.8, completed: 0.7, part: 0.6, typo: 0.5 } as const

const maxAlternatives = 8
/** So many words that were typed apart may be one: `day in my life`. */
const maxJoined = 4

/** A group, and the word it was made for: those of the two parts of a word belong together. */
type MadeGroup = Group & { of: Typed }

/**
 * What somebody means by a keyword. Each word stands for itself, and beside that for what it may have been meant to be: written in one word or
 * in two, not typed to its end, mistyped. Whatever the keyword, the store is asked twice at most: for the words, and for what they may have
 * been meant to be where it hardly knows them.
 */
export function* understand(keyword: string, kind: SearchKind): Steps<SearchQuery> {
  const typed = different(typedWords(keyword))
  const first = typed.slice(0, maxGroups)
  const typedRuns = runsOf(first)
  const known = yield* lookUp(kind, [...first.flatMap(namesOf), ...typedRuns.map(({ joined }) => joined)])
  // A tag or a handle that there is none of is taken for the words it is made of.
  const meant = different(
    first.flatMap((word) => (known.has(word.word) || word.instead.length === 0 ? word : word.instead))
  )
  const words = meant.slice(0, maxGroups)
  const guesses = yield* guess(kind, words, known)

  const isAsTyped = words.every((word, index) => word === first[index])
  const runs = (isAsTyped ? typedRuns : runsOf(words)).filter(({ joined }) => known.has(joined))
  const groups: MadeGroup[] = []
  const unknown: string[] = []
  for (const [index, word] of words.entries()) {
    const together = runs.filter((run) => run.words.includes(word)).map(({ joined }) => joined)
    const whole = [
      ...alternativesOf(word, known, guesses.get(word)),
      ...together.flatMap((joined) => weighed(known.get(joined), weights.joined))
    ]
    const parts = guesses.get(word)?.parts ?? []
    const room = maxGroups - groups.length - (words.length - index - 1)
    // Things hold the whole word, or both parts of it.
    const made =
      parts.length > 0 && parts.length <= room
        ? parts.map((part) => [...whole, ...weighed(part, weights.part)])
        : [whole].filter(({ length }) => length > 0)
    if (made.length === 0) unknown.push(word.said)
    groups.push(...made.map((alternatives) => ({ of: word, said: word.said, alternatives: best(alternatives) })))
  }
  const tooMany = [...meant.slice(maxGroups), ...typed.slice(maxGroups)].map(({ said }) => said)
  return {
    groups: groups.map(({ said, alternatives }) => ({ said, alternatives })),
    leaveOut: leaveOut(groups, known),
    unknown: [...new Set([...unknown, ...tooMany])]
  }
}

/** The first of each word. */
const different = (words: readonly Typed[]): Typed[] => {
  const seen = new Set<string>()
  return words.filter(({ word }) => !seen.has(word) && seen.add(word))
}

function* lookUp(kind: SearchKind, names: readonly string[]): Steps<Known> {
  if (names.length === 0) return new Map()
  const words = yield* ask((store) => store.words(kind, [...new Set(names)]))
  return new Map(words.flatMap((word) => (word === null ? [] : [[word.word, word] as const])))
}

/** All that a typed word may be called. */
const namesOf = (typed: Typed): string[] => [
  typed.word,
  ...unended(typed),
  ...[tagOf(typed)].filter((tag) => tag !== null),
  ...typed.instead.flatMap(namesOf)
]

/** What it becomes by the rest of an ending that is taken off: nothing begins with `cookin`, for `cooking` is kept as `cook`. */
const unended = ({ folded }: Typed): string[] => {
  if (folded?.endsWith('in')) return [stemmed(`${folded}g`)]
  return folded?.endsWith('i') ? [stemmed(`${folded}ng`)] : []
}

type Run = { words: readonly Typed[]; joined: string }

/** Neighbours written as one word: `sour dough` is `sourdough`. Small words alone make none. */
const runsOf = (words: readonly Typed[]): Run[] =>
  words.flatMap((_, from) => {
    const runs: Run[] = []
    for (let length = 2; length <= maxJoined && from + length <= words.length; length++) {
      const run = words.slice(from, from + length)
      const texts = run.flatMap(({ folded }) => folded ?? [])
      if (texts.length < length) break
      if (!texts.every(isStopWord)) runs.push({ words: run, joined: stemmed(texts.join('')) })
    }
    return runs
  })

const alternativesOf = (typed: Typed, known: Known, guess: Guess | undefined): Alternative[] => {
  const itself = weighed(known.get(typed.word), weights.typed)
  const longer = [
    ...unended(typed).flatMap((word) => weighed(known.get(word), weights.unended)),
    ...(guess?.completed ?? []).flatMap((word) => weighed(word, weights.completed))
  ]
  const near = (guess?.near ?? []).flatMap(({ word, typos }) => weighed(word, weights.typo / typos))
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

/**
 * Small words first, then guesses, then words that nobody tags things with, last what was marked as a tag or a handle; of each the most common
 * first, so that the word which says most stays, with all its parts.
 */
const leaveOut = (groups: readonly MadeGroup[], known: Known): number[] => {
  const rankOf = ({ of, alternatives }: MadeGroup): number => {
    if (of.folded === null) return of.instead.length > 0 ? 4 : 3
    if (isStopWord(of.folded)) return 0
    if (alternatives.every(({ weight }) => weight <= weights.typo)) return 1
    return known.has(tagOf(of) ?? '') ? 3 : 2
  }
  const order = groups
    .map((group, index) => ({
      index,
      of: group.of,
      rank: rankOf(group),
      things: group.alternatives.reduce((sum, { things }) => sum + things, 0)
    }))
    .toSorted((a, b) => a.rank - b.rank || b.things - a.things || b.index - a.index)
  return order.filter(({ of }) => of !== order.at(-1)?.of).map(({ index }) => index)
}
