/** Why a file is skipped or reading it stopped early. */
export class Unreadable extends Error {}

/** A file of a kind that is not read. In folders and archives there are many. */
export class OtherKind extends Unreadable {}

/** A file that was read to its end and has no records. */
export class WithoutRecords extends Unreadable {}

/** A problem of a file, not of the program. */
export const isReadError = (error: unknown): error is Error =>
  error instanceof Unreadable || (error instanceof Error && 'syscall' in error)
