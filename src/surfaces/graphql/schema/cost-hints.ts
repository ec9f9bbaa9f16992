import type { GraphQLField } from 'graphql'

/** The given arguments of a field. */
export type GivenArguments = Readonly<Record<string, unknown>>

/** How lists are filtered on this server. */
export type Filtering = {
  /** Whether the source filters, sorts and counts lists. */
  readonly hasFilters: boolean
  /** Maximum posts of a list that are read if it does not. */
  readonly maxScan: number
}

/**
 * The cost of a field, and which fields of its object are available without a read; stored in its extensions. A field that may cost a read
 * may fail, and is nullable in the graph for that reason alone (`nullability.ts`): its declared type is the one without failures.
 */
export type CostHints = {
  /** Maximum reads of the resolver, once for each parent that does not carry the value. */
  reads?: number | ((args: GivenArguments, filtering: Filtering) => number)
  /** The cost of one of these reads; 1 by default. */
  readCost?: number | ((args: GivenArguments, filtering: Filtering) => number) | undefined
  /**
   * The field is part of a record that may have to be looked up: free when the parent carries it, otherwise one read for all such fields.
   */
  lookUp?: boolean
  /** The field makes no reads but may fail, because its arguments may be invalid. */
  mayFail?: boolean
  /**
   * Fields of the returned object that need no look-up; omitted if no field needs one. A field with its own `reads` needs none if it is in this
   * list.
   */
  carries?: readonly string[]
  /** Number of elements the field returns; for a connection, the length of its `edges` and `nodes`. */
  items?: (args: GivenArguments) => number
  /** Expected length of the value's JSON, in bytes; by default that of the type. */
  bytes?: number | undefined
  /** The field lists the elements of the connection it is on. */
  listsItems?: boolean
  /** The value stays the same object while the data it comes from is cached. */
  staysSame?: boolean
  /**
   * Placeholder while the object is being looked up: it carries the key that the fields below read by, so their reads run in parallel with
   * the look-up.
   */
  stub?: (args: GivenArguments) => object | null
}

/** The value of a hint that may depend on arguments and on how lists are filtered. */
export const hintValue = (hint: NonNullable<CostHints['reads']>, args: GivenArguments, filtering: Filtering): number =>
  typeof hint === 'function' ? hint(args, filtering) : hint

/** Description for types with fields of `lookUp`. */
export const oneReadForAll = 'Fields that name no cost take one read together, where the parent does not have them.'

/** A search over all documents, or a filter, takes as long as ten look-ups. Not so live rooms, which are few, and suggestions, found by prefix. */
export const searchCost = 10

export const costHints = (hints: CostHints) => ({ cost: hints })

const none: CostHints = {}

export const hintsOf = ({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): CostHints =>
  // Set only by `costHints`.
  (extensions.cost as CostHints | undefined) ?? none

/** Whether the resolver of a field may fail by itself. */
export const mayFail = ({ reads, lookUp, mayFail }: CostHints): boolean =>
  reads !== undefined || lookUp === true || mayFail === true
