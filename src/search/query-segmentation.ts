import { type Awaitable, andThen, together } from '../core/awaitable.ts'
import { isNear, typoKeys, unlikeliness } from './spelling.ts'
import { isStopWord } from './stop-words.ts'
import { ask, type KnownWord, type SearchKind, type SearchStore, type Steps } from './store.ts'
import { foldedTag, stemmed, type Typed } from './words.ts'

/** What a typed word may have been meant to be, where it is not known, hardly known, or not finished. */
export type Guess = {
  /** Words that begin with it, the most common first. */
  completed: readonly KnownWord[]
  /** Words it may be a mistyped form of, the likeliest first, and how likely each is beside the first: 1 for as likely. */
  near: readonly { word: KnownWord; likelihood: number }[]
  /** How sure it is that the first of these was meant, up to 1: it is common, and little is wrong with how it was typed. */
  certainty: number
  /** Whether it rather is a word of its own, which posts are about. */
  isDoubtful: boolean
  /** The two words it is made of; none where it is better taken as a whole. */
  parts: readonly KnownWord[]
}

export type Known = ReadonlyMap<string, KnownWord>

/** Words that guesses are made for. Who mistypes more of them types anew. */
const maxGuessed = 6
const maxCompleted = 8
/** Words that share a key and are compared. */
const maxCompared = 100

/** A word that stands in fewer things is hardly known: it may be a slip of whoever wrote it, and one of whoever typed it where another is far more common. */
const hardly = 3
const farMore = 50

/** Corrections that are so much less likely than the best were not meant; where other words tell them apart (`context.ts`), more of them are looked at. */
export const leastLikelihood = 0.4
const leastInContext = 0.1

/** Letters of a part, of a word that may be two, and of one that is known as it is. */
const minPart = 3
const minCompound = 6
const minKnownCompound = 8
const maxCompound = 24
/** Parts of a word that is known are at least so common beside it. */
const partsOfWhole = 0.5

/** The store is asked once, whatever there is to guess. */
export function* guess(
  kind: SearchKind,
  words: readonly Typed[],
  known: Known,
  all: number
): Steps<ReadonlyMap<Typed, Guess>> {
  const things = (word: Typed) => known.get(word.word)?.things ?? 0
  const last = words.at(-1)
  const leastLikely = words.length > 1 ? leastInContext : leastLikelihood
  const isDoubtful = (word: Typed) => things(word) < hardly
  // Who looks for a person types the beginning of a name, whatever else is called so.
  const isUnfinished = (word: Typed) => word === last && (kind !== 'posts' || isDoubtful(word))
  const guessed = words
    .filter((word) => word.folded !== null)
    .map((word) => ({ word, splits: splitsOf(word, known) }))
    .filter(({ word, splits }) => isUnfinished(word) || isDoubtful(word) || splits.length > 0)
    .slice(-maxGuessed)
  if (guessed.length === 0) return new Map()

  const halves = [...new Set(guessed.flatMap(({ splits }) => splits).flat())]
  const nothing: readonly KnownWord[] = []
  const [foundHalves, completed, sharingKeys, inPosts] = yield* ask((store) =>
    together<[readonly (KnownWord | null)[], (typeof nothing)[], (typeof nothing)[], readonly number[]]>([
      halves.length === 0 ? nothing : store.words(kind, halves.map(stemmed)),
      together(
        guessed.map(({ word }) =>
          isUnfinished(word) ? store.beginningWith(kind, word.folded ?? '', maxCompleted) : nothing
        )
      ),
      together(
        guessed.map(({ word }) => {
          const keys = isDoubtful(word) ? [...new Set(writtenAs(word).flatMap(typoKeys))] : []
          return keys.length === 0 ? nothing : store.keyedBy(kind, keys, maxCompared)
        })
      ),
      sharesOfPosts(store, kind === 'posts' ? [] : guessed.map(({ word }) => (isDoubtful(word) ? word.word : null)))
    ])
  )
  const byHalf = new Map(halves.map((half, index) => [half, foundHalves[index] ?? null]))
  return new Map(
    guessed.map(({ word, splits }, index): [Typed, Guess] => {
      const { near, certainty, decades } = nearestOf(
        word,
        sharingKeys[index] ?? [],
        things(word) * farMore,
        leastLikely
      )
      const isDoubtful = decades <= Math.log10((inPosts[index] ?? 0) * all)
      const least = Math.max(things(word) * partsOfWhole, near[0]?.word.things ?? 0)
      return [
        word,
        { completed: completed[index] ?? [], near, certainty, isDoubtful, parts: partsOf(splits, byHalf, least) }
      ]
    })
  )
}

