import fastify from 'fastify'
import mercurius from 'mercurius'
import { openStatements } from '../statements.ts'
import { nodesByPk, pageOf, profileOf } from './rows.mjs'
import { port, scalars, typeDefs } from './schema.mjs'

/** Asks the file for each request; authors and sounds of posts are loaded together, as its documentation shows. */
const ask = openStatements(process.env.BENCH_DATASET)

const loadedBy = (statement, key) => async (queries) => {
  const nodes = nodesByPk(statement, [...new Set(queries.map(({ obj }) => obj[key]))])
  return queries.map(({ obj }) => nodes.get(obj[key]) ?? null)
}

const app = fastify()
app.get('/healthz', async () => 'ok')
app.register(mercurius, {
  schema: typeDefs,
  resolvers: {
    ...scalars,
    Query: { user: (_, { by }) => profileOf(ask, by) },
    User: { posts: (user, { first }) => pageOf(ask, user, first) }
  },
  loaders: {
    Post: {
      author: loadedBy(ask.authors, 'authorPk'),
      sound: loadedBy(ask.sounds, 'soundPk')
    }
  },
  // Documents seen more than once are compiled.
  jit: 1
})
await app.listen({ port, host: '127.0.0.1' })
