/** SQLite stores integers of this size in six bytes. */
const bits = 47

/**
 * Orders posts of one second by id: its last bits; the platform's ids have the time in the first 32. Posts equal in second and bits, which
 * the platform never makes, are ordered by row.
 */
export const idOrderOf = (postId: string): number => Number(BigInt.asUintN(bits, BigInt(postId)))
