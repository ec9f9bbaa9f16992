import { idPattern } from '../records/identifiers.ts'

/** Where in the explorer somebody is. All of it stands in the address, so links can be shared and reloaded. */
export type Route =
  | { view: 'start' }
  | { view: 'search'; keyword: string; among: Among }
  | { view: 'creator'; username: string; shows: Shows }
  | { view: 'sounds'; sort: Sort }
  | { view: ThingView; id: string }

/** Views of one thing that has an id. */
export const thingViews = ['post', 'sound', 'hashtag', 'place', 'collection', 'effect', 'live'] as const
export type ThingView = (typeof thingViews)[number]

export const amongs = ['posts', 'creators', 'live'] as const
export type Among = (typeof amongs)[number]

export const showables = ['posts', 'reposts', 'followers'] as const
export type Shows = (typeof showables)[number]

export const sorts = ['hot', 'new'] as const
export type Sort = (typeof sorts)[number]

const oneOf = <T extends string>(known: readonly [T, ...T[]], text: string | null): T =>
  known.find((value) => value === text) ?? known[0]

export const start: Route = { view: 'start' }

/** The route an address stands for; the start for one that says nothing. */
export const routeOf = (search: string): Route => {
  const query = new URLSearchParams(search)
  const keyword = query.get('search')?.trim()
  if (keyword) return { view: 'search', keyword, among: oneOf(amongs, query.get('among')) }
  const username = query.get('creator')?.trim().replace(/^@/, '')
  if (username) return { view: 'creator', username, shows: oneOf(showables, query.get('shows')) }
  if (query.has('sounds')) return { view: 'sounds', sort: oneOf(sorts, query.get('sounds')) }
  for (const view of thingViews) {
    const id = query.get(view)?.trim()
    if (id) return { view, id }
  }
  return start
}

/** The address of a route. */
export const addressOf = (route: Route): string => {
  if (route.view === 'start') return '/'
  if (route.view === 'search') {
    return `/?${new URLSearchParams({ search: route.keyword, ...(route.among === 'posts' ? {} : { among: route.among }) })}`
  }
  if (route.view === 'creator') {
    return `/?${new URLSearchParams({ creator: route.username, ...(route.shows === 'posts' ? {} : { shows: route.shows }) })}`
  }
  if (route.view === 'sounds') return `/?sounds=${route.sort}`
  return `/?${new URLSearchParams({ [route.view]: route.id })}`
}

/** The address of a post. */
const address = new RegExp(`^https?://\\S*/video/(${idPattern})`)

/** Where something typed leads at once: a handle, or the address of a post. Null for words to search. */
export const shortcutOf = (typed: string): Route | null => {
  const username = /^@([^\s/]{1,64})$/.exec(typed)?.[1]
  if (username !== undefined) return { view: 'creator', username, shows: 'posts' }
  const postId = address.exec(typed)?.[1]
  return postId === undefined ? null : { view: 'post', id: postId }
}
