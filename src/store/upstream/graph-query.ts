import { type FeedKind, feeds, type LookupKind } from '../kinds.ts'
import { type GraphRecord, liveStatusRecord, postRecord, soundRecord, userRecord } from './graph-records.ts'
import { type GraphArguments, scannedList, scannedLookups, writeArguments } from './graph-scans.ts'

/** A question for the graph: a record by its key, or one page of a list. */
export type GraphQuestion = {
  readonly kind: LookupKind | FeedKind
  readonly key: string
  /** Null for a look-up. */
  readonly list: { readonly count: number; readonly after: string | null } | null
}

/** Look-ups of many keys by one field: its name, its argument and the argument's type. */
const batches: { readonly [K in LookupKind]?: readonly [field: string, argument: string, type: string, GraphRecord] } =
  {
    user: ['usersByUsername', 'usernames', '[String!]!', userRecord],
    userById: ['usersById', 'userIds', '[ID!]!', userRecord],
    post: ['postsById', 'postIds', '[ID!]!', postRecord],
    sound: ['soundsById', 'soundIds', '[ID!]!', soundRecord]
  }

type Single = readonly [field: string, argument: (variable: string) => string, type: string]
const by = (name: string) => (variable: string) => `by:{${name}:${variable}}`
const plain = (name: string) => (variable: string) => `${name}:${variable}`
const user: Single = ['user', by('username'), 'String!']
const search: Single = ['search', plain('keyword'), 'String!']

/** Owners of lists, the field of the list, and the type of its elements. */
const lists: { readonly [K in FeedKind]?: readonly [owner: Single, list: string, GraphRecord] } = {
  userPosts: [user, 'posts', postRecord],
  userReposts: [user, 'reposts', postRecord],
  userFollowing: [user, 'following', userRecord],
  soundPosts: [['sound', plain('soundId'), 'ID!'], 'posts', postRecord],
  placePosts: [['place', plain('placeId'), 'ID!'], 'posts', postRecord],
  collectionPosts: [['collection', plain('collectionId'), 'ID!'], 'posts', postRecord],
  hashtagPosts: [['hashtag', by('hashtagId'), 'ID!'], 'posts', postRecord],
  searchTop: [search, 'posts', postRecord],
  searchVideos: [search, 'videos', postRecord],
  searchUsers: [search, 'users', userRecord]
}

const liveStatus: Single = ['liveStatus', plain('username'), 'String!']

/** Whether many keys of a kind are one field. */
export const isBatch = (kind: LookupKind | FeedKind): boolean => kind in batches

/** Whether only the graph answers a kind. */
export const isOnlyInGraph = (kind: LookupKind | FeedKind): boolean =>
  kind in scannedLookups || (kind in feeds && feeds[kind as FeedKind].path === null)

/** Whether the graph answers a kind. A variant by region has no batch. */
export const isInGraph = (kind: LookupKind | FeedKind, key: string): boolean =>
  kind === 'liveStatus' ||
  kind in lists ||
  isOnlyInGraph(kind) ||
  (isBatch(kind) && !(kind === 'user' && /[^\w.-]/.test(key)))

/** Place of a result: alias, index in a batch (`batch`: all its keys), name of the list below its owner. `record`: null for a result as it comes. */
export type AnswerPlace = {
  readonly alias: string
  readonly index: number | null
  readonly batch: readonly string[]
  readonly isList: boolean
  readonly below: string | null
  readonly record: GraphRecord | null
}

/** One document for several questions. Its text is the same for questions of the same kinds. */
export class GraphQuery {
  readonly places: readonly AnswerPlace[]
  readonly #variables: { type: string; value: unknown }[] = []
  readonly #fields: string[] = []
  readonly #records = new Set<GraphRecord>()

