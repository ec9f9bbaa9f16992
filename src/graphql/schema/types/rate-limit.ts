import type { Allowance } from '../../../core/allowance.ts'
import { builder } from '../builder.ts'

const RateLimit = builder.objectRef<{ allowance: Allowance; cost: number }>('RateLimit').implement({
  description: 'The rate limit of the key and its remaining points. REST, GraphQL and MCP share it.',
  fields: (t) => ({
    limit: t.int({
      description: 'Points per window.',
      resolve: ({ allowance }) => allowance.limit.points
    }),
    cost: t.int({
      description: 'Points that this query costs: its estimated cost, and at least 1.',
      resolve: ({ cost }) => cost
    }),
    remaining: t.int({
      description: 'Points left until the reset, as this server counts them; other servers may use some of them.',
      resolve: ({ allowance }) => allowance.remaining
    }),
    resetAt: t.field({
      type: 'DateTime',
      description: 'When the window resets.',
      resolve: ({ allowance }) => allowance.resetAt / 1_000
    })
  })
})

builder.queryField('rateLimit', (t) =>
  t.field({
    type: RateLimit,
    nullable: true,
    description: 'The rate limit of the key of this request; null without one.',
    resolve: (_, __, { scope }) => {
      const { allowance, charged } = scope
      // Null depends on the key too.
      scope.isUncacheable = true
      return allowance === null ? null : { allowance, cost: charged }
    }
  })
)
