import fc from 'fast-check'
import { keywordWords } from '../src/engines/columnar/keyword-words.ts'
import { postEngagementRate } from '../src/engines/filters/engagement-rate.ts'
import {
  type PostNumber,
  postNumbers,
  postOrders,
  readSorting,
  type Sorting,
  type UserNumber,
  userNumbers,
  userOrders
} from '../src/engines/filters/fields.ts'
import type { Condition, PostOwner, PostQuery, Reference, UserQuery } from '../src/engines/filters/query.ts'
import { forms, type Put, putCaption, putHashtags, putUser } from '../src/engines/search/documents.ts'
import { canonicalHashtag } from '../src/records/hashtag-name.ts'
import { liveStatuses } from '../src/records/live-statuses.ts'
import type { Origin } from '../src/records/origin.ts'
import { idOrderOf } from '../src/store/tables/id-order.ts'
import { noTrends, readTrends, type Trends } from './brute-force-trends.ts'

/** Evaluates filters by going through all rows, one by one: what stores are compared with. */

type Value = string | number | null
type Row = Readonly<Record<string, Value>>
/** Rows of a statement, from either database. */
export type ReadRows = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

type PostFacts = {
  pk: number
  id: string
  idOrder: number
  numbers: Readonly<Record<PostNumber, number | null>>
  references: Readonly<Record<'author' | 'sound' | 'place', number | null>>
  hashtags: ReadonlySet<number>
  origin: Origin
  words: ReadonlySet<string>
  rankedAt: Trends['rankedAt']
}
type UserFacts = {
  pk: number
  username: string
  /** Null for an account that is in no list, and may be an author. */
  handle: string | null
  idOrder: number
  numbers: Readonly<Record<UserNumber, number | null>>
  niche: string | null
  origin: Origin
  words: ReadonlySet<string>
  rankedAt: Trends['rankedAt']
}

export type World = {
  posts: readonly PostFacts[]
  accounts: readonly UserFacts[]
  users: readonly (UserFacts & { handle: string })[]
  /** Rows by what filters call them. */
  named: Readonly<Record<Reference, ReadonlyMap<string, readonly number[]>>>
  /** Rows by the keys of lists. */
  owners: Readonly<Record<Reference, ReadonlyMap<string, number>>>
  collections: ReadonlyMap<string, readonly number[]>
  isOriginal: ReadonlyMap<number, number | null>
  /** Ids and names of sounds and hashtags by row. */
  sounds: ReadonlyMap<number, { id: string | null; name: null }>
  tags: ReadonlyMap<number, { id: string | null; name: string | null }>
  asOf: number | null
}

const wordsOf = (put: (put: Put) => void): Set<string> => {
  const words = new Set<string>()
  put((_, form, text) => {
    for (const word of text === null ? [] : forms[form](text)) if (word !== null) words.add(word)
  })
  return words
}

const grouped = <T>(entries: Iterable<readonly [string, T]>): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const [key, value] of entries) groups.set(key, [...(groups.get(key) ?? []), value])
  return groups
}

