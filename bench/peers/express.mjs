import express from 'express'
import { port, user, userPosts } from './rest.mjs'

const app = express()
app.get('/healthz', (_, response) => response.send('ok'))
app.get('/api/v1/users/:username', ({ params }, response) => response.json(user(params.username)))
app.get('/api/v1/users/:username/posts', ({ params, query }, response) =>
  response.json(userPosts(params.username, Number(query.count)))
)
app.listen(port, '127.0.0.1')
