import type { Among, Route, Shows } from '../route.ts'
import { Empty } from './states.tsx'

/** What a live source cannot answer, as the server writes it into the page: operations by operationId, with the reason. */
type SourceLacks = { readonly source: string; readonly operations: Readonly<Record<string, string>> }

const written = document.documentElement.dataset.lacks
const lacks: SourceLacks | null = written === undefined ? null : JSON.parse(written)

type Need = readonly [operation: string, what: string]
const needsOfView: { readonly [V in Route['view']]?: Need } = {
  post: ['getPost', 'single posts'],
  sound: ['getSound', 'sounds'],
  sounds: ['listSoundLibrary', 'the sound library'],
  hashtag: ['listChallengePosts', 'posts of a hashtag'],
  place: ['getPlace', 'places'],
  collection: ['getCollection', 'collections'],
  effect: ['getEffect', 'effects'],
  live: ['getLiveRoom', 'live rooms']
}
const needsOfTab: Readonly<Record<Shows | Among, Need>> = {
  posts: ['listUserPosts', 'posts of a creator'],
  reposts: ['listUserReposts', 'reposts'],
  followers: ['listUserFollowers', 'followers'],
  creators: ['searchUsers', 'searches for creators'],
  live: ['searchLive', 'searches for live rooms']
}
const searchPosts: Need = ['search', 'searches for posts']
/** No source has lists of everything, which these views filter or rank. */
const ofEverything: readonly Route['view'][] = ['find', 'trending']

const needOf = (route: Route): Need | undefined => {
  if (route.view === 'creator') return needsOfTab[route.shows]
  if (route.view === 'search') return route.among === 'posts' ? searchPosts : needsOfTab[route.among]
  return needsOfView[route.view]
}

/** Why the source cannot answer a view, for visitors; null where it can. */
export const lackOf = (route: Route): string | null => {
  if (lacks === null) return null
  if (ofEverything.includes(route.view)) {
    return `The data come live from the source ${lacks.source}, which has no list of everything: open a creator or search instead.`
  }
  const [operation = '', what = ''] = needOf(route) ?? []
  const reason = lacks.operations[operation]
  return reason === undefined
    ? null
    : `The data come live from the source ${lacks.source}, which has no ${what}. ${reason}.`
}

/** Whether a view has parts besides what the source lacks. */
const hasParts = ({ view }: Route): boolean => view === 'creator' || view === 'search'

/** In place of a view that the source cannot answer. */
export const lackingView = (route: Route) => {
  const reason = hasParts(route) ? null : lackOf(route)
  return reason === null ? null : (
    <Empty as="h1" title="Not available here">
      <p>{reason}</p>
    </Empty>
  )
}

/** What the source lacks, for visitors of the first page. */
export const SourceNote = () => {
  if (lacks === null) return null
  const needs = [...Object.values(needsOfView), ...Object.values(needsOfTab), searchPosts]
  const missing = needs.filter(([operation]) => lacks.operations[operation] !== undefined).map(([, what]) => what)
  return (
    <p class="quiet">
      The data come live from the source {lacks.source}. Not available here:{' '}
      {[...missing, 'finding and ranking by numbers'].join(', ')}. <a href="/docs">What each operation needs</a>
    </p>
  )
}
