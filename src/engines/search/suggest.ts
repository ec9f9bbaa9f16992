import type { Completion, CompletionKind } from '../../records/completion.ts'
import { isStopWord } from './stop-words.ts'
import { ask, type Steps } from './store.ts'
import { squeeze } from './suggestion-keys.ts'
import {
  completing,
  type Match,
  matchesOf,
  readTyped,
  type SuggestionStore,
  type TypedText
} from './suggestion-matches.ts'

/** Suggestions kept of each kind for a prefix with many matches: as many as an answer has. */
export const suggestionCount = 10

/** Limit per kind while other kinds have suggestions. */
const mostOfKind = 4
const mostCreators = 3

/** Only the texts of `completions`. */
export function* suggest(keyword: string): Steps<string[], SuggestionStore> {
  return (yield* completions(keyword)).map(({ text }) => text)
}

/** Up to ten terms that complete the typed text or, where none do, come close to it: popular ones first, of several kinds. */
export function* completions(keyword: string): Steps<Completion[], SuggestionStore> {
  const typed = readTyped(keyword)
  const matches = yield* matchesOf(typed)
  if (matches.length > 0) return mix(matches, typed)
  const rest = yield* lastWords(typed)
  return rest === null ? [] : mix(yield* completing(rest), rest)
}

const mostLastWords = 3
const fewestLetters = 3

/** The longest suffix of words that has completions. */
function* lastWords({ text, sign }: TypedText): Steps<TypedText | null, SuggestionStore> {
  if (sign !== '') return null
  const words = text.split(/\s+/u).filter((word) => squeeze(word) !== '')
  const rests = words
    .map((_, index) => words.slice(index))
    .slice(1)
    .slice(-mostLastWords)
    .filter((some) => !some.every((word) => isStopWord(squeeze(word))))
    .map((some) => readTyped(some.join(' ')))
    .filter(({ squeezed }) => [...squeezed].length >= fewestLetters)
  const completedText = yield* ask((store: SuggestionStore) =>
    store.firstCompleted(rests.map(({ squeezed }) => squeezed))
  )
  return rests.find(({ squeezed }) => squeezed === completedText) ?? null
}

/** Creators come first where nearly all completions are creators. */
const isName = (found: readonly Match[], { squeezed, sign }: TypedText): boolean =>
  sign === '@' ||
  ([...squeezed].length >= 3 && found.filter(({ kind }) => kind === 'creator').length >= found.length * 0.75)

const mix = (found: readonly Match[], typed: TypedText): Completion[] => {
  const most = (kind: CompletionKind) => (kind === 'creator' ? mostCreators : mostOfKind)
  const isMixed = typed.sign === '' && !isName(found, typed)
  const seen = new Set<string>()
  const taken: { place: number; completion: Completion }[] = []
  const counts = new Map<CompletionKind, number>()
  const take = (isFull: (kind: CompletionKind) => boolean) => {
    for (const [place, { kind, form, term, records }] of found.entries()) {
      if (taken.length === suggestionCount) return
      const text = typed.sign + (typed.sign === '' ? form : term)
      if (seen.has(text.toLowerCase()) || isFull(kind)) continue
      seen.add(text.toLowerCase())
      const key = records.length === 1 ? (records[0] ?? null) : null
      taken.push({ place, completion: { kind, text, key } })
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
  }
  take((kind) => isMixed && (counts.get(kind) ?? 0) >= most(kind))
  // The remaining places of the ten go to any kind except creators.
  take((kind) => isMixed && kind === 'creator')
  return taken.sort((a, b) => a.place - b.place).map(({ completion }) => completion)
}
