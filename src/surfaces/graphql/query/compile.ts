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
  type GraphQLSchema,
  GraphQLSkipDirective,
  GraphQLStreamDirective,
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
import { hintsOf } from '../schema/cost-hints.ts'
import { compileArguments, toVariableValues, type Variables } from './inputs.ts'
import { introspectionHints, introspectionInfo, introspects, metaFields } from './introspection.ts'
import { expectedBytes, leafForm } from './leaves.ts'
import { fixedLimits } from './limits.ts'
import type { FieldPlan, ListPlan, ObjectPlan, QueryPlan, ValuePlan } from './plan.ts'

/** The expanded selections exceed the limit. */
export class TooManySelections extends Error {}

/** Compiles an operation of a valid document, for variables that resolve its conditions. `inParts`: whether `@defer` and `@stream` apply. */
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
type CollectedFields = {
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
      const objects = new Map(types.map((type) => [type.name, this.object(type, below, carries, depth)]))
      return { kind: 'abstract', nullable, typeOf, objects }
    }
    const isConnection = 'pageInfo' in inner.getFields()
    return { kind: 'object', nullable, object: this.object(inner, below, carries, depth), isConnection }
  }

  /** Collects fields by response name in order of occurrence (CollectFields in the GraphQL specification). */
  #collect(type: GraphQLObjectType, selections: readonly SelectionSetNode[]): CollectedFields {
    const found = new Map<string, FieldNode[]>()
    const deferred: CollectedFields['deferred'] = []
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
