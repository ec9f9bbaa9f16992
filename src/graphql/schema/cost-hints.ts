import type { GraphQLField } from 'graphql'

type Arguments = Readonly<Record<string, unknown>>

/**
 * What a field may cost, and what is known of its object before it is read; kept in its extensions. A field that may cost a read may
 * fail, and is nullable in the graph for that alone (`nullability.ts`): its type says what it is when nothing fails.
 */
export type CostHints = {
  /** Reads of the source that resolving the field makes at most, once for each parent that does not carry it. */
  reads?: number | ((args: Arguments) => number)
  /** What one of these reads counts in the cost of a query; leave out where it is 1. */
  readCost?: number | undefined
  /** The field is on a record that may have to be looked up: free when the parent carries it, one read for all such fields. */
  lookUp?: boolean
  /** The field reads nothing and may still fail: what it is given may be wrong. */
  mayFail?: boolean
  /** Every element of the list succeeds or fails for itself. */
  failsByElement?: boolean
  /**
   * Fields of the object returned that are at hand without a look-up; leave out when all that could be looked up are. Fields with `reads`
   * of their own are at hand where they are named here.
   */
  carries?: readonly string[]
  /** How many elements the field returns; for a connection, how many its `edges` and `nodes` have. */
  items?: (args: Arguments) => number
  /** How long the JSON of the value is expected to be, in bytes; leave out where it is as for others of its type. */
  bytes?: number | undefined
  /** The field lists the elements of the connection it is on. */
  listsItems?: boolean
  /** The value stays the same object for as long as what it is read from is in the cache. */
  staysSame?: boolean
  /**
   * Stands for the object while it is waited for: it carries the key that the fields below read by, so that their reads run beside the
   * look-up instead of after it.
   */
  stub?: (args: Arguments) => object | null
}

/** A search over everything there is takes as long as ten look-ups. Rooms on the air are few, and terms to suggest are found by their beginning. */
export const searchCost = 10

export const costHints = (hints: CostHints) => ({ cost: hints })

const none: CostHints = {}

export const hintsOf = ({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): CostHints =>
  // Only `costHints` writes there.
  (extensions.cost as CostHints | undefined) ?? none

/** Whether resolving a field may fail on its own, without anything being wrong with its parent. */
export const mayFail = ({ reads, lookUp, mayFail }: CostHints): boolean =>
  reads !== undefined || lookUp === true || mayFail === true
