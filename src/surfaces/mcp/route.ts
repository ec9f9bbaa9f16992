import { ApiError } from '../../core/errors.ts'
import { loadOptional, MissingPackage } from '../../core/optional-package.ts'
import type { Queries } from '../graphql/query/answer.ts'
import { lazyRoute } from '../http/lazy-route.ts'
import type { HttpRoute } from '../http/route.ts'
import type { McpOptions } from './tool.ts'

/** The endpoint for agents. */
export const mcpRoute = (options: Omit<McpOptions, 'queries'> & { queries: () => Promise<Queries> }): HttpRoute =>
  lazyRoute({ surface: 'mcp', pattern: '/mcp' }, async () => {
    const [{ answerOverHttp }, queries] = await Promise.all([load(), options.queries()])
    return { answer: (incoming) => answerOverHttp({ ...options, queries }, incoming) }
  })

const load = () =>
  loadOptional('The Model Context Protocol', () => import('./http.ts')).catch((error: unknown) => {
    throw error instanceof MissingPackage ? new ApiError('UNAVAILABLE', error.message, { cause: error }) : error
  })
