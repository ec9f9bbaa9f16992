import { hash } from 'node:crypto'
import { unsupported } from '../../core/errors.ts'
import type { PageRequest } from '../../core/paging.ts'
import type { Span } from '../../core/tracing.ts'
import { isHashtagName } from '../../records/facts-key.ts'
import { isId } from '../../records/identifiers.ts'
import type { Post } from '../../records/post.ts'
import { readUserKey } from '../../records/user-key.ts'
import {
  type FeedKind,
  type Feeds,
  feeds,
  isAsked,
  isRecordOf,
  kinds,
  type LookupKind,
  type Lookups,
  unasked
} from '../kinds.ts'
import type { PoolState } from '../pool-state.ts'
import type { Freshness, LookupResult, OnFreshness, Source, SourceLacks } from '../source.ts'
import type { UpstreamEvent } from '../upstream/calls.ts'
import { failed, shownOf } from '../upstream/faults.ts'
import { idOf } from '../upstream/feeds.ts'
import { type Element, fillPage, type ListAnswer, type WalkedList } from '../upstream/fill-page.ts'
import type { UpstreamStop } from '../upstream/walk.ts'
import type { Budget } from './budget.ts'
import {
  daysOfPost,
  firstState,
  hasMore,
  isByPage,
  isByTime,
  nextState,
  pagingFor,
  readState,
  totalIn,
  windowValues,
  writeState
} from './list-state.ts'
import { type OperationName, operationFor, rowOf } from './operations.ts'
import type { SourceReader } from './reader.ts'
import { type AskSource, Requests, type SourceValues } from './requests.ts'
import { type SourceAnswer, SourceCalls, type SourceCallsOptions } from './source-calls.ts'
import { daysKept, lacking, lacksOf } from './supports.ts'
import { nextPaths, type SourceOperation, type SourceTable } from './table.ts'
import { fillText, namesIn, outerPath, type TemplateValues, valueAt } from './template.ts'

/** Receives the raw records of a look-up or page before they are read, with their operation and key. */
export type OnGiven = (operation: OperationName, of: string, records: readonly unknown[]) => void

export type LiveSourceOptions = Omit<SourceCallsOptions, 'observe' | 'now'> & {
  onGiven?: OnGiven | undefined
  /** Earliest time of lists that are read in windows, in milliseconds. */
  since?: number | undefined
  /** Store of values that calls need; by default the memory of this process. */
  values?: SourceValues
  observe?: (event: UpstreamEvent | { event: 'unreadable'; kind: FeedKind | LookupKind; count: number }) => void
  measurePool?: (state: () => PoolState) => void
  now?: () => number
}

/** State of one read. `given`: new records in its answers. */
type SourceReading = { readonly ask: AskSource; readonly freshness: () => Freshness; readonly given: unknown[] }

const maxElements = 1_000

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** A live source, read by its table. */
export class LiveSource implements Source {
  /** Each key takes a call. */
  readonly looksUpEach = () => true
  readonly knowsMissing = true
  readonly #table: SourceTable
  readonly #reader: SourceReader
  readonly #budget: Budget | null
  readonly #calls: SourceCalls
  readonly #requests: Requests
  readonly #now: () => number
  readonly #since: number
  readonly #needsHashtagNames: boolean
  readonly #onUnreadable: (kind: FeedKind | LookupKind, count: number) => void
  readonly #onGiven: OnGiven
  readonly #isCollecting: boolean
  readonly keepMs: number | null
  readonly lacks: SourceLacks
  readonly findsHashtagsByName: boolean
  /** Replicas with the same table, address and account share a cache. */
  readonly generation: () => string

