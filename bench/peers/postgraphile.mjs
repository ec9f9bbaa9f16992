import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { jsonPgSmartTags } from 'postgraphile/utils'

/** The tables as they are, with what they refer to told to it; as many connections as clipgraph has. */
const tags = jsonPgSmartTags({
  version: 1,
  config: {
    class: {
      'clipgraph.posts': {
        tags: {
          foreignKey: [
            '(author_pk) references clipgraph.users (pk)|@fieldName author',
            '(sound_pk) references clipgraph.sounds (pk)|@fieldName sound'
          ]
        },
        attribute: { created_at: { tags: { behavior: '+attribute:orderBy' } } }
      }
    }
  }
})
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [tags],
  pgServices: [
    makePgService({ connectionString: process.env.DATA_URL, schemas: ['clipgraph'], poolConfig: { max: 16 } })
  ],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false }
})
const answer = instance.createServ(grafserv).createHandler()
createServer((request, response) => {
  if (request.url === '/healthz') response.end('ok')
  else answer(request, response)
}).listen(Number(process.env.PORT), '127.0.0.1')
