import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLDeferDirective,
  type GraphQLDirective,
  GraphQLError,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  GraphQLStreamDirective,
  type GraphQLTypeResolver,
  getDirectiveValues,
  getNullableType,
  type InlineFragmentNode,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
  type VariableValues
} from 'graphql'
import { type CostHints, hintsOf } from '../schema/cost-hints.ts'
import { compileArguments, type FieldArguments, toVariableValues, type Variables } from './inputs.ts'
import { introspectionHints, introspectionInfo, introspects, metaFields } from './introspection.ts'
import { expectedBytes, type LeafForm, leafForm } from './leaves.ts'
import { fixedLimits } from './limits.ts'
import { Memo } from './result-cache.ts'

/**
 * A compiled operation: one walk over its selections collects all that later steps need. The cost estimate, the run and the prefetching
 * of reads use it. Conditions (`@skip`, `@include`, and those of `@defer` and `@stream`) are already resolved; everything else waits for the variables.
 */
export type QueryPlan = {
  root: ObjectPlan
  /** Levels of selections, except those of introspection, which has its own limit. */
  depth: number
  /** Number of selections after fragments are expanded. */
  size: number
  /** The most aliases of one field in one object, and that field. */
  aliases: { count: number; coordinate: string }
}

export type ObjectPlan = {
  fields: readonly FieldPlan[]
  /** Fragments with `@defer`: each is an object of its own that is delivered later. */
  deferred: readonly DeferredPlan[]
  /** Whether a selected field is not carried by the parent and costs one look-up. */
  needsLookUp: boolean
  /** Whether all selected fields are computed from the object alone: no reads, no arguments that depend on variables. */
  isSynchronous: boolean
  /** Whether an id leads to it. */
  isRecord: boolean
  /** Bytes of its JSON without the values: braces, keys and commas. */
  frameBytes: number
  /** Cached JSON texts; only for objects whose text depends on one immutable record. */
  memo: Memo | null
}

export type DeferredPlan = { label: string | null; object: ObjectPlan }

export type FieldPlan = {
  /** The response name, and the JSON before the value: the key with its colon, after a comma where it is not the first. */
  name: string
  lead: string
  definition: GraphQLField<unknown, unknown>
  nodes: readonly FieldNode[]
  hints: CostHints
  /** Reads of the resolver here, where the parent may carry the value. */
  reads: CostHints['reads']
  resolve: (parent: unknown, args: unknown, context: unknown, info: GraphQLResolveInfo) => unknown
  /** Constant arguments, or a function of the variables. */
  args: FieldArguments
  value: ValuePlan
  /** `Type.field`, for messages. */
  coordinate: string
}

/** `bytes` of a leaf: expected length of its JSON. */
export type ValuePlan =
  | { kind: 'leaf'; nullable: boolean; form: LeafForm; bytes: number }
  | { kind: 'constant'; nullable: false; text: string }
  | { kind: 'object'; nullable: boolean; object: ObjectPlan; isConnection: boolean }
  | AbstractPlan
  | ListPlan

/** An interface: the type is only known at run time. */
export type AbstractPlan = {
  kind: 'abstract'
  nullable: boolean
  typeOf: GraphQLTypeResolver<unknown, unknown>
  objects: ReadonlyMap<string, ObjectPlan>
}

/** `memo`: cached texts of whole lists, for immutable lists. */
export type ListPlan = {
  kind: 'list'
  nullable: boolean
  items: ValuePlan
  memo: Memo | null
  /** `@stream`: elements after the first ones are delivered later. */
  stream: { label: string | null; initialCount: number } | null
}

/** The expanded selections exceed the limit. */
export class TooManySelections extends Error {}

/** Compiles an operation of a valid document, for variables that resolve its conditions. `inParts`: as `@defer` and `@stream` ask. */
export const compile = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
  inParts: boolean
): QueryPlan => {
  const root = schema.getQueryType()
  if (root == null || operation.operation !== 'query') throw new Error('plans are for queries')
  const compiler = new Compiler(schema, document, variables, inParts)
  const object = compiler.object(root, [operation.selectionSet], undefined, 1)
  const { depth, size, aliases } = compiler
  return { root: object, depth, size, aliases }
}

type PlannedField = GraphQLField<unknown, unknown>

/** Fields available without a look-up, as in the cost hints. */
type Carried = readonly string[] | undefined

/** The selections of an object: fields by response name, and fragments that are delivered later. */
type Collected = {
  fields: ReadonlyMap<string, readonly FieldNode[]>
  deferred: { label: string | null; selectionSet: SelectionSetNode }[]
}

