import { examples } from './examples.ts'
import { id } from './input.ts'
import { operation } from './operation.ts'
import { found } from './or-not-found.ts'

/** Camera effects. */
export const effects = {
  byId: operation({ effectId: id('effect', examples.effectId) }, ({ reads }, scope, { effectId }) =>
    found(reads.lookUp(scope, 'effect', effectId), `Effect ${effectId}`)
  )
}
