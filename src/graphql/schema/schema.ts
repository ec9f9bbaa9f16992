import { GraphQLDeferDirective, GraphQLSchema, GraphQLStreamDirective, specifiedDirectives } from 'graphql'
import { builder } from './builder.ts'
import { containFailures, semanticNonNull } from './nullability.ts'
import './scalars.ts'
import './node.ts'
import './types/collection.ts'
import './types/dataset.ts'
import './types/effect.ts'
import './types/hashtag.ts'
import './types/live-room.ts'
import './types/place.ts'
import './types/post.ts'
import './types/rate-limit.ts'
import './types/scorecard.ts'
import './types/search.ts'
import './types/sound.ts'
import './types/user.ts'

/** The graph for executors that do not know `@defer` and `@stream`, such as graphql-js's own. Building it needs no data and no network. */
export const plainSchema = containFailures(builder.toSchema({ directives: [...specifiedDirectives, semanticNonNull] }))

// The builder has no option for it.
plainSchema.description =
  'Public short-video data: creators, posts, sounds, hashtags, places, effects, collections and live rooms. Read-only.'

/** The graph as it is served: the same types. */
export const schema = new GraphQLSchema({
  ...plainSchema.toConfig(),
  directives: [...plainSchema.getDirectives(), GraphQLDeferDirective, GraphQLStreamDirective]
})
