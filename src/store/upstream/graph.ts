import { ApiError, invalidParam, unsupported } from '../../core/errors.ts'
import { together } from '../../core/together.ts'
import type { Span } from '../../core/tracing.ts'
import { writeQuery } from '../../engines/filters/query.ts'
import type { ExactJson } from '../../records/exact-json.ts'
import { isScanned } from '../kinds.ts'
import type { Freshness } from '../source.ts'
import type { UpstreamEvent } from './calls.ts'
import { RefusedArgument, type UpstreamEndpoint } from './endpoint.ts'
import { type Answer, type Envelope, isObject, memberOf } from './envelope.ts'
import { faultOf, hasFault } from './faults.ts'
import { readFreshness } from './freshness.ts'
import { type AnswerPlace, GraphQuery, type GraphQuestion, isBatch } from './graph-query.ts'

/** The graph gave no usable answer to a question, so REST is tried. `shown`: the error if REST does not have the kind. */
export class NotByGraph extends Error {
  readonly shown: ApiError
  constructor(message: string, shown: unknown = null) {
    super(message)
    this.shown = shown instanceof ApiError ? shown : new ApiError('UPSTREAM_ERROR', undefined, { cause: this })
  }
}

/** The error for a code of the upstream. */
const shownFor = (error: Envelope = {}): ApiError | null => {
  const code = codeOf(error)
  const details = memberOf(error.extensions, 'details')
  if (code === 'INVALID_PARAM' && memberOf(details, 'param') === 'step')
    return invalidParam('step', 'gives more points than are counted: choose a longer one')
  if (code === 'UNSUPPORTED') return unsupported('The data source cannot answer this', 'it has no such data itself')
  if (code === 'UPSTREAM_TIMEOUT') return new ApiError(code)
  if (code === 'RATE_LIMITED' || code === 'UNAVAILABLE')
    return new ApiError('UNAVAILABLE', undefined, { retryAfterSeconds: 1 })
  return null
}

type Waiting = {
  readonly question: GraphQuestion
  readonly signal: AbortSignal
  readonly span: Span | null
  readonly resolve: (answer: Answer | null) => void
  readonly reject: (error: unknown) => void
}

/** Limits of a query, which every upstream allows by default. */
const maxQuestions = 50
const maxFields = 20
const maxElements = 400

/** Interval of checking for a graph: an upgrade behind a load balancer changes it without a failed call. */
const lookAgainMs = 5 * 60_000
/** Pause between checks of an upstream that fails with every call. */
const soonMs = 1_000
/** Pause after a failure, doubled each time. */
const restMs = 60_000
const longestRestMs = 60 * 60_000
const lookMs = 10_000
/** An answer that misses the deadline counts as slow only after this wait, because some requests have hardly any time left. */
const slowMs = 250
/** Slow answers in a row after which the graph is not used for a while: one large query may be slow by itself. */
const maxSlow = 3
const maxSchemaLength = 2 ** 20

const probe = [
  ...(['user', 'userById', 'post', 'sound', 'liveStatus'] as const).map((kind) => ({ kind, key: '1', list: null })),
  { kind: 'userPosts', key: 'clipgraph.readiness.probe', list: { count: 1, after: null } }
] as const satisfies readonly GraphQuestion[]
/** Query that tests whether the upstream filters: an upstream without columns refuses it. */
const filterProbe = [
  { kind: 'filteredPosts', key: writeQuery({ of: null, where: null, order: 'PLAYS' }), list: { count: 1, after: null } }
] as const satisfies readonly GraphQuestion[]

/**
 * The graph of an upstream that is clipgraph itself. It is checked in the background once REST has answered or filters are needed; from then on,
 * all reads of one turn of the event loop form one query. A read that the graph does not answer properly uses REST, and the graph is not used for
 * a while.
 */
