import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OpenScope } from '../core/deadline.ts'
import type { Scope } from '../core/scope.ts'
import type { GatewayKeys } from '../http/gateway-keys.ts'
import { Answers } from '../http/ready-answers.ts'
import type { Answer as RestAnswer } from '../rest/envelope.ts'
import type { Deps } from '../services/operation.ts'
import type { Surface } from '../telemetry/metrics.ts'
import { GraphQLLane } from './graphql-lane.ts'
import { RestLane } from './rest-lane.ts'

export type FrontOptions = {
  keys: GatewayKeys
  deps: Deps
  now: () => number
  timeoutMs: number
  maxBodyBytes: number
  maxCost: number
  maxDepth: number
  /** Whether ready answers are sent again. */
  answers: boolean
  /** Whether operations and queries are run here when they can be. */
  shortWays: boolean
  /** Hears of what was run here and answered; of ready answers there is a count alone. */
  observe: (answered: Answered) => void
}

export type Answered = { surface: Surface; requestId: string; method: string; status: number; ms: number }

/** What a lane has already taken from a request that it hands on. Its key was accepted. */
export type HandedOn = {
  body: string
  opened: OpenScope | null
  /** The operation that was begun and has something to wait for. */
  answer: Promise<RestAnswer> | null
}
export type Taken = WeakMap<IncomingMessage, HandedOn>

export type Next = (request: IncomingMessage, response: ServerResponse) => void

const answerBytes = 64 * 1024 * 1024

/**
 * Short ways in front of the server for what clients send most: a REST address or a GraphQL query asked again, and those whose data is at
 * hand. All else, and all that is unusual, goes on to the server as it came. The key is checked first, and meta is new each time.
 */
export class Front {
  readonly #isOn: boolean
  readonly #taken: Taken = new WeakMap()
  readonly #rest: RestLane
  readonly #graphql: GraphQLLane

  constructor(options: FrontOptions) {
    this.#isOn = options.answers || options.shortWays
    const answers = () => new Answers({ isOn: options.answers, maxBytes: answerBytes, now: options.now })
    this.#rest = new RestLane(options, answers(), this.#taken)
    this.#graphql = new GraphQLLane(options, answers(), this.#taken)
  }

  /** Ready answers that were sent again. */
  get given(): { rest: number; graphql: number } {
    return { rest: this.#rest.answers.given, graphql: this.#graphql.answers.given }
  }

  /** What was taken from a request before it was handed on. */
  takenFrom(request: IncomingMessage): HandedOn | undefined {
    return this.#taken.get(request)
  }

  /** Keeps a REST answer for whoever asks for the same address. */
  readonly keepRest = (url: string, payload: string, tag: string, scope: Scope): void =>
    this.#rest.keep(url, payload, tag, scope)

  /** Answers a request, or hands it on. */
  handle(request: IncomingMessage, response: ServerResponse, next: Next): void {
    const { url = '', method } = request
    if (this.#isOn && method === 'GET' && url.startsWith('/api/v1/')) {
      if (!this.#rest.answer(request, response, url)) next(request, response)
    } else if (this.#isOn && method === 'POST' && url === '/graphql') {
      this.#graphql.answer(request, response, next)
    } else {
      next(request, response)
    }
  }
}