export const readWorld = async (read: ReadRows): Promise<World> => {
  const texts = new Set([
    ...['post_id', 'caption', 'hashtags', 'user_id', 'handle', 'username', 'display_name', 'bio', 'niche'],
    ...['sound_id', 'place_id', 'hashtag_id', 'name', 'collection_id', 'country', 'language']
  ])
  // PostgreSQL's driver gives large integers as texts.
  const rowsOf = async (sql: string): Promise<Row[]> =>
    (await read(sql)).map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]): [string, Value] => [
          name,
          value === null ? null : texts.has(name) ? String(value) : Number(value)
        ])
      )
    )
  const number = (value: Value | undefined): number => Number(value)
  const numberOrNull = (value: Value | undefined): number | null => (typeof value === 'number' ? value : null)
  const text = (value: Value | undefined): string | null => (typeof value === 'string' ? value : null)

  const trends = await readTrends(read)
  const tagsOf = new Map<number, Set<number>>()
  for (const { hashtag_pk, post_pk } of await rowsOf('SELECT hashtag_pk, post_pk FROM hashtag_posts')) {
    const tags = tagsOf.get(number(post_pk)) ?? new Set()
    tagsOf.set(number(post_pk), tags.add(number(hashtag_pk)))
  }
  const posts = (
    await rowsOf(`SELECT pk, post_id, created_at, plays, likes, comments, shares, saves, reposts, duration_seconds, is_ad,
      author_pk, sound_pk, place_pk, caption, hashtags, country, language FROM posts`)
  ).map((row): PostFacts => {
    const counts = Object.fromEntries(postNumbers.map((name) => [name, numberOrNull(row[name])])) as Record<
      PostNumber,
      number | null
    >
    const { rankedAt, ...growth } = trends.posts.get(number(row.pk)) ?? noTrends
    return {
      pk: number(row.pk),
      id: String(row.post_id),
      idOrder: idOrderOf(String(row.post_id)),
      numbers: { ...counts, engagement_rate: postEngagementRate(counts), ...growth },
      rankedAt,
      origin: { country: text(row.country), language: text(row.language) },
      references: {
        author: numberOrNull(row.author_pk),
        sound: numberOrNull(row.sound_pk),
        place: numberOrNull(row.place_pk)
      },
      hashtags: tagsOf.get(number(row.pk)) ?? new Set(),
      words: wordsOf((put) => {
        putHashtags(put, JSON.parse(String(row.hashtags)))
        putCaption(put, text(row.caption))
      })
    }
  })
  const scores = new Map((await rowsOf('SELECT * FROM creator_scores')).map((row) => [row.user_pk, row]))
  const live = new Set(
    (await rowsOf(`SELECT user_pk FROM live_rooms WHERE status = ${liveStatuses.live}`)).map((row) => row.user_pk)
  )
  const accounts =
    await rowsOf(`SELECT pk, user_id, handle, username, display_name, bio, followers, total_likes, total_videos,
    verified, is_private, country, language FROM users`)
  const allUsers = accounts.map((row): UserFacts => {
    const handle = text(row.handle)
    const { pk = null, username, display_name, bio } = row
    const { rankedAt, ...growth } = trends.users.get(number(pk)) ?? noTrends
    const values: Row = { ...scores.get(pk), ...row, ...growth, is_live: live.has(pk) ? 1 : 0 }
    return {
      pk: number(pk),
      username: String(username),
      handle,
      idOrder: idOrderOf(String(row.user_id)),
      numbers: Object.fromEntries(userNumbers.map((name) => [name, numberOrNull(values[name])])) as Record<
        UserNumber,
        number | null
      >,
      niche: text(values.niche),
      rankedAt,
      origin: { country: text(row.country), language: text(row.language) },
      words: wordsOf((put) =>
        putUser(put, { username: String(username), displayName: text(display_name), bio: text(bio) })
      )
    }
  })
  const sounds = await rowsOf('SELECT pk, sound_id, is_original FROM sounds')
  const places = await rowsOf('SELECT pk, place_id FROM places')
  const hashtags = await rowsOf('SELECT pk, hashtag_id, name FROM hashtags')
  const names = await rowsOf('SELECT name, hashtag_pk FROM hashtag_names')
  const members = await rowsOf(`SELECT c.collection_id, m.post_pk FROM collections c
    LEFT JOIN collection_posts m ON m.collection_pk = c.pk ORDER BY c.pk, m.place_in_list`)
  const keyed = (rows: readonly Row[], key: string) =>
    rows.flatMap((row): [string, number][] => {
      const name = text(row[key])
      return name === null ? [] : [[name, number(row.pk)]]
    })
  const [fact] = await rowsOf("SELECT value AS as_of FROM dataset_facts WHERE name = 'as_of'")
  const open = accounts.filter(({ is_private }) => is_private !== 1)
  return {
    posts,
    accounts: allUsers,
    users: allUsers.flatMap(({ handle, ...user }) => (handle === null ? [] : [{ ...user, handle }])),
    named: {
      author: grouped(keyed(accounts, 'handle')),
      hashtag: grouped([
        ...keyed(hashtags, 'name').map(([name, pk]) => [canonicalHashtag(name), pk] as const),
        ...names.map(({ name, hashtag_pk }) => [String(name), number(hashtag_pk)] as const)
      ]),
      sound: grouped(keyed(sounds, 'sound_id')),
      place: grouped(keyed(places, 'place_id'))
    },
    owners: {
      // A private account has a list, which is empty.
      author: new Map([...keyed(accounts, 'handle').map(([name]) => [name, 0] as const), ...keyed(open, 'handle')]),
      hashtag: new Map(keyed(hashtags, 'hashtag_id')),
      sound: new Map(keyed(sounds, 'sound_id')),
      place: new Map(keyed(places, 'place_id'))
    },
    collections: new Map(
      [...grouped(members.map(({ collection_id, post_pk }) => [String(collection_id), post_pk] as const))].map(
        ([id, pks]) => [id, pks.flatMap((pk) => (typeof pk === 'number' ? [pk] : []))]
      )
    ),
    isOriginal: new Map(sounds.map((row) => [number(row.pk), numberOrNull(row.is_original)])),
    sounds: new Map(sounds.map((row) => [number(row.pk), { id: text(row.sound_id), name: null }])),
    tags: new Map(hashtags.map((row) => [number(row.pk), { id: text(row.hashtag_id), name: text(row.name) }])),
    asOf: numberOrNull(fact?.as_of)
  }
}