export class UpstreamGraph {
  readonly #endpoint: UpstreamEndpoint
  readonly #observe: (event: UpstreamEvent) => void
  readonly #now: () => number
  readonly #closing = new AbortController()
  #isUsed = false
  #filters = false
  #isLooking = false
  #lookAt = 0
  #lookedAt = Number.NEGATIVE_INFINITY
  #failures = 0
  #most = maxQuestions
  /** Slow answers since the last other one, without scans, and when the latest was given up. */
  #slow = 0
  #slowAt = 0
  #waiting: Waiting[] = []

  constructor(endpoint: UpstreamEndpoint, observe: (event: UpstreamEvent) => void, now = () => performance.now()) {
    this.#endpoint = endpoint
    this.#observe = observe
    this.#now = now
  }

  get isUsed(): boolean {
    return this.#isUsed
  }

  /** Whether it filters, sorts and counts lists. Checks that, too: what only the graph has leads to no answer of REST. */
  get hasFilters(): boolean {
    if (!this.#isUsed) this.lookSometimes()
    return this.#isUsed && this.#filters
  }

  close(): void {
    this.#closing.abort()
    this.#lookAt = Number.POSITIVE_INFINITY
  }

  /** Called after each answer of REST and with each question, which do not wait for it. */
  lookSometimes(): void {
    if (this.#isLooking || this.#now() < this.#lookAt) return
    this.#isLooking = true
    setImmediate(() => void this.#look())
  }

  /** Called when the upstream was unreachable: it may return with another version. */
  lookSoon(): void {
    this.#lookAt = Math.min(this.#lookAt, Math.max(this.#now(), this.#lookedAt + soonMs))
  }

  /** Rejects with `NotByGraph` if the caller should use REST. */
  ask(question: GraphQuestion, signal: AbortSignal, span: Span | null): Promise<Answer | null> {
    this.lookSometimes()
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(this.#askAll)
      this.#waiting.push({ question, signal, span, resolve, reject })
    })
  }

  /** Stops using the graph for a while, and reports the reason once. */
  distrust(reason: string): void {
    // If several concurrent queries fail, only the first counts.
    if (!this.#isUsed && this.#now() < this.#lookAt) return
    this.#lookAt = this.#now() + Math.min(restMs * 2 ** this.#failures, longestRestMs)
    if (!this.#isUsed || this.#closing.signal.aborted) return
    this.#failures += 1
    this.#isUsed = false
    this.#observe({ event: 'graph', isUsed: false, reason })
  }

  async #look(): Promise<void> {
    const signal = AbortSignal.any([AbortSignal.timeout(lookMs), this.#closing.signal])
    let problem: string | null = null
    try {
      if (!this.#isUsed && !isSchema(await this.#endpoint.getPublic('/schema.graphql', signal))) problem = 'no schema'
      else if (!isProbed(await this.#probe(probe, signal))) problem = 'another graph'
      else this.#filters = hasList(await this.#probe(filterProbe, signal))
    } catch (error) {
      // A busy upstream reveals nothing about a graph that is used.
      if (!this.#isUsed || !isOfAll(error)) problem = reasonOf(error)
    }
    this.#isLooking = false
    this.#lookedAt = this.#now()
    if (this.#closing.signal.aborted) return
    if (problem !== null) return this.distrust(problem)
    this.#lookAt = this.#now() + lookAgainMs
    // Resets the limit, because one costly question may have lowered it.
    this.#most = maxQuestions
    this.#slow = 0
    if (this.#isUsed) {
      this.#failures = 0
      return
    }
    this.#isUsed = true
    this.#observe({ event: 'graph', isUsed: true, reason: '' })
  }

  /** Waits as long as for a scan, because the first query after a start may be slow. */
  #probe(questions: readonly GraphQuestion[], signal: AbortSignal): Promise<Envelope> {
    return this.#endpoint.postQuery(new GraphQuery(questions).body, signal, null, true)
  }

  readonly #askAll = (): void => {
    const waiting = this.#waiting.filter(({ signal, reject }) => {
      if (signal.aborted) reject(signal.reason)
      return !signal.aborted
    })
    this.#waiting = []
    for (const some of this.#split(waiting)) void this.#askTogether(some)
  }

  /** Splits questions into queries within the limits. */
  #split(waiting: readonly Waiting[]): Waiting[][] {
    const queries: Waiting[][] = []
    let some: Waiting[] = []
    let fields = new Set<unknown>()
    let elements = 0
    for (const lookup of waiting) {
      const { kind, list } = lookup.question
      // All look-ups of a kind form one field; each list is a field of its own.
      const field = isBatch(kind) ? kind : lookup
      const isFull = some.length >= this.#most || (fields.size >= maxFields && !fields.has(field))
      // Scans are slow, so each is a query of its own that fast questions do not wait for.
      const isAlone = isScanned(kind) || isScanned(some[0]?.question.kind ?? kind)
      if (some.length > 0 && (isFull || isAlone || elements + (list?.count ?? 1) > maxElements)) {
        some = []
        fields = new Set()
        elements = 0
      }
      if (some.push(lookup) === 1) queries.push(some)
      fields.add(field)
      elements += list?.count ?? 1
    }
    return queries
  }

  async #askTogether(waiting: readonly Waiting[]): Promise<void> {
    const query = new GraphQuery(waiting.map(({ question }) => question))
    let result: Envelope
    const isScan = waiting.some(({ question }) => isScanned(question.kind))
    const began = this.#now()
    try {
      result = await together(waiting, (signal) =>
        this.#endpoint.postQuery(query.body, signal, waiting[0]?.span ?? null, isScan)
      )
    } catch (error) {
      if (!isScan) this.#judge(error, began)
      for (const { signal, reject } of waiting) reject(signal.aborted ? signal.reason : notByGraph(error))
      return
    }
    if (!isScan) this.#slow = 0
    const { data = null, errors = null } = result
    const isTooMuch = !isObject(data) && codesOf(errors).has('INVALID_PARAM')
    if (isTooMuch && waiting.length > 1) {
      this.#most = Math.max(1, Math.floor(waiting.length / 2))
      for (const some of this.#split(waiting)) void this.#askTogether(some)
      return
    }
    if (!isObject(data) && !isTooMuch) this.distrust([...codesOf(errors)].join() || 'no data')
    const failed = failedPlaces(errors)
    for (const [at, { question, resolve, reject }] of waiting.entries()) {
      const place = query.places[at] as AnswerPlace
      const error = failed.get(placeName(place.alias, place.index)) ?? failed.get(place.alias)
      const code = error === undefined ? undefined : codeOf(error)
      if (error !== undefined && isNotFound(error, place)) resolve(null)
      else if (code === 'INVALID_PARAM' && question.list !== null) reject(new RefusedArgument())
      else if (code !== undefined || !isObject(data))
        reject(new NotByGraph(code ?? '', shownFor(error ?? errorsIn(errors)[0])))
      else {
        const envelope = envelopeAt(place, data)
        if (envelope instanceof NotByGraph) {
          this.distrust(envelope.message)
          reject(envelope)
        } else if (envelope === null && failed.has('')) reject(new NotByGraph('an error of nothing that was asked for'))
        else resolve(envelope && { envelope, text: '', freshness: freshnessIn(result, question) })
      }
    }
  }

  /** Stops using a graph that failed by itself or stays slow. Faults of the whole upstream, and requests with no time left, do not count. */
  #judge(error: unknown, began: number): void {
    const fault = faultOf(error)
    const isLate = fault === null && error instanceof ApiError && error.code === 'UPSTREAM_TIMEOUT'
    if (fault === 'slow' || (isLate && this.#now() - began >= slowMs)) {
      // Of queries that were slow at the same time only one counts, because one large request may have caused them all.
      if (began < this.#slowAt) return
      this.#slow += 1
      this.#slowAt = this.#now()
      if (this.#slow >= maxSlow) this.distrust(`${maxSlow} slow answers in a row`)
      return
    }
    if (!isOfAll(error) && (fault !== null || error instanceof RefusedArgument)) this.distrust(reasonOf(error))
    if (fault === 'unreachable') this.lookSoon()
  }
}

/** Whether a fault concerns REST as well. */
const isOfAll = (error: unknown): boolean => hasFault(error, 'busy', 'limited', 'resting', 'key')

const notByGraph = (error: unknown) => new NotByGraph(reasonOf(error), error)

const reasonOf = (error: unknown): string => {
  const cause = error instanceof ApiError && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

const isSchema = (text: string | null): boolean =>
  text !== null && text.length <= maxSchemaLength && /^type Query\b/m.test(text) && text.includes('usersByUsername')

/** Whether the graph has every field of the documents, and its answer has ages. */
const isProbed = ({ data = null, extensions }: Envelope): boolean =>
  isObject(data) && isObject(memberOf(extensions, 'reads'))

const hasList = ({ data }: Envelope): boolean => isObject(memberOf(data, 'a0'))

/** An answer in the form of REST; null for "not found". */
const envelopeAt = (
  { alias, index, batch, isList, below, record }: AnswerPlace,
  data: Envelope
): Envelope | NotByGraph | null => {
  const found = data[alias] ?? null
  const placed = below === null ? found : memberOf(found, below)
  if (record === null) return isObject(placed) ? placed : new NotByGraph('nothing where a record must be')
  if (isList) {
    const { nodes, pageInfo = null } = isObject(placed) ? placed : {}
    if (!Array.isArray(nodes) || !isObject(pageInfo)) return new NotByGraph('lists that are none')
    const pagination = { cursor: pageInfo.endCursor ?? null, has_more: pageInfo.hasNextPage ?? false }
    return { meta: {}, data: nodes.map(record.toRest), pagination, error: null }
  }
  // Outside of a batch, null without an error is not a valid result.
  const isBatch = Array.isArray(found) && found.length === batch.length
  const node = index === null ? (found ?? undefined) : isBatch ? found[index] : undefined
  if (node === undefined) return new NotByGraph('not as many records as it was asked for')
  return node === null ? null : { meta: {}, data: record.toRest(node), error: null }
}

const placeName = (alias: ExactJson | undefined, index: ExactJson | undefined): string =>
  typeof index === 'number' ? `${String(alias)}.${index}` : typeof alias === 'string' ? alias : ''

/** Errors of an answer. A value that is no error of the specification counts as an unknown error. */
const errorsIn = (errors: ExactJson): Envelope[] =>
  (Array.isArray(errors) ? errors : errors === null ? [] : [errors]).map((error) => (isObject(error) ? error : {}))
const codeOf = ({ extensions }: Envelope): string => {
  const code = memberOf(extensions, 'code')
  return typeof code === 'string' ? code : ''
}
const codesOf = (errors: ExactJson): Set<string> => new Set(errorsIn(errors).map(codeOf))

/** Whether an error means that the record or list does not exist, rather than a part of it or a whole batch. */
const isNotFound = (error: Envelope, { index, below }: AnswerPlace): boolean =>
  codeOf(error) === 'NOT_FOUND' &&
  Array.isArray(error.path) &&
  error.path.length >= (index === null ? 1 : 2) &&
  error.path.length <= (index === null && below === null ? 1 : 2)

/** Errors by their place; an error without a place is under an empty text. */
const failedPlaces = (errors: ExactJson): Map<string, Envelope> =>
  new Map(
    errorsIn(errors).map((error) => {
      const [alias, index] = Array.isArray(error.path) ? error.path : []
      return [placeName(alias, index), error]
    })
  )

const freshnessIn = ({ extensions }: Envelope, { kind, key }: GraphQuestion): Freshness => {
  const read = memberOf(memberOf(extensions, 'reads'), `${kind}:${key}`)
  const [age, left] = Array.isArray(read) ? read : []
  return readFreshness(String(age), typeof left === 'number' ? `max-age=${left + (Number(age) || 0)}` : undefined)
}
