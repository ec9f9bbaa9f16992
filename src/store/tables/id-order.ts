/** SQLite stores integers of this size in six bytes. */
const bits = 47

/**
 * Orders posts of one second by the last bits of their ids; the platform's ids have the time in the first 32 bits. Posts with the same second
 * and bits, which the platform never creates, are ordered by row.
 */
export const idOrderOf = (postId: string): number => Number(BigInt.asUintN(bits, BigInt(postId)))
