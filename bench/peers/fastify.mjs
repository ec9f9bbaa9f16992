import fastify from 'fastify'
import { port, user, userPosts } from './rest.mjs'

const app = fastify()
app.get('/healthz', async () => 'ok')
app.get('/api/v1/users/:username', async ({ params }) => user(params.username))
app.get('/api/v1/users/:username/posts', async ({ params, query }) => userPosts(params.username, Number(query.count)))
await app.listen({ port, host: '127.0.0.1' })
