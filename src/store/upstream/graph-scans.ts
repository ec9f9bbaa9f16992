import { postDistributions, readSorting, userDistributions } from '../../engines/filters/fields.ts'
import {
  type Condition,
  type PostOwner,
  readPostQuery,
  readSummaryQuery,
  readUserQuery,
  readUserSummaryQuery
} from '../../engines/filters/query.ts'
import { writeFilter } from '../../engines/filters/write-filter.ts'
import { readTrendKey } from '../../engines/history/growth.ts'
import { countFields, type SampledKind } from '../../engines/history/samples.ts'
import type { ExactJson } from '../../records/exact-json.ts'
import { camelCase } from '../../records/graph-names.ts'
import type { FeedKind, LookupKind } from '../kinds.ts'
import { type Envelope, isObject } from './envelope.ts'
import { toSeconds } from './graph-records.ts'

/** What only the graph has: filtered lists, counts over them, counts over time, and what rises. */

/** Arguments of a field by name, each with its type. Those that are null are left out. */
export type Arguments = Readonly<Record<string, readonly [type: string, value: unknown]>>
/** A list in the graph: its owner, and further arguments. */
export type ScannedList = { readonly of: PostOwner | null; readonly more: Arguments }

const filtered = (kind: 'Post' | 'User', where: Condition | null, sorting: string | null): Arguments => {
  const { order = null, isReversed = false } = sorting === null ? {} : readSorting(sorting as `-${string}`)
  return {
    filter: [`${kind}Filter`, where === null ? null : writeFilter(where)],
    orderBy: [`${kind}Order`, order],
    reverse: ['Boolean', isReversed ? true : null]
  }
}

/** The list of a feed that is filtered; null for any other feed. */
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

/** A look-up that is one field: `list` says within which list; `selection` may use variables, which `variable` declares. */
type ScannedLookup = {
  readonly list?: ScannedList & { readonly root: 'posts' | 'users' }
  readonly field: (variable: Variable, after: string | null) => string
  /** The JSON of a record of the kind, or undefined for what is none. */
  readonly toRest: (found: Envelope) => ExactJson
}

const part = (json: ExactJson | undefined, name: string): ExactJson =>
  json !== undefined && isObject(json) ? (json[name] ?? null) : null
const each = (json: ExactJson | undefined, read: (element: Envelope) => ExactJson): ExactJson =>
  Array.isArray(json) ? json.filter(isObject).map(read) : null

const distribution = 'count unknownCount min p25 median p75 p90 max mean histogram(bins:100){from count}'
const toDistribution = (json: ExactJson, scale: string): ExactJson => {
  if (!isObject(json)) return null
  const { unknownCount: unknown_count = null, histogram = null, ...rest } = json
  const cells = Array.isArray(histogram) ? histogram.filter((bin) => isObject(bin) && bin.count !== 0) : []
  return { ...rest, unknown_count, scale, cells }
}

const sums = 'plays likes comments shares saves reposts'

const toGroup =
  (by: string) =>
  ({ key = null, count = null, meanEngagementRate = null, sum = null, node = null }: Envelope): ExactJson => {
    const id = ['userId', 'hashtagId', 'soundId', 'placeId'].map((name) => part(node, name)).find((id) => id !== null)
    const name = by === 'HASHTAG' ? part(node, 'name') : by === 'SOUND' || by === 'PLACE' ? null : key
    return { id: id ?? null, name, posts: count, sums: sum, engagement_rate: meanEngagementRate }
  }

/** One facet as a field of `facets`, and where its value is in a summary. */
const postFacet = (key: string): ScannedLookup => {
  const { query, facet } = readSummaryQuery(key)
  const list = { root: 'posts' as const, of: query.of, more: filtered('Post', query.where, null) }
  const { kind } = facet
  const facets = (
    field: ScannedLookup['field'],
    name: string,
    toRest: (json: ExactJson, facet: string) => ExactJson,
    place: string
  ) => ({
    list,
    field: (variable: Variable) => `facets{${field(variable, null)}}`,
    toRest: (found: Envelope) => ({ [place]: toRest(part(found.facets, name), name) })
  })
  if (kind === 'count')
    return { list, field: () => 'totalCount', toRest: ({ totalCount = null }) => ({ count: totalCount }) }
  if (kind === 'sums')
    return facets(
      () => `sum{${sums}}`,
      'sum',
      (json) => json,
      'sums'
    )
  if (kind === 'timeline') {
    const toStep = ({ at, count = null, plays = null }: Envelope) => ({
      start: toSeconds(at),
      posts: count,
      plays
    })
    const field: ScannedLookup['field'] = (variable) =>
      `timeline(step:${variable('TimelineStep', facet.step)}){at count plays}`
    return facets(field, 'timeline', (json) => each(json, toStep), 'timeline')
  }
  if (kind === 'groups') {
    const { by, order, first } = facet
    const node = 'node{...on User{userId}...on Hashtag{hashtagId name}...on Sound{soundId}...on Place{placeId}}'
    const field: ScannedLookup['field'] = (variable) =>
      `top(by:${variable('PostGroupBy!', by)},orderBy:${variable('PostGroupOrder', order)},first:${variable('Int', first)}){key count meanEngagementRate sum{${sums}}${node}}`
    return facets(field, 'top', (json) => each(json, toGroup(by)), 'groups')
  }
  const name = camelCase(kind)
  return facets(
    () => `${name}{${distribution}}`,
    name,
    (json) => toDistribution(json, postDistributions[kind]),
    kind
  )
}