class Compiler {
  readonly #schema: GraphQLSchema
  readonly #values: VariableValues
  readonly #inParts: boolean
  readonly #fragments = new Map<string, FragmentDefinitionNode>()
  depth = 0
  size = 0
  aliases: QueryPlan['aliases'] = { count: 0, coordinate: '' }

  constructor(schema: GraphQLSchema, document: DocumentNode, variables: Variables, inParts: boolean) {
    this.#schema = schema
    this.#inParts = inParts
    this.#values = toVariableValues(variables)
    for (const node of document.definitions) {
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(node.name.value, node)
    }
  }

  object(
    type: GraphQLObjectType,
    selections: readonly SelectionSetNode[],
    carries: Carried,
    depth: number
  ): ObjectPlan {
    const isOwn = !introspects(type)
    if (isOwn) this.depth = Math.max(this.depth, depth)
    const fields: FieldPlan[] = []
    const names = new Map<string, number>()
    let needsLookUp = false
    let isSynchronous = true
    const collected = this.#collect(type, selections)
    for (const [name, nodes] of collected.fields) {
      const field = this.#field(type, name, nodes, carries, depth, fields.length === 0)
      const { hints, reads, definition, value } = field
      const isLookedUp = hints.lookUp === true && carries !== undefined && !carries.includes(definition.name)
      needsLookUp ||= isLookedUp
      isSynchronous &&=
        !isLookedUp && reads === undefined && typeof field.args !== 'function' && isSynchronousValue(value)
      fields.push(field)
      this.#countAlias(names, field)
    }
    const deferred = collected.deferred.map(({ label, selectionSet }) => ({
      label,
      object: this.object(type, [selectionSet], carries, depth)
    }))
    isSynchronous &&= deferred.length === 0
    const frameBytes = fields.reduce((bytes, { lead }) => bytes + lead.length, 2)
    const isRecord = !isOwn || type.getInterfaces().length > 0
    return { fields, deferred, needsLookUp, isSynchronous, isRecord, frameBytes, memo: null }
  }

