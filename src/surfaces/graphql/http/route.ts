import type { Plugin } from 'graphql-yoga'
import { type Awaitable, andThen } from '../../../core/awaitable.ts'
import { type ByteText, toByteText } from '../../../core/byte-text.ts'
import type { Deps } from '../../../services/operation.ts'
import { cachingHeaders, entityTag, freshnessOf, isKnown, notModified, readsOf } from '../../http/caching.ts'
import type { Incoming, RequestSubject } from '../../http/incoming.ts'
import { isPlainJson, mediaTypeOf, requireJson } from '../../http/json-type.ts'
import { metaText } from '../../http/meta.ts'
import { mediaTypeFor } from '../../http/negotiation.ts'
import { toPayload } from '../../http/payload.ts'
import { jsonType, type Reply, reply } from '../../http/reply.ts'
import type { CheckedHeaders } from '../../http/request-headers.ts'
import type { ReadyAnswer, ResponseCache } from '../../http/response-cache.ts'
import type { HttpRoute } from '../../http/route.ts'
import { answerBody, type Queries, type QueryRequest, type QueryResult } from '../query/answer.ts'
import { requestInBody, requestInUrl } from './plain-request.ts'
import { createYogaServer, type Passage } from './yoga.ts'

type GraphQLOptions = {
  deps: Deps
  queries: Queries
  ready: ResponseCache
  now: () => number
  /** Plugins of Yoga. With one, every request goes through Yoga. */
  plugins?: readonly Plugin[]
}

/**
 * The endpoint. Yoga runs every request as soon as a plugin listens. Without plugins, a plain JSON request takes the direct route: the same
 * functions without Yoga's HTTP layer, and cached responses.
 */
export const graphqlRoute = (options: GraphQLOptions): HttpRoute => {
  const endpoint = new GraphQLEndpoint(options)
  return {
    surface: 'graphql',
    pattern: '/graphql',
    ready: (incoming) => (incoming.method === 'POST' ? endpoint.readyToPost(incoming) : endpoint.readyToGet(incoming)),
    answer: (incoming) => (incoming.method === 'POST' ? endpoint.post(incoming) : endpoint.get(incoming))
  }
}

class GraphQLEndpoint {
  readonly #options: GraphQLOptions
  readonly #yoga: ReturnType<typeof createYogaServer>
  readonly #isDirect: boolean

  constructor(options: GraphQLOptions) {
    const { queries, plugins = [] } = options
    this.#options = options
    this.#yoga = createYogaServer(queries, plugins)
    this.#isDirect = plugins.length === 0
  }

