import { ApiError } from '../core/errors.ts'
import { loadOptional, MissingPackage } from '../core/optional-package.ts'
import type { Route } from '../http/route.ts'
import type { McpOptions } from './tool.ts'

/** The endpoint for agents. The SDK and the tools are loaded with the first request, which keeps the server's start fast. */
export const mcpRoute = (options: McpOptions): Route => {
  let loaded: Promise<typeof import('./http.ts')> | undefined
  return {
    surface: 'mcp',
    pattern: '/mcp',
    async answer(incoming) {
      loaded ??= load()
      const { answerOverHttp } = await loaded
      return answerOverHttp(options, incoming)
    }
  }
}

const load = () =>
  loadOptional('The Model Context Protocol', () => import('./http.ts')).catch((error: unknown) => {
    throw error instanceof MissingPackage ? new ApiError('UNAVAILABLE', error.message, { cause: error }) : error
  })
