import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode
} from 'graphql'
import type { CostHints } from './cost.ts'
import { type Arguments, compileArguments } from './inputs.ts'
import { leafWriter, type WriteLeaf } from './leaves.ts'
import { Memo } from './memo.ts'

/**
 * A query made ready to run: which resolvers to call with which arguments, and how to write what they return straight as JSON.
 * It covers what most clients send most of the time; anything else has no plan and takes the general way. So has
 * anything that fails while it runs, which is why plans know nothing of errors.
 */
export type Plan = { root: ObjectPlan; operation: OperationDefinitionNode; fragments: Fragments }

export type ObjectPlan = {
  fields: readonly FieldPlan[]
  /** Texts of objects written before; for objects whose text depends on nothing but a record that stays the same. */
  memo: Memo | null
}

export type FieldPlan = {
  /** `"name":` */
  key: string
  resolve: (parent: unknown, args: unknown, context: unknown, info: GraphQLResolveInfo) => unknown
  /** Arguments for all variables, or a function of them. */
  args: Arguments
  value: ValuePlan
  /** The parts of `info` that resolvers here look at; variables are added when it runs. */
  info: Omit<GraphQLResolveInfo, 'variableValues' | 'path' | 'rootValue'>
}

export type ValuePlan =
  | { kind: 'leaf'; nullable: boolean; write: WriteLeaf }
  | { kind: 'constant'; text: string; nullable: false }
  | ListPlan
  | { kind: 'object'; nullable: boolean; object: ObjectPlan }

/** `memo`: texts of whole lists written before, for lists that stay the same. */
export type ListPlan = { kind: 'list'; nullable: boolean; items: ValuePlan; memo: Memo | null }

/** Selections looked at for one plan. Fragments can spell out far more than a document's text, and plans are kept. */
const maxPlanned = 5_000

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>

/** The query uses something that plans do not cover. */
class Uncovered extends Error {}

/** The plan of a valid document's only operation; null when there is none. */
export const compile = (schema: GraphQLSchema, document: DocumentNode): Plan | null => {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  const [operation] = operations
  const root = schema.getQueryType()
  if (operation === undefined || operations.length > 1 || operation.operation !== 'query' || root == null) return null
  const fragments: Fragments = Object.fromEntries(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : []))
  )
  try {
    const compiler = new Compiler(schema, operation, fragments)
    return { root: compiler.object(root, [operation.selectionSet], undefined, true), operation, fragments }
  } catch (error) {
    if (error instanceof Uncovered) return null
    throw error
  }
}

class Compiler {
  readonly #schema: GraphQLSchema
  readonly #operation: OperationDefinitionNode
  readonly #fragments: Fragments
  #selections = 0

  constructor(schema: GraphQLSchema, operation: OperationDefinitionNode, fragments: Fragments) {
    this.#schema = schema
    this.#operation = operation
    this.#fragments = fragments
  }

  /** `carries`: fields at hand without a look-up, as in the cost hints. `mayKeep`: no object further up keeps the text. */
  object(
    type: GraphQLObjectType,
    selections: readonly SelectionSetNode[],
    carries: readonly string[] | undefined,
    mayKeep: boolean
  ): ObjectPlan {
    const collected = this.#collect(type, selections)
    const isRecord = type.getInterfaces().length > 0
    const keeps = mayKeep && isRecord && this.#isLocal(type, collected, carries)
    const fields = [...collected].map(([name, nodes]) => this.#field(type, name, nodes, carries, mayKeep && !keeps))
    return { fields, memo: keeps ? new Memo() : null }
  }

  #field(
    type: GraphQLObjectType,
    name: string,
    nodes: readonly FieldNode[],
    carries: readonly string[] | undefined,
    mayKeep: boolean
  ): FieldPlan {
    const [node] = nodes
    const key = `${JSON.stringify(name)}:`
    const fieldName = node?.name.value ?? ''
    if (fieldName === '__typename') {
      const value: ValuePlan = { kind: 'constant', text: JSON.stringify(type.name), nullable: false }
      return { key, resolve: () => null, args: {}, value, info: this.#info(type, nodes, type) }
    }
    const field = type.getFields()[fieldName]
    if (node === undefined || field === undefined) throw new Uncovered()
    const hints = hintsOf(field)
    const below = hints.carries ?? (hints.listsItems || type.name.endsWith('Edge') ? carries : undefined)
    return {
      key,
      resolve: field.resolve ?? ((parent) => (parent as Record<string, unknown>)[fieldName]),
      args: compileArguments(field, node),
      value: this.#value(field.type, nodes, below, mayKeep, hints.listsItems),
      info: this.#info(type, nodes, field.type)
    }
  }

  #value(
    type: GraphQLOutputType,
    nodes: readonly FieldNode[],
    carries: readonly string[] | undefined,
    mayKeep: boolean,
    isPage = false
  ): ValuePlan {
    if (isNonNullType(type))
      return { ...this.#value(type.ofType, nodes, carries, mayKeep, isPage), nullable: false } as ValuePlan
    if (isListType(type)) {
      const items = this.#value(type.ofType, nodes, carries, mayKeep)
      // Of lists, those of connections stay the same as long as their page does.
      const keeps = isPage && items.kind === 'object' && items.object.memo !== null
      return { kind: 'list', nullable: true, items, memo: keeps ? new Memo() : null }
    }
    if (isLeafType(type)) return { kind: 'leaf', nullable: true, write: leafWriter(type) }
    // Which type an object of an interface has shows only when it is there.
    if (isAbstractType(type)) throw new Uncovered()
    return { kind: 'object', nullable: true, object: this.object(type, selectionsOf(nodes), carries, mayKeep) }
  }

  #info(type: GraphQLObjectType, nodes: readonly FieldNode[], returnType: GraphQLOutputType): FieldPlan['info'] {
    return {
      fieldName: nodes[0]?.name.value ?? '',
      fieldNodes: nodes,
      returnType,
      parentType: type,
      schema: this.#schema,
      fragments: this.#fragments,
      operation: this.#operation
    }
  }