/** Names of the graph are in capitals. */
const toTier = ({ tier = null, count = null }: Envelope): ExactJson => ({ tier: String(tier).toLowerCase(), count })

const userFacet = (key: string): ScannedLookup => {
  const { query, facet } = readUserSummaryQuery(key)
  const list = { root: 'users' as const, of: null, more: filtered('User', query.where, null) }
  const { kind } = facet
  if (kind === 'count')
    return { list, field: () => 'totalCount', toRest: ({ totalCount = null }) => ({ count: totalCount }) }
  const [name, selection, place, toRest]: [string, string, string, (json: ExactJson) => ExactJson] =
    kind === 'tiers'
      ? ['tiers', '{tier count}', 'tiers', (json) => each(json, toTier)]
      : kind === 'niches'
        ? ['topNiches', '{niche count}', 'niches', (json) => json]
        : [camelCase(kind), `{${distribution}}`, kind, (json) => toDistribution(json, userDistributions[kind])]
  const argument = (variable: Variable) => (kind === 'niches' ? `(first:${variable('Int', facet.first)})` : '')
  return {
    list,
    field: (variable) => `facets{${name}${argument(variable)}${selection}}`,
    toRest: (found) => ({ [place]: toRest(part(found.facets, name)) })
  }
}

/** Counts over time are those of all observations, as they came. */
const history = (owner: string, type: string, kind: SampledKind): ((key: string) => ScannedLookup) => {
  const names = countFields[kind].map(camelCase)
  const selection = `history{at source ${names.map((name) => `${name}{value kind}`).join(' ')}}`
  const toPoint = (point: Envelope): ExactJson => {
    const bitsOf = (wanted: string) =>
      names.reduce((bits, name, index) => (part(point[name], 'kind') === wanted ? bits | (1 << index) : bits), 0)
    const counts = names.map((name) => part(point[name], 'value'))
    const rounded = bitsOf('ROUNDED')
    return { at: toSeconds(point.at), source: point.source ?? null, counts, rounded, negative: bitsOf('NEGATIVE') }
  }
  return (key) => ({
    field: (variable) => `${owner.replace('$', variable(type, key))}{${selection}}`,
    toRest: (found) => ({ points: each(found.history, toPoint), undated: 0 })
  })
}

const trending = (key: string): ScannedLookup => {
  const { kind, window } = readTrendKey(key)
  const ids = '...on Post{postId}...on Sound{soundId}...on Hashtag{hashtagId name}...on User{username}'
  // Of posts and creators, growth is in their history.
  const counted = kind === 'SOUND' || kind === 'HASHTAG'
  const counts = counted ? 'growth{from{count}to{count}}' : ''
  const toEntry = ({ node = null, rate = null, growth = null }: Envelope): ExactJson => {
    const key = ['postId', 'soundId', 'hashtagId', 'username'].map((name) => part(node, name)).find((id) => id !== null)
    const [from, to] = ['from', 'to'].map((end) => part(part(growth, end), 'count'))
    return {
      key: key ?? null,
      name: part(node, 'name'),
      rate,
      from: from ?? null,
      to: to ?? null
    }
  }
  return {
    field: (variable, after) =>
      `trending(kind:${variable('TrendKind!', kind)},window:${variable('TrendWindow', window)},first:100${after === null ? '' : `,after:${variable('String', after)}`}){pageInfo{hasNextPage endCursor}endsAt edges{rate node{${ids}}${counts}}}`,
    toRest: ({ endsAt, edges }) => ({ ends_at: toSeconds(endsAt), entries: each(edges, toEntry) })
  }
}

/** Look-ups that REST does not have. */
export const scannedLookups: { readonly [K in LookupKind]?: (key: string) => ScannedLookup } = {
  postSummary: postFacet,
  userSummary: userFacet,
  postHistory: history('post(by:{postId:$})', 'ID!', 'posts'),
  userHistory: history('user(by:{username:$})', 'String!', 'users'),
  trending
}

/** The position of the next part of a record that comes in several; null for the last. */
export const nextPart = (found: Envelope): string | null => {
  const next = part(found.pageInfo, 'endCursor')
  return part(found.pageInfo, 'hasNextPage') === true && typeof next === 'string' ? next : null
}

/** A record with the next part of it. */
export const withPart = (before: ExactJson, added: ExactJson): ExactJson => {
  if (!isObject(before) || !isObject(added) || !Array.isArray(before.entries) || !Array.isArray(added.entries))
    return added
  return { ...before, entries: [...before.entries, ...added.entries] }
}
