import type { Awaitable } from '../core/awaitable.ts'

/** What is searched: each kind has words and lists of its own. */
export type SearchKind = 'posts' | 'users' | 'live'

/** A word as the index knows it, and in how many things it stands. */
export type KnownWord = { id: number; word: string; things: number }

/** A piece of a list of one word: at most some hundred places, ascending by key, in the form that `lists.ts` reads. */
export type Piece = { data: Uint8Array; isLast: boolean }

/** `author`: by number; null where the account is gone. `caption`: the same for posts that say the same (`caption-print.ts`); 0 where it says little. */
export type Origin = { author: number | null; caption: number }

/**
 * What search asks of whatever keeps its tables. Everything is bounded by what is asked for, not by how much there is. A store in this process
 * answers at once; one that has to be waited for answers each call by one round trip.
 */
export type SearchStore = {
  /** The words that are known, in the order asked; null for each that is not. */
  words(kind: SearchKind, words: readonly string[]): Awaitable<readonly (KnownWord | null)[]>
  /** The most common words that begin so, the most common first. */
  beginningWith(kind: SearchKind, beginning: string, most: number): Awaitable<readonly KnownWord[]>
  /** Words that one of these keys leads to (`typos.ts`), the most common first. */
  keyedBy(kind: SearchKind, keys: readonly string[], most: number): Awaitable<readonly KnownWord[]>
  /** How many things of a kind there are. */
  things(kind: SearchKind): Awaitable<number>
  /** Of the post of each key what tells it from others like it. */
  origins(keys: readonly number[]): Awaitable<readonly Origin[]>
  /** The key of the creator of the post of each key, of those that are searched among creators; null for others. */
  creators(keys: readonly number[]): Awaitable<readonly (number | null)[]>
  /** For each, the piece of the list (`listOf`) that holds the first place at or behind a key; null where the list ends before. */
  pieces(wanted: readonly { list: number; from: number }[]): Awaitable<readonly (Piece | null)[]>
}

/** Work that asks a store now and then. It is written once, for stores that answer at once and for those that are waited for. */
export type Steps<R, S = SearchStore> = Generator<(store: S) => Awaitable<unknown>, R, unknown>

export function* ask<T, S = SearchStore>(question: (store: S) => Awaitable<T>): Steps<T, S> {
  // What comes back is what the question was answered with.
  return (yield question) as T
}

/** Runs it to its end; at once where the store answers at once. */
export const run = <R, S>(steps: Steps<R, S>, store: S): Awaitable<R> => {
  const goOn = (answer: unknown): Awaitable<R> => {
    let given = answer
    for (;;) {
      const { done, value } = steps.next(given)
      if (done) return value
      const asked = value(store)
      if (asked instanceof Promise) return asked.then(goOn)
      given = asked
    }
  }
  return goOn(undefined)
}
