import { type ExecutionResult, execute, type GraphQLError } from 'graphql'
import { type Awaitable, andThen } from '../../core/awaitable.ts'
import type { Context } from '../schema/builder.ts'
import type { Operation } from './documents.ts'
import { generalSchema } from './general-schema.ts'
import type { Variables } from './inputs.ts'
import { bounded, boundedJson, type Result, tooLarge } from './result.ts'

/** Runs what a plan would, by graphql's own executor. */
export const runGenerally = (
  { document, definition }: Operation,
  variableValues: Variables | null | undefined,
  contextValue: Context,
  maxBytes: number
): Awaitable<Result> => {
  const result = execute({
    schema: generalSchema(),
    document,
    contextValue,
    ...(definition.name === undefined ? {} : { operationName: definition.name.value }),
    ...(variableValues == null ? {} : { variableValues })
  })
  // The package's own type of promise is the platform's here: resolvers give no other.
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

/** The executor tells errors as they happen, which may be another way each time; here they stand as the places they are at do in the data. */
const inOrder = (errors: readonly GraphQLError[], data: unknown): readonly GraphQLError[] => {
  if (errors.length < 2) return errors
  const placed = errors.map((error) => ({ error, place: placeOf(error.path ?? [], data) }))
  return placed.sort((one, other) => comparePlaces(one.place, other.place)).map(({ error }) => error)
}

/** Which field or element of what holds it each step of a path leads to. */
const placeOf = (path: readonly (string | number)[], data: unknown): number[] => {
  let value = data
  return path.map((step) => {
    const keys = Object.keys(value ?? {})
    // What has keys is an object or a list.
    value = (value as Record<string, unknown> | null)?.[step]
    return keys.indexOf(String(step))
  })
}

/** What differs is the first step of both that is not the same: no two errors are at one place, and none is below another. */
const comparePlaces = (one: readonly number[], other: readonly number[]): number => {
  const at = one.findIndex((step, index) => step !== other[index])
  return (one[at] ?? 0) - (other[at] ?? 0)
}
