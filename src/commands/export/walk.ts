/** Where an export continues: serializable, and opaque to all but the walk that made it. Null at the end. */
export type Next = Readonly<Record<string, string | number | readonly (string | number)[]>> | null

/** Some records of an export and where the next ones start. */
export type RecordBatch = { rows: readonly unknown[]; next: Next }

/** All records from a position, piece by piece; null starts at the beginning. */
export type Walk = (from: Next) => AsyncIterable<RecordBatch>
