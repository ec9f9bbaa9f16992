import type { ApiError } from '../../core/errors.ts'

/** JSON-RPC codes: an invalid request, and the start of the range reserved for servers. */
const rpcCodes = { invalidRequest: -32_600, server: -32_000 } as const

/** A refusal as a JSON-RPC error, for requests without a readable message. `data` has the same details as REST and GraphQL errors. */
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
