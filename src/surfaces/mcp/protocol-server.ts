import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext
} from '@modelcontextprotocol/server'

type ProtocolHandler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>

/**
 * The SDK's server reports parameters that do not fit a method's schema as an internal error; this one reports them as the client's error.
 */
export class ProtocolServer extends Server {
  protected override _wrapHandler(method: string, handler: ProtocolHandler): ProtocolHandler {
    const wrapped = super._wrapHandler(method, handler)
    return async (request, context) => {
      try {
        return await wrapped(request, context)
      } catch (error) {
        throw asInvalidParams(method, error)
      }
    }
  }
}

/** A schema error has only a message: a JSON list of issues with their paths. */
const asInvalidParams = (method: string, error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof ProtocolError || !error.message.startsWith('[')) return error
  const issues = JSON.parse(error.message) as { path: string[]; message: string }[]
  const details = issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid ${method} request: ${details}`)
}
