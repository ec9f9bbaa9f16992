import type { ComponentChildren } from 'preact'
import { ExplorePostDocument, type ExplorePostQuery } from '../../../../built/documents.js'
import { firstOf } from '../../views/queries.ts'
import { titles } from '../../views/titles.ts'
import { engagementOf } from '../charts/engagement.ts'
import { duration, fullDate, originNames, percent } from '../format.ts'
import type { QueryState } from '../graph/use-query.ts'
import { LazyPanel } from '../parts/chart-panel.tsx'
import { Chips, hashtagChip } from '../parts/chips.tsx'
import { Clamped } from '../parts/clamped.tsx'
import { Figures } from '../parts/count.tsx'
import { PersonCard } from '../parts/people.tsx'
import { Picture } from '../parts/picture.tsx'
import { frameOf, PostGrid, type PostTile } from '../parts/post-grid.tsx'
import { ShareAddress } from '../parts/share-address.tsx'
import type { RestCall } from '../parts/show-query.tsx'
import { SoundLink } from '../parts/sounds.tsx'
import { TitleLine } from '../parts/title-line.tsx'
import { tableRows } from '../table/column.ts'
import { tileColumns } from '../table/tile-columns.ts'
import { Part } from './optional-section.tsx'
import { Thing } from './thing.tsx'

type Post = NonNullable<ExplorePostQuery['post']>

const loadHistory = async () => (await import('../parts/history-panels.tsx')).PostHistory

const shownMost = firstOf.besidePost - 1
/** Related posts without the post itself, which may be among its author's newest or its sound's. */
const more = firstOf.besidePost

const authorPosts = (username: string) => `/api/v1/users/${encodeURIComponent(username)}/posts`
const soundPosts = (soundId: string) => `/api/v1/sounds/${soundId}/posts`

const restOf = (id: string, post: Post | null): readonly RestCall[] => [
  ['The post', `/api/v1/posts?videoId=${encodeURIComponent(id)}`],
  ...(post?.author == null
    ? []
    : ([
        ['Its author', `/api/v1/users/${encodeURIComponent(post.author.username)}`],
        ['More of the author', `${authorPosts(post.author.username)}?count=${more}`]
      ] as const)),
  ...(post?.sound?.soundId == null
    ? []
    : ([
        ['Its sound', `/api/v1/sounds/${post.sound.soundId}`],
        ['More with the sound', `${soundPosts(post.sound.soundId)}?count=${more}`]
      ] as const))
]

const factsOf = (post: Post) => {
  const { createdAt, durationSeconds, videoWidth, videoHeight } = post
  const engagement = engagementOf(post)
  return [
    fullDate(createdAt),
    durationSeconds === 0 ? 'image post' : durationSeconds !== null && duration(durationSeconds),
    videoWidth && videoHeight && `${videoWidth} × ${videoHeight}`,
    engagement !== null && `${percent(engagement)} engagement`,
    ...originNames(post)
  ]
    .filter((fact) => fact)
    .join(' · ')
}

type MoreProps = {
  id: string
  title: string
  /** The name of the posts, and the REST list that has them, where there is one. */
  what: string
  path: string | null
  posts: readonly PostTile[]
  than: string | null
  showsAuthor: boolean
}

const More = ({ id, title, what, path, posts, than, showsAuthor }: MoreProps) => {
  const others = posts.filter(({ postId }) => postId !== than).slice(0, shownMost)
  if (others.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <TitleLine
        id={id}
        title={title}
        exported={{
          what,
          rows:
            path === null ? tableRows(posts, tileColumns) : { from: 'list', path, perPage: more, shown: posts.length }
        }}
      />
      <PostGrid posts={others} showsAuthor={showsAuthor} />
    </section>
  )
}

type PageProps = { post: Post; answer: QueryState<ExplorePostQuery>; queryButton: ComponentChildren }

const PostPage = ({ post, answer, queryButton }: PageProps) => (
  <>
    <article class="post">
      <div {...frameOf(post)}>
        <Picture url={post.coverUrl} alt="Cover of the post" shape="tall" isFirst />
        {post.isAd && <span class="flag">Ad</span>}
      </div>
      <div class="about">
        <h1 class="quiet small kind">
          Post{post.author === null ? '' : ` by ${post.author.displayName ?? post.author.username}`}
        </h1>
        {post.author === null ? (
          <p class="quiet">Who published this is unknown.</p>
        ) : (
          <PersonCard person={post.author} />
        )}
        {post.caption?.trim() ? (
          <Clamped key={post.postId} text={post.caption} hashtags={post.hashtags} />
        ) : (
          <p class="quiet">No caption</p>
        )}
        {post.hashtags.length > 0 && <Chips label="Hashtags" chips={post.hashtags.map(hashtagChip)} />}
        <Figures
          of={[
            ['Plays', post.plays],
            ['Likes', post.likes],
            ['Comments', post.comments],
            ['Shares', post.shares],
            ['Saves', post.saves],
            ['Reposts', post.reposts]
          ]}
        />
        <p class="quiet">{factsOf(post)}</p>
        {post.sound !== null && <SoundLink sound={post.sound} />}
        <ShareAddress url={post.shareUrl} />
        <div class="row actions">{queryButton}</div>
      </div>
    </article>
    {post.postId !== null && (
      <LazyPanel
        key={post.postId}
        kind="history"
        load={loadHistory}
        props={{ postId: post.postId, createdAt: post.createdAt }}
      />
    )}
    {post.sound !== null && (
      <Part answer={answer} of={post.sound.posts?.nodes} field="sound.posts">
        {(posts) => (
          <More
            id="more-sound"
            title="More with this sound"
            what={`posts with ${post.sound?.title ?? 'a sound'}`}
            path={post.sound?.soundId == null ? null : soundPosts(post.sound.soundId)}
            posts={posts}
            than={post.postId}
            showsAuthor
          />
        )}
      </Part>
    )}
    {post.author !== null && (
      <Part answer={answer} of={post.author.posts?.nodes} field="author.posts">
        {(posts) => (
          <More
            id="more-author"
            title="More of this creator"
            what={`posts of @${post.author?.username}`}
            path={authorPosts(post.author?.username ?? '')}
            posts={posts}
            than={post.postId}
            showsAuthor={false}
          />
        )}
      </Part>
    )}
  </>
)

export const PostView = ({ id }: { id: string }) => (
  <Thing
    of="post"
    id={id}
    document={ExplorePostDocument}
    variables={{ postId: id, more }}
    titleOf={titles.post}
    restOf={(post) => restOf(id, post)}
  >
    {(post, queryButton, answer) => <PostPage post={post} answer={answer} queryButton={queryButton} />}
  </Thing>
)
