import type Type from 'typebox'
import { partnershipTiers } from './creator-scorecard.ts'
import { Distribution } from './distribution.ts'
import { count, list, nullable, oneOf, record, text } from './fields.ts'

const users = count('Number of creators.')

export const TierEntry = record('TierEntry', 'Creators of one partnership tier.', {
  tier: oneOf(partnershipTiers, 'The tier.'),
  count: users
})
export const NicheEntry = record(
  'NicheEntry',
  'Creators with the same primary niche, the most frequent topic of their posts.',
  {
    niche: text('The topic, as a hashtag without #; "general" when there is none.'),
    count: users
  }
)

/** Facets of a list of creators. Each read fills the requested facet and leaves the others null. */
export const UserSummary = record('UserSummary', 'Counts over a list of creators.', {
  count: nullable(users),
  tiers: nullable(list(TierEntry, 'All tiers, the highest first.')),
  niches: nullable(list(NicheEntry, 'Topics of most of the creators.')),
  followers: nullable(Distribution),
  engagement_rate: nullable(Distribution),
  authority_score: nullable(Distribution)
})
export type UserSummary = Type.Static<typeof UserSummary>
