import type { ReckonedPost } from '../../records/reckoned.ts'

/** What scores need of a post. Of a whole post all counts as told. */
export type ScoredPost = Omit<ReckonedPost, 'untold'> & Partial<Pick<ReckonedPost, 'untold'>>
