import { createClipgraph } from 'clipgraph'
import { graphql } from 'graphql'

// Nobody asks over HTTP here, so nobody needs a key.
const clipgraph = await createClipgraph({ dataUrl: process.env.DATA_URL, authorize: () => null })

const { data, errors } = await graphql({
  schema: clipgraph.schema,
  source: '{ user(by: { username: "maya.nguyen" }) { displayName followersCount } }',
  contextValue: clipgraph.context()
})
console.log(JSON.stringify(errors ?? data))

await clipgraph.close()
