import type { ObservedKind } from '../history/samples.ts'
import { canonicalHashtag } from '../records/hashtag-name.ts'
import type { LineKind, Lines, SoundFacts } from './export/lines.ts'
import { readSample, type SampleOfLine } from './export/sample-lines.ts'
import type { FieldKind } from './merge/merge-store.ts'
import { type OlderField, unlistOlder } from './merge/provenance.ts'
import { LineProblem } from './read-line.ts'
import type { DatasetWriter } from './sqlite/dataset-writer.ts'
import type { NumbersByText } from './sqlite/numbers-by-text.ts'

/** Rows of one kind, numbered in order, by their names in lines. */
class Rows {
  readonly #what: string
  readonly #pks: NumbersByText
  #last = 0

  constructor(writer: DatasetWriter, what: string) {
    this.#what = what
    this.#pks = writer.numbers(what.replaceAll(' ', '_'))
  }

  get count(): number {
    return this.#last
  }

  /** Row of a new thing; unnamed things are referenced by none. */
  add(name: string | null): number {
    if (name !== null) {
      if (this.#pks.get(name) !== undefined) throw new LineProblem(`repeats ${this.#what} ${name} of an earlier line`)
      this.#pks.set(name, this.#last + 1)
    }
    this.#last += 1
    return this.#last
  }

  of(name: string): number {
    const pk = this.#pks.get(name)
    if (pk === undefined) throw new LineProblem(`refers to ${this.#what} ${name}, which no earlier line has`)
    return pk
  }
}

const factsKey = ({ title, author, is_original }: SoundFacts) => JSON.stringify([title, author, is_original])

/** Writes the lines of a whole export as rows. Row numbers equal the original ones if those had no gaps. */
export const wholeRows = (writer: DatasetWriter) => {
  const sources = new Rows(writer, 'source')
  const users = new Rows(writer, 'user')
  const handles = new Rows(writer, 'handle')
  const claims = new Rows(writer, 'the claim to handle')
  const sounds = new Rows(writer, 'sound')
  const soundsByFacts = writer.numbers('sounds_by_facts')
  const places = new Rows(writer, 'place')
  const hashtags = new Rows(writer, 'hashtag')
  const posts = new Rows(writer, 'post')
  const collections = new Rows(writer, 'collection')
  const rooms = new Rows(writer, 'live room')
  const effects = new Rows(writer, 'effect')
  /** A name alone means the first hashtag of that name, those with an id first. */
  const hashtagOfName = writer.numbers('names_meant')
  const named = { withId: writer.numbers('names_with_id'), withoutId: writer.numbers('names_without_id') }
  /** Followers of one account are consecutive. */
  let followed: { pk: number; list: { follower_pk: number; followed_at: number }[] } | null = null

  /** The line with its provenance. */
  const withProvenance = <L extends { source: string | null; older: readonly OlderField[] | null }>(
    kind: FieldKind,
    line: L
  ) => {
    const older = line.older && unlistOlder(kind, line.older)
    if (older === null && line.older !== null) throw new LineProblem('has an older entry for an unknown field')
    return { ...line, source: line.source === null ? null : sources.of(line.source), older }
  }

  /** Exports of earlier versions have a line for each spelling of a name without an id. */
  const ofName = (key: string) => named.withId.get(key) ?? named.withoutId.get(key)

  const addHashtag = ({ hashtag_id, name, named_at }: Lines['hashtag']): number => {
    const key = name === null ? null : canonicalHashtag(name)
    const known = hashtag_id === null && key !== null ? ofName(key) : undefined
    if (known !== undefined) return known
    const pk = hashtags.add(hashtag_id)
    writer.hashtag({ pk, hashtag_id, name, named_at })
    const names = hashtag_id === null ? named.withoutId : named.withId
    if (key !== null && names.get(key) === undefined) names.set(key, pk)
    return pk
  }

  const hashtagOf = ({ id, name }: Lines['post']['hashtags'][number]): number => {
    if (id !== null) return hashtags.of(id)
    const key = canonicalHashtag(name ?? '')
    return hashtagOfName.get(key) ?? addHashtag({ hashtag_id: null, name, named_at: null })
  }

  const soundWithoutId = (facts: SoundFacts | null): number | null => {
    const pk = facts === null ? null : soundsByFacts.get(factsKey(facts))
    if (pk === undefined) throw new LineProblem('refers to a sound without an id, which no earlier line has')
    return pk
  }

  /** Samples come in the order of rows, once of each. */
  const lastSampled = { posts: 0, users: 0 }

  const addSamples = (kind: ObservedKind, id: string, pk: number, lines: readonly SampleOfLine[]): void => {
    if (pk <= lastSampled[kind]) throw new LineProblem(`has samples of ${id}, which come in the order of the ${kind}`)
    lastSampled[kind] = pk
    const samples = lines.map((line) => {
      const sample = readSample(kind, line, line.source === null ? 0 : sources.of(line.source))
      if (sample === null) throw new LineProblem(`marks a count that ${kind} do not have`)
      return sample
    })
    writer.samples(kind, pk, samples)
  }

  const endFollowers = () => {
    if (followed !== null) writer.followers(followed.pk, followed.list)
    followed = null
  }

  const add: { readonly [K in LineKind]: (line: Lines[K]) => void } = {
    source(source) {
      sources.add(source.name)
      writer.source(source)
    },
    import: (row) => writer.importOf(row),
    user({ variants, ...profile }) {
      const user_pk = users.add(profile.user_id)
      if (profile.handle !== null) handles.add(profile.handle)
      writer.user({ pk: user_pk, ...withProvenance('users', profile) })
      for (const variant of variants) writer.userVariant({ user_pk, ...variant })
    },
    handle({ user_id, ...claim }) {
      const user_pk = users.of(user_id)
      claims.add(`${claim.handle} by ${user_id}`)
      writer.handle({ ...claim, user_pk })
    },
    sound(sound) {
      const pk = sounds.add(sound.sound_id)
      if (sound.sound_id === null) soundsByFacts.set(factsKey(sound), pk)
      writer.sound({ pk, ...withProvenance('sounds', sound) })
    },
    place: (place) => writer.place({ pk: places.add(place.place_id), ...withProvenance('places', place) }),
    hashtag: (hashtag) => void addHashtag(hashtag),
    hashtag_name({ name, hashtag_id }) {
      const key = canonicalHashtag(name)
      const pk = hashtag_id === null ? ofName(key) : hashtags.of(hashtag_id)
      if (pk === undefined)
        throw new LineProblem(`refers to a hashtag ${name} without an id, which no earlier line has`)
      if (hashtagOfName.get(key) !== undefined) return
      hashtagOfName.set(key, pk)
      writer.hashtagName(key, pk)
    },
    post({ author_id, sound_id, sound, place_id, hashtags: uses, ...post }) {
      writer.post({
        pk: posts.add(post.post_id),
        author_pk: author_id === null ? null : users.of(author_id),
        sound_pk: sound_id === null ? soundWithoutId(sound) : sounds.of(sound_id),
        place_pk: place_id === null ? null : places.of(place_id),
        hashtags: uses.map((use) => ({ ...use, pk: hashtagOf(use) })),
        ...withProvenance('posts', post)
      })
    },
    repost: ({ user_id, post_id, reposted_at }) => writer.repost(users.of(user_id), posts.of(post_id), reposted_at),
    follower({ user_id, follower_id, followed_at }) {
      const pk = users.of(user_id)
      if (followed?.pk !== pk) endFollowers()
      followed ??= { pk, list: [] }
      followed.list.push({ follower_pk: users.of(follower_id), followed_at })
    },
    collection: ({ user_id, post_ids, ...collection }) =>
      writer.collection(
        { pk: collections.add(collection.collection_id), user_pk: users.of(user_id), ...collection },
        post_ids.map((id) => posts.of(id))
      ),
    live_room: ({ user_id, ...room }) =>
      writer.liveRoom({
        pk: rooms.add(room.room_id),
        user_pk: users.of(user_id),
        ...withProvenance('live_rooms', room)
      }),
    effect: (effect) => writer.effect({ pk: effects.add(effect.effect_id), ...withProvenance('effects', effect) }),
    user_samples: ({ user_id, samples }) => addSamples('users', user_id, users.of(user_id), samples),
    post_samples: ({ post_id, samples }) => addSamples('posts', post_id, posts.of(post_id), samples)
  }

  return {
    add,
    /** Writes rows held back until complete. */
    end: endFollowers,
    counts: () => ({
      posts: posts.count,
      users: users.count,
      sounds: sounds.count,
      places: places.count,
      hashtags: hashtags.count,
      live_rooms: rooms.count,
      effects: effects.count
    })
  }
}
