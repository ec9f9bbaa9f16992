import type { PostTile } from '../parts/post-grid.tsx'
import type { ShownColumn } from './column.ts'

/** Columns for posts from lists that REST lacks, with the names of REST. */
export const tileColumns: readonly ShownColumn<PostTile>[] = [
  { id: 'post_id', title: 'Post id', value: ({ postId }) => postId },
  { id: 'caption', title: 'Caption', value: ({ caption }) => caption },
  { id: 'created_at', title: 'Published', value: ({ createdAt }) => Date.parse(createdAt) / 1_000 },
  { id: 'author_username', title: 'Creator', value: ({ author }) => author?.username ?? null },
  { id: 'plays', title: 'Plays', value: ({ plays }) => plays },
  { id: 'likes', title: 'Likes', value: ({ likes }) => likes }
]
