import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ByteText } from '../core/byte-text.ts'
import { type OpenScope, openScope } from '../core/deadline.ts'
import { Documents, type Prepared } from '../graphql/query/documents.ts'
import { Failed, runPlan } from '../graphql/query/run.ts'
import { acceptedType, type Heading, isPlain, readHeading } from '../http/heading.ts'
import { metaText } from '../http/meta.ts'
import { endWith, type Payload, toPayload } from '../http/payload.ts'
import type { Answers } from '../http/ready-answers.ts'
import type { FrontOptions, Next, Taken } from './front.ts'

type Planned = { prepared: Prepared; variables: Readonly<Record<string, unknown>>; cost: number; isNew: boolean }

const plainJson = /^application\/json(?:;\s*charset=utf-8)?$/i

/** GraphQL queries asked again, and those that run by plan. */
export class GraphQLLane {
  readonly answers: Answers
  readonly #options: FrontOptions
  readonly #taken: Taken
  readonly #documents = new Documents()

  constructor(options: FrontOptions, answers: Answers, taken: Taken) {
    this.#options = options
    this.answers = answers
    this.#taken = taken
  }

  /** Answers a request, or hands it on. */
  answer(request: IncomingMessage, response: ServerResponse, next: Next): void {
    const heading = readHeading(request)
    const type = acceptedType(heading.accept)
    if (type === null || !isPlain(heading, this.#options.keys) || !this.#mayRead(heading)) next(request, response)
    else this.#readBody(request, (body) => this.#answer(request, response, body, type, next))
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

  #answer(request: IncomingMessage, response: ServerResponse, body: string, type: string, next: Next): void {
    const startedAt = performance.now()
    const handOn = (opened: OpenScope | null) => {
      this.#taken.set(request, { body, opened, answer: null })
      next(request, response)
    }
    const answer = this.answers.get(body, this.#options.now())
    if (answer !== undefined) {
      this.answers.given += 1
      const requestId = randomUUID()
      sendGraphQL(response, type, requestId, answer.payload, `${metaText(requestId, true)}${answer.tail}`)
      return
    }
    const planned = this.#options.shortWays ? this.#plan(body) : null
    if (planned === null) handOn(null)
    else this.#run(planned, { request, response, body, type, startedAt, handOn })
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
      startedAt: number
      handOn: (opened: OpenScope) => void
    }
  ): void {
    const { deps, timeoutMs, maxCost } = this.#options
    const opened = openScope(randomUUID(), call.request.socket, timeoutMs)
    const { scope } = opened
    const send = (data: ByteText) => {
      opened.end()
      const tail = `,"cost":{"estimated":${cost},"limit":${maxCost},"reads":${scope.reads.length}}}}`
      const payload = toPayload(`{"data":${data},"extensions":{"meta":`)
      // A document that is never met again leaves nothing behind.
      if (!isNew) this.answers.keep(call.body, () => ({ payload, tag: '', tail }), scope)
      const { requestId } = scope
      sendGraphQL(call.response, call.type, requestId, payload, metaText(requestId, scope.cached) + tail)
      const ms = performance.now() - call.startedAt
      this.#options.observe({ surface: 'graphql', requestId, method: 'POST', status: 200, ms })
    }
    const data = runPlan(prepared.plan, variables, { deps, scope }, !isNew)
    if (typeof data === 'string') send(data)
    else {
      data.then(send, (error: unknown) => {
        if (!(error instanceof Failed)) throw error
        call.handOn(opened)
      })
    }
  }
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
