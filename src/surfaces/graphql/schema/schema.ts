import { GraphQLDeferDirective, GraphQLStreamDirective, specifiedDirectives } from 'graphql'
import { builder } from './builder.ts'
import { costDirective, listSizeDirective } from './cost-directives.ts'
import { containFailures, semanticNonNull } from './nullability.ts'
import './scalars.ts'
import './node.ts'
import './types/collection.ts'
import './types/dataset.ts'
import './types/effect.ts'
import './types/hashtag.ts'
import './types/history.ts'
import './types/live-room.ts'
import './types/place.ts'
import './types/post.ts'
import './types/post-facets.ts'
import './types/rate-limit.ts'
import './types/scorecard.ts'
import './types/search.ts'
import './types/sound.ts'
import './types/trending.ts'
import './types/user.ts'
import './types/user-facets.ts'

const directives = [
  ...specifiedDirectives,
  GraphQLDeferDirective,
  GraphQLStreamDirective,
  semanticNonNull,
  costDirective,
  listSizeDirective
]

/** The graph. Building it needs no configuration, no data and no network. */
export const schema = containFailures(builder.toSchema({ directives }))

// The builder has no option for it.
schema.description =
  'Public short-video data: creators, posts, sounds, hashtags, places, effects, collections and live rooms. Read-only.'
