import { hash } from 'node:crypto'
import {
  type DocumentNode,
  type GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
  visit
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { schema } from '../schema/schema.ts'
import { type Coerced, compileVariables, type Variables } from './inputs.ts'
import { maxTokens } from './limits.ts'
import { compile, type Plan } from './plan.ts'

const maxDocuments = 500
/** Characters a document may have to be remembered because somebody sent it. */
export const maxDocumentLength = 50_000
/** Plans of one operation, by what its conditions come to. */
const maxPlans = 16
/** Selections of a plan that is kept: fragments can spell out far more than the text of a document. */
const maxKeptSize = 5_000

/** A document with all that follows from its text alone: what is wrong with it, and its operations. */
export class Document {
  /** Null when it cannot be parsed. */
  readonly node: DocumentNode | null
  readonly errors: readonly GraphQLError[]
  readonly text: string
  readonly #operations = new Map<OperationDefinitionNode, Operation>()
  #sha256: string | null = null

  constructor(text: string) {
    this.text = text
    let node: DocumentNode | null = null
    try {
      node = parse(text, { maxTokens })
      this.errors = validate(schema, node, specifiedRules, { maxErrors: 100 })
    } catch (error) {
      // Nothing else throws here than what the parser stumbles over.
      this.errors = [error as GraphQLError]
    }
    this.node = node
  }

  /** SHA-256 of the text, in hexadecimal. */
  get sha256(): string {
    this.#sha256 ??= hash('sha256', this.text, 'hex')
    return this.#sha256
  }

  /** The operation of a name, or the only one; null when there is none, or it is not clear which. */
  operation(name: string | null): Operation | null {
    const definition = this.node === null ? null : getOperationAST(this.node, name)
    if (this.node === null || definition == null) return null
    let operation = this.#operations.get(definition)
    if (operation === undefined) {
      operation = new Operation(this.node, definition)
      this.#operations.set(definition, operation)
    }
    return operation
  }
}

/** One operation of a valid document. */
export class Operation {
  readonly definition: OperationDefinitionNode
  readonly coerce: (given: Variables) => Coerced
  readonly document: DocumentNode
  /** Variables that `@skip` and `@include` look at. */
  readonly #conditions: readonly string[]
  readonly #plans = new Map<string, Plan>()

  constructor(document: DocumentNode, definition: OperationDefinitionNode) {
    this.document = document
    this.definition = definition
    this.coerce = compileVariables(schema, definition)
    this.#conditions = conditionsOf(document)
  }

  /** The plan for coerced variables, ready or made now. Throws `TooManySelections`. */
  plan(variables: Variables): Plan {
    const conditions = this.#conditions.map((name) => variables[name]).join()
    const known = this.#plans.get(conditions)
    if (known !== undefined) return known
    const plan = compile(schema, this.document, this.definition, variables)
    if (this.#plans.size < maxPlans && plan.size <= maxKeptSize) this.#plans.set(conditions, plan)
    return plan
  }
}

const conditionsOf = (document: DocumentNode): string[] => {
  const names = new Set<string>()
  visit(document, {
    Directive(directive) {
      visit(directive, {
        Variable({ name }) {
          names.add(name.value)
        }
      })
    }
  })
  return [...names]
}

/**
 * Documents by their text. Those that are sent are remembered from the second time they are met: many are never met again, and to hold on to
 * each of them for a while costs more than to prepare the others twice. Those that have a name were given it to be asked for again.
 */
export class Documents {
  readonly #known = new LRUCache<string, Document | typeof once>({ max: maxDocuments })

  /** The document, and whether it was met before or has a name. */
  get(text: string, hasName = false): { document: Document; isKnown: boolean } {
    if (text.length > maxDocumentLength && !hasName) return { document: new Document(text), isKnown: false }
    const known = this.#known.get(text)
    if (known instanceof Document) return { document: known, isKnown: true }
    const document = new Document(text)
    const isKnown = known !== undefined || hasName
    this.#known.set(text, isKnown ? document : once)
    return { document, isKnown }
  }
}

/** Stands for a document that was met once. */
const once = Symbol('once')
