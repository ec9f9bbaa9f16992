import { readPostAddress } from '../../records/identifiers.ts'
import type { Route } from '../views/route.ts'

export * from '../views/route.ts'

/** The direct route of typed text: a handle, or the URL of a post. Null for a search. */
export const shortcutOf = (typed: string): Route | null => {
  const username = /^@([^\s/]{1,64})$/.exec(typed)?.[1]
  if (username !== undefined) return { view: 'creator', username, shows: 'posts' }
  const address = /^https?:\/\/\S+$/i.test(typed) ? readPostAddress(typed) : null
  return address === null || address === 'short link' ? null : { view: 'post', id: address.id }
}