/** In which share of all posts each word stands: what posts are about is not mistyped, though no creator is called so. */
const sharesOfPosts = (store: SearchStore, words: readonly (string | null)[]): Awaitable<readonly number[]> => {
  const wanted = words.filter((word) => word !== null)
  if (wanted.length === 0) return []
  return andThen(store.words('posts', wanted), (found) =>
    andThen(store.things('posts'), (posts) =>
      words.map((word) => (found[wanted.indexOf(word ?? '')]?.things ?? 0) / Math.max(1, posts))
    )
  )
}

/** The hashtag that is called like a word: what people tag things with is what they are about. */
export const tagOf = ({ folded }: Typed): string | null => (folded === null ? null : foldedTag(folded))

/**
 * Where a word may fall into two: anywhere, for one that nobody wrote. Of those that are known only long hashtags are words written
 * together; `understand` is none. Words that carry nothing are no parts.
 */
const splitsOf = (word: Typed, known: Known): (readonly [string, string])[] => {
  const folded = word.folded ?? ''
  const letters = [...folded]
  const isKnown = known.has(word.word)
  if (isKnown && !known.has(tagOf(word) ?? '')) return []
  if (letters.length < (isKnown ? minKnownCompound : minCompound) || letters.length > maxCompound) return []
  let end = 0
  const ends = letters.map((letter) => (end += letter.length))
  return ends
    .slice(minPart - 1, -minPart)
    .map((at) => [folded.slice(0, at), folded.slice(at)] as const)
    .filter((halves) => !halves.some(isStopWord))
}

/** The two most common words that make it up, where both are in more things than the least. */
const partsOf = (
  splits: readonly (readonly [string, string])[],
  known: ReadonlyMap<string, KnownWord | null>,
  least: number
): KnownWord[] => {
  const both = splits
    .map((halves) => halves.flatMap((half) => known.get(half) ?? []))
    .filter(({ length }) => length === 2)
  const rarer = (parts: readonly KnownWord[]) => Math.min(...parts.map(({ things }) => things))
  return both.filter((parts) => rarer(parts) > least).toSorted((a, b) => rarer(b) - rarer(a))[0] ?? []
}

/** As it was typed, and as the index would call it: of what is mistyped, more or less of an ending may go. */
const writtenAs = ({ word, folded }: Typed): string[] => {
  const typed = folded ?? word
  return [...new Set([word, typed, typed.replace(/e$/, ''), typed.replace(/y$/, 'i')])]
}

/** What was meant is common, and little is wrong with how it was typed. */
const nearestOf = (
  typed: Typed,
  others: readonly KnownWord[],
  least: number,
  leastLikely: number
): Pick<Guess, 'near' | 'certainty'> & { decades: number } => {
  const written = writtenAs(typed)
  const near = others
    .filter((other) => other.things > least && other.word !== typed.word && !isStopWord(other.word))
    .flatMap((other) => {
      const slips = written.filter((text) => isNear(text, other.word)).map((text) => unlikeliness(text, other.word))
      return slips.length === 0 ? [] : [{ word: other, decades: Math.log10(other.things) - Math.min(...slips) }]
    })
    .toSorted((a, b) => b.decades - a.decades || b.word.things - a.word.things)
  const likeliest = near[0]?.decades ?? 0
  return {
    near: near
      .map(({ word, decades }) => ({ word, likelihood: 10 ** (decades - likeliest) }))
      .filter(({ likelihood }) => likelihood > leastLikely),
    certainty: Math.min(1, 10 ** (likeliest / 2)),
    decades: likeliest
  }
}
