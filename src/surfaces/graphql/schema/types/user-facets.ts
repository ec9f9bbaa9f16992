import { andThen } from '../../../../core/awaitable.ts'
import type { UserFacet } from '../../../../engines/filters/query.ts'
import { partnershipTiers } from '../../../../records/creator-scorecard.ts'
import { NicheEntry, TierEntry, type UserSummary } from '../../../../records/user-summary.ts'
import {
  defaultFacetEntries,
  maxFacetEntries,
  readFacetEntries,
  type UserCounts
} from '../../../../services/list-counts.ts'
import { builder, type Context } from '../builder.ts'
import { countCost } from '../connections.ts'
import { costHints } from '../cost-hints.ts'
import { entriesOf, scanCost } from '../facet-cost.ts'
import { PartnershipTier } from '../filters.ts'
import { UserFacetsObject } from '../objects.ts'
import { DistributionObject } from './distribution.ts'

const TierFacet = builder.objectRef<NonNullable<UserSummary['tiers']>[number]>('TierFacet').implement({
  description: TierEntry.description,
  fields: (t) => ({
    tier: t.field({ type: PartnershipTier, description: 'The tier.', resolve: ({ tier }) => tier }),
    count: t.field({ type: 'Count', description: 'Number of creators.', resolve: ({ count }) => count })
  })
})

const NicheFacet = builder.objectRef<NonNullable<UserSummary['niches']>[number]>('NicheFacet').implement({
  description: NicheEntry.description,
  fields: (t) => ({
    niche: t.string({ description: NicheEntry.properties.niche.description, resolve: ({ niche }) => niche }),
    count: t.field({ type: 'Count', description: 'Number of creators.', resolve: ({ count }) => count })
  })
})

const part = <K extends keyof UserSummary>(counts: UserCounts, key: K, facet: UserFacet, { deps, scope }: Context) =>
  andThen(counts.summary(deps, scope, facet), (summary): UserSummary[K] | null => summary?.[key] ?? null)

UserFacetsObject.implement({
  description: 'Counts over a whole list of creators with its filter, whatever page is read.',
  fields: (t) => {
    const distribution = (kind: 'followers' | 'engagement_rate' | 'authority_score', what: string) =>
      t.field({
        type: DistributionObject,
        nullable: true,
        description: `Distribution of ${what} over the creators. Null where no creator has a known value. A scan.`,
        extensions: costHints(scanCost),
        resolve: (counts, _, context) => part(counts, kind, { kind }, context)
      })
    const flagged = (flag: 'verified' | 'is_live', description: string) =>
      t.field({
        type: 'Count',
        nullable: true,
        description,
        extensions: countCost,
        resolve: (counts, _, { deps, scope }) => counts.totalWith(deps, scope, flag)
      })
    return {
      followers: distribution('followers', 'followers'),
      engagementRate: distribution('engagement_rate', 'engagement rates of scorecards, as fractions,'),
      authorityScore: distribution('authority_score', 'authority scores of scorecards, from 0 to 100,'),
      tiers: t.field({
        type: [TierFacet],
        description: 'Creators by partnership tier: all tiers, the highest first. Private accounts have none. A scan.',
        extensions: costHints({ ...scanCost, items: () => partnershipTiers.length }),
        resolve: (counts, _, context) =>
          andThen(part(counts, 'tiers', { kind: 'tiers' }, context), (tiers) => tiers ?? [])
      }),
      topNiches: t.field({
        type: [NicheFacet],
        description:
          'Most frequent primary niches of the creators; equals in alphabetical order. Private accounts have none. A scan.',
        args: {
          first: t.arg.int({
            defaultValue: defaultFacetEntries,
            description: `How many to return, 1 to ${maxFacetEntries}.`
          })
        },
        extensions: costHints({ ...scanCost, items: entriesOf }),
        resolve: (counts, { first }, context) =>
          andThen(
            part(counts, 'niches', { kind: 'niches', first: readFacetEntries(first) }, context),
            (niches) => niches ?? []
          )
      }),
      verifiedCount: flagged(
        'verified',
        'Number of creators with the verified badge. Null for too many to be counted. A scan.'
      ),
      liveCount: flagged('is_live', 'Number of creators who are live now. Null for too many to be counted. A scan.')
    }
  }
})
