import type { PageRequest } from '../../core/paging.ts'
import { type ExactJson, readExactly, unrounded } from '../../records/exact-json.ts'
import { Post } from '../../records/post.ts'
import { readRecord } from '../../records/reading.ts'
import { type FeedKind, type Feeds, feeds } from '../kinds.ts'
import type { OnFreshness, Page } from '../source.ts'
import { type Answer, type Envelope, envelopeIn, isObject } from './envelope.ts'
import { failed } from './faults.ts'
import { type Element, fillPage, type ListAnswer, type WalkedList } from './fill-page.ts'
import { pagingOf } from './paging.ts'
import { readPost } from './posts.ts'
import type { UpstreamStop } from './walk.ts'

/** Requests a page of the upstream, with its path for REST; null for "not found". An answer without text came from the graph. */
export type AskUpstream = (stop: UpstreamStop, path: string) => Promise<Answer | null>
/** Called when unreadable list elements were skipped. */
type OnUnreadable = (kind: FeedKind, count: number) => void

/** How a list of the contract is read. */
type UpstreamFeed<T> = {
  /** The address up to the parameters that select the page. */
  address: (key: string) => string
  read: (json: ExactJson) => T | null
}

/** The id of a record, which is its first field. A post without an id is identified by its stable fields. */
export const idOf = (record: Feeds[FeedKind]): string => {
  // `Object.values` for each element would add a tenth to the time of reading a page.
  for (const name in record) {
    const id: unknown = record[name as keyof typeof record]
    if (typeof id === 'string') return id
    break
  }
  return JSON.stringify('created_at' in record ? [record.created_at, record.caption, record.share_url] : record)
}

const feedOf = <K extends FeedKind>(kind: K): UpstreamFeed<Feeds[K]> => {
  const { path, record } = feeds[kind]
  const read = record === Post ? readPost : (json: ExactJson) => readRecord(record, json)
  return {
    // A feed without a path is only in the graph.
    address: (key) =>
      path === null ? '' : path.replace('{key}', () => encodeURIComponent(key)) + (path.includes('?') ? '&' : '?'),
    // The schema is that of the kind's record.
    read: read as UpstreamFeed<Feeds[K]>['read']
  }
}

/** Maximum elements per page: ten times the largest page, because some upstreams send more than requested. */
const maxElements = 1_000

const listIn = <T extends Feeds[FeedKind]>({ read }: UpstreamFeed<T>, json: ExactJson): ListAnswer<T> => {
  const { data, pagination } = envelopeIn(json) ?? {}
  if (!Array.isArray(data) || data.length > maxElements || !isObject(pagination ?? null)) {
    throw failed('contract')
  }
  const elements = data.map((json): Element<T> => {
    const record = read(json)
    return { record, id: record === null ? JSON.stringify(json, longIntegersAsText) : idOf(record) }
  })
  unrounded((pagination as Envelope).cursor)
  return { elements, pagination: pagination as Envelope }
}

/** Returns a reader for a list in a text. A cached page keeps it: as a closure within `readPage`, it would retain the whole request. */
const listReader =
  <T extends Feeds[FeedKind]>(feed: UpstreamFeed<T>) =>
  (json: ExactJson, text: string): ListAnswer<T> =>
    readExactly(json, text, (exact) => listIn(feed, exact))
const againFrom =
  <T>(read: (json: ExactJson, text: string) => T) =>
  (text: string): T =>
    read(JSON.parse(text), text)

const longIntegersAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/** A page of a list of the contract. */
export const readPage = <K extends FeedKind>(
  kind: K,
  key: string,
  request: PageRequest,
  ask: AskUpstream,
  onUnreadable: OnUnreadable,
  signal: AbortSignal,
  onFreshness: OnFreshness
): Promise<Page<Feeds[K]> | null> => {
  const feed = feedOf(kind)
  const paging = pagingOf(kind)
  const listOf = listReader(feed)
  const list: WalkedList<Feeds[K]> = {
    paging,
    async read(stop) {
      const answer = await ask(stop, feed.address(key) + paging.query(stop))
      if (answer === null) return null
      const { envelope, text, freshness } = answer
      // An answer of the graph is written as text only when the page is cached: that costs less than its positions.
      return { list: listOf(envelope, text), freshness, text: () => text || JSON.stringify(envelope) }
    },
    again: againFrom(listOf)
  }
  return fillPage(list, request, (count) => onUnreadable(kind, count), signal, onFreshness)
}
