import type { ExploreTrendingQuery } from '../../../../built/documents.js'
import { duration } from '../format.ts'
import { Link } from '../navigation.tsx'
import { hashtagRoute, soundRoute, start } from '../route.ts'
import { PersonTitle } from './people.tsx'
import { PostTitle } from './post-grid.tsx'
import { SoundTitle } from './sounds.tsx'

type Node = NonNullable<NonNullable<ExploreTrendingQuery['trending']>['edges'][number]['node']>

/** Something that rises, as a link to its page where it has one. */
export const TrendingTitle = ({ node }: { node: Node }) => {
  switch (node.__typename) {
    case 'Sound': {
      const more = node.durationSeconds ? ` · ${duration(node.durationSeconds)}` : ''
      return (
        <Link class="titled" to={soundRoute(node)}>
          <SoundTitle sound={node} more={more} />
        </Link>
      )
    }
    case 'Hashtag':
      return (
        <Link class="titled" to={hashtagRoute(node) ?? start}>
          <span class="who">
            <bdi class="name">#{node.name ?? node.hashtagId}</bdi>
          </span>
        </Link>
      )
    case 'User':
      return <PersonTitle person={node} />
    case 'Post':
      return <PostTitle post={node} by={node.creator} />
  }
}
