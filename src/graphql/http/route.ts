import { type Awaitable, andThen } from '../../core/awaitable.ts'
import type { ByteText } from '../../core/byte-text.ts'
import { cachingHeaders, entityTag, freshnessOf, isKnown, notModified } from '../../http/caching.ts'
import type { Incoming, Subject } from '../../http/incoming.ts'
import { isPlainJson, mediaTypeOf, requireJson } from '../../http/json-type.ts'
import { metaText } from '../../http/meta.ts'
import { mediaTypeFor } from '../../http/negotiation.ts'
import { toPayload } from '../../http/payload.ts'
import { jsonType, type Reply, reply } from '../../http/reply.ts'
import type { Heading } from '../../http/request-headers.ts'
import type { ReadyAnswer, ResponseCache } from '../../http/response-cache.ts'
import type { Route } from '../../http/route.ts'
import type { Deps } from '../../services/operation.ts'
import { answerBody, type Queries, type QueryRequest, type QueryResult } from '../query/answer.ts'
import { requestInBody, requestInUrl } from './plain-request.ts'
import { createGraphQLOverHttp, type YogaContext } from './yoga.ts'

type GraphQLOptions = { deps: Deps; queries: Queries; ready: ResponseCache; now: () => number }

/** The endpoint. A plain JSON request that can run is answered directly; everything else goes through Yoga. */
export const graphqlRoute = (options: GraphQLOptions): Route => {
  const endpoint = new Endpoint(options)
  return {
    surface: 'graphql',
    pattern: '/graphql',
    ready: (incoming) => (incoming.method === 'POST' ? endpoint.readyToPost(incoming) : endpoint.readyToGet(incoming)),
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

  readyToPost(incoming: Incoming): Reply | undefined {
    if (!isPlainJson(incoming.heading)) return undefined
    const body = incoming.text
    if (!mayBeQuestion(body)) return undefined
    const ready = this.#options.ready.get(body, this.#options.now())
    if (ready === undefined) return undefined
    incoming.subject = ready.subject
    const type = contentTypeFor(incoming.heading)
    const behind = metaText({ requestId: incoming.requestId, cached: true }) + ready.tail
    return { status: 200, headers: ['content-type', type], body: { before: '', payload: ready.payload, behind } }
  }

  post(incoming: Incoming): Awaitable<Reply> {
    const isQuestion = isPlainJson(incoming.heading)
    if (!isQuestion) requireJson(incoming.heading)
    const body = incoming.text
    if (!isQuestion || !mayBeQuestion(body)) return this.#overHttpPost(incoming, body, null, null)
    const type = contentTypeFor(incoming.heading)
    const question = requestInBody(body)
    if (question === null) return this.#overHttpPost(incoming, body, null, null)
    return andThen(this.#ask(incoming, question), (answer) =>
      answer.data === null
        ? this.#overHttpPost(incoming, body, question, answer)
        : this.#toReply(incoming, body, answer, type)
    )
  }

  readyToGet(incoming: Incoming): Reply | undefined {
    const { url, heading, requestId } = incoming
    if (heading.contentType !== undefined) requireJson(heading)
    const ready = this.#options.ready.get(url, this.#options.now())
    if (ready === undefined) return undefined
    incoming.subject = ready.subject
    return this.#toGetReply(incoming, ready, metaText({ requestId, cached: true }))
  }

  get(incoming: Incoming): Awaitable<Reply> {
    const question = requestInUrl(incoming.url)
    if (question === null) return this.#overHttpGet(incoming, null, null)
    return andThen(this.#ask(incoming, { ...question, overGet: true }), (answer) =>
      isWhole(answer) ? this.#toNewGetReply(incoming, answer) : this.#overHttpGet(incoming, question, answer)
    )
  }

  #ask(incoming: Incoming, question: QueryRequest): Awaitable<QueryResult> {
    return andThen(this.#options.queries.ask(question, this.#contextOf(incoming)), (answer) => {
      note(incoming, answer)
      return answer
    })
  }

  async #overHttpGet(incoming: Incoming, question: QueryRequest | null, answer: QueryResult | null): Promise<Reply> {
    const parsed = { question, answer }
    const response = await this.#fetch(incoming, { method: 'GET' }, { context: this.#contextOf(incoming), parsed })
    if (parsed.answer !== null) note(incoming, parsed.answer)
    return parsed.answer !== null && isWhole(parsed.answer)
      ? this.#toNewGetReply(incoming, parsed.answer)
      : toReply(response, await response.text(), ['cache-control', 'no-store'])
  }

  #toNewGetReply(incoming: Incoming, answer: WholeAnswer): Reply {
    const { scope, url } = incoming
    const { before, meta, behind } = answerBody(answer, scope)
    const made = {
      payload: toPayload(before),
      tail: behind,
      tag: entityTag([answer.data]),
      subject: subjectOf(answer),
      ...freshnessOf(scope, this.#options.now())
    }
    this.#options.ready.keep(url, made, scope)
    return this.#toGetReply(incoming, made, meta)
  }

  #toGetReply({ heading }: Incoming, answer: ReadyAnswer, meta: string): Reply {
    const type = contentTypeFor(heading)
    const tag = tagFor(type, answer.tag)
    const caching = cachingHeaders({ ...answer, tag }, this.#options.now())
    if (isKnown(heading.ifNoneMatch, tag)) return notModified(caching)
    return {
      status: 200,
      headers: [...caching, 'content-type', type],
      body: { before: '', payload: answer.payload, behind: meta + answer.tail }
    }
  }

  #contextOf({ scope }: Incoming) {
    return { scope, deps: this.#options.deps }
  }

  #toReply({ scope }: Incoming, question: string, answer: QueryResult, type: string): Reply {
    const { before, meta, behind } = answerBody(answer, scope)
    const payload = toPayload(before)
    // Responses with errors are not cacheable.
    if (answer.errors.length === 0) {
      const fresh = freshnessOf(scope, this.#options.now())
      this.#options.ready.keep(
        question,
        { payload, tail: behind, tag: '', subject: subjectOf(answer), ...fresh },
        scope
      )
    }
    return { status: 200, headers: ['content-type', type], body: { before: '', payload, behind: meta + behind } }
  }

  async #overHttpPost(
    incoming: Incoming,
    body: string,
    question: QueryRequest | null,
    answer: QueryResult | null
  ): Promise<Reply> {
    const context = this.#contextOf(incoming)
    const parsed = { question, answer }
    const response = await this.#fetch(incoming, { method: 'POST', body }, { context, parsed })
    if (parsed.answer !== null) note(incoming, parsed.answer)
    return toReply(response, await response.text(), [])
  }

  async #fetch(incoming: Incoming, init: { method: string; body?: string }, context: YogaContext): Promise<Response> {
    const { url, heading } = incoming
    const headers = new Headers({ accept: answerType(heading.accept) })
    if (heading.contentType !== undefined) headers.set('content-type', mediaTypeOf(heading.contentType))
    const query = /\?[^#]*/.exec(url)?.[0] ?? ''
    const response = await this.#overHttp.fetch(`http://clipgraph/graphql${query}`, { ...init, headers }, context)
    // A request without a query has not been charged yet.
    if (incoming.scope.charged === 0) await incoming.scope.charge(0)
    return response
  }
}

