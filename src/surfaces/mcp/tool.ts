import type { Awaitable } from '../../core/awaitable.ts'
import type { ErrorCode } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Scope } from '../../core/scope.ts'
import type { Deps } from '../../services/operation.ts'
import type { SourceLacks } from '../../store/source.ts'
import type { Queries } from '../graphql/query/answer.ts'
import type { Advice } from './result-size.ts'

/** Dependencies of the tools, shared for the life of the process. */
export type McpOptions = { deps: Deps; queries: Queries; log: Pick<Log, 'error' | 'warn'> }

export type ToolJson = { readonly [key: string]: unknown }

/** The arguments of a call, by name. */
export type ToolArguments = Readonly<Record<string, unknown>>

/** Abilities of a live source. */
export type LiveReads = Pick<Deps['reads'], 'recordsCounts'> & { readonly lacks: SourceLacks }

/** A tool that an agent can call. */
export type Tool = {
  name: string
  title: string
  description: string
  inputSchema: ToolJson & { type: 'object' }
  /** Omitted if the form of the result depends on the query. */
  outputSchema?: ToolJson & { type: 'object' }
  run: (options: McpOptions, scope: Scope, given: ToolArguments) => Awaitable<ToolAnswer>
  shorten: (content: ToolJson, length: number) => Advice
  /** The tool for a live source; null if the source can never answer it. Without this function, the tool is the same for all sources. */
  overSource?: (reads: LiveReads) => Tool | null
}

/** A single call: its scope, and what to do at its end, with the error `code` or null. */
export type ToolCall = { scope: Scope; end: (code: ErrorCode | null) => void }

/** The result of a tool as a JSON object; `failed` when it has no data. */
export type ToolAnswer = { content: ToolJson; failed?: boolean }
