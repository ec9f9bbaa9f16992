import { type PostGroup, postDistributions, readSorting, userDistributions } from '../../engines/filters/fields.ts'
import {
  type Condition,
  type Facet,
  type PostOwner,
  readPostQuery,
  readSummaryQuery,
  readUserQuery,
  readUserSummaryQuery,
  type UserFacet
} from '../../engines/filters/query.ts'
import { writeFilter } from '../../engines/filters/write-filter.ts'
import { readTrendKey } from '../../engines/history/growth.ts'
import { countFields, type SampledKind } from '../../engines/history/samples.ts'
import type { ExactJson } from '../../records/exact-json.ts'
import { keyOfHashtag, keyOfSound } from '../../records/facts-key.ts'
import { camelCase } from '../../records/graph-names.ts'
import type { FeedKind, LookupKind } from '../kinds.ts'
import { type Envelope, isObject, memberOf } from './envelope.ts'
import { toSeconds } from './graph-records.ts'

/** Reads that only the graph has: filtered lists, counts over them, counts over time, and trends. */

/** Arguments of a field by name, each with its type. Null arguments are omitted. */
export type GraphArguments = Readonly<Record<string, readonly [type: string, value: unknown]>>
/** A list in the graph: its owner, and further arguments. */
export type ScannedList = { readonly of: PostOwner | null; readonly more: GraphArguments }

const filtered = (kind: 'Post' | 'User', where: Condition | null, sorting: string | null): GraphArguments => {
  return {
    filter: [`${kind}Filter`, where === null ? null : writeFilter(where)],
    ...sorted(`${kind}Order`, sorting)
  }
}

const sorted = (type: string, sorting: string | null): GraphArguments => {
  const { order = null, isReversed = false } = sorting === null ? {} : readSorting(sorting as `-${string}`)
  return { orderBy: [type, order], reverse: ['Boolean', isReversed ? true : null] }
}

/** The list of a filtered feed; null for any other feed. */
export const scannedList = (kind: FeedKind, key: string): ScannedList | null => {
  if (kind === 'filteredUsers') {
    const { where, order } = readUserQuery(key)
    return { of: null, more: filtered('User', where, order) }
  }
  if (kind !== 'filteredPosts') return null
  const { of, where, order } = readPostQuery(key)
  return { of, more: filtered('Post', where, order) }
}

type Variable = (type: string, value: unknown) => string

/** The text of a field's arguments. */
export const writeArguments = (given: GraphArguments, variable: Variable): string => {
  const written = Object.entries(given)
    .filter(([, [, value]]) => value !== null)
    .map(([name, [type, value]]) => `${name}:${variable(type, value)}`)
  return written.length === 0 ? '' : `(${written.join()})`
}

/** A look-up by one field. `list`: the list that the field is in; `selection` may use variables, which `variable` declares. */
type ScannedLookup = {
  readonly list?: ScannedList & { readonly root: 'posts' | 'users' }
  readonly field: (variable: Variable, after: string | null) => string
  /** The JSON of a record of the kind; undefined for anything else. */
  readonly toRest: (found: Envelope) => ExactJson
}

const listOf =
  (read: (element: Envelope) => ExactJson) =>
  (json: ExactJson | undefined): ExactJson =>
    Array.isArray(json) ? json.filter(isObject).map(read) : null

/** A count over a list: a field of `facets`, and its place in a summary. */
type CountedFacet = {
  readonly name: string
  readonly given?: GraphArguments
  readonly selection: string
  readonly place?: string
  readonly toRest?: (json: ExactJson) => ExactJson
}

/** Look-up of a summary with one facet, or of the length of its list if there is none. */
const summary = (list: NonNullable<ScannedLookup['list']>, facet: CountedFacet | null): ScannedLookup => {
  if (facet === null)
    return { list, field: () => 'totalCount', toRest: ({ totalCount = null }) => ({ count: totalCount }) }
  const { name, given = {}, selection, place = name, toRest = (json) => json } = facet
  return {
    list,
    field: (variable) => `facets{${name}${writeArguments(given, variable)}{${selection}}}`,
    toRest: ({ facets }) => ({ [place]: toRest(memberOf(facets, name)) })
  }
}

