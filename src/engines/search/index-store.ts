import type { Awaitable } from '../../core/awaitable.ts'
import type { SearchKind } from './store.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Rows whose index entries are outdated. For sounds and places the index has only what posts show of them. */
export type Stale = { kind: SearchKind | 'sounds' | 'places'; pks: readonly number[] }

/** A document as indexed; `words` in the format of `indexed-words.ts`. */
export type IndexedDocument = { key: number; words: Uint8Array }
export type WrittenDocument = { pk: number; isMoved: boolean } & IndexedDocument
/** A document as its row is now, with the key it gets if that is free: its words by their numbers in a vocabulary, and the fields of each. */
export type SearchedDocument = { key: number; words: number[]; fields: number[] }

export type IndexedWord = { id: number; kind: SearchKind; word: string; documents: number }

export type StoredBlock = { id: number; last: number; isLast: boolean; data: Uint8Array }
/** `before`: the block that this one replaces; null to add one. */
export type NewBlock = { before: StoredBlock | null; list: number; last: number; isLast: boolean; data: Uint8Array }

/** One of the most common words with a prefix. */
export type NotedWord = { id: number; word: string; documents: number }

/**
 * Storage of an index, as the code that updates it needs it. Calls take many items and answer in their order. An asynchronous store takes
 * one round trip for each call. Each round is one transaction.
 */
export type IndexStore = {
  /** Takes up to `most` notes of one kind, sounds and places first, posts last; null: there are no more. */
  takeStale(most: number): Awaitable<Stale | null>
  /** Marks posts that show any of these as stale, and the rooms of users, where they are few. */
  noteBorrowers(of: 'users' | 'sounds' | 'places', pks: readonly number[]): Awaitable<void>

  /** Null for documents that are not indexed. */
  indexed(kind: SearchKind, pks: readonly number[]): Awaitable<readonly (IndexedDocument | null)[]>
  /** Null for rows that are hidden or missing. The vocabulary takes their texts apart. */
  searched(
    kind: SearchKind,
    pks: readonly number[],
    vocabulary: Vocabulary
  ): Awaitable<readonly (SearchedDocument | null)[]>
  /** The pk of the document with each key; null for a free key. */
  holders(kind: SearchKind, keys: readonly number[]): Awaitable<readonly (number | null)[]>
  /** `isMoved`: its key is another one than before. */
  writeDocuments(kind: SearchKind, documents: readonly WrittenDocument[]): Awaitable<void>
  removeDocuments(kind: SearchKind, pks: readonly number[]): Awaitable<void>
  addToSize(kind: SearchKind, documents: number): Awaitable<void>

  /** The highest word id; 0 for an empty index. */
  lastWord(): Awaitable<number>
  wordNumbers(kind: SearchKind, words: readonly string[]): Awaitable<readonly (number | null)[]>
  /** The words that exist. */
  words(ids: readonly number[]): Awaitable<readonly IndexedWord[]>
  addWords(words: readonly IndexedWord[]): Awaitable<void>
  countWords(words: readonly IndexedWord[]): Awaitable<void>
  removeWords(words: readonly IndexedWord[]): Awaitable<void>

  /**
   * For each, the block whose range contains a key: the first that ends at or after it, else the last of the list. Null: the list is empty.
   */
  blocksAt(wanted: readonly { list: number; key: number }[]): Awaitable<readonly (StoredBlock | null)[]>
  writeBlocks(blocks: readonly NewBlock[]): Awaitable<void>
  removeBlocks(ids: readonly number[]): Awaitable<void>
  /** Lists that now end earlier: marks the last block of each, if there is one. */
  endLists(lists: readonly number[]): Awaitable<void>

  /** The stored top words of prefixes, the most common first and null for deleted words; empty where none are stored. */
  noted(kind: SearchKind, prefixes: readonly string[]): Awaitable<readonly (readonly (NotedWord | null)[])[]>
  /** Number of words with this prefix, counted up to one more than `fewWords`. */
  countBeginnings(kind: SearchKind, prefixes: readonly string[]): Awaitable<readonly number[]>
  /** The most common words with this prefix, found by scanning all of them. */
  mostCommon(kind: SearchKind, prefixes: readonly string[]): Awaitable<readonly (readonly NotedWord[])[]>
  note(kind: SearchKind, words: readonly { beginning: string; rank: number; word: number }[]): Awaitable<void>
  forget(kind: SearchKind, prefixes: readonly string[]): Awaitable<void>
}
