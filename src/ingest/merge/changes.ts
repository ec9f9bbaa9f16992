import type { CountedFact } from '../../store/tables/summary.ts'
import type { MergedTable } from './merge-rows.ts'
import type { PostHashtagUse, StoredRelation, Sums, TurnedPost } from './merge-store.ts'

/** Receives what a batch changes, for what is derived from rows. */
export type Changes = {
  /** Whether the summary follows; otherwise everything is counted at the end. */
  readonly isCounted: boolean
  /** Rows with other values or samples. Provenance does not count. */
  rows(table: MergedTable, pks: readonly number[]): void
  /** More or less of something than before; also posts, which are counted by `newPosts` and `turned`. */
  count(fact: CountedFact, more: number): void
  newPosts(pks: readonly number[]): void
  /** Posts that use a hashtag now, or that no longer do. */
  addedUses(uses: readonly PostHashtagUse[]): void
  removedUses(uses: readonly PostHashtagUse[]): void
  /** Whatever posts a hashtag has will have another one. */
  mergedHashtag(from: number, to: number): void
  sums(sums: Sums): void
  /** Accounts that got or lost a handle, and handles that accounts were seen with. */
  accountHandles(accounts: readonly number[], handles: readonly string[]): void
  /** What names its account by one of these handles alone will be of another one. */
  movedHandles(handles: readonly string[]): void
  /** Accounts that are there now, or may be private or public otherwise than before. */
  accounts(pks: readonly number[]): void
  relations(rows: readonly StoredRelation[]): void
  /** Posts that were hidden or shown. */
  turned(posts: readonly TurnedPost[]): void
}
