import { type Guess, guess, type Known, tagOf } from './guesses.ts'
import { type Alternative, type Group, maxGroups, type SearchQuery } from './query.ts'
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
  typo: 0.5
} as const

const maxAlternatives = 8
/** A picture beside a name names nobody. */
const isPicture = /\p{Extended_Pictographic}/u
/** How much rarer a word counts that people tag things with. */
const rarerByTag = 3
/** Letters of a word whose ending may be mistyped. */
const shortestMended = 6
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
  const telling = typed.filter((word) => !isEmpty(word))
  const first = (typed.length > maxGroups && telling.length > 0 ? telling : typed).slice(0, maxGroups)
  const typedRuns = runsOf(first)
  const known = yield* lookUp(kind, [
    ...first.flatMap(namesOf),
    ...typedRuns.flatMap(({ joined, tag }) => [joined, tag])
  ])
  // A tag or a handle that there is none of is taken for the words it is made of.
  const meant = different(
    first.flatMap((word) => (known.has(word.word) || word.instead.length === 0 ? word : word.instead))
  )
  const isAsTyped = meant.length === first.length && meant.every((word, index) => word === first[index])
  const runs = (isAsTyped ? typedRuns : runsOf(meant)).filter(({ joined }) => known.has(joined))
  const words = meant.slice(0, maxGroups)
  const guesses = yield* guess(kind, words, known)

  const groups: MadeGroup[] = []
  const unknown: string[] = []
  for (const [index, word] of words.entries()) {
    const together = runs.filter((run) => run.words.includes(word))
    const isOfTag = together.some(({ tag }) => known.has(tag))
    const whole = [
      ...alternativesOf(word, known, guesses.get(word)).map((one) => ({
        ...one,
        weight: isOfTag ? one.weight * weights.apart : one.weight
      })),
      ...together.flatMap(({ joined, tag }) =>
        weighed(known.get(joined), known.has(tag) ? weights.joinedTag : weights.joined)
      )
    ]
    const isTopic = isOfTag || isPicture.test(word.said) || tagsOf(word).some((tag) => known.has(tag))
    const parts = guesses.get(word)?.parts ?? []
    const room = maxGroups - groups.length - (words.length - index - 1)
    // Things hold the whole word, or both parts of it.
    const made =
      parts.length > 0 && parts.length <= room
        ? parts.map((part) => [...whole, ...weighed(part, weights.part)])
        : [whole].filter(({ length }) => length > 0)
    if (made.length === 0) unknown.push(word.said)
    groups.push(
      ...made.map((alternatives) => ({ of: word, said: word.said, isTopic, alternatives: best(alternatives) }))
    )
  }
  const looked = new Set(words)
  const others = [...meant, ...typed.filter((word) => !first.includes(word))].filter((word) => !looked.has(word))
  return {
    groups: groups.map(({ said, isTopic, alternatives }) => ({ said, isTopic, alternatives })),
    ...leaveOut(groups),
    unfinished: unfinished(groups, typed.at(-1)),
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

function* lookUp(kind: SearchKind, names: readonly string[]): Steps<Known> {
  if (names.length === 0) return new Map()
  const words = yield* ask((store) => store.words(kind, [...new Set(names)]))
  return new Map(words.flatMap((word) => (word === null ? [] : [[word.word, word] as const])))
}

/** All that a typed word may be called. */
const namesOf = (typed: Typed): string[] => [
  typed.word,
  ...unended(typed),
  ...mended(typed),
  ...tagsOf(typed),
  ...typed.instead.flatMap(namesOf)
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
const tagsOf = (typed: Typed): string[] => {
  const { folded, word } = typed
  const tag = tagOf(typed)
  if (folded === null || tag === null) return []
  if (!/^[a-z]{3,}$/.test(folded)) return [tag]
  return [...new Set([tag, ...[word, `${word}s`, `${word.replace(/e$/, '')}ing`].map(foldedTag)])]
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

/**
 * Small words first and at once, then guesses, then words of questions, last what was marked as a tag or a handle; among the others those that tell least:
 * the most common first, for which a word that people tag things with counts as rarer than it is. The word that tells most stays, with all its
 * parts.
 */
const leaveOut = (groups: readonly MadeGroup[]): Pick<SearchQuery, 'leaveOut' | 'emptySteps'> => {
  const rankOf = ({ of, alternatives }: MadeGroup): number => {
    if (of.folded === null) return of.instead.length > 0 ? 4 : 3
    if (isEmpty(of)) return 0
    if (alternatives.every(({ weight }) => weight <= weights.typo)) return 1
    return isAskingWord(of.folded) ? 2 : 3
  }
  const order = groups
    .map((group, index) => ({
      index,
      of: group.of,
      rank: rankOf(group),
      things: group.alternatives.reduce((sum, { things }) => sum + things, 0) / (group.isTopic ? rarerByTag : 1)
    }))
    .toSorted((a, b) => a.rank - b.rank || b.things - a.things || b.index - a.index)
  const left = order.filter(({ of }) => of !== order.at(-1)?.of)
  // Where nothing else was typed, small words are all there is.
  const atOnce = order.at(-1)?.rank === 0 ? [] : left.filter(({ rank }) => rank === 0)
  const others = left.filter((group) => !atOnce.includes(group))
  const first = atOnce.length === 0 ? [] : [atOnce.map(({ index }) => index)]
  return { leaveOut: [...first, ...others.map(({ index }) => [index])], emptySteps: first.length }
}

/** Who types goes on behind the last word. What was guessed for it has its beginnings in it already. */
const unfinished = (groups: readonly MadeGroup[], last: Typed | undefined): SearchQuery['unfinished'] => {
  const group = groups.findLastIndex(({ of }) => of === last)
  const made = groups.filter(({ of }) => of === last)
  const folded = last?.folded ?? null
  if (folded === null || made.length !== 1) return null
  return { group, beginning: folded, weight: weights.completed }
}
