/**
 * Stored in place of a post's address if no source has given one: the kind of its page. The address is derived when the post is read, so that
 * it has the author's current handle, and a given address replaces it.
 */
export const derivedAddresses = { video: '@video', photo: '@photo' } as const

export const isDerivedAddress = (address: unknown): boolean =>
  address === derivedAddresses.video || address === derivedAddresses.photo