  /** Whether all that is selected follows from the object alone: no reads, no arguments. */
  #isLocal(
    type: GraphQLObjectType,
    collected: ReadonlyMap<string, readonly FieldNode[]>,
    carries: readonly string[] | undefined
  ): boolean {
    return [...collected.values()].every((nodes) => {
      const name = nodes[0]?.name.value ?? ''
      const field = type.getFields()[name]
      if (field === undefined) return name === '__typename'
      const hints = hintsOf(field)
      const needsLookUp = hints.lookUp === true && carries !== undefined && !carries.includes(name)
      if (hints.reads !== undefined || needsLookUp || field.args.length > 0) return false
      const inner = getNamedType(field.type)
      if (isAbstractType(inner)) return false
      return !isObjectType(inner) || this.#isLocal(inner, this.#collect(inner, selectionsOf(nodes)), hints.carries)
    })
  }

  /** Fields by response name in the order they are met, as the specification of GraphQL collects them. */
  #collect(type: GraphQLObjectType, selections: readonly SelectionSetNode[]): Map<string, FieldNode[]> {
    const found = new Map<string, FieldNode[]>()
    const visited = new Set<string>()
    const walk = (set: SelectionSetNode) => {
      for (const selection of set.selections) {
        this.#selections += 1
        if (this.#selections > maxPlanned) throw new Uncovered()
        if ((selection.directives ?? []).length > 0) throw new Uncovered()
        if (selection.kind === Kind.FIELD) {
          const name = selection.alias?.value ?? selection.name.value
          if (selection.name.value.startsWith('__') && selection.name.value !== '__typename') throw new Uncovered()
          const nodes = found.get(name)
          if (nodes === undefined) found.set(name, [selection])
          else nodes.push(selection)
        } else if (selection.kind === Kind.INLINE_FRAGMENT) {
          if (this.#applies(type, selection.typeCondition?.name.value)) walk(selection.selectionSet)
        } else if (!visited.has(selection.name.value)) {
          visited.add(selection.name.value)
          const fragment = this.#fragments[selection.name.value]
          if (fragment === undefined || (fragment.directives ?? []).length > 0) throw new Uncovered()
          if (this.#applies(type, fragment.typeCondition.name.value)) walk(fragment.selectionSet)
        }
      }
    }
    for (const set of selections) walk(set)
    return found
  }

  #applies(type: GraphQLObjectType, condition: string | undefined): boolean {
    if (condition === undefined || condition === type.name) return true
    const other = this.#schema.getType(condition)
    return isAbstractType(other) && this.#schema.isSubType(other, type)
  }
}

const hintsOf = (field: GraphQLField<unknown, unknown>): CostHints => (field.extensions.cost ?? {}) as CostHints

const selectionsOf = (nodes: readonly FieldNode[]): SelectionSetNode[] =>
  nodes.flatMap((node) => (node.selectionSet === undefined ? [] : [node.selectionSet]))