  constructor(questions: readonly GraphQuestion[]) {
    const together = new Map<string, { alias: string; keys: string[] }>()
    this.places = questions.map((question): AnswerPlace => {
      const batch = question.list === null ? batches[question.kind as LookupKind] : undefined
      if (batch === undefined) return this.#single(question)
      const [field, argument, type, record] = batch
      let asked = together.get(field)
      if (asked === undefined) {
        asked = { alias: `a${this.#fields.length}`, keys: [] }
        together.set(field, asked)
        this.#add(`${field}(${argument}:${this.#variable(type, asked.keys)})`, record)
      }
      const { alias, keys } = asked
      return { alias, index: keys.push(question.key) - 1, batch: keys, isList: false, below: null, record }
    })
  }

  /** The JSON to send. */
  get body(): string {
    const declared = this.#variables.map(({ type }, index) => `$v${index}:${type}`).join()
    const fragments = [...this.#records].map(({ name, selection }) => `fragment ${name} on ${name}{${selection}}`)
    return JSON.stringify({
      query: `query(${declared}){${this.#fields.join(' ')}}${fragments.join('')}`,
      variables: Object.fromEntries(this.#variables.map(({ value }, index) => [`v${index}`, value])),
      extensions: { reads: true }
    })
  }

  #single({ kind, key, list }: GraphQuestion): AnswerPlace {
    const alias = `a${this.#fields.length}`
    const place = { alias, index: null, batch: [], isList: list !== null }
    const scanned = scannedLookups[kind as LookupKind]?.(key)
    if (scanned !== undefined) {
      const { list: within, field } = scanned
      const written = field(this.#variable, list?.after ?? null)
      const first = { first: ['Int', 1], after: ['String', list?.after ?? null] } as const
      const below = within === undefined ? null : this.#addList(alias, within, first, written)
      if (within === undefined) this.#fields.push(`${alias}:${written}`)
      return { ...place, isList: false, below, record: null }
    }
    if (list === null) {
      this.#add(this.#call(liveStatus, key), liveStatusRecord)
      return { ...place, below: null, record: liveStatusRecord }
    }
    const record = lists[kind as FeedKind]?.[2] ?? (kind === 'filteredUsers' ? userRecord : postRecord)
    this.#records.add(record)
    const { of, more } = scannedList(kind as FeedKind, key) ?? { of: { feed: kind as FeedKind, key }, more: {} }
    // A list has the page size of its owner.
    const most = feeds[of?.feed ?? (kind as FeedKind)].pageSize.max
    const page = { first: ['Int', Math.min(list.count, most)], after: ['String', list.after] } as const
    const selection = `nodes{...${record.name}}pageInfo{endCursor hasNextPage}`
    const root = record === userRecord ? 'users' : 'posts'
    return { ...place, below: this.#addList(alias, { of, more, root }, page, selection), record }
  }

  /** Adds a list below its owner or as a root field. Returns its name below the owner. */
  #addList(
    alias: string,
    { of, more, root }: { of: { feed: FeedKind; key: string } | null; more: GraphArguments; root: string },
    page: GraphArguments,
    selection: string
  ): string | null {
    const given = writeArguments({ ...more, ...page }, this.#variable)
    const owned = of === null ? undefined : lists[of.feed]
    if (of === null || owned === undefined) {
      this.#fields.push(`${alias}:${root}${given}{${selection}}`)
      return null
    }
    const [owner, list] = owned
    this.#fields.push(`${alias}:${this.#call(owner, of.key)}{${list}${given}{${selection}}}`)
    return list
  }

  #call([field, argument, type]: Single, key: string): string {
    return `${field}(${argument(this.#variable(type, key))})`
  }

  #add(call: string, record: GraphRecord): void {
    this.#records.add(record)
    this.#fields.push(`a${this.#fields.length}:${call}{...${record.name}}`)
  }

  readonly #variable = (type: string, value: unknown): string => {
    const known = this.#variables.findIndex((variable) => variable.type === type && variable.value === value)
    return `$v${known >= 0 ? known : this.#variables.push({ type, value }) - 1}`
  }
}
