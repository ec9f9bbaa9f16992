import type { Awaitable } from '../../core/awaitable.ts'
import type { CompletionKind } from '../../records/completion.ts'
import { hashtagSigns } from '../../records/hashtag-name.ts'
import { allowedEdits, nearestBeginning, typosBetween } from './spelling.ts'
import { ask, type Steps } from './store.ts'
import { keysOf, maxLength, squeeze, typoKeys } from './suggestion-keys.ts'
import { searchPhrases } from './words.ts'

export type Suggestion = {
  /** 1 for the most popular of all. */
  rank: number
  kind: CompletionKind
  /** The suggested text in its common spelling; for a creator, the handle. */
  term: string
  /** A creator's name, where it adds to the handle. */
  name: string | null
  /** Handle or ids of the items that the term names, the best known first; several only of sounds. */
  records: readonly string[]
}

/** A suggestion found by a key. */
export type Completing = Suggestion & {
  /** Index of the word at which the key begins; 0 for the whole term. */
  word: number
  /** Whether it is a key of the name and not of the term. */
  isName: boolean
}

/** Storage interface of suggestions. All texts are squeezed; each answer has at most some hundred rows, whatever the size of the data. */
export type SuggestionStore = {
  /** By prefix: all matches where they are few; otherwise the highest ranked of each kind. */
  completing(text: string): Awaitable<readonly Completing[]>
  /** By an exact key of the term, exact terms first. */
  exactly(text: string): Awaitable<readonly Completing[]>
  /** The first of these texts that is a prefix of a key. */
  firstCompleted(texts: readonly string[]): Awaitable<string | null>
  /** Popular suggestions with any of these typo keys, few of each. */
  mistyped(typoKeys: readonly string[]): Awaitable<readonly Suggestion[]>
}

/** Most suggestions of one typo key. */
export const mostOfOneKey = 16

/** Rank among the completions of one text: a term that begins with it precedes one that contains it later, if about equally popular. */
export const standingOf = (rank: number, word: number): number => (word === 0 ? rank : 4 * rank)

export type TypedText = {
  /** The text as typed, without its sign. */
  text: string
  /** `#` requests only hashtags and `@` only creators, and is put before each of them. */
  sign: '#' | '@' | ''
  squeezed: string
}

export type Match = Suggestion & {
  /** The matched form: a creator's handle or name. */
  form: string
  word: number
  edits: number
  standing: number
}

const typedSign = new RegExp(`^([${hashtagSigns}@＠]*)(.*)$`, 'su')

export const readTyped = (keyword: string): TypedText => {
  const [, sign = '', text = ''] = typedSign.exec(keyword) ?? []
  const first = sign.normalize('NFKC').charAt(0)
  return { text: text.trim(), sign: first === '#' || first === '@' ? first : '', squeezed: squeeze(text) }
}

/** What completes the typed text or, where nothing does, comes close to it; the best first. */
export function* matchesOf(typed: TypedText): Steps<Match[], SuggestionStore> {
  if (typed.squeezed === '' && typed.sign === '') return []
  // A longer text has neither completions nor corrections.
  if (typed.squeezed.length > maxLength + 2) return []
  const complete = yield* completing(typed)
  return complete.length > 0 ? complete : yield* nearMisses(typed)
}

export function* completing(typed: TypedText): Steps<Match[], SuggestionStore> {
  const completing = yield* ask((store: SuggestionStore) => store.completing(typed.squeezed))
  const exactly = typed.squeezed === '' ? [] : yield* ask((store: SuggestionStore) => store.exactly(typed.squeezed))
  return bestOf([...exactly, ...completing].map(completed), typed)
}

const completed = (found: Completing): Match => ({
  ...found,
  form: found.isName ? (found.name ?? found.term) : found.term,
  edits: 0,
  standing: standingOf(found.rank, found.word)
})

/** Letters of a word that is corrected only where one of them is missing. */
const shortWord = 3

function* nearMisses(typed: TypedText): Steps<Match[], SuggestionStore> {
  const letters = [...typed.squeezed]
  const isShort = letters.length === shortWord
  const most = isShort ? 1 : allowedEdits(letters.length)
  if (most === 0) return []
  const keys = isShort ? [typed.squeezed] : typoKeys(typed.squeezed)
  const early = yield* ask((store: SuggestionStore) => store.mistyped(keys))
  const measure = (form: string) => (isShort ? lacking(typed.squeezed, form) : begun(typed.squeezed, form, most))
  const near = nearOf(early, measure)
  // Of many with one typo key only a few were read: all that begin like most of them are completions of the corrected text.
  const crowd = early.length < mostOfOneKey ? null : commonest(near.map(({ beginning }) => beginning))
  const corrected = crowd === null ? [] : yield* ask((store: SuggestionStore) => store.completing(crowd))
  if (isShort) return bestOf([...near, ...nearOf(corrected, measure)], typed)
  // Two kinds of typos: an extra letter or swapped neighbours, which have more forms than the typo keys cover; or an error far from the
  // start, where the correct prefix finds the term.
  const prefixes = letters.slice(3, -1).map((_, index) => letters.slice(0, letters.length - 1 - index).join(''))
  const prefix = yield* ask((store: SuggestionStore) => store.firstCompleted([...mended(letters), ...prefixes]))
  const late = prefix === null ? [] : yield* ask((store: SuggestionStore) => store.completing(prefix))
  return bestOf([...near, ...nearOf([...corrected, ...late], measure)], typed)
}

