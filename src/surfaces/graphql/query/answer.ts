import { GraphQLError, OperationTypeNode } from 'graphql'
import { type Awaitable, andThen } from '../../../core/awaitable.ts'
import { type ByteText, toByteText } from '../../../core/byte-text.ts'
import type { QueryLimits } from '../../../core/config/config.ts'
import { Memory } from '../../../core/memory.ts'
import type { Scope } from '../../../core/scope.ts'
import { type Span, within } from '../../../core/tracing.ts'
import type { SourceBudget } from '../../../store/source.ts'
import { metaText } from '../../http/meta.ts'
import type { Context } from '../schema/builder.ts'
import { TooManySelections } from './compile.ts'
import { costOf, estimate, filteringOf } from './cost.ts'
import type { DocumentFinder, DocumentRequest, FoundDocument } from './document-finder.ts'
import type { Document, DocumentOperation } from './documents.ts'
import { errorJson, fieldError, requestError } from './errors.ts'
import { type Executor, executeOperation } from './execute.ts'
import type { Variables } from './inputs.ts'
import { answerTooLong, beyond, fixedLimits } from './limits.ts'
import type { QueryPlan } from './plan.ts'
import type { FieldFault, PartBatch, Result, ResultPart } from './result.ts'
import { ResultCache } from './result-cache.ts'
import { runPlan } from './run.ts'

/** The parameters of a request, as GraphQL over HTTP names them. */
export type QueryRequest = DocumentRequest & {
  variables?: Variables | null
  operationName?: string | null
  /** Whether the request uses GET, which must not change anything. */
  overGet?: boolean
  /** Maximum bytes of a response that the caller can use, if below the limit. Writing stops there. */
  usableBytes?: number
  /** Whether the client reads deferred parts; without, `@defer` and `@stream` have no effect. */
  readsParts?: boolean
}

/** The response to a query, independent of transport. */
export type QueryResult = {
  /** The JSON of `data`; null when nothing ran. */
  data: ByteText | null
  /** In the form clients see. */
  errors: readonly GraphQLError[]
  /** The content of `extensions.cost`. */
  cost: { estimated: number; limit: number; source?: SourceBudget | null }
  /** Whether `data` is of sample data. */
  isSampleData: boolean
  /** Name of the operation in the document. */
  operation: string | null
  /** Parts that follow; null when the answer is whole. */
  parts: ClientParts | null
}

/** A deferred part in the form clients see. */
export type ClientPart = Omit<ResultPart, 'faults'> & { errors: readonly GraphQLError[] }
export type ClientParts = AsyncIterableIterator<{ parts: readonly ClientPart[]; hasNext: boolean }>

type QueriesOptions = {
  /** Finds the documents that clients may run. */
  documents: DocumentFinder
  limits: QueryLimits
  /** Bounds the cached texts of records; without it, they have a budget of their own. */
  memory?: Memory
  /** Whether to run plans; the general executor returns the same results. */
  plans: boolean
  /** Receives the original error behind a server or source failure. */
  onServerError: (error: unknown, scope: Scope | null) => void
}

/** Runs queries: the single path from a document to data, for every endpoint and page. */
export class Queries {
  readonly #options: QueriesOptions
  readonly documents: DocumentFinder
  readonly #memos: ResultCache
  /** Number of queries run by plan since the start. */
  planned = 0

  constructor(options: QueriesOptions) {
    this.#options = options
    this.#memos = new ResultCache(options.memory ?? new Memory(ownBytes), 1 / 8)
    this.documents = options.documents
  }

  /** Finds the document of a request and runs it. */
  ask(question: QueryRequest, context: Context): Awaitable<QueryResult> {
    const planning = context.scope.span?.begin('graphql plan') ?? null
    const answered = andThen(this.documents.find(question, context.scope), (found) =>
      found.document === undefined ? this.refused([found.refusal]) : this.run(found, question, context, planning)
    )
    // A query that ran is already charged; a refused one costs only the minimum.
    const charged = andThen(answered, (answer) =>
      answer.data === null ? andThen(context.scope.charge(0), () => answer) : answer
    )
    // A refused query ends its planning span here.
    return planning === null ? charged : endedBy(charged, planning)
  }

