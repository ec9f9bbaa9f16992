import { bitsOf, type ObservedKind } from '../../engines/history/samples.ts'
import { isDerivedAddress } from '../../records/derived-address.ts'
import { keyOfSound } from '../../records/facts-key.ts'
import { latestTime } from '../../records/fields.ts'
import { canonicalHashtag } from '../../records/hashtag-name.ts'
import type { HashtagUse } from '../../records/post.ts'
import type {
  DecodedCollection,
  DecodedEffect,
  DecodedLiveRoom,
  DecodedPlace,
  DecodedPost,
  DecodedRecord,
  DecodedRelation,
  DecodedSound,
  DecodedUser,
  Seen
} from '../mapping/decoder.ts'
import { referenceTo } from '../mapping/relations.ts'
import { flagById, newerFlag, privacyOf } from './handle-privacy.ts'
import { place } from './merge.ts'
import type {
  Claim,
  HashtagState,
  MergedState,
  ObservedCounts,
  PrivacyFlag,
  StoredRelation,
  Times
} from './merge-store.ts'
import { addCounts, countsOf } from './observed-counts.ts'
import { neverObserved, observedAt } from './provenance.ts'
import { join, observed, type Provenance, refer } from './state.ts'

/** A decoded record and its source. */
export type Observation = { decoded: DecodedRecord; source: string }

/** Observations of a batch, combined by public key. */
export type Observations = {
  readonly posts: Map<string, MergedState>
  /** Accounts by id; those known by handle only, by handle. */
  readonly users: Map<string, MergedState>
  readonly nameless: Map<string, MergedState>
  /** Whether the account of a handle is private, from observations with the handle alone. */
  readonly privacy: Map<string, PrivacyFlag>
  /** When each account was seen with a handle. */
  readonly claims: Map<string, Claim[]>
  readonly sounds: Map<string, MergedState>
  readonly places: Map<string, MergedState>
  readonly effects: Map<string, MergedState>
  readonly rooms: Map<string, MergedState>
  readonly collections: Map<string, MergedState>
  /** Members of lists, by all their key parts. */
  readonly relations: Map<string, StoredRelation>
  readonly hashtags: Map<string, HashtagState>
  /** Lowest id per canonical name. */
  readonly names: Map<string, string>
  /** Hashtags known by name only, by their canonical names. */
  readonly loose: Map<string, HashtagState>
  readonly sources: Map<string, Times>
  /** Counts of each observation of a post or account; missing if its state is from one observation. */
  readonly counts: Map<MergedState, ObservedCounts[]>
}

export const noObservations = (): Observations => ({
  posts: new Map(),
  users: new Map(),
  nameless: new Map(),
  privacy: new Map(),
  claims: new Map(),
  sounds: new Map(),
  places: new Map(),
  effects: new Map(),
  rooms: new Map(),
  collections: new Map(),
  relations: new Map(),
  hashtags: new Map(),
  names: new Map(),
  loose: new Map(),
  sources: new Map(),
  counts: new Map()
})

/** Adds an observation. The result does not depend on the order. */
export const observe = (observations: Observations, { decoded, source }: Observation): void => {
  addSource(observations, source, decoded.seen.collectedAt)
  if (decoded.kind === 'post') addPost(observations, decoded.post, decoded.seen, source)
  else if (decoded.kind === 'live_room') addRoom(observations, decoded.live_room, decoded.seen, source)
  else {
    const seen = provenanceOf(decoded.seen, source)
    if (decoded.kind === 'user') addUser(observations, decoded.user, seen)
    else if (decoded.kind === 'sound') addSound(observations, decoded.sound, seen)
    else if (decoded.kind === 'effect') addEffect(observations, decoded.effect, seen)
    else if (decoded.kind === 'collection') addCollection(observations, decoded.collection, seen)
    else if (decoded.kind === 'relation') addRelation(observations, decoded.relation, source)
    else addPlace(observations, decoded.place, seen)
  }
}

const addSource = (observations: Observations, source: string, at: number | null): void => {
  const { from, to } = observations.sources.get(source) ?? { from: null, to: null }
  const times = at === null ? { from, to } : { from: Math.min(from ?? at, at), to: Math.max(to ?? at, at) }
  observations.sources.set(source, times)
}

const provenanceOf = ({ collectedAt, rounded, negative = null }: Seen, source: string, since = 0): Provenance => ({
  at: observedAt(collectedAt === null ? null : Math.min(collectedAt, latestTime), since),
  source,
  rounded,
  negative,
  prefix: ''
})

