/** Receives what a batch changes, for what is derived from rows. */
export type Changes = {
  /** Rows with other values or samples. Provenance does not count. */
  rows(table: 'posts' | 'users' | 'sounds', pks: readonly number[]): void
  /** Posts with other hashtags. */
  hashtags(posts: readonly number[]): void
  /** Whatever posts a hashtag has will have another one. */
  mergedHashtag(pk: number): void
  /** What names its account by one of these handles alone will be of another one. */
  movedHandles(handles: readonly string[]): void
  /** Posts that were hidden or shown. */
  turned(posts: readonly number[]): void
}
