import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type OpenScope, openScope } from '../core/deadline.ts'
import { ApiError, asApiError, invalidParam } from '../core/errors.ts'
import type { Scope } from '../core/scope.ts'
import { answerTag, createGraphQL, refusal } from '../graphql/http/yoga.ts'
import { toGraphQLError } from '../graphql/query/errors.ts'
import { cachingHeaders, isKnown } from '../http/caching.ts'
import { metaOf } from '../http/meta.ts'
import { endStalledConnections } from '../http/slow-readers.ts'
import { apiVersion } from '../records/api-version.ts'
import { envelopeType, failureJson } from '../rest/envelope.ts'
import { registerRest } from '../rest/router.ts'
import { sendGraphiQL } from '../site/graphiql/graphiql.ts'
import { registerPages } from '../site/site.ts'
import type { Surface } from '../telemetry/metrics.ts'
import { type Answered, Front } from './front.ts'
import type { HostOptions } from './options.ts'

const maxBodyBytes = 256 * 1024
/** Above the longest header block Node accepts, so that no parameter is ever too long for the router alone. */
const maxParamLength = 20_000

/**
 * What a request is for. The route that was found decides, and the address only where none was: an address can be
 * spelled in many ways (`/%61pi`, `http://host/api`, `/graphql#`), and none of them may lead past the key.
 */
const surfaceOf = (request: FastifyRequest): Surface => {
  const path = request.routeOptions.url ?? request.url.split('?', 1)[0] ?? ''
  if (path === '/graphql') return 'graphql'
  return path === '/api' || path.startsWith('/api/') ? 'rest' : 'page'
}

/** The HTTP server: keys, limits, scopes and error forms; what is asked and answered is the surfaces' affair. */
export const createHost = (options: HostOptions): FastifyInstance => {
  const { config, log, keys, deps, metrics } = options
  const scopes = new WeakMap<FastifyRequest, OpenScope>()

  const logsEach = log.isLevelEnabled('debug')
  const answered = ({ surface, requestId, method, status, ms }: Answered) => {
    metrics.request(surface, status, ms / 1_000)
    if (logsEach) log.debug({ requestId, method, status, ms })
  }

  const front = new Front({
    keys,
    deps,
    now: options.now,
    timeoutMs: config.requestTimeoutMs,
    maxBodyBytes,
    maxCost: config.maxQueryCost,
    maxDepth: config.maxQueryDepth,
    answers: config.readyAnswers,
    shortWays: config.shortWays,
    observe: answered
  })
  metrics.measureAnswers(() => front.given)

  const host = fastify({
    serverFactory: (next) =>
      createServer(
        {
          // Node would answer a request without Host by itself, and not in the envelope.
          requireHostHeader: false,
          requestTimeout: 30_000,
          keepAliveTimeout: 65_000
        },
        (request, response) => front.handle(request, response, next)
      ),
    bodyLimit: maxBodyBytes,
    routerOptions: { maxParamLength },
    // Requests that come in while closing are answered in the envelope below instead.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    genReqId: (request) => front.takenFrom(request)?.opened?.scope.requestId ?? randomUUID(),
    frameworkErrors: (error, request, reply) => {
      // Hooks do not run for these.
      fail(unknownKey(request) ?? error, request, reply as FastifyReply)
    },
    clientErrorHandler(error, socket) {
      refuseUnreadable(error, socket)
    }
  })

  /** The scope of a request, made when first asked for: deadline and the client's leaving end it. */
  const scopeOf = (request: FastifyRequest): Scope => {
    const known = scopes.get(request)
    if (known !== undefined) return known.scope
    const opened =
      front.takenFrom(request.raw)?.opened ?? openScope(request.id, request.raw.socket, config.requestTimeoutMs)
    scopes.set(request, opened)
    return opened.scope
  }

  const fail = (thrown: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const error = fromFramework(thrown)
    if (error.status >= 500) log.error({ requestId: request.id, err: error.cause ?? error }, error.message)
    reply.code(error.status).header('x-request-id', request.id).header('cache-control', 'no-store').type(envelopeType)
    if (error.code === 'METHOD_NOT_ALLOWED') reply.header('allow', methodsOf(surfaceOf(request)).join(', '))
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
    // Without a scope nothing was read, and there is nothing to end.
    const meta = metaOf(scopes.get(request)?.scope ?? { requestId: request.id, cached: false })
    return reply.send(
      surfaceOf(request) === 'graphql' ? refusal(toGraphQLError(error), meta) : failureJson(meta, error)
    )
  }

  const unknownKey = (request: FastifyRequest): ApiError | undefined =>
    surfaceOf(request) === 'page' ||
    opensGraphiQL(request) ||
    // Checked before it was handed on.
    front.takenFrom(request.raw) !== undefined ||
    keys.accepts(request.headers['x-gateway-key'])
      ? undefined
      : new ApiError('UNAUTHORIZED')

  host.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    // Before anything else is looked at, unknown paths and methods included.
    const refused = unknownKey(request)
    if (refused !== undefined) throw refused
    const surface = surfaceOf(request)
    if (!methodsOf(surface).includes(request.method)) {
      throw new ApiError('METHOD_NOT_ALLOWED', `Use ${methodsOf(surface).join(' or ')}.`)
    }
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      throw invalidParam('host', 'is a header that HTTP/1.1 requires')
    }
    const version = request.headers['x-api-version']
    if (surface !== 'page' && version !== undefined && version !== apiVersion) {
      throw invalidParam('x-api-version', `must be ${apiVersion} when it is sent`)
    }
    next()
  })
  host.addHook('onResponse', (request, reply, next) => {
    scopes.get(request)?.end()
    const { id: requestId, method } = request
    answered({ surface: surfaceOf(request), requestId, method, status: reply.statusCode, ms: reply.elapsedTime })
    next()
  })
  host.setErrorHandler((error, request, reply) => fail(error as Error, request, reply))
  host.setNotFoundHandler((request, reply) =>
    fail(new ApiError('NOT_FOUND', 'There is nothing at this path.'), request, reply)
  )
  endStalledConnections(host.server, 60_000)
  // Every pipelined request listens for the end of the one socket: many listeners are no leak.
  host.server.on('connection', (socket) => socket.setMaxListeners(0))
  // What a client expects beyond 100-continue may be ignored; Node would refuse it outside the envelope.
  host.server.on('checkExpectation', (request, response) => host.server.emit('request', request, response))

  registerRest(host, {
    deps,
    scopeOf,
    now: options.now,
    begun: (request) => front.takenFrom(request.raw)?.answer ?? null,
    keep: front.keepRest
  })
  registerGraphQL(host, { ...options, scopeOf, front })
  registerPages(host, options)
  return host
}

