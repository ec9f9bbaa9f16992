import type { FeedKind } from '../../../src/store/kinds.ts'
import { type Data, pageSize } from './data.ts'

/** What one request asks for: what stands in its address, and what its query has for variables. */
export type Key = Readonly<Record<string, string | number | null>>

/** One of the commonest reads, as it is asked for on both surfaces. */
export type Read = {
  name: string
  /** Of a list: the page, and the list it is a page of. */
  page?: { of: string; number: number }
  path: string
  query: string
  /** As many different ones as there are, up to `mostKeys`; none where the data does not go that far. */
  keys: (data: Data) => Key[] | Promise<Key[]>
}

const mostKeys = 1_500

/** Of two thousand keys or twenty, no more than are needed, from everywhere among them. */
const spread = <T>(all: readonly T[]): T[] =>
  Array.from(
    { length: Math.min(mostKeys, all.length) },
    (_, index) => all[Math.floor((index * all.length) / Math.min(mostKeys, all.length))] as T
  )

/** Sizes of first pages, of 20 on average: a page of another size is another thing to keep. */
const counts = [20, 19, 21, 18, 22, 17, 23, 16, 24]
const mostCount = 24
/** The same of what a small data set has less of: a page that it cannot fill costs it less than one that others can. */
const smallCounts = [5, 4, 6, 3, 7]
const mostSmallCount = 7
/** An answer with suggestions has no more. */
const suggestions = 10

/** Each of the keys with each size, until there are enough. */
const withCounts = <K extends Key>(keys: readonly K[], sizes = counts): Key[] =>
  sizes.flatMap((count) => keys.map((key) => ({ ...key, count }))).slice(0, mostKeys)

/** What there is so often. */
const often = (texts: readonly string[], least: number): string[] => {
  const times = new Map<string, number>()
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1)
  return [...times].flatMap(([text, count]) => (count < least ? [] : text))
}

const post = `postId caption createdAt plays likes comments shares coverUrl durationSeconds
  author { username displayName verified avatarThumbUrl } sound { soundId title author } hashtags { hashtagId name }`
const profile = `userId username displayName websiteUrl followersCount followingCount totalLikes totalVideos verified
  isPrivate bio avatarUrl avatarThumbUrl`
const page = (fields: string) => `{ nodes { ${fields} } pageInfo { hasNextPage endCursor } }`

const open = 'FROM users WHERE is_private = 0'
/** Creators, hashtags and sounds with enough posts to fill a page. */
const creatorsWith = (posts: number) =>
  `SELECT handle ${open} AND pk IN (SELECT author_pk FROM posts GROUP BY author_pk HAVING count(*) >= ${posts})`
const hashtagsWith = (posts: number) =>
  `SELECT hashtag_id FROM hashtags WHERE hashtag_id IS NOT NULL
   AND pk IN (SELECT hashtag_pk FROM hashtag_posts GROUP BY hashtag_pk HAVING count(*) >= ${posts})`

/** Keys of pages of 20 from a page on, of lists long enough. */
const deep = async (
  data: Data,
  kind: FeedKind,
  owners: readonly string[],
  { number, key }: { number: number; key: (owner: string) => Key }
): Promise<Key[]> => {
  const keys: Key[] = []
  const behind = pageSize * (number - 1)
  for (const owner of owners) {
    if (keys.length >= mostKeys) break
    const found = await data.cursors(kind, owner, behind, Math.max(pageSize, behind / 10) + pageSize)
    keys.push(...found.map((cursor) => ({ ...key(owner), cursor })))
  }
  return keys.slice(0, mostKeys)
}

