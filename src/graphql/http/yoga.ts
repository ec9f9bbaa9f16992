import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  parse
} from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import { ApiError, invalidParam } from '../../core/errors.ts'
import type { Scope } from '../../core/scope.ts'
import { entityTag } from '../../http/caching.ts'
import { type Meta, metaOf } from '../../http/meta.ts'
import { estimateCost } from '../query/cost.ts'
import { explained, maskError, toGraphQLError } from '../query/errors.ts'
import { maxTokens } from '../query/limits.ts'
import type { Context } from '../schema/builder.ts'
import { schema } from '../schema/schema.ts'

export type GraphQLOptions = {
  maxCost: number
  maxDepth: number
  /** Hears what really happened behind an error that is the server's own fault or the source's. */
  onServerError: (error: unknown, scope: Scope) => void
}

/** What `extensions.cost` tells. */
type Cost = { estimated: number; limit: number; reads: number }
const estimates = new WeakMap<Scope, number>()
const tags = new WeakMap<Scope, string>()

/** Entity tag of an answer over GET; none for one with errors, which nobody should keep. */
export const answerTag = (scope: Scope): string | undefined => tags.get(scope)

/** Refuses what would cost too much before anything runs. Depends on variables, so it cannot be a validation rule. */
const costLimit = ({ maxCost, maxDepth }: GraphQLOptions): Plugin<Context> => ({
  onExecute({ args, setResultAndStopExecution }) {
    const document: DocumentNode = args.document
    const operation = operationOf(document, args.operationName)
    if (operation === undefined) return
    // Defaults and coercion decide how much is asked for; what does not coerce is for the executor to refuse.
    const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], args.variableValues ?? {})
    if (coerced === undefined) return
    const estimate = estimateCost(schema, operation, fragmentsOf(document), coerced)
    estimates.set(args.contextValue.scope, estimate.cost)
    const refuse = (reason: string) =>
      setResultAndStopExecution({
        errors: [toGraphQLError(invalidParam('query', reason), undefined, { status: 400, spec: true })]
      })
    if (estimate.isPartial) refuse('spells out too much: its fragments repeat each other too often')
    else if (estimate.depth > maxDepth) refuse(`has ${estimate.depth} levels; at most ${maxDepth} are allowed`)
    else if (estimate.cost > maxCost) {
      refuse(`may cost ${estimate.cost}; at most ${maxCost} is allowed: ask for fewer elements or fewer nested lists`)
    }
  }
})

const operationOf = ({ definitions }: DocumentNode, name: string | null | undefined) =>
  definitions.find(
    (node): node is OperationDefinitionNode =>
      node.kind === Kind.OPERATION_DEFINITION && (!name || node.name?.value === name)
  )

const fragmentsOf = ({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> =>
  Object.fromEntries(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : []))
  )

/** Bounds the work of parsing, before a cache or a rule sees the document. */
const tokenLimit: Plugin<Context> = {
  onParse: ({ setParseFn }) => setParseFn((source, options) => parse(source, { ...options, maxTokens }))
}

/** What cannot be read as a GraphQL request is refused with a status, whatever the parser stumbled over. */
const requestForm: Plugin = {
  onRequestParse({ requestParser, setRequestParser }) {
    if (requestParser === undefined) throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
    setRequestParser(async (request) => {
      try {
        return await requestParser(request)
      } catch {
        throw invalidParam('request', 'is not a GraphQL request: JSON was expected that cannot be read as such')
      }
    })
  }
}

/** Puts `meta` and `cost` beside every result, refused ones included. */
const extensions = ({ maxCost, onServerError }: GraphQLOptions): Plugin<Context> => ({
  onResultProcess({ request, result, setResult, serverContext }) {
    if (result === undefined || result === null || Array.isArray(result) || Symbol.asyncIterator in result) return
    const { scope } = serverContext as Partial<Context>
    if (scope === undefined) return
    if (request.method === 'GET' && result.errors === undefined) tags.set(scope, entityTag(JSON.stringify(result.data)))
    for (const { originalError } of result.errors ?? []) {
      if (originalError instanceof ApiError && originalError.status >= 500) {
        onServerError(originalError.cause ?? originalError, scope)
      }
    }
    const cost: Cost = { estimated: estimates.get(scope) ?? 0, limit: maxCost, reads: scope.reads.length }
    setResult({
      ...result,
      ...(result.errors === undefined ? {} : { errors: result.errors.map(explained) }),
      extensions: { ...result.extensions, meta: metaOf(scope), cost }
    })
  }
})

/**
 * The GraphQL endpoint. What this project does not use is off: the host matches paths, limits bodies, logs, and serves
 * GraphiQL.
 */
export const createGraphQL = (options: GraphQLOptions) =>
  createYoga<Context>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: false,
    healthCheckEndpoint: '/graphql/none',
    cors: false,
    logging: false,
    multipart: false,
    batching: false,
    parserAndValidationCache: true,
    maskedErrors: { maskError: (error) => maskError(error) },
    plugins: [requestForm, tokenLimit, costLimit(options), extensions(options)]
  })

/** A GraphQL answer for what is refused before the query is looked at. */
export const refusal = (error: GraphQLError, meta: Meta): string =>
  JSON.stringify({ errors: [error.toJSON()], extensions: { meta } })
