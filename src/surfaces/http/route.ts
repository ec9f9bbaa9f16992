import { type Awaitable, andThen } from '../../core/awaitable.ts'
import { ApiError } from '../../core/errors.ts'
import { unlessKnown } from './caching.ts'
import type { Incoming } from './incoming.ts'
import type { Reply } from './reply.ts'

/** The rules of a path: who may call, with which methods, and the form of errors. */
export type Surface = 'rest' | 'graphql' | 'mcp' | 'page'

/** Origins whose pages may read the response: any, the configured ones, or none. */
export type Readers = 'anyone' | 'origins' | 'nobody'

/** Decoded path parameters by name. */
export type PathParams = Readonly<Record<string, string | undefined>>

/** Answers an admitted request. Thrown errors are rendered in the surface's form. */
export type Endpoint = (incoming: Incoming, params: PathParams) => Awaitable<Reply>

/** A URL pattern of find-my-way, such as `/docs/errors/:code`, and its endpoint. */
export type HttpRoute = {
  surface: Surface
  pattern: string
  answer: Endpoint
  /** A cached response, if there is one. It bypasses admission control. */
  ready?: (incoming: Incoming, params: PathParams) => Reply | undefined
  /** For health checks, which are answered under any load. */
  isVital?: true
  /** Defaults to configured origins for data, and none for pages. */
  readers?: Readers
  /** Requests that need no key on a surface that requires one. */
  isOpen?: (incoming: Incoming) => boolean
  /** Headers to add to every response, errors included. */
  notes?: (incoming: Incoming) => readonly string[]
}

/** A page. Clients that have its tag get 304. */
export const pageRoute = (pattern: string, answer: Endpoint): HttpRoute => ({
  surface: 'page',
  pattern,
  answer: (incoming, params) =>
    andThen(answer(incoming, params), (reply) => unlessKnown(reply, incoming.heading.ifNoneMatch))
})

/** Public content that any page on the web may read; it does not depend on the caller. */
export const publicRoute = (pattern: string, answer: Endpoint): HttpRoute => ({
  ...pageRoute(pattern, answer),
  readers: 'anyone'
})

/** The error for a path without a resource. */
export const nothingHere = () => new ApiError('NOT_FOUND', 'There is nothing at this path.')