/** Records the operation and its outcome for logs and metrics. */
const note = (incoming: Incoming, answer: QueryResult): void => {
  incoming.subject = subjectOf(answer)
  // Every error that clients see has a code.
  incoming.code = (answer.errors[0]?.extensions.code as string | undefined) ?? null
}

const subjectOf = ({ operation, cost }: QueryResult): Subject => ({ operation, cost: cost.estimated })

const toReply = (response: Response, body: string, caching: readonly string[]): Reply => {
  const headers = [...response.headers].map(([name, value]) => [name.toLowerCase(), value] as const)
  return reply(response.status, [...caching, ...headers.filter(([name]) => name !== 'content-length').flat()], body)
}

const json = 'application/json'
const graphqlResponse = 'application/graphql-response+json'

/**
 * Chooses the media type by the Accept header: the preferred one of two, the first named of equals, JSON where neither is named. A client
 * that accepts neither gets JSON too, which is better than no response.
 */
const answerType = (accept = '*/*'): string => chosenType(accept) ?? json
const chosenType = mediaTypeFor([json, graphqlResponse])

/** Both types have the same content, but an ETag stands for one representation. */
const tagFor = (type: string, tag: string): string =>
  type.startsWith(graphqlResponse) ? `${tag.slice(0, -1)}.response"` : tag

const contentTypeFor = ({ accept = '*/*' }: Heading): string =>
  accept === '*/*' ? jsonType : `${answerType(accept)}; charset=utf-8`

type WholeAnswer = QueryResult & { data: ByteText }

/** Whether a response is complete; incomplete ones are not cacheable. */
const isWhole = (answer: QueryResult): answer is WholeAnswer => answer.data !== null && answer.errors.length === 0

/** Any other start is no request, and must not be mistaken for a cached URL. */
const mayBeQuestion = (body: string): boolean => body.startsWith('{')
