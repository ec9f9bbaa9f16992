import { type Awaitable, andThen, attempt } from '../../core/awaitable.ts'
import { asApiError, invalidParam, notFound } from '../../core/errors.ts'
import { readUserKey } from '../../records/user-key.ts'
import { challenges } from '../../services/challenges.ts'
import { collections } from '../../services/collections.ts'
import { effects } from '../../services/effects.ts'
import { live } from '../../services/live.ts'
import { places } from '../../services/places.ts'
import { posts } from '../../services/posts.ts'
import { sounds } from '../../services/sounds.ts'
import { users } from '../../services/users.ts'
import { builder, type Context } from './builder.ts'
import { costHints } from './cost-hints.ts'
import { nameless, readGlobalId, toGlobalId } from './global-ids.ts'
import { HashtagReference, LiveRoomReference, SoundReference, UserReference } from './references.ts'

/** The types an id can lead to, and how each is found again by its key. */
const loaders: Readonly<Record<string, (key: string, context: Context) => Awaitable<object>>> = {
  User: (key, { deps, scope }) => {
    const { username, region } = readUserKey(key)
    return andThen(users.byUsername(deps, scope, { username, region }), (user) => UserReference.of(user, region))
  },
  Post: (key, { deps, scope }) => posts.byIdOrUrl(deps, scope, { videoId: key }),
  Sound: (key, { deps, scope }) => andThen(sounds.byId(deps, scope, { soundId: key }), SoundReference.of),
  Hashtag: (key, context) => findHashtag(key, context),
  LiveRoom: (key, { deps, scope }) => andThen(live.byRoomId(deps, scope, { roomId: key }), LiveRoomReference.of),
  Effect: (key, { deps, scope }) => effects.byId(deps, scope, { effectId: key }),
  Place: (key, { deps, scope }) => places.byId(deps, scope, { placeId: key }),
  Collection: (key, { deps, scope }) => collections.byId(deps, scope, { collectionId: key })
}

/**
 * The platform has no look-up for a hashtag, so its first page of posts stands in: it tells whether the hashtag exists and what
 * it is called, and serves a query for its posts at the same time.
 */
export const findHashtag = (hashtagId: string, { deps, scope }: Context): Awaitable<HashtagReference> =>
  andThen(challenges.posts(deps, scope, { challengeId: hashtagId }), (page) => {
    for (const { hashtags } of page.items) {
      const use = hashtags.find(({ id }) => id === hashtagId)
      if (use !== undefined) return new HashtagReference(use)
    }
    return new HashtagReference({ id: hashtagId, name: null })
  })

/** Plain records tell their type by the key that only they have. */
const recordTypes = [
  ['post_id', 'Post'],
  ['effect_id', 'Effect'],
  ['place_id', 'Place'],
  ['collection_id', 'Collection']
] as const

export const NodeInterface = builder.interfaceRef<object>('Node').implement({
  description: 'An object that can be found again by its id.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id. Opaque; pass it to `node` to get the same object again.',
      resolve: () => {
        throw new Error('each type resolves its own id')
      }
    })
  }),
  resolveType: (value) => {
    if (value instanceof UserReference) return 'User'
    if (value instanceof SoundReference) return 'Sound'
    if (value instanceof LiveRoomReference) return 'LiveRoom'
    if (value instanceof HashtagReference) return 'Hashtag'
    return recordTypes.find(([key]) => key in value)?.[1]
  }
})

/** The `id` field of a type: its name and the key its loader takes. */
export const idField = <P>(type: string, keyOf: (parent: P) => string) => ({
  description: `Global id of the object, for \`node\`. Opaque.`,
  resolve: (parent: P) => toGlobalId(type, keyOf(parent))
})

const loadNode = (id: string, param: string, context: Context): Awaitable<object> => {
  const { type, key } = readGlobalId(id, param)
  const load = Object.hasOwn(loaders, type) ? loaders[type] : undefined
  if (load === undefined) throw invalidParam(param, 'is not the id of an object in this graph; use the id field of one')
  // Ids of nameless things are well formed, but there is no key to find them by.
  if (key.startsWith(nameless)) throw notFound(`The ${type}`)
  return load(key, context)
}

export const maxBatch = 50

/** Checks the length of a batch; each element then succeeds or fails for itself. */
export const batch = <T>(
  values: readonly string[],
  param: string,
  load: (value: string) => Awaitable<T>
): Awaitable<T>[] => {
  if (values.length > maxBatch) throw invalidParam(param, `must have at most ${maxBatch} elements`)
  return values.map((value) => named(param, () => load(value)))
}

/** The same, with complaints of a service about its parameter told of the argument the value came in. */
const named = <T>(param: string, load: () => Awaitable<T>): Awaitable<T> => {
  const loading = attempt(load)
  if (!(loading instanceof Promise)) return loading
  return loading.catch((error: unknown) => {
    const { code, details } = asApiError(error)
    throw code === 'INVALID_PARAM' ? invalidParam(param, String(details?.reason)) : error
  })
}

/** What a batch may cost: one read an element. */
export const batchCost = (param: string) => {
  const length = (args: Readonly<Record<string, unknown>>) => {
    const values = args[param]
    return Array.isArray(values) ? Math.min(values.length, maxBatch) : 0
  }
  return costHints({ reads: length, items: length })
}

builder.queryFields((t) => ({
  node: t.field({
    type: NodeInterface,
    nullable: true,
    description: 'The object with a global id; null with an error when it does not exist.',
    args: { id: t.arg.id({ required: true, description: 'Global id, from the `id` field of an object.' }) },
    extensions: costHints({ reads: 1 }),
    resolve: (_, { id }, context) => named('id', () => loadNode(String(id), 'id', context))
  }),
  nodes: t.field({
    type: [NodeInterface],
    nullable: { list: false, items: true },
    description: `Objects with global ids, in the order given, at most ${maxBatch}; null with an error for each that does not exist.`,
    args: { ids: t.arg.idList({ required: true, description: 'Global ids, from the `id` field of objects.' }) },
    extensions: batchCost('ids'),
    resolve: (_, { ids }, context) => batch(ids.map(String), 'ids', (id) => loadNode(id, 'ids', context))
  })
}))
