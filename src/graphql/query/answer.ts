import { type ExecutionResult, execute, GraphQLError, OperationTypeNode } from 'graphql'
import { type Awaitable, andThen } from '../../core/awaitable.ts'
import { type ByteText, toByteText } from '../../core/byte-text.ts'
import { invalidParam } from '../../core/errors.ts'
import type { Scope } from '../../core/scope.ts'
import { metaText } from '../../http/meta.ts'
import type { Context } from '../schema/builder.ts'
import { estimateCost } from './cost.ts'
import { DocumentFinder, type FoundDocument, type Wanted } from './document-finder.ts'
import type { Operation } from './documents.ts'
import { documentError, errorJson, fieldError, requestError, toGraphQLError } from './errors.ts'
import { generalSchema } from './general-schema.ts'
import type { Variables } from './inputs.ts'
import { type Plan, TooManySelections } from './plan.ts'
import { type Fault, type Result, runPlan } from './run.ts'

/** What a client asks, as GraphQL over HTTP names it. */
export type Question = Wanted & {
  variables?: Variables | null
  operationName?: string | null
  /** Whether it came by a method that may change nothing. */
  overGet?: boolean
}

/** What GraphQL answers, whatever way it was asked. */
export type Answer = {
  /** The JSON of `data`; null when nothing was run. */
  data: ByteText | null
  /** In the form clients see. */
  errors: readonly GraphQLError[]
  /** What `extensions.cost` tells. */
  cost: { estimated: number; limit: number }
  /** Whether the document was met before, so that what came of it is worth keeping. */
  isKnown: boolean
}

export type QueriesOptions = {
  /** Which documents may be asked; any whose text is sent, unless said otherwise. */
  documents?: DocumentFinder
  maxCost: number
  maxDepth: number
  /** Whether plans are run; the general executor answers the same without. */
  plans: boolean
  /** Hears what really happened behind an error that is the server's own fault or the source's. */
  onServerError: (error: unknown, scope: Scope) => void
}

/** Answers queries: the one way from a text to data, for every surface and page that asks the graph. */
export class Queries {
  readonly #options: QueriesOptions
  readonly #documents: DocumentFinder
  /** Queries run by plan since the start. */
  planned = 0

  constructor(options: QueriesOptions) {
    this.#options = options
    this.#documents = options.documents ?? new DocumentFinder()
  }

  ask(question: Question, context: Context): Awaitable<Answer> {
    return andThen(this.#documents.find(question, context.scope), (found) =>
      found.document === undefined ? this.refused([found.refusal]) : this.#answer(found, question, context)
    )
  }

  /** Answers this project's own pages, whatever clients may ask. */
  askOwn(question: Question & { query: string }, context: Context): Awaitable<Answer> {
    return this.#answer(this.#documents.own(question.query), question, context)
  }