  /** Runs queries of this project's own pages, regardless of the documents allowed for clients. */
  askOwn(question: QueryRequest & { query: string }, context: Context): Awaitable<QueryResult> {
    return this.run(this.documents.get(question.query), question, context)
  }

  /** Runs a document that was found. `executor`: runs it with other resolvers, without a plan. */
  run(
    { document, isCacheable, isOffered }: FoundDocument,
    { variables, operationName, overGet, usableBytes = Number.POSITIVE_INFINITY, readsParts = false }: QueryRequest,
    context: Context,
    planning: Span | null = null,
    executor?: Executor
  ): Awaitable<QueryResult> {
    // Clients with a form send an empty name for no name.
    const operation = document.operation(operationName === '' ? null : (operationName ?? null))
    if (operation === null) return this.refused(unresolved(document))
    const { operation: kind } = operation.definition
    if (kind === OperationTypeNode.MUTATION && overGet) return this.refused([mutationOverGet()])
    if (document.errors.length > 0) return this.refused(document.errors)
    if (isOffered) this.documents.keep(document)
    const { coerced, errors } = operation.coerce(variables ?? {})
    if (errors !== undefined) return this.refused(errors)
    const { plan, estimated, refusal } = this.#admit(operation, coerced, readsParts, context)
    if (refusal !== undefined) return this.refused([refusal], estimated)

    planning?.end()
    const { limits } = this.#options
    const answerBytes = Math.min(limits.answerBytes, usableBytes)
    context.scope.maxReads = limits.reads
    const result = andThen(context.scope.charge(estimated), () =>
      within(context.scope, 'graphql query', { 'clipgraph.cost': estimated }, () =>
        this.#options.plans && executor === undefined
          ? this.#run(plan, coerced, context, isCacheable, answerBytes)
          : executeOperation(operation, variables, context, answerBytes, executor)
      )
    )
    return andThen(result, ({ data, faults, parts }) =>
      data === null
        ? this.refused([answerTooLong(answerBytes)], estimated)
        : {
            data,
            errors: this.#clientErrors(faults, context.scope),
            cost: { estimated, limit: limits.cost, source: context.deps.reads.budget ?? null },
            isSampleData: context.deps.reads.isSampleData === true,
            operation: operation.definition.name?.value ?? null,
            parts: parts === undefined ? null : this.#clientParts(parts, context.scope)
          }
    )
  }

  /** The answer to a request refused before it is parsed. */
  refused(errors: readonly GraphQLError[], estimated = 0): QueryResult {
    return {
      data: null,
      errors,
      cost: { estimated, limit: this.#options.limits.cost },
      isSampleData: false,
      operation: null,
      parts: null
    }
  }

  #run(
    plan: QueryPlan,
    variables: Variables,
    context: Context,
    isCacheable: boolean,
    answerBytes: number
  ): Awaitable<Result> {
    this.planned += 1
    return runPlan(plan, variables, context, isCacheable ? this.#memos : null, answerBytes)
  }

  /** The plan of an operation that may run, or the reason why it may not. */
  #admit(
    operation: DocumentOperation,
    variables: Variables,
    readsParts: boolean,
    { deps }: Context
  ):
    | { plan: QueryPlan; estimated: number; refusal?: never }
    | { plan?: never; estimated: number; refusal: GraphQLError } {
    const { limits } = this.#options
    let plan: QueryPlan
    let whole: QueryPlan
    try {
      plan = operation.plan(variables, readsParts)
      // With parts, fields of one object are in several plans, so the limits apply to the whole operation.
      whole = operation.plan(variables, false)
    } catch (error) {
      if (error instanceof TooManySelections) {
        const { selections } = fixedLimits
        return { estimated: 0, refusal: beyond('selections', selections + 1, selections) }
      }
      // The variable of a condition is null.
      if (error instanceof GraphQLError) return { estimated: 0, refusal: requestError(error) }
      throw error
    }
    const estimates = estimate(plan, variables, filteringOf(deps))
    const estimated = costOf(estimates)
    const { root, depth, aliases } = whole
    const found = {
      depth,
      rootFields: root.fields.length,
      aliases: aliases.count,
      nodes: estimates.nodes,
      cost: estimated
    }
    for (const limit of planLimits) {
      if (found[limit] <= limits[limit]) continue
      return { estimated, refusal: beyond(limit, found[limit], limits[limit], aliases.coordinate) }
    }
    return { plan, estimated }
  }

