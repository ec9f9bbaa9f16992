/**
 * What stands in the place of a post's address that no source has given: the kind of its page. The address itself is made when the post is
 * read, so it has the handle that the author has now, and a given one takes its place.
 */
export const derivedAddresses = { video: '@video', photo: '@photo' } as const

export const isDerivedAddress = (address: unknown): boolean =>
  address === derivedAddresses.video || address === derivedAddresses.photo