const isIn = (value: number | null | undefined, min: number | null, max: number | null, not: boolean): boolean =>
  value !== null && value !== undefined && ((min === null || value >= min) && (max === null || value <= max)) !== not

const containsAll = (words: ReadonlySet<string>, keyword: string): boolean => {
  const wanted = keywordWords(keyword)
  return wanted.length > 0 && wanted.every((word) => words.has(word))
}

const rowsNamed = ({ named }: World, reference: Reference, names: readonly string[]): Set<number> =>
  new Set(names.flatMap((name) => named[reference].get(name) ?? []))

const refersTo = (post: PostFacts, reference: Reference, rows: ReadonlySet<number>): boolean => {
  if (reference === 'hashtag') return [...post.hashtags].some((pk) => rows.has(pk))
  const pk = post.references[reference]
  return pk !== null && rows.has(pk)
}

const hasOrigin =
  ({ origin, anyOf, not }: Extract<Condition, { origin: unknown }>) =>
  (row: { origin: Origin }): boolean => {
    const code = row.origin[origin]
    return code !== null && anyOf.includes(code) !== not
  }

const meetsPost = (world: World, condition: Condition): ((post: PostFacts) => boolean) => {
  if ('all' in condition) {
    const parts = condition.all.map((part) => meetsPost(world, part))
    return (post) => parts.every((part) => part(post))
  }
  if ('any' in condition) {
    const parts = condition.any.map((part) => meetsPost(world, part))
    return (post) => parts.some((part) => part(post))
  }
  if ('number' in condition) {
    const { number, min, max, not } = condition
    return ({ numbers }) => isIn(numbers[number as PostNumber], min, max, not)
  }
  if ('reference' in condition) {
    const { reference, anyOf, not } = condition
    const rows = rowsNamed(world, reference, anyOf)
    const hasAuthor = ({ references: { author } }: PostFacts) => author !== null
    return (post) => refersTo(post, reference, rows) !== not && (reference !== 'author' || hasAuthor(post))
  }
  if ('flag' in condition) {
    const { is } = condition
    return ({ references: { sound } }) => sound !== null && world.isOriginal.get(sound) === (is ? 1 : 0)
  }
  if ('author' in condition) {
    const authors = new Set(world.accounts.filter(meetsUser(world, condition.author)).map(({ pk }) => pk))
    return ({ references: { author } }) => author !== null && authors.has(author)
  }
  if ('origin' in condition) return hasOrigin(condition)
  if ('posts' in condition) throw new Error('posts have no posts')
  if ('text' in condition) throw new Error('posts have no texts')
  return ({ words }) => containsAll(words, condition.keyword) !== condition.not
}

