import { RESTDataSource } from '@apollo/datasource-rest'
import { ApolloServer } from '@apollo/server'
import { fastifyApolloDrainPlugin, fastifyApolloHandler } from '@as-integrations/fastify'
import fastify from 'fastify'

/** A facade as Apollo's documentation writes one: a data source per request, resolvers that call it. */
class Clips extends RESTDataSource {
  baseURL = process.env.BENCH_UPSTREAM

  willSendRequest(_path, request) {
    request.headers['x-gateway-key'] = process.env.BENCH_KEY
  }
  async search(keyword, count) {
    return (await this.get('/api/v1/search', { params: { keyword, count } })).data
  }
  async user(username) {
    return (await this.get(`/api/v1/users/${encodeURIComponent(username)}`)).data
  }
  async userPosts(username, count) {
    return (await this.get(`/api/v1/users/${encodeURIComponent(username)}/posts`, { params: { count } })).data
  }
}

const typeDefs = /* GraphQL */ `
  scalar Count
  input UserBy @oneOf { username: String }
  type Query { user(by: UserBy!): User search(keyword: String!): Search! }
  type User {
    username: String!
    displayName: String
    verified: Boolean
    followersCount: Count
    bio: String
    posts(first: Int = 20): PostConnection!
  }
  type Search { posts(first: Int = 20): PostConnection! }
  type PostConnection { nodes: [Post!]! }
  type Post { caption: String plays: Count! likes: Count! author: User }
`

const profileOf = (user, clips) => user.profile ?? clips.user(user.username)
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
  author: { username: post.author_username, displayName: post.author_display_name, verified: post.author_verified }
})

const app = fastify()
const apollo = new ApolloServer({
  typeDefs,
  resolvers: {
    Query: {
      user: async (_, { by }, { clips }) => toUser(await clips.user(by.username)),
      search: (_, { keyword }) => ({ keyword })
    },
    Search: {
      posts: async ({ keyword }, { first }, { clips }) => ({ nodes: (await clips.search(keyword, first)).map(toPost) })
    },
    User: {
      followersCount: async (user, _, { clips }) => (await profileOf(user, clips)).followers,
      bio: async (user, _, { clips }) => (await profileOf(user, clips)).bio,
      posts: async ({ username }, { first }, { clips }) => ({
        nodes: (await clips.userPosts(username, first)).map(toPost)
      })
    }
  },
  plugins: [fastifyApolloDrainPlugin(app)]
})
await apollo.start()
app.get('/healthz', async () => 'ok')
app.route({
  url: '/graphql',
  method: ['GET', 'POST'],
  handler: fastifyApolloHandler(apollo, { context: async () => ({ clips: new Clips({ cache: apollo.cache }) }) })
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