const at = {
  hashtags: place('posts', 'hashtags'),
  share_url: place('posts', 'share_url'),
  author: place('posts', 'author'),
  sound: place('posts', 'sound'),
  place: place('posts', 'place'),
  streamer: place('live_rooms', 'streamer'),
  owner: place('collections', 'owner'),
  tags: place('effects', 'tags')
}

/** The provenance of a record within the observed one. */
const within = (seen: Provenance, prefix: string): Provenance =>
  seen.rounded === null && seen.negative === null ? seen : { ...seen, prefix }

const addPost = (observations: Observations, post: DecodedPost, how: Seen, source: string): void => {
  const seen = provenanceOf(how, source, post.created_at)
  const state = observed('posts', post, seen)
  if (post.share_url != null && isDerivedAddress(post.share_url))
    refer(state, 'share_url', at.share_url, post.share_url)
  // No hashtags means unknown: some feeds omit them.
  if (post.hashtags.length > 0) {
    for (const use of post.hashtags) addHashtagUse(observations, use, seen.at)
    refer(state, 'hashtags', at.hashtags, JSON.stringify(post.hashtags.map(({ id, name }) => ({ id, name }))))
  }
  if (post.author !== null)
    refer(state, 'author', at.author, addUser(observations, post.author, within(seen, 'author.')))
  if (post.sound !== null) refer(state, 'sound', at.sound, addSound(observations, post.sound, within(seen, 'sound.')))
  if (post.place !== null) refer(state, 'place', at.place, addPlace(observations, post.place, within(seen, 'place.')))
  for (const effect of post.effects ?? []) addEffect(observations, effect, within(seen, 'effect.'))
  addCounted(observations, 'posts', observations.posts, post.post_id, state, seen)
}

/** Adds an account and returns how posts refer to it. */
const addUser = (observations: Observations, user: DecodedUser, seen: Provenance): string => {
  const { user_id } = user
  const handle = user.username.toLowerCase()
  const state = observed('users', user, seen)
  const reference = referenceTo(user)
  if (user_id === null || reference !== user_id) {
    const flag = newerFlag(privacyOf(state), observations.privacy.get(handle) ?? null)
    if (flag !== null) observations.privacy.set(handle, flag)
    addCounted(observations, 'users', observations.nameless, handle, state, seen)
    return reference
  }
  flagById(state)
  addCounted(observations, 'users', observations.users, user_id, state, seen)
  const claims = observations.claims.get(handle) ?? []
  if (claims.length === 0) observations.claims.set(handle, claims)
  const own = claims.find(({ userId }) => userId === user_id)
  if (own === undefined) claims.push({ userId: user_id, from: seen.at, at: seen.at })
  else {
    own.from = Math.min(own.from, seen.at)
    own.at = Math.max(own.at, seen.at)
  }
  return user_id
}

export const isNewer = (claim: Claim, other: Claim): boolean =>
  claim.at > other.at || (claim.at === other.at && claim.userId > other.userId)

/** Adds a sound and returns how posts refer to it. Without an id, title, author and flag identify it. */
const addSound = (observations: Observations, sound: DecodedSound, seen: Provenance): string => {
  const { sound_id, title, author, is_original } = sound
  const key = sound_id ?? keyOfSound([title ?? null, author ?? null, is_original ?? null]).key
  add(observations.sounds, key, observed('sounds', sound, seen))
  return key
}

const addPlace = (observations: Observations, { place_id, ...fields }: DecodedPlace, seen: Provenance): string => {
  add(observations.places, place_id, observed('places', fields, seen))
  return place_id
}

const addEffect = (
  observations: Observations,
  { effect_id, tags, ...fields }: DecodedEffect,
  seen: Provenance
): void => {
  const state = observed('effects', fields, seen)
  // No tags means unknown: posts name effects without them.
  if (tags != null && tags.length > 0) refer(state, 'tags', at.tags, JSON.stringify(tags))
  add(observations.effects, effect_id, state)
}

const addCollection = (
  observations: Observations,
  { collection_id, owner, ...fields }: DecodedCollection,
  seen: Provenance
): void => {
  const state = observed('collections', { place_in_list: 0, ...fields }, seen)
  if (owner !== null) refer(state, 'owner', at.owner, addUser(observations, owner, seen))
  add(observations.collections, collection_id, state)
}