  constructor(options: LiveSourceOptions) {
    const { observe = () => {}, now = Date.now, onGiven, since = 0, values = new Map() } = options
    this.#onGiven = onGiven ?? (() => {})
    this.#isCollecting = onGiven !== undefined
    this.#table = options.table
    this.#reader = options.reader
    this.#budget = options.budget
    this.#now = now
    this.#since = since
    const names = namesIn(options.table.operations.listChallengePosts)
    this.#needsHashtagNames = names.includes('hashtagName')
    this.findsHashtagsByName = this.#needsHashtagNames && !names.includes('challengeId')
    this.lacks = lacksOf(options.table)
    const days = daysKept(options.table)
    this.keepMs = days === null ? null : days * 86_400_000
    this.#onUnreadable = (kind, count) => observe({ event: 'unreadable', kind, count })
    const identity = hash('sha256', JSON.stringify([options.table, options.url.href, options.secrets]))
    this.generation = () => identity
    this.#calls = new SourceCalls({ ...options, observe, now })
    this.#requests = new Requests(options.table, values)
    options.measurePool?.(this.#calls.poolState)
  }

  /** The remaining calls that the source allows; null without a limit. */
  budget = () => this.#budget?.state ?? null

  lookUp = <K extends LookupKind>(
    kind: K,
    keys: readonly string[],
    signal: AbortSignal,
    span: Span | null = null,
    onFreshness: OnFreshness = () => {}
  ): Promise<LookupResult<Lookups[K]>[]> =>
    Promise.all(
      keys.map(async (key, index) => {
        try {
          const reading = this.#reading(kind, signal, span)
          const found = await this.#lookUpOne(kind, key, reading)
          onFreshness(index, reading.freshness())
          this.#give(kind, key, reading)
          return found
        } catch (error) {
          return shownOf(error, signal)
        }
      })
    )

  page = async <K extends FeedKind>(
    kind: K,
    key: string,
    request: PageRequest,
    signal: AbortSignal,
    span: Span | null = null,
    onFreshness: OnFreshness = () => {}
  ) => {
    const [name, operation] = this.#operation(kind)
    const reading = this.#reading(kind, signal, span)
    const list: WalkedList<Feeds[K]> = {
      paging: pagingFor(name),
      isResumed: this.#isCollecting,
      read: async (stop) => {
        const found = await this.#readList(kind, name, operation, key, stop, reading)
        return found && { list: found, freshness: reading.freshness() }
      }
    }
    return fillPage(list, request, (count) => this.#onUnreadable(kind, count), signal, onFreshness)
  }

  /** Makes no call, because a call to check the source would use the budget. */
  ready = async (): Promise<void> => {}

  close = async (): Promise<void> => {
    await this.#calls.close()
    await this.#budget?.close()
  }

  #operation(kind: LookupKind | FeedKind): readonly [OperationName, SourceOperation] {
    const name = operationFor(kind)
    const operation = name === undefined ? undefined : this.#table.operations[name]
    if (name === undefined || operation === undefined) {
      const { problem, reason } = lacking(this.#table, name ?? kind)
      throw unsupported(problem, reason)
    }
    return [name, operation]
  }

  #reading(kind: LookupKind | FeedKind, signal: AbortSignal, span: Span | null): SourceReading {
    let ageMs = 0
    return {
      ask: async (call) => {
        const answer = await this.#calls.ask(call, kinds[kind].lifetime.freshMs, signal, span)
        ageMs = Math.max(ageMs, answer?.ageMs ?? 0)
        return answer
      },
      // `keepMs` already limits all lifetimes to the time that the source allows.
      freshness: () => ({ ageMs, leftMs: null }),
      given: []
    }
  }

  async #lookUpOne<K extends LookupKind>(kind: K, key: string, reading: SourceReading): Promise<Lookups[K] | null> {
    // The table of kinds gives each its own value.
    if (!isAsked(kind)) return unasked[kind as keyof typeof unasked] as Lookups[K] | null
    const [name, operation] = this.#operation(kind)
    const asked = await this.#answer(operation, await this.#valuesOf(name, key), false, reading)
    if (asked === null) return null
    const { answer, values } = asked
    const path = operation.list ?? operation.record ?? ''
    const there = valueAt(answer.json, path)
    const isList = 'isList' in rowOf(name)
    // A missing object may have an empty record, which the values set by the table would fill.
    const found = path !== '' && !isList && isEmpty(there) ? null : (there ?? null)
    // A source with an error for missing records would have returned it.
    if (there === undefined && this.#table.errors?.notFound !== undefined) throw failed('table')
    if (found === null) {
      // The record does not exist, unless the answer lacks the whole structure that the table describes.
      if (typeof valueAt(answer.json, outerPath(path)) !== 'object') throw failed('table')
      return null
    }
    const isOneOfList = operation.list !== undefined && !isList
    if ((isOneOfList || isList) && !Array.isArray(found)) throw failed('table')
    for (const json of isOneOfList ? (found as unknown[]) : [found]) {
      const given = this.#completed(operation, values, json)
      const record = this.#reader.record(kind, given)
      if (record === null || !isRecordOf(kind, record, key)) continue
      // Each look-up takes another record of a list, even of a cached one.
      if (!answer.isCached || isOneOfList) reading.given.push(...(Array.isArray(given) ? given : [given]))
      return record
    }
    if (isOneOfList || this.#reader.isHidden(kind, this.#completed(operation, values, found))) return null
    throw failed('table')
  }

  async #readList<K extends FeedKind>(
    kind: K,
    name: OperationName,
    operation: SourceOperation,
    key: string,
    stop: UpstreamStop,
    reading: SourceReading
  ): Promise<ListAnswer<Feeds[K]> | null> {
    const byPage = isByPage(name)
    const state = stop.page === null || byPage ? firstState(operation, this.#now(), this.#since) : readState(stop.page)
    const given: TemplateValues = {
      ...(await this.#valuesOf(name, key)),
      ...windowValues(operation, state),
      ...Object.fromEntries(nextPaths(operation).map(([name], at) => [name, state.values[at] ?? null])),
      // Pages by time have the size that the client wants, so that they begin at its times.
      count: (isByTime(name) ? null : operation.pageSize) ?? stop.size,
      page: byPage ? Number(stop.page ?? 1) : null
    }
    const asked = await this.#answer(operation, given, true, reading)
    if (asked === null) return null
    const { answer, values } = asked
    const { json } = answer
    const place = operation.ids ?? operation.list ?? ''
    const found = valueAt(json, place)
    // An empty list may be missing or null. If its parent, or the field for more elements, is missing too, the answer has another form.
    const isElsewhere =
      operation.more === undefined
        ? typeof valueAt(json, outerPath(place)) !== 'object'
        : valueAt(json, operation.more) === undefined
    if (found === undefined && isElsewhere) throw failed('table')
    const whole = found ?? []
    if (!Array.isArray(whole) || whole.length > maxElements) throw failed('table')
    // Each id takes a call, and the answer with the other ids is cached.
    let end = operation.ids === undefined ? whole.length : state.passed + stop.size
    const listed = whole.slice(state.passed, end)
    const elements: Element<Feeds[K]>[] = []
    try {
      for (const item of listed) {
        if (operation.ids !== undefined) {
          const record = isId(String(item)) ? await this.#lookUpOne('post', String(item), reading) : null
          // Only lists of posts are read by ids.
          elements.push({ id: String(item), record: record as Feeds[K] | null })
          continue
        }
        const element = this.#completed(operation, values, item)
        if (!answer.isCached) reading.given.push(element)
        const record = this.#reader.element(kind, element)
        elements.push({ record, id: record === null ? JSON.stringify(element) : idOf(record) })
      }
    } catch (error) {
      // The page keeps the elements from before the failed call, and the next page begins with that call.
      if (elements.length === 0) throw error
      end = state.passed + elements.length
    } finally {
      this.#give(kind, key, reading)
    }
    if (this.#needsHashtagNames && feeds[kind].record.title === 'Post') this.#noteHashtags(elements)
    const next = byPage ? null : end < whole.length ? { ...state, passed: end } : nextState(operation, state, json)
    return {
      elements,
      pagination: {
        next: next === null ? null : writeState(next),
        has_more: byPage && listed.length > 0 && hasMore(operation, json),
        total: totalIn(operation, json)
      }
    }
  }

  #give(kind: LookupKind | FeedKind, key: string, { given }: SourceReading): void {
    const name = operationFor(kind)
    const of = name === 'getUser' ? readUserKey(key).username : key
    if (name !== undefined) this.#onGiven(name, of, given.splice(0))
  }

  /** An answer, and all values of its call; null if the object does not exist. */
  async #answer(
    operation: SourceOperation,
    values: TemplateValues,
    isList: boolean,
    { ask }: SourceReading
  ): Promise<{ answer: SourceAnswer; values: TemplateValues } | null> {
    const filled = await this.#requests.callOf(operation, values, isList, ask)
    if (filled === null) return null
    const answer = await ask(filled.call)
    return answer && { answer, values: filled.values }
  }

  async #valuesOf(name: OperationName, key: string): Promise<Record<string, string | null>> {
    const [parameter = ''] = rowOf(name).takes
    if (name === 'getUser') return readUserKey(key)
    if (name === 'getPost') return { videoId: key, ...daysOfPost(key) }
    if (name !== 'listChallengePosts' || !this.#needsHashtagNames) return { [parameter]: key }
    if (isHashtagName(key)) return { hashtagName: key.slice(1) }
    const hashtagName = await this.#requests.hashtagName(key)
    if (hashtagName !== null) return { challengeId: key, hashtagName }
    throw unsupported(
      `The source ${this.#table.name} finds hashtags by name only, and no post with the hashtag ${key} was read from it`,
      'ask for the hashtag by its name, which reads its posts'
    )
  }

  #completed(operation: SourceOperation, values: TemplateValues, json: unknown): unknown {
    const { set } = operation
    if (set === undefined || typeof json !== 'object' || json === null) return json
    if (Array.isArray(json)) return json.map((element) => this.#completed(operation, values, element))
    const record: Readonly<Record<string, unknown>> = { ...json }
    const lacking = Object.entries(set).filter(([key]) => (record[key] ?? null) === null)
    return { ...record, ...Object.fromEntries(lacking.map(([key, template]) => [key, fillText(template, values)])) }
  }

  #noteHashtags(elements: readonly Element<unknown>[]): void {
    for (const { record } of elements) {
      // Callers pass only lists of posts.
      for (const { id, name } of (record as Post | null)?.hashtags ?? []) {
        if (id !== null && name !== null) this.#requests.noteHashtag(id, name)
      }
    }
  }
}
