import { eachOnce } from './unique.ts'

/** A location in the explorer. All state is in the URL, so links can be shared and reloaded. */
export type Route =
  | { view: 'start' }
  | { view: 'search'; keyword: string; among: Among }
  | { view: 'creator'; username: string; shows: Shows }
  | { view: 'find'; of: Findable; conditions: Conditions; order: string | null; as: FoundAs }
  | { view: 'compare'; names: readonly string[] }
  | { view: 'lists' }
  | { view: 'list'; name: string; handles: readonly string[] | null }
  | { view: 'sounds'; sort: Sort }
  | { view: 'trending'; kind: Rising; window: TrendDays }
  | { view: ThingView; id: string }

export type FindRoute = Extract<Route, { view: 'find' }>

/** Views of one object with an id. */
export const thingViews = ['post', 'sound', 'hashtag', 'place', 'collection', 'effect', 'live'] as const
export type ThingView = (typeof thingViews)[number]

export const amongs = ['posts', 'creators', 'live'] as const
export type Among = (typeof amongs)[number]

/** Records that can be found by conditions. */
export const findables = ['creators', 'posts'] as const
export type Findable = (typeof findables)[number]

/** Views of found records. */
export const foundForms = ['table', 'grid'] as const
export type FoundAs = (typeof foundForms)[number]

/** Conditions by name, as the URL has them: `followers=10000-100000`. */
export type Conditions = Readonly<Record<string, string>>

export const showables = ['posts', 'reposts', 'followers'] as const
export type Shows = (typeof showables)[number]

export const sorts = ['hot', 'new'] as const
export type Sort = (typeof sorts)[number]

/** Rankings and windows of the trending page. */
export const risings = ['sounds', 'hashtags', 'creators', 'posts'] as const
export type Rising = (typeof risings)[number]

export const trendDays = ['week', 'day', 'month'] as const
export type TrendDays = (typeof trendDays)[number]

/** Number of creators that can be compared. */
export const comparable = { least: 2, most: 8 } as const

/** Maximum names read from the URL of a comparison, valid or not; far more than can be compared. */
const maxCompared = 50

/** Maximum creators on a list. */
export const maxListed = 500

/** The list that exists by default. */
export const firstList = 'Shortlist'

const namesIn = (list: string, most: number): string[] =>
  eachOnce(
    list
      .split(',')
      .map((name) => name.trim().replace(/^@/, ''))
      .filter((name) => name !== '')
  ).slice(0, most)

const oneOf = <T extends string>(allowed: readonly [T, ...T[]], text: string | null): T =>
  allowed.find((value) => value === text) ?? allowed[0]

export const start: Route = { view: 'start' }

/** The route of a URL; the start page for an unknown one. */
export const routeOf = (search: string): Route => {
  const query = new URLSearchParams(search)
  const keyword = query.get('search')?.trim()
  if (keyword) return { view: 'search', keyword, among: oneOf(amongs, query.get('among')) }
  // Reports were once separate pages, whose addresses people have saved.
  const username = (query.get('creator') ?? query.get('report'))?.trim().replace(/^@/, '')
  if (username) return { view: 'creator', username, shows: oneOf(showables, query.get('shows')) }
  const compared = query.get('compare')
  if (compared !== null) return { view: 'compare', names: namesIn(compared, maxCompared) }
  if (query.has('find')) {
    const { find, order = null, as, ...conditions } = Object.fromEntries(query)
    return {
      view: 'find',
      of: oneOf(findables, find ?? null),
      conditions,
      order,
      as: oneOf(foundForms, as ?? null)
    }
  }
  if (query.has('lists')) return { view: 'lists' }
  if (query.has('shortlist')) return { view: 'list', name: firstList, handles: null }
  const list = query.get('list')?.trim()
  if (list) {
    const handles = query.get('creators')
    return { view: 'list', name: list, handles: handles === null ? null : namesIn(handles, maxListed) }
  }
  if (query.has('sounds')) return { view: 'sounds', sort: oneOf(sorts, query.get('sounds')) }
  if (query.has('trending')) {
    const [kind, window] = [query.get('trending'), query.get('window')]
    return { view: 'trending', kind: oneOf(risings, kind), window: oneOf(trendDays, window) }
  }
  for (const view of thingViews) {
    const id = query.get(view)?.trim()
    if (id) return { view, id }
  }
  return start
}

/** Whether a route has a numeric id. */
export const isNumber = (id: string): boolean => /^\d+$/.test(id)

/** The hashtag name used instead of an id in a route; null for an id. Digits are an id unless a # precedes them. */
export const hashtagNameIn = (id: string): string | null => (isNumber(id) ? null : id.replace(/^[#﹟＃\s]+/, ''))

export type LinkedHashtag = { readonly hashtagId: string | null; readonly name: string | null }
export type LinkedSound = { readonly id: string; readonly soundId: string | null }

/** A hashtag's page, by name if it has no id; null if neither is known. */
export const hashtagRoute = ({ hashtagId, name }: LinkedHashtag): Extract<Route, { view: ThingView }> | null => {
  const id = hashtagId ?? (name !== null && isNumber(name) ? `#${name}` : name)
  return id === null ? null : { view: 'hashtag', id }
}

/** A sound's page, by its global id if it has no id of the platform. */
export const soundRoute = ({ id, soundId }: LinkedSound): Route => ({ view: 'sound', id: soundId ?? id })

/** The URL of a route. */
export const addressOf = (route: Route): string => {
  if (route.view === 'start') return '/'
  if (route.view === 'search') {
    return `/?${new URLSearchParams({ search: route.keyword, ...(route.among === 'posts' ? {} : { among: route.among }) })}`
  }
  if (route.view === 'creator') {
    return `/?${new URLSearchParams({ creator: route.username, ...(route.shows === 'posts' ? {} : { shows: route.shows }) })}`
  }
  if (route.view === 'compare') return `/?compare=${route.names.map(encodeURIComponent).join(',')}`
  if (route.view === 'find') {
    const { of, conditions, order, as } = route
    return `/?${new URLSearchParams({ find: of, ...conditions, ...(order !== null && { order }), ...(as !== 'table' && { as }) })}`
  }
  if (route.view === 'lists') return '/?lists'
  if (route.view === 'list') {
    const { name, handles } = route
    const creators = handles === null ? '' : `&creators=${handles.map(encodeURIComponent).join(',')}`
    return `/?${new URLSearchParams({ list: name })}${creators}`
  }
  if (route.view === 'sounds') return `/?sounds=${route.sort}`
  if (route.view === 'trending') {
    return `/?${new URLSearchParams({ trending: route.kind, ...(route.window === 'week' ? {} : { window: route.window }) })}`
  }
  return `/?${new URLSearchParams({ [route.view]: route.id })}`
}
