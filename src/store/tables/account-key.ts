/**
 * What look-ups and lists compare with the key of an account: its handle, or, where another account has taken that, `:` and its id. No
 * handle has a colon.
 */
export const accountKey = (alias: string): string => `coalesce(${alias}.handle, ':' || ${alias}.user_id)`
