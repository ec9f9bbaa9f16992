import type { Awaitable } from '../core/awaitable.ts'
import type { Completion, CompletionKind } from '../records/completion.ts'
import { allowedEdits, editsToBeginning } from './spelling.ts'
import { isStopWord } from './stop-words.ts'
import { ask, type Steps } from './store.ts'
import { keysOf, maxLength, squeeze, typoKeys } from './suggestion-keys.ts'

export type Suggestion = {
  /** 1 for the most popular of all. */
  rank: number
  kind: CompletionKind
  /** The suggested text in its common spelling; for a creator, the handle. */
  term: string
  /** A creator's name, where it adds to the handle. */
  name: string | null
  /** Handle or id of the one item that the term names; null where there is none, or several. */
  thing: string | null
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
  /** By exact key, exact terms first. */
  exactly(text: string): Awaitable<readonly Completing[]>
  /** The first of these texts that is a prefix of a key. */
  firstCompleted(texts: readonly string[]): Awaitable<string | null>
  /** Popular suggestions with any of these typo keys. */
  mistyped(typoKeys: readonly string[]): Awaitable<readonly Suggestion[]>
}

/** Suggestions kept of each kind for a prefix with many matches: as many as an answer has. */
export const suggestionCount = 10
/** Rank among the completions of one text: a term that begins with it precedes one that contains it later, if about equally popular. */
export const standingOf = (rank: number, word: number): number => (word === 0 ? rank : 4 * rank)

/** Limit per kind while other kinds have suggestions. */
const mostOfKind = 4
const mostCreators = 3

type Typed = {
  /** The text as typed, without its sign. */
  text: string
  /** `#` requests only hashtags and `@` only creators, and is put before each of them. */
  sign: '#' | '@' | ''
  squeezed: string
}

type Candidate = Suggestion & {
  /** The matched form: a creator's handle or name. */
  form: string
  isWhole: boolean
  edits: number
  standing: number
}

/** Only the texts of `completions`. */
export function* suggest(keyword: string): Steps<string[], SuggestionStore> {
  return (yield* completions(keyword)).map(({ text }) => text)
}

/** Up to ten terms that complete the typed text or, where none do, come close to it: popular ones first, of several kinds. */
export function* completions(keyword: string): Steps<Completion[], SuggestionStore> {
  const typed = read(keyword)
  if (typed.squeezed === '' && typed.sign === '') return []
  // A longer text has neither completions nor corrections.
  if (typed.squeezed.length > maxLength + 2) return []
  const matches = yield* completing(typed)
  if (matches.length > 0) return mix(matches, typed)
  const near = yield* nearMisses(typed)
  if (near.length > 0) return mix(near, typed)
  const rest = yield* lastWords(typed)
  return rest === null ? [] : mix(yield* completing(rest), rest)
}

function* completing(typed: Typed): Steps<Candidate[], SuggestionStore> {
  const completing = yield* ask((store: SuggestionStore) => store.completing(typed.squeezed))
  const exactly = typed.squeezed === '' ? [] : yield* ask((store: SuggestionStore) => store.exactly(typed.squeezed))
  const complete = [
    // After `@` only handles match, not names.
    ...exactly.map((found) => completed(found, found.word === 0 && !(typed.sign === '@' && found.isName))),
    ...completing.map((found) => completed(found, false))
  ]
  return nearestOf(complete, typed)
}

const mostLastWords = 3
const fewestLetters = 3

/** The longest suffix of words that has completions. */
function* lastWords({ text, sign }: Typed): Steps<Typed | null, SuggestionStore> {
  if (sign !== '') return null
  const words = text.split(/\s+/u).filter((word) => squeeze(word) !== '')
  const rests = words
    .map((_, index) => words.slice(index))
    .slice(1)
    .slice(-mostLastWords)
    .filter((some) => !some.every((word) => isStopWord(squeeze(word))))
    .map((some) => read(some.join(' ')))
    .filter(({ squeezed }) => [...squeezed].length >= fewestLetters)
  const completedText = yield* ask((store: SuggestionStore) =>
    store.firstCompleted(rests.map(({ squeezed }) => squeezed))
  )
  return rests.find(({ squeezed }) => squeezed === completedText) ?? null
}

const completed = (found: Completing, isWhole: boolean): Candidate => ({
  ...found,
  form: found.isName ? (found.name ?? found.term) : found.term,
  isWhole,
  edits: 0,
  standing: standingOf(found.rank, found.word)
})

