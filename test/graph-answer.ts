import { type FieldNode, type OperationDefinitionNode, parse, valueFromASTUntyped } from 'graphql'
import { apiVersion } from '../src/records/api-version.ts'
import { fieldNameOf, type NamedRecord } from '../src/records/graph-names.ts'
import { LiveStatus } from '../src/records/live-room.ts'
import { ofAuthor, ofSound, Post } from '../src/records/post.ts'
import { Sound } from '../src/records/sound.ts'
import { UserProfile } from '../src/records/user-profile.ts'
import type { Scripted } from './fake-upstream.ts'
import type { Envelope } from './server.ts'

type Json = Record<string, unknown>

/** Fields of the graph, and where REST has a record of each. */
const lookups: Readonly<Record<string, readonly [kind: string, path: string, record: NamedRecord]>> = {
  usersByUsername: ['user', '/users/', UserProfile],
  usersById: ['userById', '/users/by-id/', UserProfile],
  postsById: ['post', '/posts?videoId=', Post],
  soundsById: ['sound', '/sounds/', Sound],
  liveStatus: ['liveStatus', '/live/{key}/alive', LiveStatus]
}

/** A record of REST as the graph has it, where what is unknown is null. */
export const toNode = (owner: NamedRecord, record: Json): Json => {
  const node: Json = {}
  for (const key of Object.keys(owner.properties)) node[fieldNameOf(owner, key)] = record[key] ?? null
  if (owner !== Post) return node
  const within = (names: Json) => Object.fromEntries(Object.entries(names).map(([key, name]) => [name, record[key]]))
  return {
    ...node,
    createdAt: new Date(Number(record.created_at) * 1_000),
    hashtags: null,
    author: toNode(UserProfile, within(ofAuthor)),
    sound: toNode(Sound, within(ofSound))
  }
}

/** What headers say of an answer, as the graph says it of a read. */
const agesIn = ({ headers = {} }: Scripted): unknown => {
  const age = Number(headers.age ?? 0)
  const life = /(?:^|[\s,])max-age=(.*)/.exec(String(headers['cache-control'] ?? ''))?.[1]
  return [Number.isNaN(age) ? headers.age : age, life === undefined ? null : Number(life) - age]
}

const successIn = ({ status = 200, body }: Scripted): Envelope | null => {
  try {
    const envelope = JSON.parse(body) as Envelope
    const isSuccess = status === 200 ? envelope.error === null : envelope.error?.code === 'NOT_FOUND'
    return isSuccess && envelope.meta.version === apiVersion ? envelope : null
  } catch {
    return null
  }
}

/** A query answered from what REST answers to each of its fields. An answer that is no record and no "not found" is that to the query. */
export const answerQuery = async (
  body: string,
  ask: (path: string) => Scripted | undefined | Promise<Scripted | undefined>
): Promise<Scripted | undefined> => {
  const { query, variables } = JSON.parse(body)
  const given = ({ arguments: all = [] }: FieldNode) =>
    all.map(({ value }) => valueFromASTUntyped(value, variables)) as (string | string[] | Record<string, string>)[]
  const [operation] = parse(query).definitions as [OperationDefinitionNode]
  const data: Json = {}
  const reads: Json = {}
  for (const field of operation.selectionSet.selections as readonly FieldNode[]) {
    const { name, alias = name, selectionSet } = field
    const lookup = lookups[name.value]
    const list = lookup === undefined ? (selectionSet?.selections[0] as FieldNode) : null
    const [keys = ''] = given(field)
    const found: unknown[] = []
    for (const key of typeof keys === 'string' ? [keys] : Object.values(keys)) {
      const [kind, path, record] = lookup ?? [`${name.value}Posts`, `/${name.value}s/{key}/posts?`, Post]
      const [count, cursor] = list === null ? [] : given(list)
      const page = list === null ? '' : `count=${count}${cursor === undefined ? '' : `&cursor=${cursor}`}`
      const answer = await ask(`/api/v1${path.includes('{key}') ? path.replace('{key}', key) : path + key}${page}`)
      const success = answer === undefined ? null : successIn(answer)
      if (answer === undefined || success === null) return answer
      reads[`${kind}:${key}`] = agesIn(answer)
      const { data: json, pagination } = success as Envelope<Json & Json[]>
      if (json === null || list === null) found.push(json && toNode(record, json))
      else {
        const pageInfo = { endCursor: pagination?.cursor, hasNextPage: pagination?.has_more }
        found.push({ posts: { nodes: json.map((one) => toNode(record, one)), pageInfo } })
      }
    }
    data[alias.value] = Array.isArray(keys) ? found : found[0]
  }
  return { body: JSON.stringify({ data, extensions: { reads } }) }
}
