import type { ApiError } from '../core/errors.ts'

/** Codes of JSON-RPC: a message that is none of its requests, and the range that is left to servers. */
const rpcCodes = { invalidRequest: -32_600, server: -32_000 } as const

/** A refusal as JSON-RPC has errors, for requests that never become a message. `data` holds what the other surfaces tell. */
export const rpcRefusalJson = ({ code, message, details }: ApiError): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: null,
    error: {
      code: code === 'INVALID_PARAM' ? rpcCodes.invalidRequest : rpcCodes.server,
      message,
      data: { code, details }
    }
  })