function* nearMisses(typed: Typed): Steps<Candidate[], SuggestionStore> {
  const letters = [...typed.squeezed]
  const most = allowedEdits(letters.length)
  if (most === 0) return []
  const early = yield* ask((store: SuggestionStore) => store.mistyped(typoKeys(typed.squeezed)))
  // Two kinds of typos: an extra letter or swapped neighbours, which have more forms than the typo keys cover; or an error far from the
  // start, where the correct prefix finds the term.
  const prefixes = letters.slice(3, -1).map((_, index) => letters.slice(0, letters.length - 1 - index).join(''))
  const prefix = yield* ask((store: SuggestionStore) => store.firstCompleted([...mended(letters), ...prefixes]))
  const late = prefix === null ? [] : yield* ask((store: SuggestionStore) => store.completing(prefix))
  const near = [...early, ...late].flatMap((suggestion) =>
    formsOf(suggestion).flatMap((form) => missed(suggestion, form, typed, most))
  )
  return nearestOf(near, typed)
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

/** A creator has two forms: handle and name. */
const formsOf = ({ term, name }: Suggestion): string[] => (name === null ? [term] : [term, name])

const missed = (suggestion: Suggestion, form: string, { squeezed }: Typed, most: number): Candidate[] => {
  const away = keysOf(form).map((key) => editsToBeginning(squeezed, key, most))
  const edits = Math.min(...away)
  if (away.length === 0 || edits > most) return []
  return [{ ...suggestion, form, isWhole: false, edits, standing: standingOf(suggestion.rank, away.indexOf(edits)) }]
}

const read = (keyword: string): Typed => {
  const [, sign = '', text = ''] = /^([#＃@＠]*)(.*)$/su.exec(keyword) ?? []
  const first = sign.normalize('NFKC').charAt(0)
  return { text, sign: first === '#' || first === '@' ? first : '', squeezed: squeeze(text) }
}

const kindOf = { '#': 'hashtag', '@': 'creator' } as const

/** Removes duplicates and sorts by distance, then by rank. A typed space suggests a name rather than a handle. */
const nearestOf = (found: readonly Candidate[], { sign, text }: Typed): Candidate[] => {
  const wanted = sign === '' ? null : kindOf[sign]
  const isSpaced = text.includes(' ')
  const isOther = ({ form, name }: Candidate) => Number(name !== null && (form === name) !== isSpaced)
  const byRank = new Map<number, Candidate>()
  const sorted = found
    .filter(({ kind }) => wanted === null || kind === wanted)
    .sort(
      (a, b) =>
        Number(b.isWhole) - Number(a.isWhole) ||
        a.edits - b.edits ||
        a.standing - b.standing ||
        a.rank - b.rank ||
        isOther(a) - isOther(b)
    )
  for (const candidate of sorted) if (!byRank.has(candidate.rank)) byRank.set(candidate.rank, candidate)
  return [...byRank.values()]
}

/** Creators come first where nearly all completions are creators. */
const isName = (found: readonly Candidate[], { squeezed, sign }: Typed): boolean =>
  sign === '@' ||
  ([...squeezed].length >= 3 && found.filter(({ kind }) => kind === 'creator').length >= found.length * 0.75)

const mix = (found: readonly Candidate[], typed: Typed): Completion[] => {
  const most = (kind: CompletionKind) => (kind === 'creator' ? mostCreators : mostOfKind)
  const isMixed = typed.sign === '' && !isName(found, typed)
  const seen = new Set<string>()
  const taken: { place: number; completion: Completion }[] = []
  const counts = new Map<CompletionKind, number>()
  const take = (isFull: (kind: CompletionKind) => boolean) => {
    for (const [place, candidate] of found.entries()) {
      if (taken.length === suggestionCount) return
      const text = typed.sign + (typed.sign === '' ? candidate.form : candidate.term)
      if (seen.has(text.toLowerCase()) || isFull(candidate.kind)) continue
      seen.add(text.toLowerCase())
      taken.push({ place, completion: { kind: candidate.kind, text, key: candidate.thing } })
      counts.set(candidate.kind, (counts.get(candidate.kind) ?? 0) + 1)
    }
  }
  take((kind) => isMixed && (counts.get(kind) ?? 0) >= most(kind))
  // The remaining places of the ten go to any kind except creators.
  take((kind) => isMixed && kind === 'creator')
  return taken.sort((a, b) => a.place - b.place).map(({ completion }) => completion)
}
