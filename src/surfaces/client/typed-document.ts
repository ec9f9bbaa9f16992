/**
 * An operation with types for its data and variables, compatible with every library's `TypedDocumentNode`. Declared here so that the
 * client's types need no package.
 */
export type TypedDocument<R, V> = {
  // biome-ignore lint/suspicious/noExplicitAny: graphql 16 has an enum here, which takes no text and is taken for none
  readonly kind: any
  // biome-ignore lint/suspicious/noExplicitAny: every library has types of its own for the same tree
  readonly definitions: readonly any[]
  /** Never present; the name by which libraries agreed to carry the types. */
  readonly __apiType?: (variables: V) => R
}
