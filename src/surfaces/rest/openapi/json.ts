/** A part of the contract. */
export type Json = { readonly [key: string]: unknown }

const ref =
  (kind: 'schemas' | 'responses' | 'headers' | 'parameters') =>
  (name: string): Json => ({ $ref: `#/components/${kind}/${name}` })

export const schemaRef = ref('schemas')
export const responseRef = ref('responses')
export const parameterRef = ref('parameters')

/** References to response headers, each described once in the components. */
export const headerRefs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, ref('headers')(name)]))
