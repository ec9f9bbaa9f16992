import { idPattern } from '../records/identifiers.ts'
import type { Route } from '../views/route.ts'

export * from '../views/route.ts'

/** The address of a post. */
const address = new RegExp(`^https?://\\S*/video/(${idPattern})`)

/** Where something typed leads at once: a handle, or the address of a post. Null for words to search. */
export const shortcutOf = (typed: string): Route | null => {
  const username = /^@([^\s/]{1,64})$/.exec(typed)?.[1]
  if (username !== undefined) return { view: 'creator', username, shows: 'posts' }
  const postId = address.exec(typed)?.[1]
  return postId === undefined ? null : { view: 'post', id: postId }
}
