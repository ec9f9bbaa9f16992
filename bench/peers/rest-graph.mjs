/**
 * What the facades over a REST upstream share: the part of clipgraph's schema that the queries use, and resolvers over four calls. `calls`
 * is in the context of a request.
 */
export const typeDefs = /* GraphQL */ `
  scalar Count
  input UserBy @oneOf { username: String }
  input HashtagBy @oneOf { hashtagId: ID }
  type Query {
    user(by: UserBy!): User
    usersByUsername(usernames: [String!]!): [User]
    hashtag(by: HashtagBy!): Hashtag
    search(keyword: String!): Search!
  }
  type User {
    username: String!
    displayName: String
    verified: Boolean
    followersCount: Count
    bio: String
    posts(first: Int = 20): PostConnection!
  }
  type Hashtag { posts(first: Int = 20): PostConnection! }
  type Search { posts(first: Int = 20): PostConnection! }
  type PostConnection { nodes: [Post!]! }
  type Post { caption: String plays: Count! likes: Count! author: User sound: Sound }
  type Sound { title: String author: String }
`

const profileOf = (user, calls) => user.profile ?? calls.user(user.username)
const toUser = (profile) => ({
  username: profile.username,
  displayName: profile.display_name,
  verified: profile.verified,
  profile
})
const toPost = ({ caption, plays, likes, ...post }) => ({
  caption,
  plays,
  likes,
  author: { username: post.author_username, displayName: post.author_display_name, verified: post.author_verified },
  sound: { title: post.sound_title, author: post.sound_author }
})
const connection = async (posts) => ({ nodes: (await posts).map(toPost) })

export const resolvers = {
  Query: {
    user: async (_, { by }, { calls }) => toUser(await calls.user(by.username)),
    usersByUsername: (_, { usernames }, { calls }) =>
      usernames.map(async (username) => toUser(await calls.user(username))),
    hashtag: (_, { by }) => by,
    search: (_, { keyword }) => ({ keyword })
  },
  Search: { posts: ({ keyword }, { first }, { calls }) => connection(calls.search(keyword, first)) },
  Hashtag: { posts: ({ hashtagId }, { first }, { calls }) => connection(calls.hashtagPosts(hashtagId, first)) },
  User: {
    followersCount: async (user, _, { calls }) => (await profileOf(user, calls)).followers,
    bio: async (user, _, { calls }) => (await profileOf(user, calls)).bio,
    posts: ({ username }, { first }, { calls }) => connection(calls.userPosts(username, first))
  }
}

/** The four operations over whatever calls a path and gives its data. */
export const callsOver = (get) => ({
  search: (keyword, count) => get(`/api/v1/search?keyword=${encodeURIComponent(keyword)}&count=${count}`),
  user: (username) => get(`/api/v1/users/${encodeURIComponent(username)}`),
  userPosts: (username, count) => get(`/api/v1/users/${encodeURIComponent(username)}/posts?count=${count}`),
  hashtagPosts: (id, count) => get(`/api/v1/challenges/${encodeURIComponent(id)}/posts?count=${count}`)
})
