import type { Among, Route, Shows, Sort, ThingView, TrendDays } from './route.ts'

/** Titles of views: in the browser's tab and history, and in previews of shared links. */

export const siteName = 'clipgraph'
const slogan = 'Short-video data as one graph'

/** The title of a page; null for the start page. */
export const pageTitle = (title: string | null): string =>
  title === null ? `${siteName} · ${slogan}` : `${title} · ${siteName}`

export type Person = { readonly username: string; readonly displayName: string | null }

const longest = 70

/** Shortened to one line that fits a tab or a search result. */
export const shortened = (text: string, length = longest): string => {
  const letters = [...text.replace(/\s+/g, ' ').trim()]
  return letters.length <= length
    ? letters.join('')
    : `${letters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}

const nameOf = ({ username, displayName }: Person) => displayName?.trim() || username

const lists: Readonly<Record<Shows, string>> = { posts: 'Posts', reposts: 'Reposts', followers: 'Followers' }
const results: Readonly<Record<Among, string>> = { posts: 'Posts', creators: 'Creators', live: 'Live rooms' }
const orders: Readonly<Record<Sort, string>> = { hot: 'Most used sounds', new: 'Newest sounds' }

/** Windows of the trending page in words. */
export const windowWords: Readonly<Record<TrendDays, string>> = {
  day: 'the last 24 hours',
  week: 'the last 7 days',
  month: 'the last 30 days'
}

/** Titles of found objects, without the site's name. */
export const titles = {
  creator: (creator: Person, shows: Shows): string => {
    const name = `${shortened(nameOf(creator))} (@${creator.username})`
    return shows === 'posts' ? name : `${lists[shows]} of ${name}`
  },
  post: ({ caption, author }: { caption: string | null; author: Person | null }): string => {
    const by = author === null ? '' : ` by ${shortened(nameOf(author), 30)}`
    return caption?.trim() ? `${shortened(caption, 60)}${by === '' ? '' : `, post${by}`}` : `Post${by}`
  },
  sound: ({ title, author }: { title: string | null; author: string | null }): string =>
    `${shortened(title ?? 'Untitled sound')}${author === null ? '' : `, sound by ${shortened(author, 30)}`}`,
  hashtag: ({ name }: { name: string | null }): string => (name === null ? 'Hashtag' : `#${shortened(name)}`),
  place: ({ name }: { name: string | null }): string => (name ? `${shortened(name)}, place` : 'Place'),
  collection: ({ name }: { name: string | null }): string => `${shortened(name ?? 'Untitled')}, collection`,
  effect: ({ name }: { name: string }): string => `${shortened(name)}, effect`,
  live: ({ title, streamer }: { title: string | null; streamer: Person | null }): string =>
    `${shortened(title?.trim() || 'Live room')}${streamer === null ? '' : `, live room of ${shortened(nameOf(streamer), 30)}`}`
} as const

/** The noun for a sound; null if its origin is unknown. */
export const soundKind = (isOriginal: boolean | null): string =>
  isOriginal === null ? 'Sound' : isOriginal ? 'Original sound' : 'Licensed track'

const nouns: Readonly<Record<ThingView, string>> = {
  post: 'post',
  sound: 'sound',
  hashtag: 'hashtag',
  place: 'place',
  collection: 'collection',
  effect: 'effect',
  live: 'live room'
}

/** The title if nothing is found. `kind`: the noun for the requested object. */
export const missingTitle = (kind: string): string => `No such ${kind}`

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** The title that a URL gives before anything is loaded. Null for the start page. */
export const titleOfRoute = (route: Route): string | null => {
  switch (route.view) {
    case 'start':
      return null
    case 'search':
      return `${results[route.among]} for ${shortened(route.keyword)}`
    case 'sounds':
      return orders[route.sort]
    case 'trending':
      return `Trending ${route.kind} of ${windowWords[route.window]}`
    case 'compare':
      return route.names.length === 0
        ? 'Compare creators'
        : shortened(`${route.names.map((name) => `@${name}`).join(', ')} compared`)
    case 'find':
      return `Find ${route.of}`
    case 'lists':
      return 'Lists'
    case 'list':
      return shortened(route.name)
    case 'creator': {
      const handle = `@${shortened(route.username, 64)}`
      return route.shows === 'posts' ? handle : `${lists[route.shows]} of ${handle}`
    }
    default:
      return capital(nouns[route.view])
  }
}

/** The noun for the object of a route. */
const kindOf = ({ view }: Route): string => {
  switch (view) {
    case 'start':
    case 'search':
    case 'sounds':
    case 'trending':
    case 'compare':
    case 'find':
    case 'lists':
    case 'list':
      return 'page'
    case 'creator':
      return 'creator'
    default:
      return nouns[view]
  }
}

/** The title of a URL whose object does not exist. */
export const missingTitleOf = (route: Route): string => missingTitle(kindOf(route))
