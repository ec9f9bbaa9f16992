import type { PageRequest } from '../../core/paging.ts'
import type { Span } from '../../core/tracing.ts'
import type { SampledKind } from '../../history/samples.ts'
import type { CountHistory } from '../../records/count-history.ts'
import type { Post } from '../../records/post.ts'
import type { Sound } from '../../records/sound.ts'
import type { UserProfile } from '../../records/user-profile.ts'
import type { FeedKind, Feeds, LookupKind, Lookups } from '../kinds.ts'
import type { LookupResult, OnFreshness, Source } from '../source.ts'
import type { Recorder } from './recorder.ts'

const recordPost = (recorder: Recorder, at: number, post: Post): void => {
  const { post_id, plays, likes, comments, shares, saves, reposts } = post
  if (post_id !== null) recorder.record('posts', post_id, at, [plays, likes, comments, shares, saves, reposts])
}

const recordUser = (recorder: Recorder, at: number, user: UserProfile): void => {
  const { username, followers, following, total_likes, total_videos } = user
  const handle = username.replace(/^@/, '').toLowerCase()
  recorder.record('users', handle, at, [followers, following, total_likes, total_videos])
}

const recordSound = (recorder: Recorder, at: number, { sound_id, posts_count }: Sound): void =>
  recorder.record('sounds', sound_id, at, [posts_count])

type Recording<T> = (recorder: Recorder, at: number, record: T) => void

/** Kinds whose records carry counts of the thing itself. */
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

/**
 * A source whose reads are recorded, and which answers look-ups of counts over time from what was. It has none of the synchronous reads,
 * so that it sees every one.
 */
export const recordingSource = (source: Source, recorder: Recorder): Source => {
  const { lookUpNow: _, pageNow: __, writtenNow: ___, ...rest } = source
  return {
    ...rest,
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
      const found = await source.lookUp(kind, keys, signal, span, onFreshness)
      const record = ofLookups[kind]
      if (record === undefined) return found
      const at = recorder.now()
      for (const each of found) {
        // A record of the kind, being neither of the others.
        if (each !== null && !(each instanceof Error)) record(recorder, at, each as Lookups[K])
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
      const page = await source.page(kind, key, request, signal, span, onFreshness)
      const record = ofFeeds[kind]
      if (record === undefined || page === null) return page
      const at = recorder.now()
      for (const item of page.items) record(recorder, at, item)
      return page
    },
    async close() {
      await recorder.close()
      await source.close()
    }
  }
}
