import { examples } from './examples.ts'
import type { FeedDependencies } from './feed-page.ts'
import { found } from './found.ts'
import { id, operation } from './input.ts'

/** Camera effects. spec: Effects 18. */
export const effectServices = ({ reads }: FeedDependencies) => ({
  byId: operation({ effectId: id('effect', examples.effectId) }, (scope, { effectId }) =>
    found(reads.lookUp(scope, 'effect', effectId), `Effect ${effectId}`)
  )
})
