/**
 * An operation with the types of its data and its variables, as code generators write it: any library's `TypedDocumentNode` fits, and
 * this fits wherever one of them is asked for. It is declared here so that the client's types need no package.
 */
export type TypedDocument<R, V> = {
  // biome-ignore lint/suspicious/noExplicitAny: graphql 16 has an enum here, which takes no text and is taken for none
  readonly kind: any
  // biome-ignore lint/suspicious/noExplicitAny: every library has types of its own for the same tree
  readonly definitions: readonly any[]
  /** Never there; libraries have agreed on this name to carry the types. */
  readonly __apiType?: (variables: V) => R
}
