import {
  DirectiveLocation,
  GraphQLDirective,
  type GraphQLField,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLSchema,
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  printSchema
} from 'graphql'
import { hintsOf, mayFail } from './cost-hints.ts'

/** The directive that clients know: Relay's compiler, Apollo's and other code generators read it from the SDL. */
export const semanticNonNull = new GraphQLDirective({
  name: 'semanticNonNull',
  description:
    'The field is null only with an error at its path. Clients that throw on errors may treat it as non-null.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    levels: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLInt))),
      defaultValue: [0],
      description: 'Levels it applies to: 0 is the field’s value, 1 the elements of its list.'
    }
  }
})

/**
 * Makes every field that may fail nullable, so that a failure stays local, and marks the field as semantically non-null. The builder's
 * types describe fields without failures, and resolvers must return those.
 */
export const containFailures = (schema: GraphQLSchema): GraphQLSchema => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const hints = hintsOf(field)
      if (mayFail(hints)) contain(field, hints.failsByElement === true)
    }
  }
  return schema
}

const contain = (field: GraphQLField<unknown, unknown>, byElement: boolean): void => {
  const levels = isNonNullType(field.type) ? [0] : []
  field.type = getNullableType(field.type)
  if (byElement && isListType(field.type) && isNonNullType(field.type.ofType)) {
    field.type = new GraphQLList(getNullableType(field.type.ofType))
    levels.push(1)
  }
  field.extensions = { ...field.extensions, semanticNonNull: levels }
}

/** Levels at which a field is null only with an error; none for other fields. */
export const semanticLevels = ({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): readonly number[] =>
  // Set only by `contain`.
  (extensions.semanticNonNull as readonly number[] | undefined) ?? []

/** The schema as text, with applied directives, which graphql-js's own printer omits. */
export const printSdl = (schema: GraphQLSchema): string => {
  const text = `${printSchema(schema)}\n`
  let written = ''
  let end = 0
  for (const definition of parse(text).definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) continue
    const type = schema.getType(definition.name.value)
    for (const { name, loc } of definition.fields ?? []) {
      const field = isObjectType(type) ? type.getFields()[name.value] : undefined
      const levels = field === undefined ? [] : semanticLevels(field)
      if (loc === undefined || levels.length === 0) continue
      const given = levels.join() === '0' ? '' : `(levels: [${levels.join(', ')}])`
      written += `${text.slice(end, loc.end)} @${semanticNonNull.name}${given}`
      end = loc.end
    }
  }
  return written + text.slice(end)
}
