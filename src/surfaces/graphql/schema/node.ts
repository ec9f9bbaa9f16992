import type { FieldRef, InterfaceRef, ObjectRef } from '@pothos/core'
import { type Awaitable, andThen, attempt } from '../../../core/awaitable.ts'
import { asApiError, invalidParam, notFound } from '../../../core/errors.ts'
import { forOneRequest } from '../../../core/one-request.ts'
import { challenges } from '../../../services/challenges.ts'
import { collections } from '../../../services/collections.ts'
import { effects } from '../../../services/effects.ts'
import { live } from '../../../services/live.ts'
import { places } from '../../../services/places.ts'
import { posts } from '../../../services/posts.ts'
import { sounds } from '../../../services/sounds.ts'
import { knowsAccountIds, users } from '../../../services/users.ts'
import { builder, type Context, type Types } from './builder.ts'
import { costHints, type GivenArguments } from './cost-hints.ts'
import { factsIn, isDigest, notAnId, readGlobalId, toGlobalId } from './global-ids.ts'
import {
  CollectionReference,
  HashtagReference,
  LiveRoomReference,
  SoundReference,
  UserReference
} from './references.ts'

export type LoadNode = (key: string, context: Context) => Awaitable<object>

/** The types with ids, and their loaders by key. */
export const loaders = {
  User: (key, { deps, scope }) => {
    const [, mark, name = ''] = /^([#@]?)([^#@].*)$/.exec(key) ?? []
    // An object has one id only, and handles are in lower case.
    if (mark === undefined || (mark === '@' && !/^[^@A-Z]+$/.test(name))) throw notAnId('id')
    // The id is from a server with another kind of source, or of an earlier version, which identifies accounts differently.
    if (mark !== (knowsAccountIds(deps) ? '#' : '@')) throw notFound('The creator')
    const found =
      mark === '#' ? users.byId(deps, scope, { userId: name }) : users.byUsername(deps, scope, { username: name })
    return andThen(found, UserReference.of)
  },
  Post: (key, { deps, scope }) => {
    if (isDigest(key)) throw notFound('A post without its own id')
    return posts.byIdOrUrl(deps, scope, { videoId: key })
  },
  Sound: (key, { deps, scope }) => andThen(sounds.byId(deps, scope, { soundId: key }), SoundReference.of),
  Hashtag: (key, { deps, scope }) =>
    andThen(challenges.hashtag(deps, scope, { hashtagId: key }), (use) => new HashtagReference(use)),
  LiveRoom: (key, { deps, scope }) => andThen(live.byRoomId(deps, scope, { roomId: key }), LiveRoomReference.of),
  Effect: (key, { deps, scope }) => effects.byId(deps, scope, { effectId: key }),
  Place: (key, { deps, scope }) => places.byId(deps, scope, { placeId: key }),
  Collection: (key, { deps, scope }) =>
    andThen(collections.byId(deps, scope, { collectionId: key }), (found) => CollectionReference.of(found))
} satisfies Record<string, LoadNode>

const text = (value: unknown) => (typeof value === 'string' ? value : null)

/** Types whose objects may have no id, rebuilt from the facts in their keys. */
const makers: Readonly<Record<string, (facts: unknown) => SoundReference | HashtagReference>> = {
  Sound: (facts) => {
    const [title, author, isOriginal] = Array.isArray(facts) ? facts : []
    return SoundReference.named(null, text(title), text(author), isOriginal === null ? null : isOriginal === true)
  },
  Hashtag: (facts) => new HashtagReference(forOneRequest({ id: null, name: text(facts) }))
}

/** The object with these facts. It may have got an id since; another deployment finds objects by id only, so the facts remain there. */
const meantBy = (reference: SoundReference | HashtagReference, context: Context): Awaitable<object> => {
  const { deps, scope } = context
  const key = reference.key(context)
  if (key === null) return forOneRequest(reference)
  return reference instanceof SoundReference
    ? andThen(sounds.byId(deps, scope, { soundId: key }), SoundReference.of)
    : andThen(challenges.hashtag(deps, scope, { name: reference.spelledName }), (use) => new HashtagReference(use))
}

/** The key field that identifies the type of a plain record. */
const recordTypes = [
  ['post_id', 'Post'],
  ['effect_id', 'Effect'],
  ['place_id', 'Place']
] as const

/** The type of an object of the graph that has an id. */
export const typeOfNode = (value: object): string | undefined => {
  if (value instanceof UserReference) return 'User'
  if (value instanceof SoundReference) return 'Sound'
  if (value instanceof LiveRoomReference) return 'LiveRoom'
  if (value instanceof HashtagReference) return 'Hashtag'
  if (value instanceof CollectionReference) return 'Collection'
  return recordTypes.find(([key]) => key in value)?.[1]
}

export const NodeInterface = builder.interfaceRef<object>('Node').implement({
  description: 'An object that can be fetched again by its id.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id, opaque. `node` gives the same object for it again.',
      resolve: () => {
        throw new Error('each type resolves its own id')
      }
    })
  }),
  resolveType: typeOfNode
})