const meetsUser = (world: World, condition: Condition): ((user: UserFacts) => boolean) => {
  if ('all' in condition) {
    const parts = condition.all.map((part) => meetsUser(world, part))
    return (user) => parts.every((part) => part(user))
  }
  if ('any' in condition) {
    const parts = condition.any.map((part) => meetsUser(world, part))
    return (user) => parts.some((part) => part(user))
  }
  if ('number' in condition) {
    const { number, min, max, not } = condition
    return ({ numbers }) => isIn(numbers[number as UserNumber], min, max, not)
  }
  if ('posts' in condition) {
    const { posts, not } = condition
    const found = posts === null ? world.posts : world.posts.filter(meetsPost(world, posts))
    const authors = new Set(found.map(({ references }) => references.author))
    return ({ pk }) => authors.has(pk) !== not
  }
  if ('reference' in condition || 'flag' in condition || 'author' in condition)
    throw new Error('creators refer to nothing')
  if ('origin' in condition) return hasOrigin(condition)
  if ('text' in condition) {
    const { anyOf, not } = condition
    return ({ niche }) => niche !== null && anyOf.includes(niche) !== not
  }
  return ({ words }) => containsAll(words, condition.keyword) !== condition.not
}

type Comparable = number | string | null
/** Unknown values come last in either direction. */
const compared = (a: Comparable, b: Comparable, direction: 'ASC' | 'DESC'): number => {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return (a < b ? -1 : 1) * (direction === 'ASC' ? 1 : -1)
}

const directionOf = (direction: 'ASC' | 'DESC', isReversed: boolean) =>
  (direction === 'ASC') === isReversed ? 'DESC' : 'ASC'

/** Orders, and each of them reversed. */
const sortings = <O extends string>(orders: Readonly<Record<O, unknown>>): Sorting<O>[] =>
  // The keys of a record are of its key type.
  (Object.keys(orders) as O[]).flatMap((order): Sorting<O>[] => [order, `-${order}`])

const ownerOf = {
  userPosts: 'author',
  soundPosts: 'sound',
  placePosts: 'place',
  hashtagPosts: 'hashtag'
} as const

/** All posts of a query in its order; null when the owner of its list does not exist. */
export const postsOf = (world: World, { of, where, order }: PostQuery): readonly PostFacts[] | null => {
  let posts = world.posts
  let places: ReadonlyMap<number, number> | null = null
  if (of?.feed === 'collectionPosts') {
    const pks = world.collections.get(of.key)
    if (pks === undefined) return null
    const own = new Map(pks.map((pk, place) => [pk, place]))
    places = own
    posts = posts.filter(({ pk }) => own.has(pk))
  } else if (of !== null) {
    const reference = ownerOf[of.feed]
    const owner = world.owners[reference].get(of.key)
    if (owner === undefined) return null
    posts = posts.filter((post) => refersTo(post, reference, new Set([owner])) === true)
  }
  const found = where === null ? [...posts] : posts.filter(meetsPost(world, where))
  if (order === null && places !== null) {
    const own = places
    return found.sort((a, b) => (own.get(a.pk) ?? 0) - (own.get(b.pk) ?? 0))
  }
  const sorting = readSorting(order ?? 'NEWEST')
  const { column } = postOrders[sorting.order]
  const direction = directionOf(postOrders[sorting.order].direction, sorting.isReversed)
  return found.sort(
    (a, b) =>
      compared(a.numbers[column], b.numbers[column], direction) ||
      compared(a.numbers.created_at, b.numbers.created_at, 'DESC') ||
      b.idOrder - a.idOrder ||
      b.pk - a.pk
  )
}

/** All creators of a query in its order. */
export const usersOf = (world: World, { where, order }: UserQuery): readonly UserFacts[] => {
  const found = where === null ? [...world.users] : world.users.filter(meetsUser(world, where))
  const sorting = readSorting(order ?? 'FOLLOWERS')
  const { column } = userOrders[sorting.order]
  const direction = directionOf(userOrders[sorting.order].direction, sorting.isReversed)
  const sortedBy = ({ numbers, handle }: UserFacts): Comparable => (column === 'username' ? handle : numbers[column])
  return found.sort((a, b) => compared(sortedBy(a), sortedBy(b), direction) || b.idOrder - a.idOrder || b.pk - a.pk)
}

/** Random queries about what is in a world, and a little that is not. */
export const anyPostQuery = (world: World): fc.Arbitrary<PostQuery> => {
  const owners = Object.entries(ownerOf).map(([feed, reference]) =>
    fc
      .constantFrom(...someKeys(world.owners[reference]), 'nobody')
      .map((key): PostOwner => ({ feed: feed as keyof typeof ownerOf, key }))
  )
  const collection = fc
    .constantFrom(...someKeys(world.collections), '1')
    .map((key): PostOwner => ({ feed: 'collectionPosts', key }))
  return fc.record({
    of: fc.oneof({ arbitrary: fc.constant(null), weight: 4 }, ...owners, collection),
    where: fc.option(anyCondition(world, 'posts')),
    order: fc.option(fc.constantFrom(...sortings(postOrders)))
  })
}