/** Without one letter, or with two neighbours swapped; changes near the end first. */
const mended = (letters: readonly string[]): string[] => {
  const places = letters.map((_, index) => index).filter((index) => index > 0)
  const without = places.map((index) => letters.toSpliced(index, 1).join(''))
  const swapped = places
    .slice(1)
    .map((index) => letters.toSpliced(index - 1, 2, ...letters.slice(index - 1, index + 1).reverse()).join(''))
  return [...new Set([...without.toReversed(), ...swapped.toReversed()])]
}

const commonest = (texts: readonly string[]): string | null => {
  const groups = [...Map.groupBy(texts, (text) => text)].sort(([, a], [, b]) => b.length - a.length)
  return groups[0]?.[0] ?? null
}

/** A match by correction, with the corrected text. */
type NearMatch = Match & { beginning: string }

/** Each suggestion once by its handle or term and once by its name, where they come close. */
const nearOf = (found: readonly Suggestion[], measure: (form: string) => Near | null): NearMatch[] =>
  [...new Map(found.map((suggestion) => [suggestion.rank, suggestion])).values()].flatMap((suggestion) =>
    formsOf(suggestion).flatMap((form) => {
      const near = measure(form)
      return near === null ? [] : [{ ...suggestion, form, ...near, standing: standingOf(suggestion.rank, near.word) }]
    })
  )

/** A creator has two forms: handle and name. */
const formsOf = ({ term, name }: Suggestion): string[] => (name === null ? [term] : [term, name])

type Near = { word: number; edits: number; beginning: string }

const begun = (squeezed: string, form: string, most: number): Near | null =>
  keysOf(form)
    .flatMap((key, word) => {
      const near = nearestBeginning(squeezed, key, most)
      return near === null ? [] : [{ word, ...near }]
    })
    .reduce<Near | null>((best, near) => (best === null || near.edits < best.edits ? near : best), null)

/** A whole word that lacks a letter, as in a search: `mya` is `maya`, and no beginning of anything. */
const lacking = (squeezed: string, form: string): Near | null => {
  const words = searchPhrases(form).flat()
  const word = words.findIndex((one) => one[0] === squeezed[0] && typosBetween(squeezed, one) === 1)
  return word < 0 ? null : { word, edits: 1, beginning: words[word] ?? '' }
}

/** Accents count, unlike case and the form of Unicode. */
const inOneForm = (text: string): string => text.normalize('NFKC').toLowerCase()

const kindOf = { '#': 'hashtag', '@': 'creator' } as const

/**
 * Removes duplicates and sorts by distance, then by rank. Whole terms come first, as they were typed before others. A name is no identity:
 * it counts as whole only for the best known of all whose names or handles begin so. A typed space suggests a name rather than a handle.
 */
const bestOf = (found: readonly Match[], { sign, text, squeezed }: TypedText): Match[] => {
  const matching = sign === '' ? found : found.filter(({ kind }) => kind === kindOf[sign])
  const bestKnown = Math.min(
    ...matching.filter(({ kind, word }) => kind === 'creator' && word === 0).map(({ rank }) => rank)
  )
  const isSpaced = text.includes(' ')
  const written = inOneForm(text)
  const sorted = matching
    .map((match) => {
      const { rank, name, form, word, edits } = match
      const isName = form === name
      const isWhole = edits === 0 && word === 0 && squeeze(form) === squeezed
      const isTerm = isWhole && !isName
      return {
        match,
        wholeness:
          isTerm && inOneForm(form) === written ? 2 : isTerm || (isWhole && sign !== '@' && rank === bestKnown) ? 1 : 0,
        isOther: Number(name !== null && isName !== isSpaced)
      }
    })
    .sort(
      (a, b) =>
        b.wholeness - a.wholeness ||
        a.match.edits - b.match.edits ||
        a.match.standing - b.match.standing ||
        a.match.rank - b.match.rank ||
        a.isOther - b.isOther
    )
  const byRank = new Map<number, Match>()
  for (const { match } of sorted) if (!byRank.has(match.rank)) byRank.set(match.rank, match)
  return [...byRank.values()]
}
