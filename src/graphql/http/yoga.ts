import { createYoga, type GraphQLParams, type Plugin } from 'graphql-yoga'
import { bytesOf } from '../../core/byte-text.ts'
import { ApiError, invalidParam } from '../../core/errors.ts'
import { type Answer, answerText, type Queries, type Question } from '../query/answer.ts'
import { maskError } from '../query/errors.ts'
import type { Context } from '../schema/builder.ts'
import { schema } from '../schema/schema.ts'
import { readAddress } from './plain-request.ts'

/** What goes with a request through Yoga: what is known of it already, and its answer as soon as there is one. */
export type YogaContext = { context: Context; known: { question: Question | null; answer: Answer | null } }

/** What cannot be read as a GraphQL request is refused with a status, whatever the parser stumbled over. */
const requestForm: Plugin<YogaContext> = {
  onRequestParse({ requestParser, setRequestParser, serverContext }) {
    // The context that `fetch` was given.
    const { known } = serverContext as unknown as YogaContext
    if (requestParser === undefined) throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
    setRequestParser(async (request) => {
      // A null where a text may be is none.
      if (known.question !== null) return known.question as GraphQLParams
      try {
        // Yoga's own parser of addresses knows nothing of `documentId`.
        if (request.method === 'GET') return readAddress(request.url) as GraphQLParams
        return await requestParser(request)
      } catch (error) {
        throw error instanceof ApiError
          ? error
          : invalidParam('request', 'is not a GraphQL request: JSON was expected that cannot be read as such')
      }
    })
  }
}

/** The answer is this project's own; Yoga has looked at the request and finds status and media type. */
const ownAnswers = (queries: Queries): Plugin<YogaContext> => ({
  onParams({ params: sent, setParams, setParamsHandler, context, request }) {
    const { known, context: ours } = context as unknown as YogaContext
    const { query, documentId, extensions } = sent as GraphQLParams & Question
    // Yoga would ask for the text of a document that has a name.
    if (query == null && (documentId ?? extensions?.persistedQuery) != null) setParams({ ...sent, query: '' })
    setParamsHandler(async ({ params }) => {
      // Yoga has checked the types of what was sent.
      const question = { ...(params as Question), query: query ?? null, overGet: request.method === 'GET' }
      const answer = known.answer ?? (await queries.ask(question, ours))
      known.answer = answer
      return toResult(answer, ours)
    })
  },
  onResultProcess({ result, setResult, serverContext }) {
    // What Yoga itself refuses is told in the same words.
    if (result === undefined || Array.isArray(result) || Symbol.asyncIterator in result || 'stringify' in result) return
    const { known, context } = serverContext as unknown as YogaContext
    known.answer = queries.refused(result.errors ?? [])
    setResult(toResult(known.answer, context))
  }
})

/** An answer as Yoga knows results: it looks at the errors, and writes nothing itself. */
const toResult = (answer: Answer, { scope }: Context) => ({
  ...(answer.errors.length === 0 ? {} : { errors: answer.errors }),
  ...(answer.data === null ? {} : { data: {} }),
  stringify: () => bytesOf(answerText(answer, scope)).toString()
})

/**
 * GraphQL over HTTP: reading requests, choosing the media type, statuses. What this project does not use is off: the server routes, limits
 * bodies, logs, and serves GraphiQL.
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
