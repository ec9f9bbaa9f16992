import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext
} from '@modelcontextprotocol/server'

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>

/** The SDK's server, which takes what does not fit the schema of a method for an error of its own; it is the client's. */
export class ProtocolServer extends Server {
  protected override _wrapHandler(method: string, handler: Handler): Handler {
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

/** Of a schema nothing is thrown but a text: a list of what is wrong where, in JSON. */
const asInvalidParams = (method: string, error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof ProtocolError || !error.message.startsWith('[')) return error
  const issues = JSON.parse(error.message) as { path: string[]; message: string }[]
  const told = issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid ${method} request: ${told}`)
}
