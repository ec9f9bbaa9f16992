import { type Awaitable, andThen, together } from '../../core/awaitable.ts'
import { isNear, typoKeys, unlikeliness } from './spelling.ts'
import { isStopWord } from './stop-words.ts'
import { ask, type SearchKind, type SearchStore, type Steps, type WordEntry } from './store.ts'
import { foldedTag, stemmed, type Typed } from './words.ts'

/** Alternatives for a typed word that is unknown, rare or unfinished. */
export type WordVariants = {
  /** Completions, the most common first. */
  completed: readonly WordEntry[]
  /** Spelling corrections, the most likely first, with their likelihood relative to the first (1: equal). */
  near: readonly { word: WordEntry; likelihood: number }[]
  /** Confidence in the first correction, up to 1: high where it is common and the edit is small. */
  certainty: number
  /** Whether it is probably a correct word of its own, one that posts are about. */
  isDoubtful: boolean
  /** The two words it consists of; empty where it is better kept whole. */
  parts: readonly WordEntry[]
}

export type WordEntries = ReadonlyMap<string, WordEntry>

/** Most words that get alternatives in one query. */
const maxGuessed = 6
const maxCompleted = 8
/** Most candidates that share a key and are compared. */
const maxCompared = 100

/** A word in fewer documents is rare: it may be a typo in a caption, and in a query where another word is far more common. */
const rareBelow = 3
const farMore = 50

/** Corrections less likely than this, relative to the best, are dropped. Where other words can decide (`context.ts`), more are compared. */
export const leastLikelihood = 0.4
const leastInContext = 0.1

/** Fewest letters of a part, of a word that may be split, and of a known word that may be split. */
const minPart = 3
const minCompound = 6
const minIndexedCompound = 8
const maxCompound = 24
/** Fewest uses of the parts of a known word, relative to its own. */
const partsOfWhole = 0.5

/** One store lookup for all words. */
export function* findVariants(
  kind: SearchKind,
  words: readonly Typed[],
  entries: WordEntries,
  all: number
): Steps<ReadonlyMap<Typed, WordVariants>> {
  const documents = (word: Typed) => entries.get(word.word)?.documents ?? 0
  const last = words.at(-1)
  const leastLikely = words.length > 1 ? leastInContext : leastLikelihood
  const isDoubtful = (word: Typed) => documents(word) < rareBelow
  // In a search for people the last word is always treated as a prefix of a name.
  const isUnfinished = (word: Typed) => word === last && (kind !== 'posts' || isDoubtful(word))
  const guessed = words
    .filter((word) => word.folded !== null)
    .map((word) => ({ word, splits: splitsOf(word, entries) }))
    .filter(({ word, splits }) => isUnfinished(word) || isDoubtful(word) || splits.length > 0)
    .slice(-maxGuessed)
  if (guessed.length === 0) return new Map()

  const halves = [...new Set(guessed.flatMap(({ splits }) => splits).flat())]
  const nothing: readonly WordEntry[] = []
  const [foundHalves, completed, sharingKeys, inPosts] = yield* ask((store) =>
    together<[readonly (WordEntry | null)[], (typeof nothing)[], (typeof nothing)[], readonly number[]]>([
      halves.length === 0 ? nothing : store.words(kind, halves.map(stemmed)),
      together(
        guessed.map(({ word }) =>
          isUnfinished(word) ? store.withPrefix(kind, word.folded ?? '', maxCompleted) : nothing
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
    guessed.map(({ word, splits }, index): [Typed, WordVariants] => {
      const { near, certainty, decades } = nearestOf(
        word,
        sharingKeys[index] ?? [],
        documents(word) * farMore,
        leastLikely
      )
      const isDoubtful = decades <= Math.log10((inPosts[index] ?? 0) * all)
      const least = Math.max(documents(word) * partsOfWhole, near[0]?.word.documents ?? 0)
      return [
        word,
        { completed: completed[index] ?? [], near, certainty, isDoubtful, parts: partsOf(splits, byHalf, least) }
      ]
    })
  )
}

/** The share of all posts that contain each word: topics of posts are not typos, even if no creator's name has them. */
const sharesOfPosts = (store: SearchStore, words: readonly (string | null)[]): Awaitable<readonly number[]> => {
  const wanted = words.filter((word) => word !== null)
  if (wanted.length === 0) return []
  return andThen(store.words('posts', wanted), (found) =>
    andThen(store.documents('posts'), (posts) =>
      words.map((word) => (found[wanted.indexOf(word ?? '')]?.documents ?? 0) / Math.max(1, posts))
    )
  )
}

/** The hashtag equal to a word: a word used as a hashtag is a topic. */
export const tagOf = ({ folded }: Typed): string | null => (folded === null ? null : foldedTag(folded))

/**
 * Split points of a word: any, for an unknown word. Among known words only long hashtags are compounds; `understand` is not. Stop words are
 * no parts.
 */
const splitsOf = (word: Typed, entries: WordEntries): (readonly [string, string])[] => {
  const folded = word.folded ?? ''
  const letters = [...folded]
  const isIndexed = entries.has(word.word)
  if (isIndexed && !entries.has(tagOf(word) ?? '')) return []
  if (letters.length < (isIndexed ? minIndexedCompound : minCompound) || letters.length > maxCompound) return []
  let end = 0
  const ends = letters.map((letter) => (end += letter.length))
  return ends
    .slice(minPart - 1, -minPart)
    .map((at) => [folded.slice(0, at), folded.slice(at)] as const)
    .filter((halves) => !halves.some(isStopWord))
}

/** The most common pair of words that form it, both in more documents than the minimum. */
const partsOf = (
  splits: readonly (readonly [string, string])[],
  entries: ReadonlyMap<string, WordEntry | null>,
  least: number
): WordEntry[] => {
  const both = splits
    .map((halves) => halves.flatMap((half) => entries.get(half) ?? []))
    .filter(({ length }) => length === 2)
  const rarer = (parts: readonly WordEntry[]) => Math.min(...parts.map(({ documents }) => documents))
  return both.filter((parts) => rarer(parts) > least).toSorted((a, b) => rarer(b) - rarer(a))[0] ?? []
}

/** The word as typed and as the index has it: more or less of an ending may be stripped from a typo. */
const writtenAs = ({ word, folded }: Typed): string[] => {
  const typed = folded ?? word
  return [...new Set([word, typed, typed.replace(/e$/, ''), typed.replace(/y$/, 'i')])]
}

/** A likely correction is common and a small edit away. */
const nearestOf = (
  typed: Typed,
  others: readonly WordEntry[],
  least: number,
  leastLikely: number
): Pick<WordVariants, 'near' | 'certainty'> & { decades: number } => {
  const written = writtenAs(typed)
  const near = others
    .filter((other) => other.documents > least && other.word !== typed.word && !isStopWord(other.word))
    .flatMap((other) => {
      const slips = written.filter((text) => isNear(text, other.word)).map((text) => unlikeliness(text, other.word))
      return slips.length === 0 ? [] : [{ word: other, decades: Math.log10(other.documents) - Math.min(...slips) }]
    })
    .toSorted((a, b) => b.decades - a.decades || b.word.documents - a.word.documents)
  const likeliest = near[0]?.decades ?? 0
  return {
    near: near
      .map(({ word, decades }) => ({ word, likelihood: 10 ** (decades - likeliest) }))
      .filter(({ likelihood }) => likelihood > leastLikely),
    certainty: Math.min(1, 10 ** (likeliest / 2)),
    decades: likeliest
  }
}
