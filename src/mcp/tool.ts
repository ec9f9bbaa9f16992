import type { Awaitable } from '../core/awaitable.ts'
import type { ErrorCode } from '../core/errors.ts'
import type { Scope } from '../core/scope.ts'
import type { Queries } from '../graphql/query/answer.ts'
import type { Deps } from '../services/operation.ts'
import type { Log } from '../telemetry/log.ts'
import type { Advice } from './result-size.ts'

/** What tools work with; one of them for a process's whole life. */
export type McpOptions = { deps: Deps; queries: Queries; log: Pick<Log, 'error' | 'warn'> }

export type Json = { readonly [key: string]: unknown }

/** What a tool was called with, by name. */
export type Arguments = Readonly<Record<string, unknown>>

/** Something an agent can call. */
export type Tool = {
  name: string
  title: string
  description: string
  inputSchema: Json & { type: 'object' }
  /** Left out where the answer has whatever form was asked for. */
  outputSchema?: Json & { type: 'object' }
  run: (options: McpOptions, scope: Scope, given: Arguments) => Awaitable<ToolAnswer>
  shorten: (content: Json, length: number) => Advice
}

/** One call of a tool: what belongs to it, and what is to happen once it has its result, `code` telling what went wrong. */
export type Call = { scope: Scope; end: (code: ErrorCode | null) => void }

/** What a tool found, as an object of JSON; `failed` when nothing of it is what was asked for. */
export type ToolAnswer = { content: Json; failed?: boolean }
