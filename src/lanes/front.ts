import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ByteText } from '../byte-text.ts'
import { type OpenScope, openScope } from '../deadline.ts'
import { Documents, type Prepared } from '../graphql/compiled/documents.ts'
import { Failed, runPlan } from '../graphql/compiled/run.ts'
import { freshness, isKnown } from '../http-caching.ts'
import type { GatewayKeys } from '../keys.ts'
import { metaText } from '../meta.ts'
import type { Scope } from '../scope.ts'
import type { Services } from '../services/services.ts'
import { type Answer, Answers } from './answers.ts'
import { endWith, type Payload, toPayload } from './payload.ts'

export type FrontOptions = {
  keys: GatewayKeys
  services: Services
  now: () => number
  timeoutMs: number
  maxBodyBytes: number
  maxCost: number
  maxDepth: number
  /** Whether ready answers are sent again. */
  answers: boolean
  /** Whether queries run by plan. */
  plans: boolean
}

/** What the front has already taken from a request that it hands on. */
export type HandedOn = { body: string; opened: OpenScope | null }

type Planned = { prepared: Prepared; variables: Readonly<Record<string, unknown>>; cost: number; isNew: boolean }

type Next = (request: IncomingMessage, response: ServerResponse) => void

const answerBytes = 64 * 1024 * 1024
const json = 'application/json; charset=utf-8'
const plainJson = /^application\/json(?:;\s*charset=utf-8)?$/i
const graphqlTypes = ['application/json', 'application/graphql-response+json'] as const

/**
 * Short ways in front of the server for what clients send most: a REST address asked for again, a GraphQL query asked again, and a
 * GraphQL query seen before. All else, and all that is unusual, goes on to the server as it came. The key is
 * checked first, and meta is new each time.
 */
export class Front {
  readonly #options: FrontOptions
  readonly #documents = new Documents()
  readonly #handedOn = new WeakMap<IncomingMessage, HandedOn>()
  readonly restAnswers: Answers
  readonly graphqlAnswers: Answers

  constructor(options: FrontOptions) {
    this.#options = options
    this.restAnswers = new Answers({ maxBytes: answerBytes, now: options.now })
    this.graphqlAnswers = new Answers({ maxBytes: answerBytes, now: options.now })
  }

  /** What was taken from a request before it was handed on. */
  takenFrom(request: IncomingMessage): HandedOn | undefined {
    return this.#handedOn.get(request)
  }

  /** Keeps a REST answer for whoever asks for the same address. */
  readonly keepRest = (url: string, payload: string, tag: string, scope: Scope): void => {
    if (!this.#options.answers) return
    this.restAnswers.keep(url, () => ({ payload: toPayload(`${payload},"error":null}`, 'utf8'), tag, tail: '' }), scope)
  }

  /** Answers a request, or hands it on. */
  handle(request: IncomingMessage, response: ServerResponse, next: Next): void {
    const { url = '', method } = request
    if (method === 'GET' && this.#options.answers && url.startsWith('/api/v1/')) {
      if (!this.#answerRest(request, response, url)) next(request, response)
    } else if (method === 'POST' && this.#takesBodies && url === '/graphql') {
      const heading = readHeading(request)
      const type = acceptedType(heading.accept)
      if (type === null || !this.#isPlain(heading) || !this.#mayRead(heading)) next(request, response)
      else this.#readBody(request, (body) => this.#graphql(request, response, body, type, next))
    } else {
      next(request, response)
    }
  }

  get #takesBodies(): boolean {
    return this.#options.answers || this.#options.plans
  }

  /** Nothing about the request that needs looking into: a good key, and no version asked for. */
  #isPlain({ key, hasHost, hasVersion }: Heading): boolean {
    return this.#options.keys.accepts(key) && hasHost && !hasVersion
  }

  #answerRest(request: IncomingMessage, response: ServerResponse, url: string): boolean {
    const now = this.#options.now()
    const answer = this.restAnswers.get(url, now)
    if (answer === undefined) return false
    const heading = readHeading(request)
    if (!this.#isPlain(heading)) return false
    this.restAnswers.given += 1
    const requestId = randomUUID()
    const meta = `{"meta":${metaText(requestId, true)},`
    const { known, full } = answerHeaders(answer, meta.length, now)
    const own = ['x-request-id', requestId]
    if (isKnown(heading.ifNoneMatch, answer.tag)) response.writeHead(304, own.concat(known)).end()
    else endWith(response.writeHead(200, own.concat(full)), meta, answer.payload, '')
    return true
  }

  /** A JSON body of known, allowed length. */
  #mayRead({ contentType, contentLength, hasEncoding }: Heading): boolean {
    const length = Number(contentLength)
    return plainJson.test(contentType) && !hasEncoding && length > 0 && length <= this.#options.maxBodyBytes
  }

