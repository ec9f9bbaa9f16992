import { type DocumentNode, type GraphQLError, type GraphQLSchema, isIntrospectionType, isObjectType } from 'graphql'
import { createYoga, type GraphQLParams, type Plugin } from 'graphql-yoga'
import { andThen } from '../../../core/awaitable.ts'
import { ApiError, invalidParam } from '../../../core/errors.ts'
import { type Queries, type QueryRequest, type QueryResult, unresolved } from '../query/answer.ts'
import type { FoundDocument } from '../query/document-finder.ts'
import { documentError, isGraphQLError, maskError } from '../query/errors.ts'
import type { Executor } from '../query/execute.ts'
import type { Context } from '../schema/builder.ts'
import * as host from '../schema/host-graphql.ts'
import { hostSchemaOf } from '../schema/host-schema.ts'
import { extensionsOf, toExecutionResult } from './execution-result.ts'
import { readUrl } from './plain-request.ts'

/** A request on its way through Yoga. */
export type Passage = {
  /** The request, if it is already parsed. */
  question: QueryRequest | null
  /** The answer, once there is one. */
  answer: QueryResult | null
  /** Whether the client reads deferred parts. */
  readsParts: boolean
  found?: FoundDocument
}

/** The context of a request through Yoga, which plugins may extend. */
export type YogaContext = Context & { passage: Passage }

/** Reads the request, and lets query plans parse, validate and execute it; other plugins come after it and see its work. */
const execution = (queries: Queries): Plugin<YogaContext> => {
  /** Documents that plugins have changed after parsing. */
  const changed = new WeakMap<DocumentNode, FoundDocument>()
  const foundOf = (node: DocumentNode, { found }: Passage): FoundDocument => {
    if (found?.document.node === node) return found
    const known = changed.get(node) ?? queries.documents.get(host.print(node))
    changed.set(node, known)
    return known
  }
  return {
    onRequestParse({ requestParser, setRequestParser, serverContext }) {
      // The context passed to `fetch`.
      const { passage } = serverContext as unknown as YogaContext
      if (requestParser === undefined) throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
      // A request that is not valid GraphQL over HTTP is refused with a status, whichever parser failed.
      setRequestParser(async (request) => {
        try {
          // A null instead of a string counts as absent. Yoga's own URL parser does not support `documentId`.
          passage.question ??= (
            request.method === 'GET' ? readUrl(request.url) : await requestParser(request)
          ) as QueryRequest
          return passage.question as GraphQLParams
        } catch (error) {
          throw error instanceof ApiError
            ? error
            : invalidParam('request', 'is not a GraphQL request: JSON was expected that cannot be read as such')
        }
      })
    },
    onParse({ context: { passage }, setParseFn }) {
      setParseFn((source: string | { body: string }) => {
        const text = typeof source === 'string' ? source : source.body
        if (passage.found?.document.text !== text) passage.found = queries.documents.get(text)
        const { node, errors } = passage.found.document
        if (node === null) throw errors[0]
        return node
      })
    },
    onValidate({ context: { passage }, setValidationFn }) {
      setValidationFn((schema: GraphQLSchema, node: DocumentNode, rules: typeof host.specifiedRules) => {
        const { errors } = foundOf(node, passage).document
        if (errors.length > 0) return errors
        return withRules(
          schema,
          node,
          rules.filter((rule) => !host.specifiedRules.includes(rule))
        )
      })
    },
    onExecute({ setExecuteFn }) {
      setExecuteFn(({ schema, document, variableValues, operationName, contextValue }) => {
        const context = contextValue as YogaContext
        const { passage, scope } = context
        const question = { variables: variableValues ?? null, operationName, readsParts: passage.readsParts }
        // Plans call the graph's own resolvers.
        const other: Executor | undefined = isGraph(schema, queries.documents.schema)
          ? undefined
          : (args) => host.execute({ ...args, schema })
        return andThen(queries.run(foundOf(document, passage), question, context, null, other), (answer) => {
          passage.answer = answer
          return toExecutionResult(answer, scope)
        })
      })
    }
  }
}

