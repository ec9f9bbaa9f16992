import type { Awaitable } from '../../core/awaitable.ts'

/** Document kinds: each has its own words and lists. */
export type SearchKind = 'posts' | 'users' | 'live'

/** A word of the index, and the number of documents that contain it. */
export type WordEntry = { id: number; word: string; documents: number }

/** A block of one word's posting list: at most some hundred postings in ascending key order, in the format of `lists.ts`. */
export type ListBlock = { data: Uint8Array; isLast: boolean }

/** `author`: by number; null where the account is gone. `caption`: equal for equal captions (`caption-print.ts`); 0 for a short one. */
export type DocumentOrigin = { author: number | null; caption: number }

/**
 * Storage interface of search. The cost of each call depends on its arguments, not on the size of the data. A store in this process answers
 * synchronously; a remote one takes one round trip per call.
 */
export type SearchStore = {
  /** The known words, in the order requested; null for an unknown one. */
  words(kind: SearchKind, words: readonly string[]): Awaitable<readonly (WordEntry | null)[]>
  /** The most common words with a prefix, the most common first. */
  withPrefix(kind: SearchKind, beginning: string, most: number): Awaitable<readonly WordEntry[]>
  /** Words with any of these keys (`spelling.ts`), the most common first. */
  keyedBy(kind: SearchKind, keys: readonly string[], most: number): Awaitable<readonly WordEntry[]>
  /** Number of documents of a kind. */
  documents(kind: SearchKind): Awaitable<number>
  /** For the post of each key, the data that identifies similar ones. */
  origins(keys: readonly number[]): Awaitable<readonly DocumentOrigin[]>
  /** The creator's key for the post of each key, where the creator is searchable; null for others. */
  creators(keys: readonly number[]): Awaitable<readonly (number | null)[]>
  /** For each request, the block of a list (`listOf`) with the first posting at or after a key; null where the list ends before. */
  blocks(wanted: readonly { list: number; from: number }[]): Awaitable<readonly (ListBlock | null)[]>
}

/** A computation that calls a store. Written once, for synchronous and asynchronous stores. */
export type Steps<R, S = SearchStore> = Generator<(store: S) => Awaitable<unknown>, R, unknown>

export function* ask<T, S = SearchStore>(question: (store: S) => Awaitable<T>): Steps<T, S> {
  // The generator receives the result of the call it yielded.
  return (yield question) as T
}

/** Runs it to its end; synchronously where the store is. */
export const run = <R, S>(steps: Steps<R, S>, store: S): Awaitable<R> => {
  const resume = (answer: unknown): Awaitable<R> => {
    let given = answer
    for (;;) {
      const { done, value } = steps.next(given)
      if (done) return value
      const result = value(store)
      if (result instanceof Promise) return result.then(resume)
      given = result
    }
  }
  return resume(undefined)
}
