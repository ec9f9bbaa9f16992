import {
  CreatorScorecard,
  ScorecardAudience,
  ScorecardIntelligence,
  ScorecardProfile,
  ScorecardScores
} from '../../../records/creator-scorecard.ts'
import { missingInputsIn } from '../../../services/intelligence.ts'
import { builder, type ObjectFields } from '../builder.ts'
import { PartnershipTier } from '../filters.ts'
import { idField, NodeInterface } from '../node.ts'
import { ScorecardObject } from '../objects.ts'
import { recordFields } from '../record-fields.ts'
import { ScorecardPart } from '../references.ts'
import { MissingFieldEnum } from './missing-field.ts'

/** The `id` of a part and what its record declares. */
const partFields = <K extends keyof CreatorScorecard>(
  t: ObjectFields<ScorecardPart<K>>,
  record: { readonly title: string; readonly properties: object },
  omit: readonly string[] = []
) => ({
  id: t.id(idField<ScorecardPart<K>>(record.title, ({ card }) => keyOf(card))),
  ...recordFields(t, record, {
    omit,
    prose: ['bio'],
    get: ({ part }: ScorecardPart<K>, key) => part[key as keyof typeof part]
  })
})

const keyOf = ({ profile }: CreatorScorecard) => profile.username.toLowerCase()

const Profile = builder.objectRef<ScorecardPart<'profile'>>('ScorecardProfile').implement({
  description: ScorecardProfile.description,
  interfaces: [NodeInterface],
  fields: (t) => partFields(t, ScorecardProfile)
})

const Audience = builder.objectRef<ScorecardPart<'audience'>>('ScorecardAudience').implement({
  description: ScorecardAudience.description,
  interfaces: [NodeInterface],
  fields: (t) => partFields(t, ScorecardAudience)
})

const Scores = builder.objectRef<ScorecardPart<'scores'>>('ScorecardScores').implement({
  description: ScorecardScores.description,
  interfaces: [NodeInterface],
  fields: (t) => ({
    ...partFields(t, ScorecardScores, ['partnership_tier']),
    partnershipTier: t.field({
      type: PartnershipTier,
      description: 'Tier by authority score.',
      resolve: ({ part }) => part.partnership_tier
    })
  })
})

const missingInputs = {
  type: [MissingFieldEnum] as [typeof MissingFieldEnum],
  nullable: true as const,
  description:
    'Inputs that no source has given, of those the scorecard shows and is computed from. A score that needs one of them is 0 and does not count in the authority score: `follower_growth_score` needs followers and total likes, `engagement_percentile` needs plays and likes of at least one post. Empty when every input is known; null when the source cannot say.',
  resolve: ({ card }: ScorecardPart<'intelligence'>) => missingInputsIn(card)
}

const Intelligence = builder.objectRef<ScorecardPart<'intelligence'>>('ScorecardIntelligence').implement({
  description: ScorecardIntelligence.description,
  interfaces: [NodeInterface],
  fields: (t) => ({
    ...partFields(t, ScorecardIntelligence),
    missingInputs: t.field(missingInputs),
    lacked: t.field({ ...missingInputs, deprecationReason: 'Renamed to `missingInputs`; removed in the next release.' })
  })
})

ScorecardObject.implement({
  description: CreatorScorecard.description,
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id(idField<CreatorScorecard>('CreatorScorecard', keyOf)),
    profile: t.field({
      type: Profile,
      description: ScorecardProfile.description,
      resolve: (card) => new ScorecardPart('profile', card)
    }),
    audience: t.field({
      type: Audience,
      description: ScorecardAudience.description,
      resolve: (card) => new ScorecardPart('audience', card)
    }),
    scores: t.field({
      type: Scores,
      description: ScorecardScores.description,
      resolve: (card) => new ScorecardPart('scores', card)
    }),
    intelligence: t.field({
      type: Intelligence,
      description: ScorecardIntelligence.description,
      resolve: (card) => new ScorecardPart('intelligence', card)
    })
  })
})
