import type { ExploreListQuery } from '../../../../built/documents.js'

/** A creator with the numbers in tables. */
export type CreatorRow = NonNullable<NonNullable<ExploreListQuery['usersByUsername']>[number]>

/** A creator by handle. `creator` is null while it loads, and if there is none. `lacks`: the reason for that, or the missing parts. */
export type Requested<Creator = CreatorRow> = {
  readonly handle: string
  readonly creator: Creator | null
  readonly lacks: string | null
}
