import type { Awaitable } from '../../core/awaitable.ts'
import { CommandError } from '../../core/errors.ts'
import type { Scope } from '../../core/scope.ts'
import { isId } from '../../records/identifiers.ts'
import { challenges } from '../../services/challenges.ts'
import type { Deps } from '../../services/operation.ts'
import type { PostFeed } from '../../services/post-lists.ts'
import { operations, type RestOperation } from '../../surfaces/rest/operations.ts'

type OperationInput = Readonly<Record<string, string | number>>

/** Something to export and its written form: a kind, its key, and a list of it. */
type TargetRow = {
  form: string
  /** The operation that provides it. */
  id: string
  /** The operation's input for a key, unless it is simply the first input. */
  given?: (key: string, deps: Deps, scope: Scope) => Awaitable<OperationInput>
  /** Posts come newest first, so an export with `--since` can stop early. */
  isNewestFirst?: true
  /** The list of posts that can be filtered and sorted. */
  feed?: PostFeed
}

/** Posts of a hashtag are requested by its id. A name is looked up; digits are an id unless # marks a name. */
export const challengeOf: NonNullable<TargetRow['given']> = async (key, deps, scope) => {
  if (isId(key)) return { challengeId: key }
  const { id } = await challenges.hashtag(deps, scope, { name: key })
  if (id !== null) return { challengeId: id }
  throw new CommandError(
    `Hashtag ${key} has no id in these data, and so no list of posts; search:${key}/videos finds them.`
  )
}

/** All targets except histories, lists of everything, `all` and those with a FILE. The parser, the help and a completeness test read this table. */
const rows: readonly TargetRow[] = [
  { form: 'user:NAME', id: 'getUser' },
  { form: 'user:NAME/posts', id: 'listUserPosts', feed: 'userPosts', isNewestFirst: true },
  { form: 'user:NAME/reposts', id: 'listUserReposts' },
  { form: 'user:NAME/followers', id: 'listUserFollowers' },
  { form: 'user:NAME/collections', id: 'getUserPlaylist' },
  { form: 'user:NAME/scorecard', id: 'getCreatorScorecard' },
  { form: 'user:NAME/live', id: 'getLiveStatus' },
  { form: 'user-id:ID', id: 'getUserById' },
  { form: 'post:ID', id: 'getPost', given: (key) => (isId(key) ? { videoId: key } : { url: key }) },
  { form: 'sound:ID', id: 'getSound' },
  { form: 'sound:ID/posts', id: 'listSoundPosts', feed: 'soundPosts', isNewestFirst: true },
  { form: 'sounds', id: 'listSoundLibrary', given: () => ({}) },
  { form: 'sounds:SORT', id: 'listSoundLibrary', given: (sort) => ({ sort }) },
  {
    form: 'hashtag:NAME/posts',
    id: 'listChallengePosts',
    given: challengeOf,
    feed: 'hashtagPosts',
    isNewestFirst: true
  },
  { form: 'place:ID', id: 'getPlace' },
  { form: 'place:ID/posts', id: 'listPlacePosts', feed: 'placePosts', isNewestFirst: true },
  { form: 'collection:ID', id: 'getCollection' },
  { form: 'collection:ID/posts', id: 'listCollectionPosts', feed: 'collectionPosts' },
  { form: 'search:KEYWORD', id: 'search' },
  { form: 'search:KEYWORD/posts', id: 'search' },
  { form: 'search:KEYWORD/videos', id: 'searchVideos', feed: 'searchVideos' },
  { form: 'search:KEYWORD/users', id: 'searchUsers' },
  { form: 'search:KEYWORD/live', id: 'searchLive' },
  { form: 'search:KEYWORD/suggestions', id: 'suggest' },
  { form: 'live:ID', id: 'getLiveRoom' },
  { form: 'effect:ID', id: 'getEffect' }
]

/** An operation with its input. */
export type OperationTarget = {
  /** As written by the user. */
  what: string
  operation: RestOperation
  isNewestFirst: boolean
  feed: PostFeed | null
  given: (deps: Deps, scope: Scope) => Awaitable<OperationInput>
}

/** Kinds whose counts over time can be exported. */
export type HistoryKind = 'user' | 'post' | 'sound' | 'hashtag'

