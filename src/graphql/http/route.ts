import { type Awaitable, andThen } from '../../core/awaitable.ts'
import { bytesOf } from '../../core/byte-text.ts'
import { ApiError } from '../../core/errors.ts'
import { cachingHeaders, entityTag, freshnessOf, isKnown } from '../../http/caching.ts'
import type { Heading } from '../../http/heading.ts'
import type { Incoming } from '../../http/incoming.ts'
import { metaText } from '../../http/meta.ts'
import { toPayload } from '../../http/payload.ts'
import type { ReadyAnswers } from '../../http/ready-answers.ts'
import { bareReply, jsonType, type Reply, reply } from '../../http/reply.ts'
import type { Route } from '../../http/route.ts'
import { readWeights } from '../../http/weighted-list.ts'
import type { Deps } from '../../services/operation.ts'
import { type Answer, answerBody, type Queries, type Question } from '../query/answer.ts'
import { createGraphQLOverHttp, type YogaContext } from './yoga.ts'

export type GraphQLOptions = { deps: Deps; queries: Queries; ready: ReadyAnswers; now: () => number }

/** The endpoint. A plain question in JSON that can run is answered at once; all else is for GraphQL over HTTP as Yoga knows it. */
export const graphqlRoute = (options: GraphQLOptions): Route => {
  const endpoint = new Endpoint(options)
  return {
    surface: 'graphql',
    pattern: '/graphql',
    answer: (incoming) => (incoming.method === 'POST' ? endpoint.post(incoming) : endpoint.get(incoming))
  }
}

class Endpoint {
  readonly #options: GraphQLOptions
  readonly #overHttp: ReturnType<typeof createGraphQLOverHttp>

  constructor(options: GraphQLOptions) {
    this.#options = options
    this.#overHttp = createGraphQLOverHttp(options.queries)
  }

  post(incoming: Incoming): Awaitable<Reply> {
    const body = incoming.body.toString()
    if (!isPlain(incoming.heading)) {
      requireJson(incoming.heading.contentType ?? '')
      return this.#overHttpPost(incoming, body, null, null)
    }
    const { accept = '*/*' } = incoming.heading
    const type = accept === '*/*' ? jsonType : `${answerType(accept)}; charset=utf-8`
    const ready = this.#options.ready.get(body, this.#options.now())
    if (ready !== undefined) {
      const behind = metaText({ requestId: incoming.requestId, cached: true }) + ready.tail
      return { status: 200, headers: ['content-type', type], body: { before: '', payload: ready.payload, behind } }
    }
    const question = readQuestion(body)
    if (question === null) return this.#overHttpPost(incoming, body, null, null)
    return andThen(this.#options.queries.ask(question, this.#contextOf(incoming)), (answer) =>
      answer.data === null
        ? this.#overHttpPost(incoming, body, question, answer)
        : this.#toReply(incoming, body, answer, type)
    )
  }

  async get(incoming: Incoming): Promise<Reply> {
    if (incoming.heading.contentType !== undefined) requireJson(incoming.heading.contentType)
    const context = this.#contextOf(incoming)
    const known: YogaContext['known'] = { question: null, answer: null }
    const response = await this.#fetch(incoming, { method: 'GET' }, { context, known })
    const { data = null, errors = [] } = known.answer ?? {}
    if (data === null || errors.length > 0)
      return toReply(response, await response.text(), ['cache-control', 'no-store'])
    const now = this.#options.now()
    const tag = tagFor(answerType(incoming.heading.accept), entityTag(bytesOf(data)))
    const caching = cachingHeaders({ tag, ...freshnessOf(context.scope, now) }, now)
    return isKnown(incoming.heading.ifNoneMatch, tag)
      ? bareReply(304, caching)
      : toReply(response, await response.text(), caching)
  }

  #contextOf({ scope }: Incoming) {
    return { scope, deps: this.#options.deps }
  }

