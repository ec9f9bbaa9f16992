import {
  DirectiveLocation,
  GraphQLDirective,
  type GraphQLField,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLSchema,
  getNullableType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  printSchema
} from 'graphql'
import { costDirectivesOf } from './cost-directives.ts'
import { hintsOf, mayFail } from './cost-hints.ts'
import type { Nullability } from './nullabilities.ts'

/** The directive that Relay's compiler, Apollo's and other code generators read from the SDL. */
export const semanticNonNull = new GraphQLDirective({
  name: 'semanticNonNull',
  description:
    'The field is null only with an error at its path. Clients that throw on errors may treat it as non-null.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    levels: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLInt))),
      defaultValue: [0],
      description: 'Levels that it applies to: 0 is the value of the field, 1 the elements of its list.'
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
      if (mayFail(hints)) contain(field)
    }
  }
  return schema
}

const contain = (field: GraphQLField<unknown, unknown>): void => {
  if (!isNonNullType(field.type)) return
  field.type = getNullableType(field.type)
  field.extensions = { ...field.extensions, semanticNonNull: true }
}

/** Whether a field is null only with an error. */
export const isSemanticNonNull = ({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): boolean =>
  // Set only by `contain`.
  extensions.semanticNonNull === true

/**
 * The schema as text. `semantic`: with applied directives, which graphql-js's own printer omits. `strict`: with `!` in their place, for
 * generators that do not know the directive and clients that throw on errors.
 */
export const printSdl = (schema: GraphQLSchema, nullability: Nullability = 'semantic'): string => {
  const isStrict = nullability === 'strict'
  const text = `${printSchema(isStrict ? withoutDirective(schema) : schema)}\n`
  let written = ''
  let end = 0
  const insert = (at: number | undefined, added: string) => {
    written += text.slice(end, at) + added
    end = at ?? end
  }
  for (const definition of parse(text).definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) continue
    const type = schema.getType(definition.name.value)
    for (const { name, type: fieldType, loc } of definition.fields ?? []) {
      const field = isObjectType(type) ? type.getFields()[name.value] : undefined
      if (field === undefined) continue
      if (isSemanticNonNull(field)) {
        if (isStrict) insert(fieldType.loc?.end, '!')
        else insert(loc?.end, ` @${semanticNonNull.name}`)
      }
      insert(loc?.end, costDirectivesOf(field))
    }
  }
  return written + text.slice(end)
}

const withoutDirective = (schema: GraphQLSchema): GraphQLSchema => {
  const config = schema.toConfig()
  return new GraphQLSchema({
    ...config,
    directives: config.directives.filter(({ name }) => name !== semanticNonNull.name)
  })
}
