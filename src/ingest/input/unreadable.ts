/** Why a file is skipped or reading it stopped early. */
export class Unreadable extends Error {}

/** A problem of a file, not of the program. */
export const isReadError = (error: unknown): error is Error =>
  error instanceof Unreadable || (error instanceof Error && 'syscall' in error)
