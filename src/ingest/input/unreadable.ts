/** Why a file is skipped or reading it stopped early. */
export class Unreadable extends Error {}

/** A file of an unsupported kind. Folders and archives may have many. */
export class OtherKind extends Unreadable {}

/** A file that was completely read and has no records. */
export class WithoutRecords extends Unreadable {}

/** A problem of a file, not of the program. */
export const isReadError = (error: unknown): error is Error =>
  error instanceof Unreadable || (error instanceof Error && 'syscall' in error)
