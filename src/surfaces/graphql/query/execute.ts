import { type DocumentNode, type ExecutionArgs, type ExecutionResult, execute, type GraphQLError, visit } from 'graphql'
import { type Awaitable, andThen } from '../../../core/awaitable.ts'
import type { Context } from '../schema/builder.ts'
import { plainOf } from '../schema/plain.ts'
import type { DocumentOperation } from './documents.ts'
import type { Variables } from './inputs.ts'
import { bounded, boundedJson, type Result, tooLarge } from './result.ts'

/** Executes an operation over a schema of its own. */
export type Executor = (args: Omit<ExecutionArgs, 'schema'>) => ReturnType<typeof execute>

/** Runs an operation with graphql-js's own executor, for the same result as its plan. */
export const executeOperation = (
  { document, definition, schema: graph }: DocumentOperation,
  variableValues: Variables | null | undefined,
  contextValue: Context,
  maxBytes: number,
  run: Executor = (args) => execute({ ...args, schema: plainOf(graph) })
): Awaitable<Result> => {
  const result = run({
    document: inOnePart(document),
    contextValue,
    ...(definition.name === undefined ? {} : { operationName: definition.name.value }),
    ...(variableValues == null ? {} : { variableValues })
  })
  // The package's promise type is the built-in one here: resolvers return no other.
  return andThen(result as Awaitable<ExecutionResult>, ({ data, errors = [] }) => {
    const text = boundedJson(data ?? null, maxBytes)
    if (text === null) return tooLarge
    const faults = inOrder(errors, data).map((error) => ({
      error: error.originalError ?? error,
      nodes: error.nodes ?? [],
      path: error.path ?? []
    }))
    return bounded(text, faults, maxBytes)
  })
}

/** The document without `@defer` and `@stream`, which this executor does not support. */
const inOnePart = (document: DocumentNode): DocumentNode =>
  visit(document, { Directive: ({ name }) => (/^(?:defer|stream)$/.test(name.value) ? null : undefined) })

/** Sorts errors by their position in the data: the executor reports them as they happen, which may differ between runs. */
const inOrder = (errors: readonly GraphQLError[], data: unknown): readonly GraphQLError[] => {
  if (errors.length < 2) return errors
  const positioned = errors.map((error) => ({ error, position: positionOf(error.path ?? [], data) }))
  return positioned.sort((one, other) => comparePositions(one.position, other.position)).map(({ error }) => error)
}

/** The position, within its parent, of each step of a path. */
const positionOf = (path: readonly (string | number)[], data: unknown): number[] => {
  let value = data
  return path.map((step) => {
    const keys = Object.keys(value ?? {})
    // A value with keys is an object or a list.
    value = (value as Record<string, unknown> | null)?.[step]
    return keys.indexOf(String(step))
  })
}

/** The first differing step decides: no two errors have the same path, and none is below another. */
const comparePositions = (one: readonly number[], other: readonly number[]): number => {
  const at = one.findIndex((step, index) => step !== other[index])
  return (one[at] ?? 0) - (other[at] ?? 0)
}
