import { parse, validate } from 'graphql'
import { LRUCache } from 'lru-cache'
import { estimateCost } from '../cost.ts'
import { maxTokens } from '../limits.ts'
import { schema } from '../schema.ts'
import { compileVariables, type Variables } from './inputs.ts'
import { compile, type Plan } from './plan.ts'

/** A document that can be run by plan. */
export type Prepared = {
  plan: Plan
  /** Coerced variables; null when they do not fit the operation. */
  coerce(given: Variables): Variables | null
  estimate(variables: Variables): { cost: number; depth: number }
}

const maxDocuments = 500
const maxDocumentLength = 50_000

/** Prepared documents by their text. What cannot be prepared is remembered too, so that it is not tried again. */
export class Documents {
  readonly #known = new LRUCache<string, { prepared: Prepared | null }>({ max: maxDocuments })

  /** The prepared document, or null when it takes the general way. */
  get(text: string): Prepared | null {
    if (text.length > maxDocumentLength) return null
    let known = this.#known.get(text)
    if (known === undefined) {
      known = { prepared: prepare(text) }
      this.#known.set(text, known)
    }
    return known.prepared
  }
}

const prepare = (text: string): Prepared | null => {
  let plan: Plan | null
  try {
    const document = parse(text, { maxTokens })
    if (validate(schema, document).length > 0) return null
    plan = compile(schema, document)
  } catch {
    // What is wrong with it is told by the general way.
    return null
  }
  if (plan === null) return null
  const { operation, fragments } = plan
  const definitions = operation.variableDefinitions ?? []
  const estimates = new LRUCache<string, { cost: number; depth: number }>({ max: 100 })
  return {
    plan,
    coerce: compileVariables(schema, operation),
    estimate(variables) {
      // Only numbers, flags and the lengths of lists move an estimate.
      const key = definitions.map(({ variable }) => weightOf(variables[variable.name.value])).join()
      let estimate = estimates.get(key)
      if (estimate === undefined) {
        estimate = estimateCost(schema, operation, fragments, variables)
        estimates.set(key, estimate)
      }
      return estimate
    }
  }
}

const weightOf = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : Array.isArray(value)
      ? `[${value.length}]`
      : ''
