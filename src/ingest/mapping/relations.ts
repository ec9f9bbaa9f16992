import type { Decoded, DecodedRelation, DecodedUser, ListKind } from './decoder.ts'
import { isMadeUp } from './made-up-id.ts'
import { type Fields, readCount, readFields, readId, readPastTime, readUsername } from './read-value.ts'

/**
 * Owner and kind of the list in a document, from its address, its file name or the user. `of` is a handle after `@`, or the id of a
 * collection.
 */
export type Subject = { readonly list: ListKind | null; readonly of: string | null }
export const noSubject: Subject = { list: null, of: null }

const accountLists: Readonly<Record<string, ListKind>> = {
  followers: 'followers',
  following: 'following',
  reposts: 'reposts',
  playlist: 'collections'
}
/** Matches the address of an answer of this API, and folders named like it. */
const inAddress = /(?:^|[/\\ ])users[/\\](?:@|%40)?([^/\\?#]+)[/\\](followers|following|reposts|playlist)(?![\w-])/i
const ofCollection = /(?:^|[/\\ ])collections[/\\](\d+)[/\\]posts(?![\w-])/i
/** Matches `@oak.followers.json`, also with a page number. */
const inName = /(?:^|[/\\ ])@([\w.]+?)[._-](followers|following|reposts|playlist)(?![a-z])/i

/** The subject in an address or a file name. */
export const subjectIn = (text: string): Subject => {
  const [, name, list = ''] = inAddress.exec(text) ?? inName.exec(text) ?? []
  const handle = readUsername(name)
  if (handle !== null) return { list: accountLists[list.toLowerCase()] ?? null, of: `@${handle.toLowerCase()}` }
  const id = readId(ofCollection.exec(text)?.[1])
  return id === null ? noSubject : { list: 'collection_posts', of: id }
}

/** Home folders, in which user names are no handles: `/Users/NAME` and `C:\Users\NAME`. */
const home = /^(?:[a-z]:|\/mnt\/[a-z]|\/[a-z]|\/home)?[/\\]users[/\\][^/\\]+/i
export const subjectOfFile = (name: string): Subject => subjectIn(name.replace(home, ''))

export const subjectForms = 'user:HANDLE or collection:ID'
/** The subject in a user's text; null for an invalid text. */
export const readSubject = (text: string): Subject | null => {
  const [, kind = '', name] = /^(user|collection):(.+)$/.exec(text) ?? []
  const key = kind === 'user' ? readUsername(name) : readId(name)
  if (key === null) return null
  return kind === 'user' ? { list: null, of: `@${key.toLowerCase()}` } : { list: 'collection_posts', of: key }
}

/**
 * A list whose members are being read. `newest`: no member was added after this time; null when unknown. `end`: number of members up to the end
 * of the page, 0 when unknown.
 */
export type OpenList = {
  readonly list: ListKind
  readonly of: string | null
  readonly newest: number | null
  readonly end: number
}

/** Unambiguous names of lists. */
const namedLists: ReadonlyMap<string, ListKind> = new Map([
  ['user_followers', 'followers'],
  ['user_following', 'following'],
  ['user_reposted_videos', 'reposts'],
  ...['playlists', 'playList', 'mix_list', 'mix_infos'].map((name) => [name, 'collections'] as const)
])

/** The list in a member of a document; null for any other member. */
export const listIn = (fields: Fields, key: string, { list, of }: Subject): OpenList | null => {
  const { next_max_time } = readFields(fields.pagination)
  // Of an account's lists in this API, only followers are paged by time.
  const ofAnswer =
    key !== 'data' || fields.pagination === undefined ? null : next_max_time === undefined ? 'reposts' : 'followers'
  const kind = namedLists.get(key) ?? list ?? (of === null && ofAnswer === 'reposts' ? null : ofAnswer)
  if (kind === null) return null
  const time = [next_max_time, fields.cursor, fields.max_time].map(readPastTime).find((past) => (past ?? 0) > firstTime)
  const position = readCount(fields.cursor) ?? 0
  return { list: kind, of, newest: time ?? null, end: position < longestList ? position : 0 }
}

/** Unix seconds have ten digits since 2001. Positions without times, which sources do not give, stay below. */
const firstTime = 1_000_000_000
const longestList = 1_000_000

/** Reference to an account in relations and posts: its id if known. */
export const referenceTo = ({ user_id, username }: Pick<DecodedUser, 'user_id' | 'username'>): string =>
  user_id === null || isMadeUp(user_id) ? `@${username.toLowerCase()}` : user_id

/** The relation that notes a given list, with or without members. */
export const givenList = (list: ListKind, owner: string): DecodedRelation => ({
  list,
  owner,
  member: null,
  position: 0
})

/** The relation of a record in a list; null for a record of another kind. `index`: its index in a page of `count`. */
export const relationOf = (
  { list, of, newest, end }: OpenList,
  decoded: Decoded,
  index: number,
  count: number
): DecodedRelation | null => {
  const place = Math.max(0, end - count) + index
  if (decoded.kind === 'collection' && list === 'collections') {
    const { collection } = decoded
    if (collection.owner === null && of !== null) collection.owner = { username: of.slice(1), user_id: null }
    collection.place_in_list = place
    return collection.owner === null ? null : givenList(list, referenceTo(collection.owner))
  }
  if (of === null) return null
  if (decoded.kind === 'user' && (list === 'followers' || list === 'following')) {
    const position = newest === null ? longestList - place : newest - firstTime + count - 1 - index
    return { list, owner: of, member: referenceTo(decoded.user), position: Math.max(0, position) }
  }
  if (decoded.kind !== 'post') return null
  const { post_id, author } = decoded.post
  // A post of the account itself is no repost.
  const isRepost = list === 'reposts' && author?.username.toLowerCase() !== of.slice(1)
  if (!isRepost && list !== 'collection_posts') return null
  return { list, owner: of, member: post_id, position: isRepost ? 0 : place }
}