/** Errors by the rules that plugins have added. Some rules throw theirs. */
const withRules = (
  schema: GraphQLSchema,
  node: DocumentNode,
  rules: typeof host.specifiedRules
): readonly GraphQLError[] => {
  if (rules.length === 0) return []
  try {
    return host.validate(schema, node, rules).map(documentError)
  } catch (error) {
    if (isGraphQLError(error)) return [documentError(error)]
    throw error
  }
}

/** Whether every resolver of a schema is the graph's own. */
const isGraph = (served: GraphQLSchema, graph: GraphQLSchema): boolean => {
  const known = compared.get(served)
  if (known !== undefined) return known
  const isSame = Object.values(graph.getTypeMap()).every((type) => {
    const other = served.getType(type.name)
    // The resolvers of introspection are graphql-js's.
    if (!isObjectType(type) || isIntrospectionType(type)) return true
    if (!host.isObjectType(other)) return false
    const fields = other.getFields()
    return Object.values(type.getFields()).every(({ name, resolve }) => fields[name]?.resolve === resolve)
  })
  compared.set(served, isSame)
  return isSame
}

const compared = new WeakMap<GraphQLSchema, boolean>()

/** Steps around the execution: finds persisted documents, after plugins that do so, and completes the result. */
const surroundings = (queries: Queries): Plugin<YogaContext> => ({
  onParams({ params, setParams, setResult, setParamsHandler, context }) {
    const { passage, scope } = context as unknown as YogaContext
    const { answer, question } = passage
    if (answer !== null) {
      setParams({ ...params, query: '' })
      setParamsHandler(async () => toExecutionResult(answer, scope) as object)
      return undefined
    }
    // Yoga checks the types after this.
    const sent = params as GraphQLParams & QueryRequest
    const { query = null, operationName } = sent
    if (query !== null && typeof query !== 'string') return undefined
    // A text that the client did not send comes from a plugin.
    const request = query === (question?.query ?? null) ? sent : { query }
    return andThen(queries.documents.find(request, scope), (found) => {
      if (found.document === undefined) {
        setParams({ ...params, query: '' })
        setResult({ errors: [found.refusal] })
        return
      }
      const { document } = found
      // Clients with a form send an empty name for no name.
      const named = operationName === '' ? { ...params, operationName: null } : params
      const name: unknown = named.operationName ?? null
      // Yoga looks for the operation before it validates the document, and refuses a name that is no text.
      const isName = name === null || typeof name === 'string'
      if (document.node !== null && isName && document.operation(name) === null) {
        setParams({ ...params, query: '' })
        setResult({ errors: unresolved(document) })
        return
      }
      passage.found = found
      setParams({ ...named, query: document.text } as GraphQLParams)
    })
  },
  onResultProcess({ result, setResult, serverContext }) {
    if (result === undefined || Array.isArray(result) || Symbol.asyncIterator in result) return
    const { passage, scope } = serverContext as unknown as YogaContext
    const errors = result.errors?.map((error) => maskError(error))
    passage.answer ??= queries.refused(errors ?? [])
    const extensions = { ...result.extensions, ...extensionsOf(passage.answer, scope) }
    const completed = { extensions, ...(errors === undefined ? {} : { errors }) }
    // A result of a plugin may be in its cache.
    setResult('stringify' in result ? Object.assign(result, completed) : { ...result, ...completed })
  }
})

/**
 * Runs every request that does not take the direct route. Features that the server has itself are off: routing, body limits, logs and
 * GraphiQL.
 */
export const createYogaServer = (queries: Queries, plugins: readonly Plugin[]) => {
  return createYoga<YogaContext>({
    schema: hostSchemaOf(queries.documents.schema),
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: false,
    healthCheckEndpoint: '/graphql/none',
    cors: false,
    logging: false,
    multipart: false,
    batching: false,
    maxRequestBodySize: false,
    extraParamNames: ['documentId'],
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error) => maskError(error, (fault) => queries.report(fault)) },
    plugins: [execution(queries), ...plugins, surroundings(queries)]
  })
}
