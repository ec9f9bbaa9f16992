import type { Allowance } from '../../../core/allowance.ts'
import { builder } from '../builder.ts'

const RateLimit = builder.objectRef<{ allowance: Allowance; cost: number }>('RateLimit').implement({
  description: 'The rate limit of the key and its remaining points. REST, GraphQL and agents share it.',
  fields: (t) => ({
    limit: t.int({
      description: 'Points that may be used from one reset to the next.',
      resolve: ({ allowance }) => allowance.limit.points
    }),
    cost: t.int({
      description: 'Points that this query took: its estimated cost, and at least 1.',
      resolve: ({ cost }) => cost
    }),
    remaining: t.int({
      description: 'Points that are left until the reset, as far as this server knows: others may spend from them.',
      resolve: ({ allowance }) => allowance.remaining
    }),
    resetAt: t.field({
      type: 'DateTime',
      description: 'When all points are available again.',
      resolve: ({ allowance }) => allowance.resetAt / 1_000
    })
  })
})

builder.queryField('rateLimit', (t) =>
  t.field({
    type: RateLimit,
    nullable: true,
    description: 'The remaining points of the key of this request; null without a rate limit.',
    resolve: (_, __, { scope }) => {
      const { allowance, charged } = scope
      // Null depends on the key too.
      scope.isUncacheable = true
      return allowance === null ? null : { allowance, cost: charged }
    }
  })
)