const distribution = (kind: string, scale: string): CountedFacet => ({
  name: camelCase(kind),
  selection: 'count unknownCount min p25 median p75 p90 max mean histogram(bins:100){from count}',
  place: kind,
  toRest(json) {
    if (!isObject(json)) return null
    const { unknownCount: unknown_count = null, histogram = null, ...rest } = json
    const cells = Array.isArray(histogram) ? histogram.filter((bin) => isObject(bin) && bin.count !== 0) : []
    return { ...rest, unknown_count, scale, cells }
  }
})

const sums = 'plays likes comments shares saves reposts'

/** The first of several members that an object has. */
const anyOf = (json: ExactJson | undefined, names: readonly string[]): ExactJson =>
  names.map((name) => memberOf(json, name)).find((value) => value !== null) ?? null

const toStep = ({ at, count = null, plays = null }: Envelope) => ({ start: toSeconds(at), posts: count, plays })

const toGroup =
  (by: PostGroup) =>
  ({ key = null, count = null, meanEngagementRate = null, sum = null, node }: Envelope): ExactJson => {
    const id = anyOf(node, ['userId', 'hashtagId', 'soundId', 'placeId'])
    const name =
      by === 'HASHTAG' ? memberOf(node, 'name') : by === 'PLACE' || (by === 'SOUND' && id !== null) ? null : key
    return { id, name, posts: count, sums: sum, engagement_rate: meanEngagementRate }
  }

const postFacet = (facet: Facet): CountedFacet | null => {
  if (facet.kind === 'count') return null
  if (facet.kind === 'sums') return { name: 'sum', selection: sums, place: 'sums' }
  if (facet.kind === 'timeline') {
    const given: GraphArguments = { step: ['TimelineStep', facet.step] }
    return { name: 'timeline', given, selection: 'at count plays', toRest: listOf(toStep) }
  }
  if (facet.kind !== 'groups') return distribution(facet.kind, postDistributions[facet.kind])
  const { by, order, first } = facet
  const node = 'node{...on User{userId}...on Hashtag{hashtagId name}...on Sound{soundId}...on Place{placeId}}'
  return {
    name: 'top',
    given: { by: ['PostGroupBy!', by], ...sorted('PostGroupOrder', order), first: ['Int', first] },
    selection: `key count meanEngagementRate sum{${sums}}${node}`,
    place: 'groups',
    toRest: listOf(toGroup(by))
  }
}

/** Names of the graph are in capitals. */
const toTier = ({ tier = null, count = null }: Envelope): ExactJson => ({ tier: String(tier).toLowerCase(), count })

const userFacet = (facet: UserFacet): CountedFacet | null => {
  if (facet.kind === 'count') return null
  if (facet.kind === 'tiers') return { name: 'tiers', selection: 'tier count', toRest: listOf(toTier) }
  if (facet.kind !== 'niches') return distribution(facet.kind, userDistributions[facet.kind])
  return { name: 'topNiches', given: { first: ['Int', facet.first] }, selection: 'niche count', place: 'niches' }
}

/** Look-up of counts over time, with all observations unchanged. */
const history = (owner: string, type: string, kind: SampledKind): ((key: string) => ScannedLookup) => {
  const names = countFields[kind].map(camelCase)
  const selection = `history{at source ${names.map((name) => `${name}{value kind}`).join(' ')}}`
  const toPoint = (point: Envelope): ExactJson => {
    const bitsOf = (wanted: string) =>
      names.reduce((bits, name, index) => (memberOf(point[name], 'kind') === wanted ? bits | (1 << index) : bits), 0)
    const counts = names.map((name) => memberOf(point[name], 'value'))
    const rounded = bitsOf('ROUNDED')
    return { at: toSeconds(point.at), source: point.source ?? null, counts, rounded, negative: bitsOf('NEGATIVE') }
  }
  return (key) => ({
    field: (variable) => `${owner.replace('$', variable(type, key))}{${selection}}`,
    toRest: ({ history }) => ({ points: listOf(toPoint)(history), undated: 0 })
  })
}

