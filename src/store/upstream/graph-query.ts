import type { ExactJson } from '../../records/exact-json.ts'
import type { FeedKind, LookupKind } from '../kinds.ts'
import { type GraphRecord, liveStatusRecord, postRecord, soundRecord, userRecord } from './graph-records.ts'

/** What is asked of the graph: records of one kind by their keys, or one list. */
export type GraphQuestion = {
  readonly kind: LookupKind | FeedKind
  readonly key: string
  /** Null for a look-up. `more`: further arguments, with their types. */
  readonly list: { readonly count: number; readonly after: string | null; readonly more?: Arguments } | null
}

/** Values of arguments by name, each with its type. */
type Arguments = Readonly<Record<string, readonly [type: string, value: unknown]>>

/** Look-ups of many keys by one field: its name, its argument, and the type of that. */
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

/** Owners of lists, the field that is the list, and what it lists. */
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

/** Whether the graph answers a kind. A variant by region has no batch. */
export const isInGraph = (kind: LookupKind | FeedKind, key: string): boolean =>
  kind === 'liveStatus' || kind in lists || (isBatch(kind) && !(kind === 'user' && /[^\w.-]/.test(key)))

/** What came for one question: JSON in the form of REST; null for what does not exist. */
export type GraphAnswer = { readonly data: ExactJson; readonly pagination: ExactJson } | null
/** Where a question is answered: by alias, and in a batch by index. */
export type AnswerPlace = {
  readonly alias: string
  readonly index: number | null
  readonly list: string | null
  readonly record: GraphRecord
}

/** One document for several questions, whose text is the same for questions of the same kinds. */
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
      return { alias: asked.alias, index: asked.keys.push(question.key) - 1, list: null, record }
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
    if (list === null) {
      this.#add(this.#call(liveStatus, key), liveStatusRecord)
      return { alias, index: null, list: null, record: liveStatusRecord }
    }
    const [owner, field, record] = lists[kind as FeedKind] ?? [user, 'posts', postRecord]
    const { count, after, more = {} } = list
    const given = {
      ...more,
      first: ['Int', count] as const,
      ...(after === null ? {} : { after: ['String', after] as const })
    }
    const written = Object.entries(given).map(([name, [type, value]]) => `${name}:${this.#variable(type, value)}`)
    const inner = `${field}(${written.join()}){nodes{...${record.name}}pageInfo{endCursor hasNextPage}}`
    this.#records.add(record)
    this.#fields.push(`${alias}:${this.#call(owner, key)}{${inner}}`)
    return { alias, index: null, list: field, record }
  }

  #call([field, argument, type]: Single, key: string): string {
    return `${field}(${argument(this.#variable(type, key))})`
  }

  #add(call: string, record: GraphRecord): void {
    this.#records.add(record)
    this.#fields.push(`a${this.#fields.length}:${call}{...${record.name}}`)
  }

  #variable(type: string, value: unknown): string {
    const known = this.#variables.findIndex((each) => each.type === type && each.value === value)
    return `$v${known >= 0 ? known : this.#variables.push({ type, value }) - 1}`
  }
}
