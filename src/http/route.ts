import { type Awaitable, andThen } from '../core/awaitable.ts'
import { ApiError } from '../core/errors.ts'
import { unlessKnown } from './caching.ts'
import type { Incoming } from './incoming.ts'
import type { Reply } from './reply.ts'

/** Which rules a path is under: who may ask, with which methods, and the form of refusals. */
export type Surface = 'rest' | 'graphql' | 'mcp' | 'page'

/** Pages of which other origins may read what is at an address: of any, of those that the configuration names, or of none. */
export type Readers = 'anyone' | 'origins' | 'nobody'

/** Parts of the path by name, decoded. */
export type PathParams = Readonly<Record<string, string | undefined>>

/** Answers a request that was admitted. What is thrown becomes a refusal in the surface's form. */
export type Endpoint = (incoming: Incoming, params: PathParams) => Awaitable<Reply>

/** An address and what answers it. Patterns are those of find-my-way: `/docs/errors/:code`, `/media/*`. */
export type Route = {
  surface: Surface
  pattern: string
  answer: Endpoint
  /** The answer where it is at hand and costs no work to speak of; it is never waited for and never refused. */
  ready?: (incoming: Incoming, params: PathParams) => Reply | undefined
  /** Tells whether the server is alive, and is answered however much else there is to do. */
  isVital?: true
  /** Unless said, of data those that the configuration names, and of pages none. */
  readers?: Readers
  /** Tells requests that need no key, of a surface that asks for one. */
  isOpen?: (incoming: Incoming) => boolean
  /** Headers that tell something about a request whatever its answer is; refusals carry them too. */
  notes?: (incoming: Incoming) => readonly string[]
}

/** A page. Where it has a tag, a client that has it already is told no more than that. */
export const pageRoute = (pattern: string, answer: Endpoint): Route => ({
  surface: 'page',
  pattern,
  answer: (incoming, params) =>
    andThen(answer(incoming, params), (reply) => unlessKnown(reply, incoming.heading.ifNoneMatch))
})

/** What any page on the web may load and read: it holds nothing that depends on who asks. */
export const publicRoute = (pattern: string, answer: Endpoint): Route => ({
  ...pageRoute(pattern, answer),
  readers: 'anyone'
})

/** What is thrown where a path leads nowhere. */
export const nothingHere = () => new ApiError('NOT_FOUND', 'There is nothing at this path.')
