import type { CallToolResult } from '@modelcontextprotocol/server'
import { type ApiError, asApiError, type ErrorCode } from '../../core/errors.ts'
import { refuseTooLong } from './result-size.ts'
import type { McpOptions, Tool, ToolArguments, ToolCall, ToolJson } from './tool.ts'

/** Calls a tool. A failure is a result that tells the agent what to do, not a protocol error. */
export const callTool = async (
  tool: Tool,
  options: McpOptions,
  { scope, end }: ToolCall,
  given: ToolArguments
): Promise<CallToolResult> => {
  let code: ErrorCode | null = null
  try {
    const { content, failed = false } = await tool.run(options, scope, given)
    const json = JSON.stringify(content)
    refuseTooLong(json, (length) => tool.shorten(content, length))
    return failed ? failure(json) : { content: [text(json)], structuredContent: content }
  } catch (thrown) {
    const error = asApiError(thrown)
    code = error.code
    if (error.isFault) {
      options.log.error({ requestId: scope.requestId, tool: tool.name, err: error.cause ?? error }, error.message)
    }
    return failure(JSON.stringify(errorContent(error)))
  } finally {
    end(code)
  }
}

const failure = (json: string): CallToolResult => ({ content: [text(json)], isError: true })

// The text is for clients without structured content, and for models.
const text = (json: string) => ({ type: 'text' as const, text: json })

const errorContent = (error: ApiError): ToolJson => {
  const { code, message, retryAfterSeconds } = error
  // The docs page is a path on a server, which a stdio client does not have.
  const { doc_url: _, ...details } = error.details
  const wait = retryAfterSeconds === undefined ? '' : ` Wait ${retryAfterSeconds} seconds before that.`
  return { error: { code, message, details, hint: `${hints[code] ?? tryAgain}${wait}` } }
}

const tryAgain = 'Nothing is wrong with the call: make it again in a moment. If it still fails, tell the user.'

/** Advice for error codes; for all others it is to try again. */
const hints: Readonly<Partial<Record<ErrorCode, string>>> = {
  INVALID_PARAM: 'Correct the argument that details.param names, as details.reason says, and call again.',
  NOT_FOUND: 'No such object exists. Use the search tools to find existing ones.',
  ACCOUNT_PRIVATE:
    'The account shows nothing but its profile, which get_user gives. Another call will not change that.',
  UNSUPPORTED: 'This data source cannot do it, now or later: do what details.reason says instead.',
  INTERNAL_ERROR: 'The call failed inside the server. Another tool may still return the data; otherwise tell the user.'
}