  #answer(
    { document, isKnown, isOffered }: FoundDocument,
    { variables, operationName, overGet }: Question,
    context: Context
  ): Awaitable<Answer> {
    const operation = document.operation(operationName ?? null)
    if (operation === null) {
      return this.refused(document.node === null ? document.errors.map(documentError) : [noOperation()])
    }
    const { operation: kind } = operation.definition
    if (kind === OperationTypeNode.MUTATION && overGet) return this.refused([mutationOverGet()])
    if (document.errors.length > 0) return this.refused(document.errors.map(documentError))
    if (kind !== OperationTypeNode.QUERY) return this.refused([readOnly(operation)])
    if (isOffered) this.#documents.keep(document)
    const { coerced, errors } = operation.coerce(variables ?? {})
    if (errors !== undefined) return this.refused(errors.map((error) => requestError(error)))
    const { plan, estimated, refusal } = this.#admit(operation, coerced)
    if (refusal !== undefined) return this.refused([refusal], estimated)

    const result = this.#options.plans
      ? this.#run(plan, coerced, context, isKnown)
      : runGenerally(operation, variables, context)
    return andThen(result, ({ data, faults }) => ({
      data,
      errors: this.#told(faults, context.scope),
      cost: { estimated, limit: this.#options.maxCost },
      isKnown
    }))
  }

  /** The answer to what is refused before it is a question. */
  refused(errors: readonly GraphQLError[], estimated = 0): Answer {
    return { data: null, errors, cost: { estimated, limit: this.#options.maxCost }, isKnown: false }
  }

  #run(plan: Plan, variables: Variables, context: Context, isKnown: boolean): Awaitable<Result> {
    this.planned += 1
    return runPlan(plan, variables, context, isKnown)
  }

  /** The plan of an operation that may run, or why it may not. */
  #admit(
    operation: Operation,
    variables: Variables
  ): { plan: Plan; estimated: number; refusal?: never } | { plan?: never; estimated: number; refusal: GraphQLError } {
    const { maxCost, maxDepth } = this.#options
    let plan: Plan
    try {
      plan = operation.plan(variables)
    } catch (error) {
      if (error instanceof TooManySelections) {
        return { estimated: 0, refusal: tooMuch('spells out too much: its fragments repeat each other too often') }
      }
      // A condition whose variable is null.
      if (error instanceof GraphQLError) return { estimated: 0, refusal: requestError(error) }
      throw error
    }
    const estimated = estimateCost(plan, variables)
    if (plan.depth > maxDepth) {
      return { estimated, refusal: tooMuch(`has ${plan.depth} levels; at most ${maxDepth} are allowed`) }
    }
    if (estimated > maxCost) {
      const reason = `may cost ${estimated}; at most ${maxCost} is allowed: ask for fewer elements or fewer nested lists`
      return { estimated, refusal: tooMuch(reason) }
    }
    return { plan, estimated }
  }

  #told(faults: readonly Fault[], scope: Scope): readonly GraphQLError[] {
    if (faults.length === 0) return none
    const listener = (error: unknown) => this.#options.onServerError(error, scope)
    return faults.map(({ error, ...place }) => fieldError(error, place, listener))
  }
}

const none: readonly GraphQLError[] = []

const noOperation = (): GraphQLError => requestError(new GraphQLError('Could not determine what operation to execute.'))

const mutationOverGet = (): GraphQLError =>
  requestError(new GraphQLError('Can only perform a mutation operation from a POST request.'), {
    status: 405,
    headers: { allow: 'POST' }
  })

const readOnly = ({ definition }: Operation): GraphQLError =>
  documentError(
    new GraphQLError(`Schema is not configured to execute ${definition.operation} operation.`, { nodes: definition })
  )

const tooMuch = (reason: string): GraphQLError =>
  toGraphQLError(invalidParam('query', reason), {}, { status: 400, spec: true })

/** Runs what plans would. */
const runGenerally = (
  { document, definition }: Operation,
  variableValues: Variables | null | undefined,
  contextValue: Context
): Awaitable<Result> => {
  const result = execute({
    schema: generalSchema(),
    document,
    contextValue,
    ...(definition.name === undefined ? {} : { operationName: definition.name.value }),
    ...(variableValues == null ? {} : { variableValues })
  })
  // The package's own type of promise is the platform's here: resolvers give no other.
  return andThen(result as Awaitable<ExecutionResult>, ({ data, errors = [] }) => ({
    data: toByteText(JSON.stringify(data ?? null)),
    faults: errors.map((error) => ({
      error: error.originalError ?? error,
      nodes: error.nodes ?? [],
      path: error.path ?? []
    }))
  }))
}

/** The body of an answer: what says the same as long as the data does, `meta`, and the rest. */
export const answerBody = (
  { data, errors, cost }: Answer,
  scope: Scope
): { before: ByteText; meta: string; behind: string } => {
  const told = errors.length === 0 ? '' : `"errors":${toByteText(JSON.stringify(errors.map(errorJson)))},`
  return {
    before: `{${told}${data === null ? '' : `"data":${data},`}"extensions":{"meta":`,
    meta: metaText(scope),
    behind: `,"cost":{"estimated":${cost.estimated},"limit":${cost.limit},"reads":${scope.reads.length}}}}`
  }
}

/** The whole body of an answer. */
export const answerText = (answer: Answer, scope: Scope): ByteText => {
  const { before, meta, behind } = answerBody(answer, scope)
  return before + meta + behind
}
