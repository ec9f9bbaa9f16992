import type { PageRequest } from '../core/paging.ts'
import type { PostOrder } from '../filters/fields.ts'
import type { Condition, Facet, PostOwner } from '../filters/query.ts'
import type { Post } from '../records/post.ts'
import type { PostSummary } from '../records/post-summary.ts'
import type { Page } from '../store/source.ts'

type ListOf = { readonly feed: PostOwner['feed'] | 'searchVideos'; readonly key: string }

export const filterRecords = async (
  posts: readonly Post[],
  _list: ListOf,
  where: Condition | null,
  _signal: AbortSignal
): Promise<number[]> => {
  if (where !== null) throw new Error('pending')
  return posts.map((_, row) => row)
}
export const sortRecords = async (
  _posts: readonly Post[],
  _list: ListOf,
  _where: Condition | null,
  _order: PostOrder,
  _request: PageRequest,
  _signal: AbortSignal
): Promise<Page<Post>> => {
  throw new Error('pending')
}
export const summarizeRecords = async (
  _posts: readonly Post[],
  _list: ListOf,
  _where: Condition | null,
  _facet: Facet,
  _signal: AbortSignal
): Promise<PostSummary | null> => {
  throw new Error('pending')
}
