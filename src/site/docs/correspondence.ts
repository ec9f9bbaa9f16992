import { type GraphQLSchema, getNamedType, isObjectType } from 'graphql'
import { operations, type RestOperation } from '../../rest/operations.ts'
import { describedServices } from '../../services/services.ts'
import { exampleRequest } from './example-request.ts'
import { type GraphQLForm, graphiqlAddress, graphqlForm } from './graphql-twin.ts'

/** A REST operation and its form in the graph, with the values of the example. */
export type Correspondence = {
  operation: RestOperation
  /** The address that calls the operation with its example values. */
  path: string
  form: GraphQLForm
  /** Where GraphiQL opens with it. */
  address: string
  /** `Type.field` of the field that holds what `data` holds in REST. */
  coordinate: string
}

/** `Type.field` at the end of a path of fields from the root. */
const coordinateOf = (schema: GraphQLSchema, fields: readonly string[]): string => {
  let type = schema.getQueryType()
  let coordinate = ''
  for (const name of fields) {
    const field = type?.getFields()[name]
    if (type == null || field === undefined) return ''
    coordinate = `${type.name}.${name}`
    const inner = getNamedType(field.type)
    type = isObjectType(inner) ? inner : null
  }
  return coordinate
}

/** Every operation that the graph answers too, in the order of the specification. */
export const correspondences = (schema: GraphQLSchema): Correspondence[] => {
  const services = describedServices()
  return operations.flatMap((operation) => {
    const { path, raw } = exampleRequest(operation, services)
    const form = graphqlForm(operation, raw)
    if (form === null) return []
    const address = graphiqlAddress(form.query, form.variables)
    return [{ operation, path, form, address, coordinate: coordinateOf(schema, form.fields) }]
  })
}
