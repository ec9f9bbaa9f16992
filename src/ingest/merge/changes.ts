import type { CountedFact } from '../../store/tables/summary.ts'
import type { MergedTable } from './merge-rows.ts'
import type { PostHashtagUse, StoredRelation, Sums, TurnedPost } from './merge-store.ts'

/** Receives the changes of a batch, for data derived from rows. */
export type Changes = {
  /** Whether the summary is updated by each batch; otherwise everything is counted at the end. */
  readonly isCounted: boolean
  /** Rows with changed values or samples, not counting provenance. */
  rows(table: MergedTable, pks: readonly number[]): void
  /** A change of a count. Posts are counted by `newPosts` and `turned` too. */
  count(fact: CountedFact, more: number): void
  newPosts(pks: readonly number[]): void
  /** Posts that newly use a hashtag, or no longer do. */
  addedUses(uses: readonly PostHashtagUse[]): void
  removedUses(uses: readonly PostHashtagUse[]): void
  /** All posts of a hashtag will have another one. */
  mergedHashtag(from: number, to: number): void
  sums(sums: Sums): void
  /** Accounts that got or lost a handle, and handles that accounts were seen with. */
  accountHandles(accounts: readonly number[], handles: readonly string[]): void
  /** Records that name their account by one of these handles alone will belong to another account. */
  movedHandles(handles: readonly string[]): void
  /** Accounts that are new, or may have become private or public. */
  accounts(pks: readonly number[]): void
  relations(rows: readonly StoredRelation[]): void
  /** Posts that were hidden or shown. */
  turned(posts: readonly TurnedPost[]): void
}