  #readBody(request: IncomingMessage, done: (body: string) => void): void {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => done((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString()))
  }

  #graphql(request: IncomingMessage, response: ServerResponse, body: string, type: string, next: Next): void {
    const handOn = (opened: OpenScope | null) => {
      this.#handedOn.set(request, { body, opened })
      next(request, response)
    }
    const answer = this.#options.answers ? this.graphqlAnswers.get(body, this.#options.now()) : undefined
    if (answer !== undefined) {
      this.graphqlAnswers.given += 1
      const requestId = randomUUID()
      sendGraphQL(response, type, requestId, answer.payload, `${metaText(requestId, true)}${answer.tail}`)
      return
    }
    const planned = this.#options.plans ? this.#plan(body) : null
    if (planned === null) handOn(null)
    else this.#run(planned, { request, response, body, type, handOn })
  }

  /** What a body asks for, ready to run; null when that takes the general way. */
  #plan(body: string): Planned | null {
    const asked = readRequest(body)
    if (asked === null) return null
    const { prepared, isNew } = this.#documents.get(asked.query)
    const variables = prepared?.coerce(asked.variables) ?? null
    if (prepared === null || variables === null) return null
    const { cost, depth } = prepared.estimate(variables)
    return cost > this.#options.maxCost || depth > this.#options.maxDepth ? null : { prepared, variables, cost, isNew }
  }

  #run(
    { prepared, variables, cost, isNew }: Planned,
    call: {
      request: IncomingMessage
      response: ServerResponse
      body: string
      type: string
      handOn: (opened: OpenScope) => void
    }
  ): void {
    const { services, timeoutMs, maxCost } = this.#options
    const opened = openScope(randomUUID(), call.request.socket, timeoutMs)
    const { scope } = opened
    const send = (data: ByteText) => {
      opened.end()
      const tail = `,"cost":{"estimated":${cost},"limit":${maxCost},"reads":${scope.reads.length}}}}`
      const payload = toPayload(`{"data":${data},"extensions":{"meta":`)
      // A document that is never met again leaves nothing behind.
      if (this.#options.answers && !isNew)
        this.graphqlAnswers.keep(call.body, () => ({ payload, tag: '', tail }), scope)
      const { requestId } = scope
      sendGraphQL(call.response, call.type, requestId, payload, metaText(requestId, scope.cached) + tail)
    }
    const data = runPlan(prepared.plan, variables, { scope, services }, !isNew)
    if (typeof data === 'string') send(data)
    else {
      data.then(send, (error: unknown) => {
        if (!(error instanceof Failed)) throw error
        call.handOn(opened)
      })
    }
  }
}

/** Headers of a kept answer; some count seconds, so they are made anew once a second. What is new in each answer has the same length in all. */
const answerHeaders = (answer: Answer, newLength: number, now: number): NonNullable<Answer['headers']> => {
  const second = Math.floor(now / 1_000)
  if (answer.headers?.second === second) return answer.headers
  const known = Object.entries({ etag: answer.tag, ...freshness(answer.at, answer.freshUntil, now) }).flat()
  const length = String(newLength + answer.payload.length)
  answer.headers = { second, known, full: [...known, 'content-type', json, 'content-length', length] }
  return answer.headers
}

/** Sends a body whose larger part is ready bytes and whose rest is ASCII. */
const sendGraphQL = (
  response: ServerResponse,
  type: string,
  requestId: string,
  payload: Payload,
  rest: string
): void => {
  response.writeHead(200, [
    ...['content-type', type, 'content-length', String(payload.length + rest.length)],
    ...['x-request-id', requestId]
  ])
  endWith(response, '', payload, rest)
}

/** The headers the front looks at. */
type Heading = {
  key: string | undefined
  hasHost: boolean
  hasVersion: boolean
  hasEncoding: boolean
  accept: string | undefined
  ifNoneMatch: string | undefined
  contentType: string
  contentLength: string | undefined
}

/** Of the names looked for; most other headers are passed over by it. */
const lengths = new Set([4, 6, 12, 13, 14, 16])

/** Reads the raw list: making an object of all headers costs more than all else here. A key sent twice counts as none. */
const readHeading = ({ rawHeaders }: IncomingMessage): Heading => {
  const heading: Heading = {
    key: undefined,
    hasHost: false,
    hasVersion: false,
    hasEncoding: false,
    accept: undefined,
    ifNoneMatch: undefined,
    contentType: '',
    contentLength: undefined
  }
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (!lengths.has(name.length)) continue
    const value = rawHeaders[index + 1]
    switch (name.toLowerCase()) {
      case 'x-gateway-key':
        heading.key = heading.key === undefined ? value : ''
        break
      case 'host':
        heading.hasHost = true
        break
      case 'x-api-version':
        heading.hasVersion = true
        break
      case 'content-encoding':
        heading.hasEncoding = true
        break
      case 'accept':
        heading.accept = value
        break
      case 'if-none-match':
        heading.ifNoneMatch = value
        break
      case 'content-type':
        heading.contentType = value ?? ''
        break
      case 'content-length':
        heading.contentLength = value
        break
    }
  }
  return heading
}

/** The media type to answer with; null when choosing takes more than a glance. */
const acceptedType = (accept = '*/*'): string | null => {
  if (accept === '*/*') return json
  const type = graphqlTypes.find((known) => accept === known)
  return type === undefined ? null : `${type}; charset=utf-8`
}

type Asked = { query: string; variables: Readonly<Record<string, unknown>> }

/** A request body in its plain form; null for any other. */
const readRequest = (body: string): Asked | null => {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return null
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
  const { query, variables = null, operationName = null, ...rest } = json as Record<string, unknown>
  if (typeof query !== 'string' || operationName !== null || Object.keys(rest).length > 0) return null
  if (variables === null) return { query, variables: {} }
  if (typeof variables !== 'object' || Array.isArray(variables)) return null
  return { query, variables: variables as Record<string, unknown> }
}
