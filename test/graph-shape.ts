import { camelCase } from '../src/records/graph-names.ts'

/**
 * How a REST record reads in GraphQL, derived from the record's schema alone: names are the mechanical camelCase, and
 * keys with a prefix move into a reference. Nothing here lists fields, so a field added to a record is asked for.
 */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A record's JSON Schema, as far as it is read here. */
export type RestSchema = {
  title?: string
  type?: string
  format?: string
  enum?: readonly string[]
  anyOf?: RestSchema[]
  items?: RestSchema
  properties?: Readonly<Record<string, RestSchema>>
}
// Records are JSON Schemas with more in their types than in their text.
export const restSchema = (record: object) => record as RestSchema

const unwrap = (schema: RestSchema): { inner: RestSchema; isNullable: boolean } => {
  const inner = schema.anyOf?.find(({ type }) => type !== 'null')
  return inner === undefined ? { inner: schema, isNullable: false } : { inner, isNullable: true }
}

/** Where the value of a key is in GraphQL: under a field, or inside the object another field refers to. */
type Location = { field: string; inside?: string }

/** Names that are not the mechanical ones. */
const ownNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  UserProfile: { followers: 'followersCount', following: 'followingCount' },
  Place: { city_code: 'cityGeonamesId', country_code: 'countryGeonamesId' },
  LiveStatus: { is_alive: 'isLive' }
}

const states: Readonly<Record<string, number>> = { LIVE: 2, PAUSED: 3, ENDED: 4 }
const isState = ({ title }: RestSchema, key: string) =>
  key === 'status' && (title === 'LiveRoom' || title === 'LiveSearchResult')

const locate = (record: RestSchema, key: string): Location => {
  const [, prefix, rest] = /^(author|sound)_(.+)$/.exec(key) ?? []
  if (record.title === 'Post' && prefix !== undefined && rest !== undefined) {
    // A post carries the author's thumbnail, and the sound's id keeps its name.
    if (key === 'author_avatar_url') return { field: 'avatarThumbUrl', inside: prefix }
    return { field: camelCase(key === 'sound_id' ? key : rest), inside: prefix }
  }
  if (record.title === 'PlaylistList' && key === 'playlists') return { field: 'collections' }
  if (record.title === 'HashtagUse' && key === 'id') return { field: 'hashtagId' }
  const own = ownNames[record.title ?? '']?.[key]
  return { field: own ?? camelCase(key) }
}

/** The selection of all fields of a record. */
export const graphFields = (record: RestSchema): string =>
  Object.entries(record.properties ?? {})
    .map(([key, declared]) => {
      const { field, inside } = locate(record, key)
      if (inside !== undefined) return `${inside} { ${field} }`
      const { inner } = unwrap(declared)
      const nested = inner.items ?? inner
      return nested.properties === undefined ? field : `${field} { ${graphFields(nested)} }`
    })
    .join(' ')

/** The REST record rebuilt from what GraphQL answered. */
export const fromGraph = (record: RestSchema, node: Json): Json => {
  const answer = node as { [key: string]: Json }
  return Object.fromEntries(
    Object.entries(record.properties ?? {}).map(([key, declared]) => {
      const { inner } = unwrap(declared)
      const { field, inside } = locate(record, key)
      // The number of a state has a name in the graph.
      if (isState(record, key)) return [key, states[String(answer[field])] ?? null]
      if (inside === undefined) return [key, valueFrom(inner, answer[field] ?? null)]
      const reference = answer[inside] as { [key: string]: Json } | null
      // Nobody is not verified, and no sound is not an original one.
      if (reference === null) return [key, inner.type === 'boolean' ? false : null]
      return [key, valueFrom(inner, reference[field] ?? null)]
    })
  )
}

const valueFrom = (schema: RestSchema, value: Json): Json => {
  if (value === null) return null
  if (Array.isArray(value)) return value.map((item) => valueFrom(schema.items ?? {}, item))
  if (schema.properties !== undefined) return fromGraph(schema, value)
  // Values of enums are in upper case in the graph.
  if (schema.enum !== undefined) return String(value).toLowerCase()
  return schema.format === 'unix-time' ? Date.parse(String(value)) / 1000 : value
}

const graphTypes: Readonly<Record<string, string>> = {
  UserProfile: 'User',
  LiveSearchResult: 'LiveRoom',
  Streamer: 'User',
  PlaylistList: 'User',
  HashtagUse: 'Hashtag'
}
const references: Readonly<Record<string, string>> = { author: 'User', sound: 'Sound' }

const scalars: Readonly<Record<string, string>> = {
  'string:int64': 'ID',
  'string:uri': 'String',
  'string:': 'String',
  'string:date-time': 'DateTime',
  'integer:unix-time': 'DateTime',
  'integer:int64': 'Count',
  'integer:int32': 'Int',
  'number:': 'Float',
  'boolean:': 'Boolean'
}
const scalarOf = ({ type, format = '' }: RestSchema): string =>
  scalars[`${type}:${format}`] ?? `no scalar for ${type}:${format}`

type Counterpart = {
  key: string
  typeName: string
  fieldName: string
  /** Null where the field holds an object or an enum. */
  scalar: string | null
  /** Inside a reference it is the reference that is null. */
  mayBeNull: boolean
}

/** For each key of a record the GraphQL field that must stand for it, nested records included. */
export const graphTypeOf = (record: RestSchema): Counterpart[] =>
  Object.entries(record.properties ?? {}).flatMap(([key, declared]) => {
    const { inner, isNullable } = unwrap(declared)
    const { field, inside } = locate(record, key)
    const own = record.title ?? ''
    const nested = inner.items ?? inner
    const isScalar = !isState(record, key) && nested.properties === undefined && nested.enum === undefined
    const counterpart: Counterpart = {
      key,
      typeName: inside === undefined ? (graphTypes[own] ?? own) : (references[inside] ?? inside),
      fieldName: field,
      scalar: isScalar ? scalarOf(nested) : null,
      mayBeNull: isState(record, key) || (isNullable && inside === undefined)
    }
    return [counterpart, ...(nested.properties === undefined ? [] : graphTypeOf(nested))]
  })
