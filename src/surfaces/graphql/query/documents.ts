import { hash } from 'node:crypto'
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
  visit
} from 'graphql'
import type { Config } from '../../../core/config/config.ts'
import { BoundedCache, Memory } from '../../../core/memory.ts'
import { graphOf } from '../schema/federation.ts'
import { compile } from './compile.ts'
import { documentError, maxErrors } from './errors.ts'
import { type Coerced, compileVariables, type Variables } from './inputs.ts'
import { OneOfVariablesRule } from './one-of-variables.ts'
import { keepTexts, type QueryPlan } from './plan.ts'
import { excessOfTokens } from './tokens.ts'

const maxDocuments = 500
/** Maximum length of a document that is cached because a client sent it. */
export const maxDocumentLength = 50_000
/** Maximum plans of one operation, one for each result of its conditions. */
const maxPlans = 16
/** Maximum selections of a cached plan: expanded fragments can be far larger than the text of a document. */
const maxKeptSize = 5_000

/**
 * Estimated bytes of a cached document: for itself, for each token and error, and for each selection of its plans with the code that builds
 * objects.
 */
const documentBytes = 1_500
const tokenBytes = 290
const errorBytes = 2_000
const selectionBytes = 2_000

/** Bytes for documents if no memory limit is given. */
const ownBytes = 64 * 1024 * 1024
const onceBytes = 200
/** Rules for documents. */
export type DocumentRules = Pick<Config, 'limits' | 'introspection' | 'suggestions'> &
  Partial<Pick<Config, 'federation'>>

/** A document with the results of its text alone: its errors and its operations. */
export class Document {
  /** Null when it cannot be parsed. */
  readonly node: DocumentNode | null
  /** In the form clients see. */
  readonly errors: readonly GraphQLError[]
  readonly text: string
  readonly #rules: DocumentRules
  readonly #operations = new Map<OperationDefinitionNode, DocumentOperation>()
  #sha256: string | null = null
  /** Estimated memory. */
  bytes: number
  /** Called when its memory has grown. */
  onGrowth: () => void = () => {}

  constructor(text: string, rules: DocumentRules) {
    this.text = text
    this.#rules = rules
    const excess = excessOfTokens(text, rules.limits)
    const { node, errors } = excess === null ? read(text, rules) : { node: null, errors: [excess] }
    this.node = node
    this.errors = errors
    this.bytes = documentBytes + text.length + (node?.tokenCount ?? 0) * tokenBytes + this.errors.length * errorBytes
  }

  /** SHA-256 of the text, in hexadecimal. */
  get sha256(): string {
    this.#sha256 ??= hash('sha256', this.text, 'hex')
    return this.#sha256
  }

  /** The operation with a name, or the only one; null if there is none, or several without a name. */
  operation(name: string | null): DocumentOperation | null {
    const definition = this.node === null ? null : getOperationAST(this.node, name)
    if (this.node === null || definition == null) return null
    let operation = this.#operations.get(definition)
    if (operation === undefined) {
      operation = new DocumentOperation(this.node, definition, this.#rules, ({ size }) => {
        this.bytes += documentBytes + size * selectionBytes
        this.onGrowth()
      })
      this.#operations.set(definition, operation)
    }
    return operation
  }
}

const read = (
  text: string,
  { introspection, suggestions, federation }: DocumentRules
): { node: DocumentNode | null; errors: readonly GraphQLError[] } => {
  let node: DocumentNode
  try {
    node = parse(text)
  } catch (error) {
    // Only syntax errors throw here.
    return { node: null, errors: [documentError(error as GraphQLError)] }
  }
  const rules = [...(introspection ? [] : [NoSchemaIntrospectionCustomRule]), ...specifiedRules, OneOfVariablesRule]
  const errors = validate(graphOf(federation), node, rules, { maxErrors, hideSuggestions: !suggestions })
  return { node, errors: errors.map(documentError) }
}

/** One operation of a valid document. */
export class DocumentOperation {
  readonly definition: OperationDefinitionNode
  readonly coerce: (given: Variables) => Coerced
  readonly document: DocumentNode
  readonly schema: GraphQLSchema
  /** Variables that directives use. */
  readonly #conditions: readonly string[]
  /** Whether it uses `@defer` or `@stream`. */
  readonly #hasParts: boolean
  readonly #plans = new Map<string, QueryPlan>()
  readonly #onPlan: (plan: QueryPlan) => void

  constructor(
    document: DocumentNode,
    definition: OperationDefinitionNode,
    rules: DocumentRules,
    onPlan: (plan: QueryPlan) => void
  ) {
    this.#onPlan = onPlan
    this.document = document
    this.definition = definition
    this.schema = graphOf(rules.federation)
    this.coerce = compileVariables(this.schema, definition, rules)
    const { directives, variables } = directivesIn(document)
    this.#conditions = variables
    this.#hasParts = directives.has('defer') || directives.has('stream')
  }

  /** The plan for coerced variables, cached or compiled now. Throws `TooManySelections`. `readsParts`: whether the client reads deferred parts. */
  plan(variables: Variables, readsParts: boolean): QueryPlan {
    const inParts = readsParts && this.#hasParts
    let conditions = inParts ? 'in parts' : ''
    for (const name of this.#conditions) conditions += `,${variables[name]}`
    const seen = this.#plans.get(conditions)
    if (seen !== undefined) return seen
    const plan = compile(this.schema, this.document, this.definition, variables, inParts)
    if (this.#plans.size < maxPlans && plan.size <= maxKeptSize) {
      keepTexts(plan.root)
      this.#plans.set(conditions, plan)
      this.#onPlan(plan)
    }
    return plan
  }
}

/** Names of all directives in a document, and of the variables in their arguments. */
const directivesIn = (document: DocumentNode): { directives: ReadonlySet<string>; variables: string[] } => {
  const directives = new Set<string>()
  const variables = new Set<string>()
  visit(document, {
    Directive(directive) {
      directives.add(directive.name.value)
      visit(directive, {
        Variable({ name }) {
          variables.add(name.value)
        }
      })
    }
  })
  return { directives, variables: [...variables] }
}

/**
 * Documents by their text. Documents without a name are cached from their second use on: many are never used again, and caching each of them
 * costs more than preparing the others twice. Documents with a name are cached at once, because the name is for repeated use.
 */
export class Documents {
  readonly #seen: BoundedCache<Document | typeof once>
  readonly #rules: DocumentRules

  constructor(rules: DocumentRules, memory: Memory = new Memory(ownBytes)) {
    this.#rules = rules
    this.#seen = new BoundedCache({
      memory,
      share: 1 / 8,
      max: maxDocuments,
      bytesOf: (seen, text) => (seen instanceof Document ? seen.bytes : onceBytes + text.length)
    })
  }

  /** The document, and whether it was used before or has a name. */
  get(text: string, hasName = false): { document: Document; isCacheable: boolean } {
    if (text.length > maxDocumentLength && !hasName)
      return { document: new Document(text, this.#rules), isCacheable: false }
    const seen = this.#seen.get(text)
    if (seen instanceof Document) return { document: seen, isCacheable: true }
    const document = new Document(text, this.#rules)
    const isCacheable = seen !== undefined || hasName
    this.#seen.set(text, isCacheable ? document : once)
    if (isCacheable) document.onGrowth = () => this.#seen.set(text, document)
    return { document, isCacheable }
  }
}

/** Marks a document that was seen once. */
const once = { isDocument: false }
