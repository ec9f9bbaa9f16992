import {
  __Directive,
  __Field,
  __Schema,
  __Type,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef
} from 'graphql'
import type { CostHints } from '../schema/cost-hints.ts'
import { schema } from '../schema/schema.ts'

type MetaField = GraphQLField<unknown, unknown>

/** Meta fields, which no declared type has. In valid documents the latter two occur only at the root. */
export const metaFields = new Map<string, MetaField>(
  [TypeNameMetaFieldDef, SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field])
)

/** Whether a type or field belongs to introspection: GraphQL reserves this prefix. */
export const introspects = ({ name }: { name: string }): boolean => name.startsWith('__')

/** Introspection resolvers read only the schema. */
export const introspectionInfo = (schema: GraphQLSchema) => ({ schema }) as GraphQLResolveInfo

const info = introspectionInfo(schema)
const types = Object.values(schema.getTypeMap())
const directives = schema.getDirectives()
const fields = types.flatMap((type) =>
  isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
)

/** Introspection types with lists, and all their instances. */
const described: readonly (readonly [GraphQLObjectType, readonly unknown[]])[] = [
  [__Schema, [schema]],
  [__Type, types],
  [__Field, fields],
  [__Directive, directives]
]

/** Cost hints for lists of introspection, which have no page size: each counts with the average length of the non-empty ones. */
export const introspectionHints: ReadonlyMap<MetaField, CostHints> = new Map(
  described.flatMap(([type, all]) =>
    Object.values<MetaField>(type.getFields())
      .filter(({ type }) => isListType(getNullableType(type)) && !isLeafType(getNamedType(type)))
      .map((field) => {
        const listed = all.map((element) => field.resolve?.(element, { includeDeprecated: true }, null, info))
        const lengths = listed.flatMap((list) => (Array.isArray(list) && list.length > 0 ? [list.length] : []))
        const items = Math.ceil(lengths.reduce((sum, length) => sum + length, 0) / Math.max(lengths.length, 1))
        return [field, { items: () => items }]
      })
  )
)
