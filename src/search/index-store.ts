import type { Awaitable } from '../core/awaitable.ts'
import type { SearchKind } from './store.ts'

/** Rows that search does not know as they are now; of sounds and places it knows what posts say of them. */
export type Stale = { kind: SearchKind | 'sounds' | 'places'; pks: readonly number[] }

/** A thing as it stands in lists; `words` as `indexed-words.ts` writes them. */
export type IndexedThing = { key: number; words: Uint8Array }
/** A thing as its row is now, with the key that it would have if no other has it; `fields[at]` are those that hold `words[at]`. */
export type SearchedThing = { key: number; words: readonly string[]; fields: readonly number[] }

export type IndexedWord = { id: number; kind: SearchKind; word: string; things: number }

export type StoredPiece = { id: number; last: number; isLast: boolean; data: Uint8Array }
/** `before`: the piece whose place it takes; null for one more. */
export type NewPiece = { before: StoredPiece | null; list: number; last: number; isLast: boolean; data: Uint8Array }

/** One of the most common words of a beginning. */
export type NotedWord = { id: number; word: string; things: number }

/**
 * What keeps an index, for whoever keeps it up to date. It is asked for many things at once, and answers in the order asked; one that has to be
 * waited for needs a round trip for each call. All of a round is one transaction.
 */
export type IndexStore = {
  /** Takes the notes of some things of one kind, sounds and places first and posts last; null: there are no more. */
  takeStale(most: number): Awaitable<Stale | null>
  /** Notes posts that show something of these, and rooms of users, where they are few. */
  noteBorrowers(of: 'users' | 'sounds' | 'places', pks: readonly number[]): Awaitable<void>

  /** Null for things that stand in no list. */
  indexed(kind: SearchKind, pks: readonly number[]): Awaitable<readonly (IndexedThing | null)[]>
  /** Null for things that are not to be found, or not there. */
  searched(kind: SearchKind, pks: readonly number[]): Awaitable<readonly (SearchedThing | null)[]>
  /** The pk of the thing that has each key; null where none does. */
  holders(kind: SearchKind, keys: readonly number[]): Awaitable<readonly (number | null)[]>
  writeThings(kind: SearchKind, things: readonly ({ pk: number } & IndexedThing)[]): Awaitable<void>
  removeThings(kind: SearchKind, pks: readonly number[]): Awaitable<void>
  addToSize(kind: SearchKind, things: number): Awaitable<void>

  /** The highest number of a word; 0 where there is none. */
  lastWord(): Awaitable<number>
  wordNumbers(kind: SearchKind, words: readonly string[]): Awaitable<readonly (number | null)[]>
  /** Those of the words that are there. */
  words(ids: readonly number[]): Awaitable<readonly IndexedWord[]>
  addWords(words: readonly IndexedWord[]): Awaitable<void>
  countWords(words: readonly IndexedWord[]): Awaitable<void>
  removeWords(words: readonly IndexedWord[]): Awaitable<void>

  /** For each, the piece in whose range a key is: the first that ends at or behind it, else the last of the list. Null: the list is empty. */
  piecesAt(wanted: readonly { list: number; key: number }[]): Awaitable<readonly (StoredPiece | null)[]>
  writePieces(pieces: readonly NewPiece[]): Awaitable<void>
  removePieces(ids: readonly number[]): Awaitable<void>
  /** Lists that end where they did not before: makes the last piece of each, if it has one, tell so. */
  endLists(lists: readonly number[]): Awaitable<void>

  /** What is noted of beginnings, the most common word first and null for words that are no more; empty where nothing is. */
  noted(kind: SearchKind, beginnings: readonly string[]): Awaitable<readonly (readonly (NotedWord | null)[])[]>
  /** How many words begin so, counted up to one more than are few. */
  countBeginnings(kind: SearchKind, beginnings: readonly string[]): Awaitable<readonly number[]>
  /** The most common words that begin so, by looking at all that do. */
  mostCommon(kind: SearchKind, beginnings: readonly string[]): Awaitable<readonly (readonly NotedWord[])[]>
  note(kind: SearchKind, words: readonly { beginning: string; rank: number; word: number }[]): Awaitable<void>
  forget(kind: SearchKind, beginnings: readonly string[]): Awaitable<void>
}
