import {
  CreatorScorecard,
  ScorecardAudience,
  ScorecardIntelligence,
  ScorecardProfile,
  ScorecardScores
} from '../../../records/creator-scorecard.ts'
import {
  knownValue,
  type MissingField,
  missingIn,
  userFieldsThatMayBeMissing
} from '../../../records/missing-fields.ts'
import { scoresThatMayBeUnknown } from '../../../scorecard/scorecard.ts'
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
  { omit, unknown }: { omit?: readonly string[]; unknown?: readonly string[] } = {}
) => ({
  id: t.id(idField<ScorecardPart<K>>(record.title, ({ card }) => keyOf(card))),
  ...recordFields(t, record, {
    ...(omit === undefined ? {} : { omit }),
    ...(unknown === undefined ? {} : { unknown }),
    prose: ['bio'],
    get: ({ part }: ScorecardPart<K>, key) => knownValue(part, key as keyof typeof part & string)
  })
})

const keyOf = ({ profile }: CreatorScorecard) => profile.username.toLowerCase()

const Profile = builder.objectRef<ScorecardPart<'profile'>>('ScorecardProfile').implement({
  description: ScorecardProfile.description,
  interfaces: [NodeInterface],
  fields: (t) => partFields(t, ScorecardProfile, { unknown: userFieldsThatMayBeMissing })
})

const Audience = builder.objectRef<ScorecardPart<'audience'>>('ScorecardAudience').implement({
  description: ScorecardAudience.description,
  interfaces: [NodeInterface],
  fields: (t) => partFields(t, ScorecardAudience, { unknown: userFieldsThatMayBeMissing })
})

const Scores = builder.objectRef<ScorecardPart<'scores'>>('ScorecardScores').implement({
  description: ScorecardScores.description,
  interfaces: [NodeInterface],
  fields: (t) => ({
    ...partFields(t, ScorecardScores, { omit: ['partnership_tier'], unknown: scoresThatMayBeUnknown }),
    partnershipTier: t.field({
      type: PartnershipTier,
      nullable: true,
      description: 'Tier by authority score; null where that is unknown.',
      resolve: ({ part }) => knownValue(part, 'partnership_tier')
    })
  })
})

const Intelligence = builder.objectRef<ScorecardPart<'intelligence'>>('ScorecardIntelligence').implement({
  description: ScorecardIntelligence.description,
  interfaces: [NodeInterface],
  fields: (t) => ({
    ...partFields(t, ScorecardIntelligence),
    missingInputs: t.field({
      type: [MissingFieldEnum],
      nullable: true,
      description:
        'Inputs that no source has given, of those the scorecard shows and is computed from. A score that needs one of them is null, and so are authority score and tier: `follower_growth_score` needs followers and total likes, `engagement_percentile` needs plays, likes, comments and shares of at least one post. Empty when every input is known; null when the source cannot say.',
      resolve: ({ card }, _, { deps }) =>
        // Names of missing fields.
        deps.reads.hasFilters === true ? (missingIn(card) as MissingField[]) : null
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
