import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import { jsonPgSmartTags } from 'postgraphile/utils'
import { PostGraphileConnectionFilterPreset } from 'postgraphile-plugin-connection-filter'

/** The tables as they are, with filters over columns and over what they refer to; as many connections as clipgraph has. */
const tags = jsonPgSmartTags({
  version: 1,
  config: {
    class: {
      'clipgraph.posts': {
        tags: {
          primaryKey: 'pk',
          foreignKey: [
            '(author_pk) references clipgraph.users (pk)|@fieldName author',
            '(sound_pk) references clipgraph.sounds (pk)|@fieldName sound',
            '(place_pk) references clipgraph.places (pk)|@fieldName place'
          ]
        }
      },
      'clipgraph.hashtag_posts': {
        tags: {
          foreignKey: [
            '(post_pk) references clipgraph.posts (pk)|@fieldName post|@foreignFieldName uses',
            '(hashtag_pk) references clipgraph.hashtags (pk)|@fieldName hashtag'
          ]
        }
      },
      'clipgraph.creator_scores': {
        tags: { foreignKey: '(user_pk) references clipgraph.users (pk)|@fieldName user|@foreignFieldName scores' }
      }
    }
  }
})

const instance = postgraphile({
  extends: [PostGraphileAmberPreset, PostGraphileConnectionFilterPreset],
  plugins: [tags],
  // Columns without an index of their own may be filtered and sorted by too.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  schema: { connectionFilterRelations: true },
  pgServices: [
    makePgService({
      connectionString: process.env.DATA_URL,
      schemas: ['clipgraph'],
      poolConfig: { max: 16, options: '-c search_path=clipgraph' }
    })
  ],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false }
})
const answer = instance.createServ(grafserv).createHandler()
createServer((request, response) => {
  if (request.url === '/healthz') response.end('ok')
  else answer(request, response)
}).listen(Number(process.env.PORT), '127.0.0.1')
