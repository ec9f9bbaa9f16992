import { parse, validate } from 'graphql'
import { LRUCache } from 'lru-cache'
import { schema } from '../schema/schema.ts'
import { estimateCost } from './cost.ts'
import { compileVariables, type Variables } from './inputs.ts'
import { maxTokens } from './limits.ts'
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
/** Of one document. */
const maxEstimates = 100

/** `prepared` is null when the document takes the general way. */
type Known = { prepared: Prepared | null }

/** A document that was met once. */
const once: Known = { prepared: null }

/**
 * Prepared documents by their text, remembered from the second time they are met: many are never met again, and to hold on to each of them
 * for a while costs more than to prepare the others twice. What cannot be prepared is remembered too, so that it is not tried again.
 */
export class Documents {
  readonly #known = new LRUCache<string, Known>({ max: maxDocuments })

  /** The prepared document, null when there is none, and whether it was met before. */
  get(text: string): Known & { isNew: boolean } {
    if (text.length > maxDocumentLength) return { prepared: null, isNew: true }
    const known = this.#known.get(text)
    if (known !== undefined && known !== once) return { prepared: known.prepared, isNew: false }
    const prepared = prepare(text)
    this.#known.set(text, known === undefined ? once : { prepared })
    return { prepared, isNew: known === undefined }
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
  const estimates = new Map<string, { cost: number; depth: number }>()
  return {
    plan,
    coerce: compileVariables(schema, operation),
    estimate(variables) {
      // Only numbers, flags and the lengths of lists move an estimate.
      const key = definitions.map(({ variable }) => weightOf(variables[variable.name.value])).join()
      let estimate = estimates.get(key)
      if (estimate === undefined) {
        estimate = estimateCost(schema, operation, fragments, variables)
        if (estimates.size >= maxEstimates) estimates.clear()
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