export const anyUserQuery = (world: World): fc.Arbitrary<UserQuery> =>
  fc.record({
    where: fc.option(anyCondition(world, 'users')),
    order: fc.option(fc.constantFrom(...sortings(userOrders)))
  })

/** Keys from all over a map. */
const someKeys = (map: ReadonlyMap<string, unknown>): string[] => {
  const keys = [...map.keys()]
  const step = Math.ceil(keys.length / 60)
  return keys.filter((_, index) => index % step === 0)
}

/** `relations`: how many conditions on authors and their posts may be within each other. */
const anyCondition = (world: World, kind: 'posts' | 'users', relations = 2): fc.Arbitrary<Condition> => {
  const names = kind === 'posts' ? postNumbers : userNumbers
  const rows: readonly { numbers: Readonly<Record<string, number | null>>; words: ReadonlySet<string> }[] = world[kind]
  const valuesOf = (name: string): number[] => {
    const values = new Set(rows.map(({ numbers }) => numbers[name]).filter((value) => typeof value === 'number'))
    return [...values, 0, 1]
  }
  const number = fc.constantFrom(...names).chain((name) => {
    const value = fc.option(fc.constantFrom(...valuesOf(name)))
    return fc.record({ number: fc.constant(name), min: value, max: value, not: fc.boolean() })
  })
  const reference = fc.constantFrom('author', 'hashtag', 'sound', 'place').chain((reference: Reference) =>
    fc.record({
      reference: fc.constant(reference),
      anyOf: fc.array(fc.constantFrom(...someKeys(world.named[reference]), 'nobody'), { minLength: 1, maxLength: 20 }),
      not: fc.boolean()
    })
  )
  const flag = fc.record({
    flag: fc.constant('sound_is_original' as const),
    is: fc.boolean()
  })
  const niches = [...new Set(world.users.map(({ niche }) => niche ?? 'none'))]
  const text = fc.record({
    text: fc.constant('niche' as const),
    anyOf: fc.array(fc.constantFrom(...niches), { minLength: 1, maxLength: 3 }),
    not: fc.boolean()
  })
  const words = rows
    .filter((_, index) => index % Math.ceil(rows.length / 100) === 0)
    .flatMap(({ words }) => [...words].filter((word) => /^[\p{L}\p{N}]+$/u.test(word)))
  const keyword = fc.record({
    keyword: fc
      .array(fc.constantFrom(...words, 'xqzvwkjhgf'), { minLength: 1, maxLength: 2 })
      .map((typed) => typed.join(' ')),
    not: fc.boolean()
  })
  const within = (of: 'posts' | 'users') => anyCondition(world, of, relations - 1)
  const related = (): fc.Arbitrary<Condition> =>
    kind === 'posts'
      ? within('users').map((author) => ({ author }))
      : fc.tuple(fc.option(within('posts')), fc.boolean()).map(([posts, not]) => ({ posts, not }))
  const codesOf = (origin: keyof Origin) => new Set(world[kind].map((row) => row.origin[origin] ?? 'none'))
  const origin = fc.constantFrom('country' as const, 'language' as const).chain((origin) =>
    fc.record({
      origin: fc.constant(origin),
      anyOf: fc.array(fc.constantFrom(...codesOf(origin)), { minLength: 1, maxLength: 3 }),
      not: fc.boolean()
    })
  )
  const leaf: fc.Arbitrary<Condition> = fc.oneof(
    { arbitrary: number, weight: 4 },
    origin,
    ...(kind === 'posts' ? [{ arbitrary: reference, weight: 3 }, flag] : [text]),
    ...(relations === 0 ? [] : [{ arbitrary: related(), weight: 2 }]),
    keyword
  )
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.array(tie('condition'), { maxLength: 3 }).map((all): Condition => ({ all })),
      fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((any): Condition => ({ any }))
    )
  }))
  return condition
}
