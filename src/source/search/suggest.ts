import type { Awaitable } from '../../core/awaitable.ts'
import { ask, type Steps } from './store.ts'
import { allowedEdits, editsToBeginning, keysOf, maxLetters, squeeze, typoKeys } from './suggestion-keys.ts'

/** In the order in which equally popular ones are told. */
export const suggestionKinds = ['hashtag', 'creator', 'place', 'phrase', 'sound'] as const
export type SuggestionKind = (typeof suggestionKinds)[number]

export type Suggestion = {
  /** 1 for the most popular of all. */
  rank: number
  kind: SuggestionKind
  /** What is suggested, as people write it; a creator's handle. */
  term: string
  /** A creator's name, where it says more than the handle. */
  name: string | null
}

/** What suggestions ask of whatever keeps their tables. All texts are squeezed; each answer has some hundred rows at most, whatever there is. */
export type SuggestionStore = {
  /** Of all that have a key beginning so: each, where they are few; where they are many, the most popular of each kind. */
  completing(text: string): Awaitable<readonly Suggestion[]>
  /** Those with this key, the ones that are nothing else first. */
  exactly(text: string): Awaitable<readonly Suggestion[]>
  /** The first of the texts that completes to anything. */
  firstCompleted(texts: readonly string[]): Awaitable<string | null>
  /** Popular ones that one of these keys for typing errors leads to. */
  mistyped(typoKeys: readonly string[]): Awaitable<readonly Suggestion[]>
}

/** So many of each kind are kept for what many terms complete: as many as an answer has. */
export const suggestionCount = 10
/** How a term stands among those that complete the same text: one that begins with it before one that holds it further in, if about as popular. */
export const standingOf = (rank: number, word: number): number => (word === 0 ? rank : 4 * rank)

/** A mix of kinds: no more of one while others have something to tell. */
const mostOfKind = 4
const mostCreators = 3

type Typed = {
  /** As it was typed, without the sign before it. */
  text: string
  /** `#` asks for hashtags alone and `@` for creators, and stands before each of them. */
  sign: '#' | '@' | ''
  squeezed: string
}

type Candidate = Suggestion & {
  /** What tells it: a creator's handle or name. */
  form: string
  edits: number
  isWhole: boolean
  standing: number
}

/** Up to ten terms that complete what was typed, or come close to it where nothing does: popular ones first, of several kinds. */
export function* suggest(keyword: string): Steps<string[], SuggestionStore> {
  const typed = read(keyword)
  if (typed.squeezed === '' && typed.sign === '') return []
  // What is longer completes to nothing, and is no near miss of anything either.
  if ([...typed.squeezed].length > maxLetters + 2) return []
  const completing = yield* ask((store: SuggestionStore) => store.completing(typed.squeezed))
  const whole = typed.squeezed === '' ? [] : yield* ask((store: SuggestionStore) => store.exactly(typed.squeezed))
  const found = candidates([...whole, ...completing], typed, 0)
  if (found.length > 0) return mix(found, typed)
  return mix(yield* nearMisses(typed), typed)
}

function* nearMisses(typed: Typed): Steps<Candidate[], SuggestionStore> {
  const letters = [...typed.squeezed]
  const most = allowedEdits(letters.length)
  if (most === 0) return []
  const early = yield* ask((store: SuggestionStore) => store.mistyped(typoKeys(typed.squeezed)))
  // An error far behind the beginning: what is right before it leads there.
  const beginnings = letters.slice(3, -1).map((_, index) => letters.slice(0, letters.length - 1 - index).join(''))
  const beginning = yield* ask((store: SuggestionStore) => store.firstCompleted(beginnings))
  const late = beginning === null ? [] : yield* ask((store: SuggestionStore) => store.completing(beginning))
  return candidates([...early, ...late], typed, most)
}

const read = (keyword: string): Typed => {
  const [, sign = '', text = ''] = /^([#＃@＠]*)(.*)$/su.exec(keyword) ?? []
  const first = sign.normalize('NFKC').charAt(0)
  return { text, sign: first === '#' || first === '@' ? first : '', squeezed: squeeze(text) }
}

const kindOf = { '#': 'hashtag', '@': 'creator' } as const

/** What was meant of what was found, each once: the nearest first, and the one that stands higher of the equally near. */
const candidates = (found: readonly Suggestion[], typed: Typed, most: number): Candidate[] => {
  const wanted = typed.sign === '' ? null : kindOf[typed.sign]
  const byRank = new Map<number, Candidate>()
  for (const suggestion of found) {
    if (byRank.has(suggestion.rank) || (wanted !== null && suggestion.kind !== wanted)) continue
    const [best] = formsOf(suggestion, typed)
      .map((form) => candidate(suggestion, form, typed, most))
      .sort(nearestFirst)
    if (best !== undefined && best.edits <= most) byRank.set(suggestion.rank, best)
  }
  return [...byRank.values()].sort(nearestFirst)
}

const nearestFirst = (a: Candidate, b: Candidate): number =>
  Number(b.isWhole) - Number(a.isWhole) || a.edits - b.edits || a.standing - b.standing || a.rank - b.rank

/** A creator goes by the handle and the name; who types a space has a name in mind. */
const formsOf = ({ term, name }: Suggestion, { text }: Typed): string[] => {
  if (name === null) return [term]
  return text.includes(' ') ? [name, term] : [term, name]
}

const candidate = (suggestion: Suggestion, form: string, { squeezed }: Typed, most: number): Candidate => {
  const keys = keysOf(form)
  const away = keys.map((key) => {
    if (key.startsWith(squeezed)) return 0
    return most === 0 ? 1 : editsToBeginning(squeezed, key, most)
  })
  const edits = Math.min(...away, most + 1)
  const standing = standingOf(suggestion.rank, away.indexOf(edits))
  return { ...suggestion, form, edits, isWhole: keys[0] === squeezed, standing }
}

/** Creators first of all are meant where hardly anything else begins so. */
const isName = (found: readonly Candidate[], { squeezed, sign }: Typed): boolean =>
  sign === '@' ||
  ([...squeezed].length >= 3 && found.filter(({ kind }) => kind === 'creator').length >= found.length * 0.75)

const mix = (found: readonly Candidate[], typed: Typed): string[] => {
  const most = (kind: SuggestionKind) => (kind === 'creator' ? mostCreators : mostOfKind)
  const isMixed = typed.sign === '' && !isName(found, typed)
  const told = new Set<string>()
  const taken: { place: number; text: string }[] = []
  const counts = new Map<SuggestionKind, number>()
  const take = (isFull: (kind: SuggestionKind) => boolean) => {
    for (const [place, candidate] of found.entries()) {
      if (taken.length === suggestionCount) return
      const text = typed.sign + (typed.sign === '' ? candidate.form : candidate.term)
      if (told.has(text.toLowerCase()) || isFull(candidate.kind)) continue
      told.add(text.toLowerCase())
      taken.push({ place, text })
      counts.set(candidate.kind, (counts.get(candidate.kind) ?? 0) + 1)
    }
  }
  take((kind) => isMixed && (counts.get(kind) ?? 0) >= most(kind))
  // What is left of the ten goes to whatever else there is, creators apart.
  take((kind) => isMixed && kind === 'creator')
  return taken.sort((a, b) => a.place - b.place).map(({ text }) => text)
}
