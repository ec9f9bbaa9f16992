import {
  CreatorScorecard,
  partnershipTiers,
  ScorecardAudience,
  ScorecardIntelligence,
  ScorecardProfile,
  ScorecardScores
} from '../../../records/creator-scorecard.ts'
import { builder } from '../builder.ts'
import { idField, NodeInterface } from '../node.ts'
import { ScorecardObject } from '../objects.ts'
import { recordFields } from '../record-fields.ts'

type Part<K extends keyof CreatorScorecard> = CreatorScorecard[K]

const Profile = builder.objectRef<Part<'profile'>>('ScorecardProfile').implement({
  description: ScorecardProfile.description,
  fields: (t) => recordFields(t, ScorecardProfile, { get: (part, key) => part[key as keyof typeof part] })
})

const Audience = builder.objectRef<Part<'audience'>>('ScorecardAudience').implement({
  description: ScorecardAudience.description,
  fields: (t) => recordFields(t, ScorecardAudience, { get: (part, key) => part[key as keyof typeof part] })
})

// The values are those of REST, in lower case, so that both surfaces show the same word.
const PartnershipTier = builder.enumType('PartnershipTier', {
  description: ScorecardScores.properties.partnership_tier.description,
  values: partnershipTiers
})

const Scores = builder.objectRef<Part<'scores'>>('ScorecardScores').implement({
  description: ScorecardScores.description,
  fields: (t) => ({
    ...recordFields(t, ScorecardScores, {
      omit: ['partnership_tier'],
      get: (part, key) => part[key as keyof typeof part]
    }),
    partnershipTier: t.field({
      type: PartnershipTier,
      description: ScorecardScores.properties.partnership_tier.description,
      resolve: (part) => part.partnership_tier
    })
  })
})

const Intelligence = builder.objectRef<Part<'intelligence'>>('ScorecardIntelligence').implement({
  description: ScorecardIntelligence.description,
  fields: (t) => recordFields(t, ScorecardIntelligence, { get: (part, key) => part[key as keyof typeof part] })
})

ScorecardObject.implement({
  description: CreatorScorecard.description,
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id(idField<CreatorScorecard>('CreatorScorecard', ({ profile }) => profile.username.toLowerCase())),
    profile: t.field({ type: Profile, description: ScorecardProfile.description, resolve: (card) => card.profile }),
    audience: t.field({ type: Audience, description: ScorecardAudience.description, resolve: (card) => card.audience }),
    scores: t.field({ type: Scores, description: ScorecardScores.description, resolve: (card) => card.scores }),
    intelligence: t.field({
      type: Intelligence,
      description: ScorecardIntelligence.description,
      resolve: (card) => card.intelligence
    })
  })
})
