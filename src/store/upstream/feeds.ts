import type Type from 'typebox'
import { ApiError } from '../../core/errors.ts'
import type { PageRequest } from '../../core/paging.ts'
import type { ExactJson } from '../../records/exact-json.ts'
import { LiveSearchResult } from '../../records/live-room.ts'
import type { Post } from '../../records/post.ts'
import { readRecord } from '../../records/reading.ts'
import { Sound } from '../../records/sound.ts'
import { UserProfile } from '../../records/user-profile.ts'
import type { FeedKind, Feeds } from '../kinds.ts'
import type { Page } from '../source.ts'
import { UpstreamFault } from './endpoint.ts'
import { type Envelope, isObject } from './envelope.ts'
import { byCursor, pagingOf, startOf } from './paging.ts'
import { readPost } from './posts.ts'
import { type Marks, mark, readStop, type Stop, writeStop } from './walk.ts'

/** Gets one path of the contract; null when the upstream says there is no such thing. */
export type Get = (path: string) => Promise<Envelope | null>
/** Hears of list elements that could not be read and were left out. */
type OnUnreadable = (kind: FeedKind, count: number) => void

type Feed<T> = {
  path: (key: string) => string
  read: (json: ExactJson) => T | null
  idOf: (record: T) => string
}

const segment = encodeURIComponent

const feed = <T extends Type.TSchema>(
  schema: T,
  idOf: (record: Type.Static<T>) => string,
  path: (key: string) => string
): Feed<Type.Static<T>> => ({ path, read: (json) => readRecord(schema, json), idOf })

const postId = (post: Post) => post.post_id ?? JSON.stringify([post.created_at, post.caption, post.share_url])
const posts = (path: (key: string) => string): Feed<Post> => ({ path, read: readPost, idOf: postId })
const users = (path: (key: string) => string) => feed(UserProfile, (user) => user.user_id, path)

/** The whole list surface of the contract, a line each. */
const feeds: { readonly [K in FeedKind]: Feed<Feeds[K]> } = {
  userPosts: posts((key) => `/users/${segment(key)}/posts?`),
  userReposts: posts((key) => `/users/${segment(key)}/reposts?`),
  userFollowers: users((key) => `/users/${segment(key)}/followers?`),
  soundPosts: posts((key) => `/sounds/${segment(key)}/posts?`),
  placePosts: posts((key) => `/places/${segment(key)}/posts?`),
  collectionPosts: posts((key) => `/collections/${segment(key)}/posts?`),
  hashtagPosts: posts((key) => `/challenges/${segment(key)}/posts?`),
  soundLibrary: feed(
    Sound,
    (sound) => sound.sound_id,
    (key) => `/sounds/library?sort=${segment(key)}&`
  ),
  searchTop: posts((key) => `/search?keyword=${segment(key)}&`),
  searchVideos: posts((key) => `/search/videos?keyword=${segment(key)}&`),
  searchUsers: users((key) => `/search/users?keyword=${segment(key)}&`),
  searchLive: feed(
    LiveSearchResult,
    (room) => room.room_id,
    (key) => `/search/live?keyword=${segment(key)}&`
  )
}

/** An element of a list: the record, or null for one that cannot be read, and its mark for the trail. */
type Element<T> = { mark: string; record: T | null }
/** Of one page. Ten times what is ever asked for, as some upstreams send more; who sends any number would take all time there is. */
const maxElements = 1_000

type Answer<T> = { elements: Element<T>[]; pagination: Envelope }

const readAnswer = <T>(
  kind: FeedKind,
  { read, idOf }: Feed<T>,
  envelope: Envelope,
  onUnreadable: OnUnreadable
): Answer<T> => {
  const { data, pagination } = envelope
  if (!Array.isArray(data) || data.length > maxElements || !isObject(pagination ?? null)) {
    throw new ApiError('UPSTREAM_ERROR', undefined, { cause: new UpstreamFault('contract') })
  }
  const elements = data.map((json): Element<T> => {
    const record = read(json)
    return { record, mark: mark(record === null ? JSON.stringify(json, longIntegersAsText) : idOf(record)) }
  })
  const unreadable = elements.filter(({ record }) => record === null).length
  if (unreadable > 0) onUnreadable(kind, unreadable)
  return { elements, pagination: pagination as Envelope }
}

const longIntegersAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/** Upstream pages one request may read to fill its own: short and empty ones are gone past, but not without end. */
export const maxPagesARequest = 6

/**
 * Fills a page from as many upstream pages as it takes, and leaves out what the walk has come by before. A page that begins where a
 * client said by itself is exactly the upstream's, so that the next such page neither repeats nor skips anything.
 */
export const readPage = async <K extends FeedKind>(
  kind: K,
  key: string,
  { count, after }: PageRequest,
  get: Get,
  onUnreadable: OnUnreadable,
  signal: AbortSignal
): Promise<Page<Feeds[K]> | null> => {
  // The table's rows are typed by their kind.
  const row = feeds[kind] as Feed<Feeds[K]>
  const paging = pagingOf(kind)
  const fetch = async (stop: Stop): Promise<Answer<Feeds[K]> | null> => {
    const envelope = await get(row.path(key) + paging.query(stop))
    return envelope === null ? null : readAnswer(kind, row, envelope, onUnreadable)
  }
  const position = (stop: Stop, pagination: Envelope) => paging.prefix(stop, pagination) + writeStop(stop)

  const begun = after === null ? startOf(null, count) : paging.begin(after, count)
  const maxPages = begun !== null && paging !== byCursor ? 1 : maxPagesARequest
  const page: Page<Feeds[K]> = { items: [], positions: [], next: null, total: null }
  let stop: Stop | null = begun ?? readStop((after ?? '').replace(/^\d+(?=\[)/, ''))

  for (let pages = 0; stop !== null && pages < maxPages && page.items.length < count; pages += 1) {
    const here: Stop = stop
    let answer: Answer<Feeds[K]> | null
    try {
      answer = await fetch(here)
    } catch (error) {
      // What is at hand is a page too; the next request finds out whether it goes on.
      if (page.items.length === 0 || signal.aborted) throw error
      break
    }
    if (answer === null && pages === 0) return null
    const { elements, pagination } = answer ?? { elements: [], pagination: {} }
    page.total = paging.total(pagination)
    const marks = elements.map((element) => element.mark)
    if (here.trail.isCircle(marks)) {
      stop = null
      break
    }
    let { shown, trail } = here
    for (const { mark, record } of elements.slice(startWithin(marks, here))) {
      if (trail.has(mark)) continue
      if (record !== null && page.items.length === count) {
        // Full in the middle of an upstream page.
        page.next = page.positions.at(-1) ?? null
        return page
      }
      trail = trail.with(mark)
      shown += 1
      if (record === null) continue
      page.items.push(record)
      page.positions.push(position({ ...here, shown, trail }, pagination))
    }
    const next = paging.next(here, pagination, count)
    const onwards = next === null ? null : trail.onwards(String(next.page), marks, shown === 0)
    stop = next === null || onwards === null ? null : { ...next, shown: 0, trail: onwards }
  }
  page.next = stop === null ? null : position(stop, {})
  // ShowQuery the last element of an upstream page is where the next one begins.
  if (page.next !== null && page.positions.length > 0) page.positions[page.positions.length - 1] = page.next
  return page
}

/** Where to go on within a page that is read again: behind the latest of the elements shown that is still there. */
const startWithin = (marks: Marks, { shown, trail }: Stop): number => {
  for (const latest of trail.latest(shown)) {
    const index = marks.indexOf(latest)
    if (index >= 0) return index + 1
  }
  return 0
}
