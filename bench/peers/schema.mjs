import { makeExecutableSchema } from '@graphql-tools/schema'
import { GraphQLScalarType } from 'graphql'
import { loadDataset } from '../dataset.ts'

/**
 * The schema that the peers share: the part of clipgraph's that the queries use. The peers get the easiest
 * case there is: objects in the graph's own form, linked in memory, without keys, limits or costs to check.
 */
export const typeDefs = /* GraphQL */ `
  scalar Count
  scalar DateTime
  input UserBy @oneOf { username: String userId: ID }
  input HashtagBy @oneOf { hashtagId: ID name: String }
  type Query {
    user(by: UserBy!): User
    hashtag(by: HashtagBy!): Hashtag
  }
  type User {
    userId: ID
    username: String!
    displayName: String
    websiteUrl: String
    followersCount: Count
    followingCount: Count
    totalLikes: Count
    totalVideos: Count
    verified: Boolean
    isPrivate: Boolean
    bio: String
    avatarUrl: String
    avatarThumbUrl: String
    posts(first: Int = 20): PostConnection!
  }
  type Post {
    postId: ID
    caption: String
    createdAt: DateTime!
    isAd: Boolean!
    plays: Count!
    likes: Count!
    comments: Count!
    shares: Count!
    saves: Count!
    reposts: Count!
    coverUrl: String
    shareUrl: String
    durationSeconds: Int!
    videoHeight: Int!
    videoWidth: Int!
    author: User
    sound: Sound
    hashtags: [Hashtag!]!
  }
  type Sound { soundId: ID title: String author: String isOriginal: Boolean }
  type Hashtag { hashtagId: ID name: String posts(first: Int = 20): PostConnection! }
  type PostConnection { nodes: [Post!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! }
`

/** The mechanical camelCase of records, which is how the graph names their fields. */
export const camelCased = (record) =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase()),
      value
    ])
  )

export const toHashtag = ({ id, name }) => ({ hashtagId: id, name })

const toPost = (record) => ({
  ...camelCased(record),
  hashtags: record.hashtags.map(toHashtag),
  author:
    record.author_username === null
      ? null
      : {
          username: record.author_username,
          displayName: record.author_display_name,
          verified: record.author_verified,
          avatarThumbUrl: record.author_avatar_url
        },
  sound:
    record.sound_id === null && record.sound_title === null && record.sound_author === null && !record.sound_is_original
      ? null
      : {
          soundId: record.sound_id,
          title: record.sound_title,
          author: record.sound_author,
          isOriginal: record.sound_is_original
        }
})

const page = ({ all }, { first }) => ({ nodes: all.slice(0, first), pageInfo: { hasNextPage: all.length > first } })

const count = new GraphQLScalarType({
  name: 'Count',
  serialize(value) {
    if (Number.isSafeInteger(value) && value >= 0) return value
    throw new TypeError('a count must be a whole number from 0 to 2^53 − 1')
  }
})
const dateTime = new GraphQLScalarType({
  name: 'DateTime',
  serialize: (value) => new Date(value * 1000).toISOString()
})

export const scalars = { Count: count, DateTime: dateTime }

/** The schema over everything in memory. */
export const createSchema = async () => {
  const { creators, hashtags } = await loadDataset(process.env.BENCH_DATASET)
  const posts = new Map()
  const converted = (record) => {
    if (!posts.has(record)) posts.set(record, toPost(record))
    return posts.get(record)
  }
  const users = new Map()
  for (const [handle, { profile, posts }] of creators) {
    const { followers: followersCount, following: followingCount, ...rest } = camelCased(profile)
    users.set(handle, { ...rest, followersCount, followingCount, all: posts.map(converted) })
  }
  const tags = new Map()
  for (const [id, { tag, posts }] of hashtags) {
    tags.set(id, { hashtagId: id, name: tag.name, all: posts.map(converted) })
  }
  return makeExecutableSchema({
    typeDefs,
    resolvers: {
      ...scalars,
      Query: {
        user: (_, { by }) => users.get(by.username.replace(/^@/, '').toLowerCase()) ?? null,
        hashtag: (_, { by }) => tags.get(by.hashtagId) ?? null
      },
      User: { posts: page },
      Hashtag: { posts: page }
    }
  })
}

export const port = Number(process.env.PORT)