const methodsOf = (surface: Surface) => (surface === 'graphql' ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'])

/** A browser that opens the endpoint itself gets the page to write queries on, which needs no key. */
const opensGraphiQL = (request: FastifyRequest): boolean =>
  surfaceOf(request) === 'graphql' && request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')

const registerGraphQL = (
  host: FastifyInstance,
  options: HostOptions & { scopeOf: (request: FastifyRequest) => Scope; front: Front }
) => {
  const yoga = createGraphQL({
    maxCost: options.config.maxQueryCost,
    maxDepth: options.config.maxQueryDepth,
    onServerError: (err, { requestId }) => options.log.error({ requestId, err }, 'a resolver failed')
  })
  host.register(async (graphql) => {
    // The body is read here, where it is bounded, and handed on as it came: what it must be is for GraphQL to say.
    graphql.addHook('preParsing', async (request, _reply, payload) => {
      const taken = options.front.takenFrom(request.raw)
      return taken === undefined ? payload : Readable.from([Buffer.from(taken.body)])
    })
    graphql.removeAllContentTypeParsers()
    graphql.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    graphql.route({
      method: ['GET', 'POST'],
      url: '/graphql',
      async handler(request, reply) {
        if (opensGraphiQL(request)) return sendGraphiQL(request, reply, options)
        const scope = options.scopeOf(request)
        const headers = new Headers({ accept: answerType(request.headers.accept) })
        const type = request.headers['content-type']
        if (type !== undefined) headers.set('content-type', type)
        const query = /\?[^#]*/.exec(request.raw.url ?? '')?.[0] ?? ''
        const response = await yoga.fetch(
          `http://clipgraph/graphql${query}`,
          // HEAD is a GET whose body the host leaves out.
          request.method === 'POST'
            ? { method: 'POST', headers, body: (request.body as string | undefined) ?? '' }
            : { method: 'GET', headers },
          { scope, deps: options.deps }
        )
        const tag = request.method === 'POST' ? undefined : answerTag(scope)
        if (tag !== undefined) {
          reply.headers(cachingHeaders(scope, tag, options.now()))
          if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
        } else if (request.method !== 'POST') reply.header('cache-control', 'no-store')
        reply.code(response.status)
        for (const [name, value] of response.headers) if (name !== 'content-length') reply.header(name, value)
        return reply.send(await response.text())
      }
    })
  })
}

/**
 * The media type of an answer: of the two there are, the one the client names first. Whoever names neither gets JSON,
 * for an answer of another type is better than none.
 */
const answerType = (accept = '') =>
  /application\/(?:graphql-response\+)?json/.exec(accept.toLowerCase())?.[0] ?? 'application/json'

/** The error behind what the framework threw; the framework's own texts do not reach clients. */
const fromFramework = (error: FastifyError | Error): ApiError => {
  if (error instanceof ApiError) return error
  const code = 'code' in error ? error.code : undefined
  if (code === 'FST_ERR_BAD_URL') return invalidParam('path', 'has percent-encoding that does not decode to text')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new ApiError('PAYLOAD_TOO_LARGE', `The body may have at most ${maxBodyBytes} bytes.`)
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ApiError('UNSUPPORTED_MEDIA_TYPE')
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') return invalidParam('content-length', 'does not match the body')
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status !== undefined && status >= 400 && status < 500) return notHttp
  return asApiError(error)
}

const notHttp = invalidParam('request', 'is not valid HTTP')
const unreadable: Readonly<Record<string, { status: string; error: ApiError }>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: new ApiError('PAYLOAD_TOO_LARGE', 'The address and headers are too large.')
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', error: new ApiError('REQUEST_TIMEOUT') }
}

/** What is no HTTP gets the envelope too, written straight to the socket because there is no request to reply to. */
const refuseUnreadable = (error: Error & { code?: string }, socket: Socket & { _httpMessage?: ServerResponse }) => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const answer = unreadable[error.code ?? ''] ?? { status: '400 Bad Request', error: notHttp }
  const requestId = randomUUID()
  const body = failureJson(metaOf({ requestId, cached: false }), answer.error)
  socket.end(
    [
      `HTTP/1.1 ${answer.status}`,
      `content-type: ${envelopeType}`,
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'connection: close',
      '',
      body
    ].join('\r\n')
  )
}