/** How often a word stands in captions, the commonest first; of some thousand posts, which is enough to tell. */
const commonWords = (data: Data) => {
  const captions = data.texts('SELECT caption FROM posts WHERE caption IS NOT NULL ORDER BY pk LIMIT 20000')
  const wordsOf = (caption: string) => [...new Set(caption.toLowerCase().match(/(?<![\p{L}#@])[a-z]{3,}(?!\p{L})/gu))]
  const times = new Map<string, number>()
  for (const word of captions.flatMap(wordsOf)) times.set(word, (times.get(word) ?? 0) + 1)
  const common = [...times].filter(([, count]) => count >= captions.length / 100).sort(([, a], [, b]) => b - a)
  const words = common.map(([word]) => word)
  const isCommon = new Set(words)
  const pairs = captions.map((caption) =>
    wordsOf(caption)
      .filter((word) => isCommon.has(word))
      .slice(0, 2)
      .join(' ')
  )
  return { words, pairs: [...new Set(pairs.filter((pair) => pair.includes(' ')))] }
}

const keyword = (keyword: string): Key => ({ keyword })
const firstWords = (texts: readonly string[]) => [
  ...new Set(texts.map((text) => text.split(' ')[0] ?? '').filter((word) => word.length > 1))
]

const searchPosts = {
  path: '/search?keyword={keyword}&count={count}',
  query: `query($keyword: String!, $count: Int) { search(keyword: $keyword) { posts(first: $count) ${page(post)} } }`
}
const onUser = (fields: string, further = '') =>
  `query($username: String!${further}) { user(by: { username: $username }) { ${fields} } }`
const searchFrom = (number: number): Read => ({
  name: `search of a common word, page ${number}`,
  page: { of: 'search of a common word', number },
  path: '/search?keyword={keyword}&cursor={cursor}&count=20',
  query: `query($keyword: String!, $cursor: String) {
    search(keyword: $keyword) { posts(first: 20, after: $cursor) ${page(post)} } }`,
  keys: (data) => deep(data, 'searchTop', commonWords(data).words.slice(0, 20), { number, key: keyword })
})
const hashtagFrom = (number: number): Read => ({
  name: `posts of a hashtag, page ${number}`,
  page: { of: 'posts of a hashtag', number },
  path: '/challenges/{hashtagId}/posts?cursor={cursor}&count=20',
  query: `query($hashtagId: ID!, $cursor: String) {
    hashtag(by: { hashtagId: $hashtagId }) { posts(first: 20, after: $cursor) ${page(post)} } }`,
  keys: (data) =>
    deep(data, 'hashtagPosts', data.texts(`${hashtagsWith(pageSize * number + 50)} ORDER BY pk LIMIT 20`), {
      number,
      key: (hashtagId) => ({ hashtagId })
    })
})

/**
 * What nobody asks for again, more than a small cache holds. It is full of that then and holds on to it, as long as all else comes back later than
 * what it holds might have been read anew.
 */
export const filling: Read = {
  name: 'filling the cache',
  path: '/users/{username}/posts?count={count}',
  query: '',
  keys: (data) =>
    data
      .texts(`${creatorsWith(mostCount)} ORDER BY pk LIMIT 400`)
      .map((username) => ({ username, count: mostCount + 1 }))
}

/** A page this far down is the last that creators of the smallest data set have. */
const lastOfCreators = 2

/** In an order in which nothing is read again soon: what a scorecard reads of a creator is a profile too. */
export const reads: readonly Read[] = [
  {
    name: 'profile',
    path: '/users/{username}',
    query: onUser(profile),
    keys: (data) => spread(data.texts('SELECT handle FROM users ORDER BY pk')).map((username) => ({ username }))
  },
  {
    name: 'profile by id',
    path: '/users/by-id/{userId}',
    query: `query($userId: ID!) { user(by: { userId: $userId }) { ${profile} } }`,
    keys: (data) => spread(data.texts('SELECT user_id FROM users ORDER BY pk DESC')).map((userId) => ({ userId }))
  },
  {
    name: 'post',
    path: '/posts?videoId={postId}',
    query: `query($postId: ID!) { post(by: { postId: $postId }) { ${post} } }`,
    keys: (data) => spread(data.texts('SELECT post_id FROM posts ORDER BY pk')).map((postId) => ({ postId }))
  },
  {
    name: 'posts of a creator',
    path: '/users/{username}/posts?count={count}',
    query: onUser(`posts(first: $count) ${page(post)}`, ', $count: Int'),
    keys: (data) => withCounts(spread(data.texts(creatorsWith(mostCount))).map((username) => ({ username })))
  },
  {
    name: `posts of a creator, page ${lastOfCreators}`,
    page: { of: 'posts of a creator', number: lastOfCreators },
    path: '/users/{username}/posts?cursor={cursor}&count=20',
    query: onUser(`posts(first: 20, after: $cursor) ${page(post)}`, ', $cursor: String'),
    keys: (data) =>
      deep(data, 'userPosts', data.texts(`${creatorsWith(pageSize * lastOfCreators)} ORDER BY pk LIMIT 200`), {
        number: lastOfCreators,
        key: (username) => ({ username })
      })
  },
  {
    name: 'scorecard',
    path: '/intelligence/creator/{username}',
    query: onUser(`scorecard { audience { followers totalLikes }
      scores { engagementRate postingConsistency creatorAuthorityScore partnershipTier }
      intelligence { primaryNiche postsAnalyzed lowSampleWarning } }`),
    keys: (data) => spread(data.texts(`SELECT handle ${open} ORDER BY pk`)).map((username) => ({ username }))
  },
  {
    name: 'posts of a hashtag',
    path: '/challenges/{hashtagId}/posts?count={count}',
    query: `query($hashtagId: ID!, $count: Int) {
      hashtag(by: { hashtagId: $hashtagId }) { posts(first: $count) ${page(post)} } }`,
    keys: (data) => withCounts(spread(data.texts(hashtagsWith(mostCount))).map((hashtagId) => ({ hashtagId })))
  },
  hashtagFrom(100),
  hashtagFrom(1_000),
  {
    name: 'posts of a sound',
    path: '/sounds/{soundId}/posts?count={count}',
    query: `query($soundId: ID!, $count: Int) { sound(soundId: $soundId) { posts(first: $count) ${page(post)} } }`,
    keys: (data) =>
      withCounts(
        spread(
          data.texts(`SELECT sound_id FROM sounds WHERE sound_id IS NOT NULL AND posts_count >= ${mostCount}`)
        ).map((soundId) => ({ soundId }))
      )
  },
  {
    name: 'followers',
    path: '/users/{username}/followers?count={count}',
    query: onUser(`followers(first: $count) ${page(profile)}`, ', $count: Int'),
    keys: (data) =>
      withCounts(
        spread(
          data.texts(
            `SELECT handle ${open} AND pk IN (SELECT user_pk FROM follower_counts WHERE listed >= ${mostCount})`
          )
        ).map((username) => ({ username }))
      )
  },
  {
    name: 'sound library',
    path: '/sounds/library?sort={order}&page={page}&count={count}',
    query: `query($sort: SoundSort, $count: Int, $cursor: String) {
      soundLibrary(sort: $sort, first: $count, after: $cursor) ${page('soundId title author durationSeconds postsCount')} }`,
    keys: (data) =>
      [10, 9, 8].flatMap((count) =>
        Array.from({ length: 30 }, (_, index) => index + 1).flatMap((page) =>
          (['hot', 'new'] as const).map((order) => ({
            order,
            sort: order.toUpperCase(),
            page,
            count,
            cursor: page === 1 ? null : data.cursor('soundLibrary', order, String((page - 1) * count))
          }))
        )
      )
  },
  {
    ...searchPosts,
    name: 'search of a common word',
    keys: (data) => withCounts(commonWords(data).words.map(keyword))
  },
  searchFrom(10),
  searchFrom(50),
  {
    ...searchPosts,
    name: 'search of two common words',
    keys: (data) => withCounts(spread(commonWords(data).pairs).map(keyword))
  },
  {
    ...searchPosts,
    name: 'search of a rare word',
    keys: (data) =>
      withCounts(
        spread(
          data.texts(`SELECT name FROM hashtags WHERE name IS NOT NULL
            AND pk IN (SELECT hashtag_pk FROM hashtag_posts GROUP BY hashtag_pk HAVING count(*) <= 5) ORDER BY name`)
        ).map(keyword)
      )
  },
  {
    name: 'search of creators',
    path: '/search/users?keyword={keyword}&count={count}',
    query: `query($keyword: String!, $count: Int) { search(keyword: $keyword) { users(first: $count) ${page(profile)} } }`,
    keys: (data) =>
      withCounts(
        often(
          data
            .texts('SELECT display_name FROM users WHERE display_name IS NOT NULL ORDER BY pk LIMIT 1000')
            .map((name) => name.split(' ')[0] ?? ''),
          mostSmallCount
        ).map(keyword),
        smallCounts
      )
  },
  {
    name: 'suggestions',
    path: '/search/suggest?keyword={keyword}',
    query: 'query($keyword: String!) { search(keyword: $keyword) { suggestions } }',
    keys: (data) =>
      spread(
        often(
          data
            .texts('SELECT name FROM hashtags WHERE name IS NOT NULL ORDER BY pk LIMIT 2000')
            .flatMap((name) => [2, 3, 4, 5].map((length) => name.slice(0, length))),
          suggestions
        )
      ).map(keyword)
  },
  {
    name: 'search of live rooms',
    path: '/search/live?keyword={keyword}&count={count}',
    query: `query($keyword: String!, $count: Int) {
      search(keyword: $keyword) { live(first: $count) ${page('roomId title viewerCount streamer { username displayName }')} } }`,
    keys: (data) =>
      withCounts(
        firstWords(
          data.texts(`SELECT coalesce(l.title, '') FROM live_rooms l UNION ALL
            SELECT u.display_name FROM live_rooms l JOIN users u ON u.pk = l.user_pk WHERE u.display_name IS NOT NULL
            LIMIT 400`)
        ).map(keyword)
      )
  }
]
