/**
 * Orders posts of one second as their ids do: the last 53 bits of an id, of which the platform makes the first ones of the time. Rows that
 * have the same one in the same second, which ids of the platform never have, follow each other by their keys.
 */
export const idOrderOf = (postId: string): number => Number(BigInt.asUintN(53, BigInt(postId)))