/** Rows of a relation: the follower of an account is stored among the followers of the other account. The list itself is known too. */
const rowsOf = ({ list, owner, member, position }: DecodedRelation): StoredRelation[] => {
  const given = { list, owner, member: '', position: 0 }
  if (member === null) return [given]
  return [
    given,
    list === 'following'
      ? { list: 'followers', owner: member, member: owner, position }
      : { list, owner, member, position }
  ]
}

const relationKey = ({ list, owner, member }: StoredRelation): string => `${list}\n${owner}\n${member}`

/** Adds a relation. The owner of a list exists, even if known only by name. */
const addRelation = (observations: Observations, relation: DecodedRelation, source: string): void => {
  const { list, owner } = relation
  const seen = provenanceOf({ collectedAt: null, rounded: null, negative: null }, source)
  if (list === 'collection_posts') addCollection(observations, { collection_id: owner, owner: null }, seen)
  else if (owner.startsWith('@')) addUser(observations, { username: owner.slice(1), user_id: null }, seen)
  for (const row of rowsOf(relation)) {
    const key = relationKey(row)
    const known = observations.relations.get(key)
    if (known === undefined || row.position > known.position) observations.relations.set(key, row)
  }
}

const addRoom = (
  observations: Observations,
  { room_id, streamer, started_at, ...fields }: DecodedLiveRoom,
  how: Seen,
  source: string
): void => {
  const seen = provenanceOf(how, source, started_at ?? 0)
  const state = observed('live_rooms', fields, seen)
  refer(state, 'streamer', at.streamer, addUser(observations, streamer, within(seen, 'streamer.')))
  add(observations.rooms, room_id, state)
}

const addHashtagUse = (observations: Observations, { id, name }: HashtagUse, seenAt: number): void => {
  const known = name === null ? undefined : canonicalHashtag(name)
  const state = { name, at: name === null ? neverObserved : seenAt }
  if (id === null) {
    if (known !== undefined) addHashtag(observations.loose, known, state)
    return
  }
  addHashtag(observations.hashtags, id, state)
  if (known === undefined) return
  const other = observations.names.get(known)
  if (other === undefined || isLower(id, other)) observations.names.set(known, id)
}

/** Compares ids numerically. */
export const isLower = (id: string, other: string): boolean =>
  id.length === other.length ? id < other : id.length < other.length

const add = (states: Map<string, MergedState>, key: string, state: MergedState): void => {
  const known = states.get(key)
  if (known === undefined) states.set(key, state)
  else join(known, state)
}

/** Adds a state with the counts of each observation. */
const addCounted = (
  { counts }: Observations,
  kind: ObservedKind,
  states: Map<string, MergedState>,
  key: string,
  state: MergedState,
  { negative, prefix }: Provenance
): void => {
  const bits = negative === null ? 0 : bitsOf(kind, negative, prefix)
  const known = states.get(key)
  if (known === undefined) {
    states.set(key, state)
    // Nearly all records are observed once: their state has the counts of the sample, but not the negative marks.
    if (bits !== 0) keepCounts(counts, kind, state, bits)
    return
  }
  const own = countsOf(kind, state, bits)
  const samples = counts.get(known) ?? keepCounts(counts, kind, known)
  if (own !== null) addCounts(samples, own)
  join(known, state)
}

/** Stores the counts of the first observation before others are joined to its state. */
const keepCounts = (
  counts: Map<MergedState, ObservedCounts[]>,
  kind: ObservedKind,
  state: MergedState,
  negative = 0
): ObservedCounts[] => {
  const own = countsOf(kind, state, negative)
  const samples = own === null ? [] : [own]
  counts.set(state, samples)
  return samples
}

const none: readonly ObservedCounts[] = []

/** Counts of all observations of a state of the batch. */
export const countsObserved = (
  { counts }: Observations,
  kind: ObservedKind,
  state: MergedState
): readonly ObservedCounts[] => {
  const samples = counts.get(state)
  if (samples !== undefined) return samples
  const own = countsOf(kind, state)
  return own === null ? none : [own]
}

/** Whether another name of a hashtag takes precedence. */
export const isBetter = (state: HashtagState, known: HashtagState): boolean =>
  state.at > known.at || (state.at === known.at && (state.name ?? '') > (known.name ?? ''))

const addHashtag = (states: Map<string, HashtagState>, key: string, state: HashtagState): void => {
  const known = states.get(key)
  if (known === undefined || isBetter(state, known)) states.set(key, state)
}
