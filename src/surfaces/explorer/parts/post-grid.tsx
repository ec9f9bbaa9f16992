import { duration, firstCharacters, fullDate, shortDate } from '../format.ts'
import { Link } from '../navigation.tsx'
import { Count } from './count.tsx'
import { Handle } from './handle.tsx'
import { PlayIcon, Verified } from './icons.tsx'
import { Picture } from './picture.tsx'

/** Data of a post's tile; every operation of the explorer selects it. */
export type PostTile = {
  readonly postId: string | null
  readonly caption: string | null
  readonly createdAt: string
  readonly durationSeconds: number | null
  readonly videoWidth?: number | null
  readonly videoHeight?: number | null
  readonly isAd: boolean | null
  readonly plays: number | null
  readonly likes: number | null
  readonly coverUrl: string | null
  readonly author: {
    readonly username: string
    readonly displayName: string | null
    readonly verified: boolean | null
  } | null
}

type VideoFrame = Pick<PostTile, 'videoWidth' | 'videoHeight'>

/** The cover of a post: its class, and the real ratio of a frame that is wider than high. */
export const frameOf = ({ videoWidth, videoHeight }: VideoFrame) =>
  videoWidth && videoHeight && videoWidth > videoHeight
    ? ({ class: 'cover wide', style: { '--frame': `${videoWidth} / ${videoHeight}` } } as const)
    : ({ class: 'cover' } as const)

/** Captions can have thousands of characters; two lines are shown at most. */
const shownCharacters = 160

const Tile = ({ post, showsAuthor, isFirst }: { post: PostTile; showsAuthor: boolean; isFirst: boolean }) => {
  const caption = post.caption?.trim()
  const content = (
    <>
      <span {...frameOf(post)}>
        <Picture url={post.coverUrl} alt="" shape="tall" isFirst={isFirst} />
        {post.isAd && <span class="flag">Ad</span>}
        <span class="over">
          <span>
            <PlayIcon /> <Count value={post.plays} />
            <span class="unseen"> plays, </span>
          </span>
          {post.durationSeconds !== null && post.durationSeconds > 0 && <span>{duration(post.durationSeconds)}</span>}
        </span>
      </span>
      <span class="caption" dir="auto">
        {caption ? firstCharacters(caption, shownCharacters) : <span class="quiet">No caption</span>}
      </span>
    </>
  )
  return (
    <article class="tile">
      {post.postId === null ? (
        content
      ) : (
        <Link class="way" to={{ view: 'post', id: post.postId }}>
          {content}
        </Link>
      )}
      <p class="by">
        {showsAuthor && post.author !== null && (
          <Link to={{ view: 'creator', username: post.author.username, shows: 'posts' }}>
            <bdi>{post.author.username}</bdi>
            {post.author.verified && <Verified />}
          </Link>
        )}
        <time dateTime={post.createdAt} title={fullDate(post.createdAt)}>
          {shortDate(post.createdAt)}
        </time>
      </p>
    </article>
  )
}

type GridProps = { posts: readonly PostTile[]; showsAuthor?: boolean }

export const PostGrid = ({ posts, showsAuthor = true }: GridProps) => (
  <ul class="grid">
    {posts.map((post, index) => (
      <li key={`${post.postId} ${index}`}>
        <Tile post={post} showsAuthor={showsAuthor} isFirst={index < 6} />
      </li>
    ))}
  </ul>
)

type Titled = {
  readonly postId: string | null
  readonly caption: string | null
  readonly coverUrl: string | null
  readonly createdAt: string
}

/** A post in a row of a table: cover, caption, creator and day, as a link to its page. */
export const PostTitle = ({ post, by }: { post: Titled; by: { readonly username: string } | null }) => (
  <Link class="titled" to={{ view: 'post', id: post.postId ?? '' }}>
    <Picture url={post.coverUrl} alt="" shape="square" />
    <span class="who">
      <bdi class="name">
        {post.caption?.trim() ? firstCharacters(post.caption.trim(), shownCharacters) : 'No caption'}
      </bdi>
      <span class="quiet">
        {by !== null && (
          <>
            <Handle name={by.username} /> ·{' '}
          </>
        )}
        {shortDate(post.createdAt)}
      </span>
    </span>
  </Link>
)
