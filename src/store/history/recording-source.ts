import type { PageRequest } from '../../core/paging.ts'
import type { Span } from '../../core/tracing.ts'
import { bitsOf, countFields, type SampledKind } from '../../engines/history/samples.ts'
import type { CountHistory } from '../../records/count-history.ts'
import { missingIn, roundedIn } from '../../records/missing-fields.ts'
import type { Post } from '../../records/post.ts'
import type { Sound } from '../../records/sound.ts'
import type { UserProfile } from '../../records/user-profile.ts'
import type { FeedKind, Feeds, LookupKind, Lookups } from '../kinds.ts'
import type { LookupResult, OnFreshness, Source } from '../source.ts'
import type { Recorder } from './recorder.ts'

/** Records the counts that the source gave. A missing count is 0 in a record, as in REST, and is recorded as unknown. */
const record = (recorder: Recorder, kind: SampledKind, key: string, at: number, found: object): void => {
  const missing: readonly string[] = missingIn(found)
  const values: Readonly<Record<string, unknown>> = { ...found }
  const counts = countFields[kind].map((name) => (missing.includes(name) ? null : Number(values[name])))
  if (counts.some((count) => count !== null)) recorder.record(kind, key, at, counts, bitsOf(kind, roundedIn(found)))
}

const recordPost = (recorder: Recorder, at: number, post: Post): void => {
  if (post.post_id !== null) record(recorder, 'posts', post.post_id, at, post)
}

const recordUser = (recorder: Recorder, at: number, user: UserProfile): void =>
  record(recorder, 'users', user.username.replace(/^@/, '').toLowerCase(), at, user)

const recordSound = (recorder: Recorder, at: number, sound: Sound): void =>
  record(recorder, 'sounds', sound.sound_id, at, sound)

type Recording<T> = (recorder: Recorder, at: number, record: T) => void

/** Kinds whose records have counts of the object itself. */
const ofLookups: { readonly [K in LookupKind]?: Recording<Lookups[K]> } = {
  user: recordUser,
  userById: recordUser,
  post: recordPost,
  sound: recordSound
}

const ofFeeds: { readonly [K in FeedKind]?: Recording<Feeds[K]> } = {
  userPosts: recordPost,
  userReposts: recordPost,
  soundPosts: recordPost,
  placePosts: recordPost,
  collectionPosts: recordPost,
  hashtagPosts: recordPost,
  searchTop: recordPost,
  searchVideos: recordPost,
  userFollowers: recordUser,
  searchUsers: recordUser,
  soundLibrary: recordSound
}

const histories: Partial<Record<LookupKind, SampledKind>> = {
  postHistory: 'posts',
  userHistory: 'users',
  soundHistory: 'sounds'
}

/** Ages of answers: counts were observed when the deployment read them, not when its answer arrived. */
class Ages {
  readonly #onFreshness: OnFreshness | undefined
  readonly #ms: number[] = []

  constructor(onFreshness: OnFreshness | undefined) {
    this.#onFreshness = onFreshness
  }

  readonly note: OnFreshness = (index, freshness) => {
    this.#ms[index] = freshness.ageMs
    this.#onFreshness?.(index, freshness)
  }

  /** The moment, in Unix seconds, at which a read was as it came at another. */
  before(now: number, index: number): number {
    return now - Math.floor((this.#ms[index] ?? 0) / 1_000)
  }
}

/**
 * A source that records all reads, and answers look-ups of counts over time from the recorded samples. It has no synchronous reads, so that
 * it sees every read.
 */
export const recordingSource = (source: Source, recorder: Recorder): Source => {
  const { now: _, ...rest } = source
  return {
    ...rest,
    recordsCounts: true,
    async lookUp<K extends LookupKind>(
      kind: K,
      keys: readonly string[],
      signal: AbortSignal,
      span?: Span | null,
      onFreshness?: OnFreshness
    ) {
      const sampled = histories[kind]
      if (sampled !== undefined) {
        const found: LookupResult<CountHistory>[] = await Promise.all(keys.map((key) => recorder.history(sampled, key)))
        // The kinds of the table have these records.
        return found as LookupResult<Lookups[K]>[]
      }
      const ages = new Ages(onFreshness)
      const found = await source.lookUp(kind, keys, signal, span, ages.note)
      const recordOne = ofLookups[kind]
      if (recordOne === undefined) return found
      for (const [index, result] of found.entries()) {
        // A record of the kind, being neither of the others.
        if (result !== null && !(result instanceof Error))
          recordOne(recorder, ages.before(recorder.now(), index), result as Lookups[K])
      }
      return found
    },
    async page<K extends FeedKind>(
      kind: K,
      key: string,
      request: PageRequest,
      signal: AbortSignal,
      span?: Span | null,
      onFreshness?: OnFreshness
    ) {
      const ages = new Ages(onFreshness)
      const page = await source.page(kind, key, request, signal, span, ages.note)
      const recordOne = ofFeeds[kind]
      if (recordOne === undefined || page === null) return page
      const at = ages.before(recorder.now(), 0)
      for (const item of page.items) recordOne(recorder, at, item)
      return page
    },
    async close() {
      await recorder.close()
      await source.close()
    }
  }
}