  #clientParts(queue: AsyncIterableIterator<PartBatch>, scope: Scope): ClientParts {
    const parts: ClientParts = {
      next: async () => {
        const { done, value } = await queue.next()
        if (done === true) return { done, value }
        const parts = value.parts.map(({ faults, ...part }) => ({ ...part, errors: this.#clientErrors(faults, scope) }))
        return { done: false, value: { ...value, parts } }
      },
      return: async () => {
        await queue.return?.()
        return { done: true, value: undefined }
      },
      [Symbol.asyncIterator]: () => parts
    }
    return parts
  }

  /** Reports an error outside the graph, such as a plugin's, which clients see masked. */
  report(error: unknown): void {
    this.#options.onServerError(error, null)
  }

  #clientErrors(faults: readonly FieldFault[], scope: Scope): readonly GraphQLError[] {
    if (faults.length === 0) return none
    // One error can cause several faults, and one failure of the source an error for each read; it is reported once.
    const reported = new Set<unknown>()
    const listener = (error: unknown) => {
      const failure = error instanceof Error ? error.message : error
      if (reported.has(failure)) return
      reported.add(failure)
      this.#options.onServerError(error, scope)
    }
    return faults.map(({ error, ...place }) => fieldError(error, place, listener))
  }
}

const endedBy = (answered: Awaitable<QueryResult>, span: Span): Awaitable<QueryResult> =>
  andThen(answered, (answer) => {
    span.end()
    return answer
  })

/** Bytes of cached texts where no memory budget is given. */
const ownBytes = 64 * 1024 * 1024

/** Limits that a plan is checked against, in order. */
const planLimits = ['depth', 'rootFields', 'aliases', 'cost', 'nodes'] as const

const none: readonly GraphQLError[] = []

/** Errors of a request whose document does not have the operation. */
export const unresolved = ({ errors }: Document): readonly GraphQLError[] =>
  errors.length > 0 ? errors : [requestError(new GraphQLError('Could not determine what operation to execute.'))]

const mutationOverGet = (): GraphQLError =>
  requestError(new GraphQLError('Can only perform a mutation operation from a POST request.'), {
    status: 405,
    headers: { allow: 'POST' }
  })

/** The response body, split into the part that depends on the data alone, `meta`, and the remainder. */
export const answerBody = (
  { data, errors, cost, isSampleData }: QueryResult,
  scope: Scope
): { before: ByteText; meta: string; after: string } => {
  const errorsJson = errors.length === 0 ? '' : `"errors":${toByteText(JSON.stringify(errors.map(errorJson)))},`
  return {
    before: `{${errorsJson}${data === null ? '' : `"data":${data},`}"extensions":{"meta":`,
    meta: metaText(scope, isSampleData),
    after: `,"cost":{"estimated":${cost.estimated},"limit":${cost.limit},"reads":${scope.reads.length}${sourceCost(cost.source)}}}}`
  }
}

/** The remaining calls that a live source allows, as JSON. */
const sourceCost = (budget: SourceBudget | null | undefined): string => {
  if (budget === null || budget === undefined) return ''
  const { source, limit, used, left, resetsAt } = budget
  return `,"source":${JSON.stringify({ name: source, limit, used, left, resetsAt: new Date(resetsAt).toISOString() })}`
}

/** The complete response body. */
export const answerText = (answer: QueryResult, scope: Scope): ByteText => {
  const { before, meta, after } = answerBody(answer, scope)
  return before + meta + after
}

/** The `extensions` of a response, as JSON. */
export const extensionsJson = (answer: QueryResult, scope: Scope): string => {
  const { meta, after } = answerBody({ ...answer, data: null, errors: none }, scope)
  return `{"meta":${meta}${after.slice(0, -1)}`
}
