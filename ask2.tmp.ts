import { createClipgraph } from './src/clipgraph.ts'
import { graphql } from 'graphql'
const c = await createClipgraph({ dataUrl: process.env.DATA_URL, authorize: () => null })
for (const q of process.argv.slice(2)) console.log(q, JSON.stringify(await graphql({ schema: c.schema, source: q, contextValue: c.context() })).slice(0,900))
await c.close()
