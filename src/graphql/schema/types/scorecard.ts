import {
  CreatorScorecard,
  partnershipTiers,
  ScorecardAudience,
  ScorecardIntelligence,
  ScorecardProfile,
  ScorecardScores
} from '../../../records/creator-scorecard.ts'
import { lackedIn } from '../../../services/intelligence.ts'
import { builder, type ObjectFields } from '../builder.ts'
import { idField, NodeInterface } from '../node.ts'
import { ScorecardObject } from '../objects.ts'
import { recordFields } from '../record-fields.ts'
import { ScorecardPart } from '../references.ts'
import { UntoldFieldEnum } from './missing-field.ts'

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

// The values are those of REST, in lower case, so that both surfaces show the same word.
const PartnershipTier = builder.enumType('PartnershipTier', {
  description: ScorecardScores.properties.partnership_tier.description,
  values: partnershipTiers
})

const Scores = builder.objectRef<ScorecardPart<'scores'>>('ScorecardScores').implement({
  description: ScorecardScores.description,
  interfaces: [NodeInterface],
  fields: (t) => ({
    ...partFields(t, ScorecardScores, ['partnership_tier']),
    partnershipTier: t.field({
      type: PartnershipTier,
      description: ScorecardScores.properties.partnership_tier.description,
      resolve: ({ part }) => part.partnership_tier
    })
  })
})

const Intelligence = builder.objectRef<ScorecardPart<'intelligence'>>('ScorecardIntelligence').implement({
  description: ScorecardIntelligence.description,
  interfaces: [NodeInterface],
  fields: (t) => ({
    ...partFields(t, ScorecardIntelligence),
    lacked: t.field({
      type: [UntoldFieldEnum],
      nullable: true,
      description:
        'What no collected feed told of what the scorecard shows and was computed from. A score that rests on it is 0 and has no part in the authority score: `follower_growth_score` without followers or total likes, `engagement_percentile` where no post tells plays and likes. Empty when all is known; null when the source does not tell.',
      resolve: ({ card }) => lackedIn(card)
    })
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