/** Targets with the counts over time of one object. */
const histories: readonly { form: string; of: HistoryKind }[] = [
  { form: 'user:NAME/history', of: 'user' },
  { form: 'post:ID/history', of: 'post' },
  { form: 'sound:ID/history', of: 'sound' },
  { form: 'hashtag:NAME/history', of: 'hashtag' }
]

/** Targets with many objects, by the handles or ids in a file. */
const ofFiles = {
  'scorecards:FILE': null,
  'user-histories:FILE': 'user',
  'post-histories:FILE': 'post'
} as const satisfies Record<string, HistoryKind | null>

/** Lists of all public posts or creators, which REST does not have. */
const everything = ['posts', 'users'] as const

/**
 * Parsed target: one operation, all public posts or creators, scorecards of the handles in a file, or counts over time of one object or of
 * those in a file.
 */
export type ExportTarget =
  | { kind: 'target'; target: OperationTarget }
  | { kind: 'posts' }
  | { kind: 'users' }
  | { kind: 'scorecards'; file: string; operation: RestOperation }
  | { kind: 'history'; of: HistoryKind; key: string | null; file: string | null }

/** All written forms in table order. */
export const forms: readonly string[] = [
  ...[...rows, ...histories].map(({ form }) => form),
  ...everything,
  ...Object.keys(ofFiles)
]

/** Forms of targets that can be filtered and sorted. */
export const selectableForms: readonly string[] = [
  ...everything,
  ...rows.flatMap(({ form, feed }) => (feed === undefined ? [] : [form]))
]

const partsOf = (form: string) => {
  const [, kind = '', key, part] = /^([a-z-]+)(?::([A-Z]+)(?:\/([a-z]+))?)?$/.exec(form) ?? []
  return { kind, key: key ?? null, part: part ?? null }
}
const table = rows.map((row) => ({ ...row, ...partsOf(row.form) }))

const operationOf = (id: string): RestOperation => {
  const operation = operations.find((known) => known.id === id)
  if (operation === undefined) throw new Error(`there is no operation ${id}`)
  return operation
}

/** Keywords and post URLs may contain slashes. */
const mayHoldSlash = (kind: string) => kind === 'search' || kind === 'post'

/** Parses a target, or throws an error listing the valid forms. Whether the object exists is left to the operation. */
export const readExportTarget = (what: string): ExportTarget => {
  const list = everything.find((kind) => kind === what)
  if (list !== undefined) return { kind: list }
  const [, kind = '', key = null] = /^([a-z-]+)(?::(.*))?$/s.exec(what) ?? []
  if (key) {
    const ofMany = Object.entries(ofFiles).find(([form]) => form === `${kind}:FILE`)
    if (ofMany?.[1] === null) return { kind: 'scorecards', file: key, operation: operationOf('getCreatorScorecard') }
    if (ofMany !== undefined) return { kind: 'history', of: ofMany[1], key: null, file: key }
    const [, name] = /^(.+)\/history$/s.exec(key) ?? []
    const one = histories.find(({ form }) => partsOf(form).kind === kind)
    if (name !== undefined && one !== undefined) return { kind: 'history', of: one.of, key: name, file: null }
  }
  const written = forms.filter((form) => partsOf(form).kind === kind)
  if (written.length === 0) {
    const kinds = new Set(forms.map((form) => partsOf(form).kind))
    throw new Error(`unknown target ${what}: it must start with ${[...kinds].join(', ')}`)
  }
  const ofKind = table.filter((row) => row.kind === kind)
  const [, before = '', last = ''] = /^(.*)\/([a-z]+)$/s.exec(key ?? '') ?? []
  const ofPart = ofKind.find(({ part }) => part === last)
  const row = ofPart ?? ofKind.find((plain) => plain.part === null && (plain.key === null) === (key === null))
  const name = ofPart === undefined ? key : before
  const isName = name !== '' && (ofPart !== undefined || mayHoldSlash(kind) || name?.includes('/') !== true)
  if (row === undefined || !isName) throw new Error(`${what} is not a valid target: write ${written.join(', ')}`)
  const operation = operationOf(row.id)
  const [first = ''] = Object.keys(operation.input)
  const { given = (key) => ({ [first]: key }), isNewestFirst = false, feed = null } = row
  return {
    kind: 'target',
    target: { what, operation, isNewestFirst, feed, given: (deps, scope) => given(name ?? '', deps, scope) }
  }
}
