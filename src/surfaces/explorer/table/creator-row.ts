import type { ExploreListQuery } from '../../../../built/documents.js'

/** A creator with the numbers that tables show. */
export type CreatorRow = NonNullable<NonNullable<ExploreListQuery['usersByUsername']>[number]>

/** A creator by handle. `creator` is null while it loads, and where `lacks` says why there is none; `lacks` may also say what is missing of it. */
export type Requested<Creator = CreatorRow> = {
  readonly handle: string
  readonly creator: Creator | null
  readonly lacks: string | null
}
