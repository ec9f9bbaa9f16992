import { createYoga, type GraphQLParams, type Plugin } from 'graphql-yoga'
import { bytesOf } from '../../core/byte-text.ts'
import { ApiError, invalidParam } from '../../core/errors.ts'
import { answerText, type Queries, type QueryRequest, type QueryResult } from '../query/answer.ts'
import { maskError } from '../query/errors.ts'
import type { Context } from '../schema/builder.ts'
import { schema } from '../schema/schema.ts'
import { readUrl } from './plain-request.ts'

/** Context of a request through Yoga: what is already parsed, and the answer once there is one. */
export type YogaContext = { context: Context; parsed: { question: QueryRequest | null; answer: QueryResult | null } }

/** A request that is not valid GraphQL over HTTP is refused with a status, whichever parser failed. */
const requestForm: Plugin<YogaContext> = {
  onRequestParse({ requestParser, setRequestParser, serverContext }) {
    // The context passed to `fetch`.
    const { parsed } = serverContext as unknown as YogaContext
    if (requestParser === undefined) throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
    setRequestParser(async (request) => {
      // A null instead of a string counts as absent.
      if (parsed.question !== null) return parsed.question as GraphQLParams
      try {
        // Yoga's own URL parser does not support `documentId`.
        if (request.method === 'GET') return readUrl(request.url) as GraphQLParams
        return await requestParser(request)
      } catch (error) {
        throw error instanceof ApiError
          ? error
          : invalidParam('request', 'is not a GraphQL request: JSON was expected that cannot be read as such')
      }
    })
  }
}

/** Runs the query without Yoga's executor; Yoga validates the request and sets status and media type. */
const ownAnswers = (queries: Queries): Plugin<YogaContext> => ({
  onParams({ params: sent, setParams, setParamsHandler, context, request }) {
    const { parsed, context: ours } = context as unknown as YogaContext
    const { query, documentId, extensions } = sent as GraphQLParams & QueryRequest
    // Yoga would require the text of a persisted document.
    if (query == null && (documentId ?? extensions?.persistedQuery) != null) setParams({ ...sent, query: '' })
    setParamsHandler(async ({ params }) => {
      // Yoga has checked the types of the parameters.
      const question = { ...(params as QueryRequest), query: query ?? null, overGet: request.method === 'GET' }
      const answer = parsed.answer ?? (await queries.ask(question, ours))
      parsed.answer = answer
      return toResult(answer, ours)
    })
  },
  onResultProcess({ result, setResult, serverContext }) {
    // Errors from Yoga itself get the same form.
    if (result === undefined || Array.isArray(result) || Symbol.asyncIterator in result || 'stringify' in result) return
    const { parsed, context } = serverContext as unknown as YogaContext
    parsed.answer = queries.refused(result.errors ?? [])
    setResult(toResult(parsed.answer, context))
  }
})

/** An answer as a Yoga result: Yoga reads the errors and serializes nothing. */
const toResult = (answer: QueryResult, { scope }: Context) => ({
  ...(answer.errors.length === 0 ? {} : { errors: answer.errors }),
  ...(answer.data === null ? {} : { data: {} }),
  stringify: () => bytesOf(answerText(answer, scope)).toString()
})

/**
 * GraphQL over HTTP: request parsing, media types, statuses. Other features are off: the server does routing, body limits, logs and
 * GraphiQL.
 */
export const createGraphQLOverHttp = (queries: Queries) =>
  createYoga<YogaContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: false,
    healthCheckEndpoint: '/graphql/none',
    cors: false,
    logging: false,
    multipart: false,
    batching: false,
    extraParamNames: ['documentId'],
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error) => maskError(error) },
    plugins: [requestForm, ownAnswers(queries)]
  })
