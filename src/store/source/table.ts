import type { FeedKind, LookupKind } from '../kinds.ts'

/**
 * A live source as one table: where to ask, how pages go on, and where the records lie. What a record looks like is not in it: the import
 * formats read it.
 */
export type SourceTable = {
  readonly source: 1
  readonly name: string
  /** Base address. */
  readonly url: string
  readonly auth?: Auth
  readonly budget?: BudgetRule
  readonly errors?: ErrorRule
  /** How long records may be kept, such as `15d`. */
  readonly keep?: string
  /** Whether records may be passed on to others. */
  readonly redistribution?: boolean
  /** Values that operations need besides their parameters, by the names that templates have for them. */
  readonly lookups?: Readonly<Record<string, ValueLookup>>
  readonly operations: { readonly [K in OperationName]?: SourceOperation }
}

/** Values contain `{env.SOURCE_…}` in place of secrets. */
export type Auth =
  | { readonly header: string; readonly value: string }
  | { readonly query: string; readonly value: string }
  /** OAuth 2.0 client credentials: the path of the token endpoint, and the fields of its form. */
  | { readonly token: string; readonly form: Readonly<Record<string, string>> }

export const periods = ['minute', 'hour', 'day', 'month'] as const

export type BudgetRule = {
  readonly calls: number
  readonly per: (typeof periods)[number]
  /** Time of the day at which a day or month begins, such as `00:00Z`. */
  readonly resets?: string
  /** Share that lists leave to look-ups, such as `20%`. */
  readonly reserve?: string
}

/** How an answer says that it failed: the code at `path`. */
export type ErrorRule = {
  readonly path: string
  readonly ok?: string | number
  readonly notFound?: readonly (string | number)[]
  /** Of a burst: later calls may succeed. */
  readonly limited?: readonly (string | number)[]
  /** The calls of the period are used up. */
  readonly exhausted?: readonly (string | number)[]
  readonly credentials?: readonly (string | number)[]
}

/** A GET by its path with query, or a POST with a JSON body. */
export type Asked = {
  readonly get?: string
  readonly post?: string
  readonly body?: unknown
}

export type ValueLookup = Asked & {
  /** Path of the value in the answer. */
  readonly value: string
}

export type SourceOperation = Asked & {
  /** Path of the record in the answer; the whole answer without it. */
  readonly record?: string
  /** Path of the list. A lookup with it takes the element of its key. */
  readonly list?: string
  /** Path of a list of post ids, each of which is looked up by `getPost`. */
  readonly ids?: string
  /** Where an answer has the values of the next page, by their names in templates; a text alone is that of `cursor`. */
  readonly next?: string | Readonly<Record<string, string>>
  /** Path of the flag that there are more pages. */
  readonly more?: string
  /** Path of the length of the whole list. */
  readonly total?: string
  /** Elements to ask for; as many as are wanted without it. */
  readonly pageSize?: number
  /** Lists are read in windows of so many days, back to so many days ago. */
  readonly window?: { readonly days: number; readonly back: number }
  /** What parameters must be, without case, for anything to be there: a source may know one account alone. */
  readonly only?: Readonly<Record<string, string>>
  /** Values that records lack and the parameters give. */
  readonly set?: Readonly<Record<string, string>>
}

type Takes = readonly string[]
type Row =
  | { readonly lookup: LookupKind; readonly takes: Takes; readonly isList?: true }
  | { readonly feed: FeedKind; readonly takes: Takes }

/** Every operation that a table may have, by its operationId in openapi.json; the first parameter is its key. */
export const sourceOperations = {
  getUser: { lookup: 'user', takes: ['username', 'region'] },
  getUserById: { lookup: 'userById', takes: ['userId'] },
  listUserPosts: { feed: 'userPosts', takes: ['username'] },
  listUserReposts: { feed: 'userReposts', takes: ['username'] },
  listUserFollowers: { feed: 'userFollowers', takes: ['username'] },
  getUserPlaylist: { lookup: 'playlists', takes: ['username'], isList: true },
  getPost: { lookup: 'post', takes: ['videoId', 'day', 'nextDay'] },
  getSound: { lookup: 'sound', takes: ['soundId'] },
  listSoundPosts: { feed: 'soundPosts', takes: ['soundId'] },
  listSoundLibrary: { feed: 'soundLibrary', takes: ['sort', 'page'] },
  search: { feed: 'searchTop', takes: ['keyword'] },
  searchVideos: { feed: 'searchVideos', takes: ['keyword'] },
  searchUsers: { feed: 'searchUsers', takes: ['keyword'] },
  searchLive: { feed: 'searchLive', takes: ['keyword'] },
  suggest: { lookup: 'suggestions', takes: ['keyword'], isList: true },
  getLiveRoom: { lookup: 'liveRoom', takes: ['roomId'] },
  getLiveStatus: { lookup: 'liveStatus', takes: ['username'] },
  getEffect: { lookup: 'effect', takes: ['effectId'] },
  getPlace: { lookup: 'place', takes: ['placeId'] },
  listPlacePosts: { feed: 'placePosts', takes: ['placeId'] },
  getCollection: { lookup: 'collection', takes: ['collectionId'] },
  listCollectionPosts: { feed: 'collectionPosts', takes: ['collectionId'] },
  listChallengePosts: { feed: 'hashtagPosts', takes: ['challengeId', 'hashtagName'] }
} as const satisfies Readonly<Record<string, Row>>

export type OperationName = keyof typeof sourceOperations
export const operationNames = Object.keys(sourceOperations) as OperationName[]
export const rowOf = (name: OperationName): Row => sourceOperations[name]

const operationOf = new Map(
  operationNames.map((name) => {
    const row = rowOf(name)
    return ['feed' in row ? row.feed : row.lookup, name] as const
  })
)

/** The operation that reads a kind; undefined for kinds that REST does not have. */
export const operationFor = (kind: LookupKind | FeedKind): OperationName | undefined => operationOf.get(kind)

/** The names and paths of what leads from page to page. */
export const nextPaths = ({ next }: SourceOperation): readonly (readonly [string, string])[] =>
  next === undefined ? [] : typeof next === 'string' ? [['cursor', next]] : Object.entries(next)

/** Names that the templates of an operation may use, besides look-ups. */
export const namesFor = (name: OperationName, operation: SourceOperation): readonly string[] => [
  ...rowOf(name).takes,
  ...('feed' in rowOf(name) ? ['count', ...nextPaths(operation).map(([each]) => each)] : []),
  ...(operation.window === undefined ? [] : ['start', 'end'])
]
