import { duration, firstCharacters, shortDate } from '../format.ts'
import type { ExploreTrendingQuery } from '../graph/documents.ts'
import { Link } from '../navigation.tsx'
import { Handle } from './handle.tsx'
import { Verified } from './icons.tsx'
import { Picture } from './picture.tsx'
import { SoundTitle } from './sounds.tsx'

type Node = NonNullable<NonNullable<ExploreTrendingQuery['trending']>['edges'][number]['node']>

const captionCharacters = 90

type PostNode = Extract<Node, { __typename: 'Post' }>

const PostTitle = ({ post: { caption, coverUrl, createdAt, creator } }: { post: PostNode }) => (
  <>
    <Picture url={coverUrl} alt="" shape="square" />
    <span class="who">
      <span class="name">
        <bdi>{caption?.trim() ? firstCharacters(caption.trim(), captionCharacters) : 'No caption'}</bdi>
      </span>
      <span class="quiet">
        {creator !== null && (
          <>
            <Handle name={creator.username} /> ·{' '}
          </>
        )}
        {shortDate(createdAt)}
      </span>
    </span>
  </>
)

/** Something that rises, as a link to its page where it has one. */
export const TrendingTitle = ({ node }: { node: Node }) => {
  switch (node.__typename) {
    case 'Sound': {
      const more = node.durationSeconds ? ` · ${duration(node.durationSeconds)}` : ''
      return (
        <Link class="titled" to={{ view: 'sound', id: node.soundId ?? '' }}>
          <SoundTitle sound={node} more={more} />
        </Link>
      )
    }
    case 'Hashtag':
      return (
        <Link class="titled" to={{ view: 'hashtag', id: node.hashtagId ?? node.name ?? '' }}>
          <span class="who">
            <bdi class="name">#{node.name ?? node.hashtagId}</bdi>
          </span>
        </Link>
      )
    case 'User':
      return (
        <Link class="titled" to={{ view: 'creator', username: node.username, shows: 'posts' }}>
          <Picture url={node.avatarThumbUrl} alt="" name={node.displayName ?? node.username} shape="round" />
          <span class="who">
            <span class="name">
              <bdi>{node.displayName ?? node.username}</bdi>
              {node.verified && <Verified />}
            </span>
            <span class="quiet">
              <Handle name={node.username} />
            </span>
          </span>
        </Link>
      )
    case 'Post':
      return (
        <Link class="titled" to={{ view: 'post', id: node.postId ?? '' }}>
          <PostTitle post={node} />
        </Link>
      )
  }
}