  #toReply({ scope }: Incoming, question: string, answer: Answer, type: string): Reply {
    const { before, meta, behind } = answerBody(answer, scope)
    const payload = toPayload(before)
    // A document that is never met again leaves nothing behind, and nobody should keep an answer with errors.
    if (answer.isKnown && answer.errors.length === 0) {
      const fresh = freshnessOf(scope, this.#options.now())
      this.#options.ready.keep(question, { payload, tail: behind, tag: '', ...fresh }, scope)
    }
    return { status: 200, headers: ['content-type', type], body: { before: '', payload, behind: meta + behind } }
  }

  async #overHttpPost(
    incoming: Incoming,
    body: string,
    question: Question | null,
    answer: Answer | null
  ): Promise<Reply> {
    const context = this.#contextOf(incoming)
    const response = await this.#fetch(incoming, { method: 'POST', body }, { context, known: { question, answer } })
    return toReply(response, await response.text(), [])
  }

  async #fetch(
    { url, heading }: Incoming,
    init: { method: string; body?: string },
    context: YogaContext
  ): Promise<Response> {
    const headers = new Headers({ accept: answerType(heading.accept) })
    if (heading.contentType !== undefined) headers.set('content-type', heading.contentType)
    const query = /\?[^#]*/.exec(url)?.[0] ?? ''
    return this.#overHttp.fetch(`http://clipgraph/graphql${query}`, { ...init, headers }, context)
  }
}

const toReply = (response: Response, body: string, caching: readonly string[]): Reply => {
  const headers = [...response.headers].map(([name, value]) => [name.toLowerCase(), value] as const)
  return reply(response.status, [...caching, ...headers.filter(([name]) => name !== 'content-length').flat()], body)
}

const json = 'application/json'
const graphqlResponse = 'application/graphql-response+json'

/**
 * The media type of an answer: of the two there are, the one the client likes better; of equals the one it names first, and JSON where
 * it names neither. Whoever takes neither gets JSON, for an answer of another type is better than none.
 */
const answerType = (accept = ''): string => {
  const wanted = readWeights(accept)
  const weightOf = (type: string) => wanted.find(({ name }) => name === type)?.weight
  const others = weightOf('application/*') ?? weightOf('*/*') ?? 0
  const [asJson, asResponse] = [weightOf(json) ?? others, weightOf(graphqlResponse) ?? others]
  if (asJson !== asResponse) return asJson > asResponse ? json : graphqlResponse
  return asJson === 0 ? json : (wanted.find(({ name }) => name === json || name === graphqlResponse)?.name ?? json)
}

/** Both types say the same, but a tag stands for one form of an answer. */
const tagFor = (type: string, tag: string): string => (type === json ? tag : `${tag.slice(0, -1)}.response"`)

const plainJson = /^application\/json(?:;\s*charset=utf-8)?$/i

const isPlain = ({ contentType = '', contentEncoding }: Heading): boolean =>
  plainJson.test(contentType) && contentEncoding === undefined

const anyJson = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

/**
 * Refuses what a page may send without asking first, a form for example. The key in a header keeps such requests out already; this does where
 * a proxy puts the key in.
 */
const requireJson = (contentType: string): void => {
  if (!anyJson.test(contentType)) throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
}

/** A question in its plain form; null for any other, and for what is no question. */
const readQuestion = (body: string): Question | null => {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return null
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
  // Nothing here looks at `extensions`.
  const {
    query,
    variables = null,
    operationName = null,
    extensions = null,
    ...rest
  } = parsed as Record<string, unknown>
  if (typeof extensions !== 'object' || Array.isArray(extensions)) return null
  if (typeof query !== 'string' || Object.keys(rest).length > 0) return null
  if (operationName !== null && typeof operationName !== 'string') return null
  if (typeof variables !== 'object' || Array.isArray(variables)) return null
  // An object of JSON has text for names.
  return { query, operationName, variables: variables as Readonly<Record<string, unknown>> | null }
}
