import { notFound } from '../errors.ts'
import { examples } from './examples.ts'
import type { FeedDependencies } from './feed-page.ts'
import { id, operation } from './input.ts'

/** Camera effects. spec: Effects 18. */
export const effectServices = ({ reads }: FeedDependencies) => ({
  byId: operation({ effectId: id('effect', examples.effectId) }, async (scope, { effectId }) => {
    const effect = await reads.lookUp(scope, 'effect', effectId)
    if (effect === null) throw notFound(`Effect ${effectId}`)
    return effect
  })
})
