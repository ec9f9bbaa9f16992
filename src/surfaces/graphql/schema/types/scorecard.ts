import { scoresThatMayBeUnknown } from '../../../../engines/scorecard/scorecard.ts'
import {
  CreatorScorecard,
  ScorecardAudience,
  ScorecardIntelligence,
  ScorecardProfile,
  ScorecardScores
} from '../../../../records/creator-scorecard.ts'
import {
  knownValue,
  type MissingField,
  missingIn,
  userFieldsThatMayBeMissing
} from '../../../../records/missing-fields.ts'
import { builder, type ObjectFields } from '../builder.ts'
import { PartnershipTier } from '../filters.ts'
import { ScorecardObject, UserObject } from '../objects.ts'
import { recordFields } from '../record-fields.ts'
import { MissingFieldEnum } from './missing-field.ts'

/** The fields of a part of a scorecard, from its record. */
const partFields = <R extends object>(
  t: ObjectFields<R>,
  record: { readonly properties: object },
  { omit = [], unknown = [] }: { omit?: readonly string[]; unknown?: readonly string[] } = {}
) =>
  recordFields(t, record, {
    omit,
    unknown,
    prose: ['bio'],
    get: (part: R, key) => knownValue(part, key as keyof R & string)
  })

const Profile = builder.objectRef<CreatorScorecard['profile']>('ScorecardProfile').implement({
  description: ScorecardProfile.description,
  fields: (t) => partFields(t, ScorecardProfile, { unknown: userFieldsThatMayBeMissing })
})

const Audience = builder.objectRef<CreatorScorecard['audience']>('ScorecardAudience').implement({
  description: ScorecardAudience.description,
  fields: (t) => partFields(t, ScorecardAudience, { unknown: userFieldsThatMayBeMissing })
})

const Scores = builder.objectRef<CreatorScorecard['scores']>('ScorecardScores').implement({
  description: ScorecardScores.description,
  fields: (t) => ({
    ...partFields(t, ScorecardScores, { omit: ['partnership_tier'], unknown: scoresThatMayBeUnknown }),
    partnershipTier: t.field({
      type: PartnershipTier,
      nullable: true,
      description: 'Tier by authority score. Null when unknown.',
      resolve: (scores) => knownValue(scores, 'partnership_tier')
    })
  })
})

const Intelligence = builder.objectRef<CreatorScorecard>('ScorecardIntelligence').implement({
  description: ScorecardIntelligence.description,
  fields: (t) => ({
    ...recordFields(t, ScorecardIntelligence, {
      get: ({ intelligence }: CreatorScorecard, key) => intelligence[key as keyof CreatorScorecard['intelligence']]
    }),
    missingInputs: t.field({
      type: [MissingFieldEnum],
      nullable: true,
      description:
        'Unknown fields among those that the scorecard shows or is computed from. Scores that need one are null, and so are authority score and tier: `followerGrowthScore` needs followers and total likes; `engagementRate` and `engagementPercentile` need plays, likes, comments and shares of at least one post, unless it is known that there are none. Empty when all are known. Null over another deployment.',
      resolve: (card, _, { deps }) =>
        // Names of missing fields.
        deps.reads.knowsMissing === true ? (missingIn(card) as MissingField[]) : null
    })
  })
})

ScorecardObject.implement({
  description: CreatorScorecard.description,
  fields: (t) => ({
    user: t.field({
      type: UserObject,
      description: 'The creator whose scorecard it is.',
      resolve: ({ user }) => user
    }),
    profile: t.field({
      type: Profile,
      description: ScorecardProfile.description,
      resolve: ({ card }) => card.profile
    }),
    audience: t.field({
      type: Audience,
      description: ScorecardAudience.description,
      resolve: ({ card }) => card.audience
    }),
    scores: t.field({ type: Scores, description: ScorecardScores.description, resolve: ({ card }) => card.scores }),
    intelligence: t.field({
      type: Intelligence,
      description: ScorecardIntelligence.description,
      resolve: ({ card }) => card
    })
  })
})