  #field(
    type: GraphQLObjectType,
    name: string,
    nodes: readonly FieldNode[],
    carries: Carried,
    depth: number,
    isFirst: boolean
  ): FieldPlan {
    const [node] = nodes as readonly [FieldNode]
    const fieldName = node.name.value
    const definition = metaFields.get(fieldName) ?? type.getFields()[fieldName]
    if (definition === undefined) throw new Error(`${type.name}.${fieldName} is not in the schema`)
    const hints = introspectionHints.get(definition) ?? hintsOf(definition)
    const below = hints.carries ?? (hints.listsItems || type.name.endsWith('Edge') ? carries : undefined)
    return {
      name,
      lead: `${isFirst ? '' : ','}${JSON.stringify(name)}:`,
      definition,
      nodes,
      hints,
      reads: carries?.includes(fieldName) ? undefined : hints.reads,
      resolve: resolverOf(type, definition, this.#schema),
      args: compileArguments(definition, node),
      value:
        definition === TypeNameMetaFieldDef
          ? { kind: 'constant', nullable: false, text: JSON.stringify(type.name) }
          : this.#fieldValue(definition, nodes, below, depth + 1, hints.bytes),
      coordinate: `${type.name}.${fieldName}`
    }
  }

  /** The value of a field, whose list may be streamed. */
  #fieldValue(
    definition: PlannedField,
    nodes: readonly FieldNode[],
    carries: Carried,
    depth: number,
    bytes?: number
  ): ValuePlan {
    const value = this.#value(definition.type, nodes, carries, depth, bytes)
    if (value.kind !== 'list' || !this.#inParts) return value
    const { if: applies, label = null, initialCount = 0 } = this.#directive(GraphQLStreamDirective, nodes[0]) ?? {}
    if (applies !== true) return value
    if (Number(initialCount) < 0)
      throw new GraphQLError('initialCount must not be negative', { nodes: nodes[0] ?? null })
    // Validation has checked the types of both.
    return { ...value, stream: { label, initialCount } as ListPlan['stream'] }
  }

  #directive(
    directive: GraphQLDirective,
    node: SelectionNode | undefined
  ): Readonly<Record<string, unknown>> | undefined {
    return (node?.directives ?? []).length === 0 || node === undefined
      ? undefined
      : getDirectiveValues(directive, node, this.#values)
  }

  #countAlias(names: Map<string, number>, { definition, coordinate }: FieldPlan): void {
    const count = (names.get(definition.name) ?? 0) + 1
    names.set(definition.name, count)
    if (count > this.aliases.count) this.aliases = { count, coordinate }
  }

  #value(
    type: GraphQLOutputType,
    nodes: readonly FieldNode[],
    carries: Carried,
    depth: number,
    bytes?: number
  ): ValuePlan {
    const nullable = !isNonNullType(type)
    const inner = getNullableType(type)
    if (isListType(inner)) {
      const items = this.#value(inner.ofType, nodes, carries, depth, bytes)
      return { kind: 'list', nullable, items, memo: null, stream: null }
    }
    if (isLeafType(inner))
      return { kind: 'leaf', nullable, form: leafForm(inner), bytes: bytes ?? expectedBytes(inner) }
    const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    if (isAbstractType(inner)) {
      const typeOf = inner.resolveType
      if (typeof typeOf !== 'function') throw new Error(`${inner.name} does not tell the types of its objects`)
      const types = this.#schema.getPossibleTypes(inner)
      const objects = new Map(types.map((each) => [each.name, this.object(each, below, carries, depth)]))
      return { kind: 'abstract', nullable, typeOf, objects }
    }
    const isConnection = 'pageInfo' in inner.getFields()
    return { kind: 'object', nullable, object: this.object(inner, below, carries, depth), isConnection }
  }

  /** Collects fields by response name in order of occurrence (CollectFields in the GraphQL specification). */
  #collect(type: GraphQLObjectType, selections: readonly SelectionSetNode[]): Collected {
    const found = new Map<string, FieldNode[]>()
    const deferred: Collected['deferred'] = []
    const visited = new Set<InlineFragmentNode | FragmentDefinitionNode>()
    const walk = (set: SelectionSetNode) => {
      for (const selection of set.selections) {
        this.size += 1
        if (this.size > fixedLimits.selections) throw new TooManySelections()
        if (!this.#isIncluded(selection)) continue
        if (selection.kind === Kind.FIELD) {
          const name = selection.alias?.value ?? selection.name.value
          const nodes = found.get(name)
          if (nodes === undefined) found.set(name, [selection])
          else nodes.push(selection)
          continue
        }
        const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments.get(selection.name.value)
        if (fragment === undefined || !this.#applies(type, fragment.typeCondition?.name.value)) continue
        const defer = this.#inParts ? this.#directive(GraphQLDeferDirective, selection) : undefined
        if (defer?.if === true) {
          deferred.push({ label: (defer.label as string | undefined) ?? null, selectionSet: fragment.selectionSet })
        } else if (!visited.has(fragment)) {
          visited.add(fragment)
          walk(fragment.selectionSet)
        }
      }
    }
    for (const set of selections) walk(set)
    return { fields: found, deferred }
  }

  #isIncluded(selection: SelectionNode): boolean {
    return (
      this.#directive(GraphQLSkipDirective, selection)?.if !== true &&
      this.#directive(GraphQLIncludeDirective, selection)?.if !== false
    )
  }

  #applies(type: GraphQLObjectType, condition: string | undefined): boolean {
    if (condition === undefined || condition === type.name) return true
    const other = this.#schema.getType(condition)
    return isAbstractType(other) && this.#schema.isSubType(other, type)
  }
}

const resolverOf = (
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  schema: GraphQLSchema
): FieldPlan['resolve'] => {
  const { name, resolve } = field
  if (resolve === undefined) return (parent) => (parent as Record<string, unknown>)[name]
  if (!introspects(type) && !introspects(field)) return resolve
  const info = introspectionInfo(schema)
  return (parent, args, context) => resolve(parent, args as object, context, info)
}

/** Whether all selected fields of a value are computed from it alone: no reads, no arguments that depend on variables. */
const isSynchronousValue = (value: ValuePlan): boolean => {
  if (value.kind === 'list') return value.stream === null && isSynchronousValue(value.items)
  return value.kind === 'object' ? value.object.isSynchronous : value.kind !== 'abstract'
}

/** Adds memos where caching pays: at the topmost records, and at lists that stay the same as long as their page. */
export const keepTexts = (object: ObjectPlan): void => {
  if (object.isRecord && object.isSynchronous) object.memo = new Memo()
  else {
    for (const { value, hints } of object.fields) keepTextsIn(value, hints.staysSame === true)
    for (const deferred of object.deferred) keepTexts(deferred.object)
  }
}

const keepTextsIn = (value: ValuePlan, staysSame: boolean): void => {
  if (value.kind === 'object') keepTexts(value.object)
  else if (value.kind === 'abstract') value.objects.forEach(keepTexts)
  else if (value.kind === 'list') {
    keepTextsIn(value.items, false)
    if (staysSame && value.stream === null && value.items.kind === 'object' && value.items.object.memo !== null)
      value.memo = new Memo()
  }
}
