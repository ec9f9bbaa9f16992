import { createHash } from 'node:crypto'
import type { Cells } from '../sql/columns.ts'

/** A text with the name under which a connection prepares it once. */
export type Statement = { readonly name: string; readonly text: string }

/** Named after what it says: two versions behind one pooler never take the other's statement for their own. */
export const statement = (text: string): Statement => ({
  name: `clipgraph_${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`,
  text
})

export type Value = string | number | null | readonly (string | number | null)[]

/** What one read asks through. */
export type Reader = {
  /** One round trip. */
  rows(statement: Statement, ...values: readonly Value[]): Promise<readonly Cells[]>
  /** Address under which this server's own pictures and sounds are reached, without a trailing slash; null when they are not served. */
  base: string | null
}
