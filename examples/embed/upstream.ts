import { createClipgraph } from 'clipgraph'

// Another deployment's data, with this one's own cache.
const clipgraph = await createClipgraph({
  dataUrl: process.env.DATA_URL ?? 'https://clips.example',
  upstreamKey: process.env.UPSTREAM_KEY,
  authorize: ({ headers }) => headers.get('x-user')
})

const headers = { 'x-user': 'somebody' }
const response = await clipgraph.fetch(new Request('http://clipgraph/api/v1/users/maya.nguyen', { headers }))
const { data } = (await response.json()) as { data: { username: string } }
console.log(response.status, data.username)

await clipgraph.close()