const textIn = (json: ExactJson | undefined, name: string): string | null => {
  const value = memberOf(json, name)
  return typeof value === 'string' ? value : null
}

/** Facts of a hashtag or sound without id, which form its key. */
const factsOf = (node: ExactJson | undefined): string => {
  const name = textIn(node, 'name')
  if (name !== null) return keyOfHashtag(name).key
  const isOriginal = memberOf(node, 'isOriginal')
  return keyOfSound([textIn(node, 'title'), textIn(node, 'author'), isOriginal === null ? null : isOriginal === true])
    .key
}

const toTrend = ({ node, rate = null, growth }: Envelope): ExactJson => ({
  key: anyOf(node, ['postId', 'soundId', 'hashtagId', 'username']) ?? (isObject(node ?? null) ? factsOf(node) : null),
  name: memberOf(node, 'name'),
  rate,
  from: memberOf(memberOf(growth, 'earlier'), 'count'),
  to: memberOf(memberOf(growth, 'later'), 'count')
})

const trending = (key: string): ScannedLookup => {
  const { kind, window } = readTrendKey(key)
  const ids =
    '...on Post{postId}...on Sound{soundId title author isOriginal}...on Hashtag{hashtagId name}...on User{username}'
  // Growth of posts and creators is in their history.
  const counts = kind === 'SOUND' || kind === 'HASHTAG' ? 'growth{earlier{count}later{count}}' : ''
  const selection = `pageInfo{hasNextPage endCursor}endsAt edges{rate node{${ids}}${counts}}`
  const given = { kind: ['TrendKind!', kind], window: ['TrendWindow', window], first: ['Int', 100] } as const
  return {
    field: (variable, after) =>
      `trending${writeArguments({ ...given, after: ['String', after] }, variable)}{${selection}}`,
    toRest: ({ endsAt, edges }) => ({ ends_at: toSeconds(endsAt), entries: listOf(toTrend)(edges) })
  }
}

/** Look-ups that REST does not have. */
export const scannedLookups: { readonly [K in LookupKind]?: (key: string) => ScannedLookup } = {
  postSummary(key) {
    const { query, facet } = readSummaryQuery(key)
    return summary({ root: 'posts', of: query.of, more: filtered('Post', query.where, null) }, postFacet(facet))
  },
  userSummary(key) {
    const { query, facet } = readUserSummaryQuery(key)
    return summary({ root: 'users', of: null, more: filtered('User', query.where, null) }, userFacet(facet))
  },
  postHistory: history('post(by:{postId:$})', 'ID!', 'posts'),
  userHistory: history('user(by:{username:$})', 'String!', 'users'),
  trending
}

/** The position of the next part of a record that comes in parts; null for the last part. */
export const nextPart = (found: Envelope): string | null => {
  const next = memberOf(found.pageInfo, 'endCursor')
  return memberOf(found.pageInfo, 'hasNextPage') === true && typeof next === 'string' ? next : null
}

/** A record with its next part added, without repeated entries of a ranking that changed in between. */
export const withPart = (before: ExactJson, added: ExactJson): ExactJson => {
  if (!isObject(before) || !isObject(added) || !Array.isArray(before.entries) || !Array.isArray(added.entries))
    return added
  const keyOf = (entry: ExactJson) => memberOf(entry, 'key')
  const known = new Set(before.entries.map(keyOf))
  return { ...before, entries: [...before.entries, ...added.entries.filter((entry) => !known.has(keyOf(entry)))] }
}
