import { compactCount, percent, shortDate, signedPercent } from '../format.ts'
import { Handle } from '../parts/handle.tsx'
import { PersonTitle } from '../parts/people.tsx'
import { columnsOf, type ShownColumn } from './column.ts'
import type { CreatorRow, Requested } from './creator-row.ts'

/** Scores of a creator without posts have no meaning. */
const scoresOf = ({ scorecard }: CreatorRow) =>
  scorecard === null || scorecard.intelligence.postsAnalyzed === 0 ? null : scorecard

const lastPostAt = ({ posts }: CreatorRow) => posts?.nodes[0]?.createdAt ?? null

export const creatorColumns: readonly ShownColumn<CreatorRow>[] = [
  {
    id: 'username',
    title: 'Creator',
    value: ({ username }) => username,
    cell: ({ username, displayName, verified, avatarThumbUrl }) => (
      <PersonTitle person={{ username, displayName, verified, avatarThumbUrl }} />
    )
  },
  { id: 'display_name', title: 'Name', value: ({ displayName }) => displayName, isHidden: true },
  { id: 'verified', title: 'Verified', value: ({ verified }) => verified, isHidden: true },
  {
    id: 'followers',
    title: 'Followers',
    value: ({ followersCount }) => followersCount,
    cell: ({ followersCount }) => compactCount(followersCount ?? 0),
    isNumber: true
  },
  {
    id: 'growth_month',
    title: 'Growth, 30 days',
    meaning: 'Followers won in the last 30 days, as a part of those before',
    value: ({ growth }) => growth?.followers?.rate ?? null,
    cell: ({ growth }) => signedPercent(growth?.followers?.rate ?? 0),
    isNumber: true
  },
  {
    id: 'engagement_rate',
    title: 'Engagement',
    meaning: 'Likes, comments and shares for each play of the newest posts, on average',
    value: (row) => scoresOf(row)?.scores.engagementRate ?? null,
    cell: (row) => percent(scoresOf(row)?.scores.engagementRate ?? 0),
    isNumber: true
  },
  {
    id: 'authority_score',
    title: 'Authority',
    meaning: 'Composite of the scores of the scorecard, 0 to 100',
    value: (row) => scoresOf(row)?.scores.creatorAuthorityScore ?? null,
    isNumber: true
  },
  {
    id: 'tier',
    title: 'Tier',
    meaning: 'By authority: tier 1 from 80, tier 2 from 60, tier 3 from 40',
    value: (row) => scoresOf(row)?.scores.partnershipTier ?? null,
    cell: (row) => scoresOf(row)?.scores.partnershipTier?.replace('TIER_', 'Tier ')
  },
  {
    id: 'niche',
    title: 'Niche',
    value: (row) => scoresOf(row)?.intelligence.primaryNiche ?? null,
    cell: (row) => <bdi>{scoresOf(row)?.intelligence.primaryNiche}</bdi>
  },
  {
    id: 'last_post_at',
    title: 'Last post',
    value: (row) => {
      const at = lastPostAt(row)
      return at === null ? null : Date.parse(at) / 1_000
    },
    cell: (row) => shortDate(lastPostAt(row) ?? ''),
    isNumber: true
  }
]

/** The same columns of creators that are requested by handle: each keeps its row, with the reason for what is missing. */
export const requestedColumns = <Row extends Requested>(): readonly ShownColumn<Row>[] =>
  columnsOf(creatorColumns, ({ creator }: Row) => creator).map((column) =>
    column.id === 'username'
      ? {
          ...column,
          value: ({ handle }) => handle,
          cell: (row) => (
            <>
              {row.creator === null ? <Handle name={row.handle} /> : column.cell?.(row)}
              {row.lacks !== null && (
                <>
                  {' '}
                  <span class="flag lacks">{row.lacks}</span>
                </>
              )}
              {row.creator === null && row.lacks === null && <span class="quiet"> Loading…</span>}
            </>
          )
        }
      : column
  )
