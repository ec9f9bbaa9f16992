import type { Awaitable } from '../core/awaitable.ts'
import { ApiError } from '../core/errors.ts'
import type { Incoming } from './incoming.ts'
import type { Reply } from './reply.ts'

/** Which rules a path is under: who may ask, with which methods, and the form of refusals. */
export type Surface = 'rest' | 'graphql' | 'mcp' | 'page'

/** Parts of the path by name, decoded. */
export type PathParams = Readonly<Record<string, string | undefined>>

/** Answers a request that was admitted. What is thrown becomes a refusal in the surface's form. */
export type Endpoint = (incoming: Incoming, params: PathParams) => Awaitable<Reply>

/** An address and what answers it. Patterns are those of find-my-way: `/docs/errors/:code`, `/media/*`. */
export type Route = {
  surface: Surface
  pattern: string
  answer: Endpoint
  /** Tells requests that need no key, of a surface that asks for one. */
  isOpen?: (incoming: Incoming) => boolean
}

export const pageRoute = (pattern: string, answer: Endpoint): Route => ({ surface: 'page', pattern, answer })

/** What is thrown where a path leads nowhere. */
export const nothingHere = () => new ApiError('NOT_FOUND', 'There is nothing at this path.')
