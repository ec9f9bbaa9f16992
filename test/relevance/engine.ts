import type { Kind } from './world.ts'

/** Something that finds things by a keyword, in this process. */
export type Engine = {
  name: string
  /** Ids of the first twenty, the best first; for suggestions the texts themselves. */
  find: (kind: Kind, query: string) => Promise<readonly string[]>
  /** What is timed where that is less than all of `find`. */
  timed?: (kind: Kind, query: string) => Promise<unknown> | unknown
  /** Processor time that making the index took, from records that are at hand. */
  buildMs: number
  /** What it takes, and where. */
  size: { mb: number; in: 'memory' | 'file' }
  close: () => Promise<void> | void
}

/** How many are looked at of an answer. */
export const asked = 20

/** What a search engine that knows nothing of the project is given: the fields of a record as texts, and how well known it is. */
export type Indexed = { id: string; popularity: number } & Record<string, string | number>

export type Weights = Readonly<Record<string, number>>

/** Fields of each kind, with what they count. `videos` looks at some of those of posts. */
export const fieldsOf: { readonly [K in 'posts' | 'users' | 'live' | 'suggestions']: Weights } = {
  posts: { caption: 4, hashtags: 6, handle: 8, name: 8, sound: 2, artist: 2, place: 4 },
  users: { handle: 10, name: 8, bio: 1 },
  live: { title: 5, handle: 5, name: 5 },
  suggestions: { text: 1 }
}
export const fieldsOfVideos: Weights = { caption: 5, hashtags: 6 }

export type IndexedKind = keyof typeof fieldsOf
export const indexedKinds = Object.keys(fieldsOf) as IndexedKind[]
export const indexOf = (kind: Kind): IndexedKind => (kind === 'top' || kind === 'videos' ? 'posts' : kind)
export const weightsOf = (kind: Kind): Weights => (kind === 'videos' ? fieldsOfVideos : fieldsOf[indexOf(kind)])
