import { GraphQLSchema } from 'graphql'

const plainSchemas = new WeakMap<GraphQLSchema, GraphQLSchema>()

/** The same types for executors that refuse a schema with `@defer` and `@stream`, such as graphql-js's own. */
export const plainOf = (schema: GraphQLSchema): GraphQLSchema => {
  const known = plainSchemas.get(schema)
  if (known !== undefined) return known
  const directives = schema.getDirectives().filter(({ name }) => name !== 'defer' && name !== 'stream')
  const plain = new GraphQLSchema({ ...schema.toConfig(), directives })
  plainSchemas.set(schema, plain)
  return plain
}
