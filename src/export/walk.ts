/** Where an export goes on: fit for a file, and opaque to all but the walk that made it. Null at the end. */
export type Next = Readonly<Record<string, string | number | readonly (string | number)[]>> | null

/** Some records of an export, and where the next ones are. */
export type Piece = { rows: readonly unknown[]; next: Next }

/** Everything that is asked for from one place on, piece by piece; null begins. */
export type Walk = (from: Next) => AsyncIterable<Piece>