  readyToPost(incoming: Incoming): Reply | undefined {
    const { heading } = incoming
    const type = contentTypeFor(heading)
    if (!this.#isDirect || type === null || !isPlainJson(heading)) return undefined
    const body = incoming.text
    if (!mayBeQuestion(body)) return undefined
    const ready = this.#options.ready.get(body, this.#options.now())
    if (ready === undefined) return undefined
    incoming.subject = ready.subject
    const after = this.#readyMeta(incoming) + ready.tail
    return { status: 200, headers: ['content-type', type], body: { before: '', payload: ready.payload, after } }
  }

  post(incoming: Incoming): Awaitable<Reply> {
    const { heading } = incoming
    const isPlain = isPlainJson(heading)
    if (!isPlain) requireJson(heading)
    const body = incoming.text
    const init = { method: 'POST', body }
    const type = contentTypeFor(heading)
    const question = isPlain && mayBeQuestion(body) ? requestInBody(body) : null
    if (!this.#isDirect || type === null || question === null) return this.#throughYoga(incoming, init, { question })
    return andThen(this.#ask(incoming, question), (answer) =>
      isDirect(answer)
        ? question.extensions?.reads === true
          ? this.#toReplyWithReads(incoming, answer, type)
          : this.#toReply(incoming, body, answer, type)
        : this.#throughYoga(incoming, init, { question, answer })
    )
  }

  readyToGet(incoming: Incoming): Reply | undefined {
    const { url, heading } = incoming
    if (heading.contentType !== undefined) requireJson(heading)
    const type = contentTypeFor(heading)
    if (!this.#isDirect || type === null) return undefined
    const ready = this.#options.ready.get(url, this.#options.now())
    if (ready === undefined) return undefined
    incoming.subject = ready.subject
    return this.#toGetReply(incoming, ready, type, this.#readyMeta(incoming))
  }

  get(incoming: Incoming): Awaitable<Reply> {
    const init = { method: 'GET' }
    const type = contentTypeFor(incoming.heading)
    const question = requestInUrl(incoming.url)
    if (!this.#isDirect || type === null || question === null) return this.#throughYoga(incoming, init, { question })
    return andThen(this.#ask(incoming, { ...question, overGet: true }), (answer) =>
      // Responses with errors are not cacheable.
      isDirect(answer) && answer.errors.length === 0
        ? this.#toNewGetReply(incoming, answer, type)
        : this.#throughYoga(incoming, init, { question, answer })
    )
  }

  #readyMeta({ requestId }: Incoming): string {
    return metaText({ requestId, cached: true }, this.#options.deps.reads.isSampleData)
  }

  #ask(incoming: Incoming, question: QueryRequest): Awaitable<QueryResult> {
    const { scope, heading } = incoming
    const asked = partsTypeFor(heading) === null ? question : { ...question, readsParts: true }
    return andThen(this.#options.queries.ask(asked, { scope, deps: this.#options.deps }), (answer) => {
      note(incoming, answer)
      return answer
    })
  }

  #toNewGetReply(incoming: Incoming, answer: DirectAnswer, type: string): Reply {
    const { scope, url } = incoming
    const { before, meta, after } = answerBody(answer, scope)
    const ready = {
      payload: toPayload(before),
      tail: after,
      tag: entityTag([answer.data]),
      subject: subjectOf(answer),
      ...freshnessOf(scope, this.#options.now())
    }
    this.#options.ready.keep(url, ready, scope)
    return this.#toGetReply(incoming, ready, type, meta)
  }

  #toGetReply({ heading }: Incoming, answer: ReadyAnswer, type: string, meta: string): Reply {
    const tag = tagFor(type, answer.tag)
    const caching = cachingHeaders({ ...answer, tag }, this.#options.now())
    if (isKnown(heading.ifNoneMatch, tag)) return notModified(caching)
    return {
      status: 200,
      headers: [...caching, 'content-type', type],
      body: { before: '', payload: answer.payload, after: meta + answer.tail }
    }
  }

  #toReply({ scope }: Incoming, question: string, answer: QueryResult, type: string): Reply {
    const { before, meta, after } = answerBody(answer, scope)
    const payload = toPayload(before)
    // Responses with errors are not cacheable.
    if (answer.errors.length === 0) {
      const fresh = freshnessOf(scope, this.#options.now())
      this.#options.ready.keep(question, { payload, tail: after, tag: '', subject: subjectOf(answer), ...fresh }, scope)
    }
    return { status: 200, headers: ['content-type', type], body: { before: '', payload, after: meta + after } }
  }

  /** For a facade over this server, whose cache entries have the age of the reads behind them. It is not stored. */
  #toReplyWithReads({ scope }: Incoming, answer: DirectAnswer, type: string): Reply {
    const { before, meta, after } = answerBody(answer, scope)
    const reads = `,"reads":${toByteText(JSON.stringify(readsOf(scope, this.#options.now())))}}}`
    const body = { before: '', payload: toPayload(before), after: meta + after.slice(0, -2) + reads }
    return { status: 200, headers: ['content-type', type], body }
  }

  /** Answers through Yoga, which only formats an answer of the direct route. */
  async #throughYoga(
    incoming: Incoming,
    init: { method: string; body?: string },
    { question, answer = null }: { question: QueryRequest | null; answer?: QueryResult | null }
  ): Promise<Reply> {
    const { url, heading, scope } = incoming
    const headers = new Headers(this.#isDirect ? {} : requestHeadersOf(incoming))
    headers.set('accept', acceptFor(heading))
    if (heading.contentType !== undefined) headers.set('content-type', mediaTypeOf(heading.contentType))
    const query = /\?[^#]*/.exec(url)?.[0] ?? ''
    const passage: Passage = { question, answer, readsParts: partsTypeFor(heading) !== null }
    const context = { ...toObject(incoming.serverContext), scope, deps: this.#options.deps, passage }
    const response = await this.#yoga.fetch(`http://clipgraph/graphql${query}`, { ...init, headers }, context)
    if (passage.answer !== null) note(incoming, passage.answer)
    // A request without a query has not been charged yet.
    if (scope.charged === 0) await scope.charge(0)
    return toReply(response, init.method === 'GET' && !response.headers.has('cache-control'))
  }
}

/** Records the operation and its outcome for logs and metrics. */
const note = (incoming: Incoming, answer: QueryResult): void => {
  incoming.subject = subjectOf(answer)
  // Every error that clients see has a code.
  incoming.code = (answer.errors[0]?.extensions.code as string | undefined) ?? null
}

const subjectOf = ({ operation, cost }: QueryResult): RequestSubject => ({ operation, cost: cost.estimated })

/** The context from the host for plugins. */
const toObject = (context: unknown): object => (typeof context === 'object' && context !== null ? context : {})

const requestHeadersOf = ({ headers }: Incoming): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))

/** Headers that describe the transfer are the server's. */
const transferHeaders = new Set(['content-length', 'content-encoding', 'connection', 'transfer-encoding'])

const toReply = async (response: Response, isUncacheable: boolean): Promise<Reply> => {
  const headers = [...response.headers].flatMap(([name, value]) =>
    transferHeaders.has(name.toLowerCase()) ? [] : [name.toLowerCase(), value]
  )
  if (isUncacheable) headers.unshift('cache-control', 'no-store')
  const { status, body } = response
  const isStream = partsTypes.some((type) => response.headers.get('content-type')?.startsWith(type))
  return body !== null && isStream
    ? { status, headers, body: null, stream: body }
    : reply(status, headers, Buffer.from(await response.text()))
}

const json = 'application/json'
const graphqlResponse = 'application/graphql-response+json'
const partsTypes = ['multipart/mixed', 'text/event-stream']
/** Apollo Client's name of the form of the parts. Clients that ask for another form get the whole answer. */
const namedForm = 'multipart/mixed;deferSpec=20220824'

const chosenType = mediaTypeFor([json, graphqlResponse])
const chosenPartsType = mediaTypeFor([...partsTypes, namedForm])
const namesParts = /multipart\/mixed|text\/event-stream/i
const namesJson = /json|\*\/\*|application\/\*/i

/** The media type for deferred parts, if the client accepts one. */
const partsTypeFor = ({ accept }: CheckedHeaders): string | null =>
  accept !== undefined && namesParts.test(accept) ? (chosenPartsType(accept)?.split(';')[0] ?? null) : null

/**
 * The media type for a whole answer: the preferred one of two by the Accept header, the first named of equals, JSON where neither is named. A
 * client that accepts neither gets JSON too, which is better than no response; null for one that reads only event streams or parts.
 */
const answerType = ({ accept = '*/*' }: CheckedHeaders): string | null => {
  if (accept === '*/*') return json
  return namesParts.test(accept) && !namesJson.test(accept) ? null : (chosenType(accept) ?? json)
}

/** Media types for Yoga's choice, once it knows whether the answer has parts. */
const acceptFor = (heading: CheckedHeaders): string =>
  [answerType(heading), partsTypeFor(heading)].filter((type) => type !== null).join()

/** Both types have the same content, but an ETag must identify one representation. */
const tagFor = (type: string, tag: string): string =>
  type.startsWith(graphqlResponse) ? `${tag.slice(0, -1)}.response"` : tag

const contentTypeFor = (heading: CheckedHeaders): string | null => {
  const type = answerType(heading)
  if (type === null) return null
  return type === json ? jsonType : `${type}; charset=utf-8`
}

type DirectAnswer = QueryResult & { data: ByteText }

/** Whether an answer can be sent without Yoga: the query ran, and no parts follow. */
const isDirect = (answer: QueryResult): answer is DirectAnswer => answer.data !== null && answer.parts === null

/** Whether a body may be a request. Any other body must not be mistaken for a cached URL. */
const mayBeQuestion = (body: string): boolean => body.startsWith('{')
