/**
 * SQL for the key of an account in look-ups and lists: its handle, or, if another account has taken that, `:` and its id. No handle has a
 * colon.
 */
export const accountKey = (alias: string): string => `coalesce(${alias}.handle, ':' || ${alias}.user_id)`
