import type { Allowance } from '../../../../core/allowance.ts'
import { builder } from '../builder.ts'

const RateLimit = builder.objectRef<{ allowance: Allowance; cost: number }>('RateLimit').implement({
  description: 'The rate limit of a key and its remaining points. REST, GraphQL and MCP share it.',
  fields: (t) => ({
    limit: t.int({
      description: 'Number of points for each period.',
      resolve: ({ allowance }) => allowance.limit.points
    }),
    cost: t.int({
      description: 'Number of points that this query costs: its estimated cost, and at least 1.',
      resolve: ({ cost }) => cost
    }),
    remaining: t.int({
      description:
        'Number of points left until the reset, as this server counts them; other servers may use some of them.',
      resolve: ({ allowance }) => allowance.remaining
    }),
    resetAt: t.field({
      type: 'DateTime',
      description: 'When the next period begins.',
      resolve: ({ allowance }) => allowance.resetAt / 1_000
    })
  })
})

builder.queryField('rateLimit', (t) =>
  t.field({
    type: RateLimit,
    nullable: true,
    description: 'The rate limit of the key of this request. Null when it has none.',
    resolve: (_, __, { scope }) => {
      const { allowance, charged } = scope
      // Null depends on the key too.
      scope.isUncacheable = true
      return allowance === null ? null : { allowance, cost: charged }
    }
  })
)