const isNodeType = (type: string): type is keyof typeof loaders => Object.hasOwn(loaders, type)

const keyByType = new Map<string, (object: never, context: Context) => string>()

/** The `id` field of a type, from the type's name and the key for its loader. */
export const idField = <P>(type: string, keyOf: (parent: P, context: Context) => string) => {
  keyByType.set(type, keyOf)
  return {
    description: 'Global id, opaque. `node` gives the same object for it again.',
    resolve: (parent: P, _: object, context: Context) => toGlobalId(type, keyOf(parent, context))
  }
}

/** The object with an id; `expected`: the only type it may have. */
export const loadNode = (id: string, param: string, context: Context, expected?: string): Awaitable<object> => {
  const { type, key } = readGlobalId(id, param)
  if (!isNodeType(type) || (expected ?? type) !== type) throw notAnId(param)
  const load: LoadNode = loaders[type]
  const make = makers[type]
  const facts = make === undefined ? undefined : factsIn(key)
  if (make === undefined || facts === undefined) return load(key, context)
  const rebuilt = make(facts)
  // Ids are canonical: the rebuilt object must have the same key.
  if (keyByType.get(type)?.(rebuilt as never, context) !== key) throw notAnId(param)
  return meantBy(rebuilt, context)
}

export const maxBatch = 50

/** Checks the length of a batch. Each element then succeeds or fails independently; a missing object is null, not a failure. */
export const batch = <V, T>(
  values: readonly V[],
  param: string,
  load: (value: V) => Awaitable<T>,
  max = maxBatch
): Awaitable<T | null>[] => {
  if (values.length > max) throw invalidParam(param, `must have at most ${max} elements`)
  return values.map((value) => {
    const loading = named(param, () => load(value))
    return loading instanceof Promise ? loading.catch(nullIfNotFound) : loading
  })
}

const nullIfNotFound = (error: unknown): null => {
  if (asApiError(error).code !== 'NOT_FOUND') throw error
  return null
}

/** A list whose elements may be null. */
const withNulls = { list: false, items: true } as const

/** Loads with errors about a service's parameter renamed to the argument of the graph. */
const named = <T>(param: string, load: () => Awaitable<T>): Awaitable<T> => {
  const loading = attempt(load)
  if (!(loading instanceof Promise)) return loading
  return loading.catch((error: unknown) => {
    const { code, details } = asApiError(error)
    throw code === 'INVALID_PARAM' ? invalidParam(param, String(details?.reason)) : error
  })
}

/** The cost of a batch: one read per element. */
export const batchCost = (param: string, max = maxBatch, readCost = 1) => {
  const length = ({ [param]: values }: GivenArguments) => (Array.isArray(values) ? Math.min(values.length, max) : 0)
  return costHints({ reads: length, readCost, items: length })
}

type BatchOptions<N> = {
  type: ObjectRef<Types, N> | InterfaceRef<Types, N>
  /** Plural name of the elements. */
  what: string
  /** The argument with the values, and its description. */
  param: string
  values: string
  /** The cost of one read; omitted where it is 1. */
  readCost?: number
  load: (value: string, context: Context) => Awaitable<N>
}

/** Objects by values that identify them: each succeeds or fails independently. */
export const batchField = <N>(
  t: PothosSchemaTypes.QueryFieldBuilder<Types, object>,
  { type, what, param, values, readCost, load }: BatchOptions<N>
) =>
  t.field({
    type: [type],
    nullable: withNulls,
    description: `${what}, in the order given, at most ${maxBatch}. Null in place of each that does not exist. ${readCost === undefined ? 'One read' : 'A scan'} each.`,
    args: { [param]: t.arg({ type: [param.endsWith('ds') ? 'ID' : 'String'], required: true, description: values }) },
    extensions: batchCost(param, maxBatch, readCost),
    resolve: (_: object, { [param]: given }: GivenArguments, context: Context) =>
      // A required list of texts.
      batch((given as readonly string[]).map(String), param, (value) => load(value, context))
  } as never) as FieldRef<Types, N[]>

builder.queryFields((t) => ({
  node: t.field({
    type: NodeInterface,
    description: 'The object with a global id. Null with NOT_FOUND when it does not exist. One read.',
    args: { id: t.arg.id({ required: true, description: 'Global id, from the `id` field of an object.' }) },
    extensions: costHints({ reads: 1 }),
    resolve: (_, { id }, context) => named('id', () => loadNode(String(id), 'id', context))
  }),
  nodes: batchField(t, {
    type: NodeInterface,
    what: 'Objects by global id',
    param: 'ids',
    values: 'Global ids, from the `id` field of objects.',
    load: (id, context) => loadNode(id, 'ids', context)
  })
}))
