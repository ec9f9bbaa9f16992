import { PostGrid, type PostTile } from '../parts/post-grid.tsx'
import { FeedOf, type FeedProps } from './feed.tsx'

type FeedOfPostsProps = Omit<FeedProps<PostTile>, 'noun' | 'show'> & { showsAuthor?: boolean }

/** Posts as a grid that grows. */
export const FeedOfPosts = ({ showsAuthor = true, ...feed }: FeedOfPostsProps) => (
  <FeedOf {...feed} noun="posts" show={(posts) => <PostGrid posts={posts} showsAuthor={showsAuthor} />} />
)
