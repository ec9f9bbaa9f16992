import { Effect } from '../../../../records/effect.ts'
import { effectFieldsThatMayBeMissing, knownValue } from '../../../../records/missing-fields.ts'
import { effects } from '../../../../services/effects.ts'
import { builder } from '../builder.ts'
import { costHints } from '../cost-hints.ts'
import { idField, NodeInterface } from '../node.ts'
import { EffectObject } from '../objects.ts'
import { recordFields } from '../record-fields.ts'
import { missingFieldsOf, missingNames } from './missing-field.ts'

EffectObject.implement({
  description: Effect.description,
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id(idField<Effect>('Effect', (effect) => effect.effect_id)),
    ...recordFields(t, Effect, {
      unknown: effectFieldsThatMayBeMissing,
      get: (effect: Effect, key) => knownValue(effect, key as keyof Effect)
    }),
    missingFields: t.field({
      ...missingFieldsOf('effect'),
      resolve: (effect, _, context) => missingNames(effectFieldsThatMayBeMissing, effect, context)
    })
  })
})

builder.queryField('effect', (t) =>
  t.field({
    type: EffectObject,
    description: 'A camera effect, by numeric id. Null with NOT_FOUND when it does not exist. One read.',
    args: { effectId: t.arg.id({ required: true, description: 'Numeric id of the effect.' }) },
    extensions: costHints({ reads: 1 }),
    resolve: (_, { effectId }, { deps, scope }) => effects.byId(deps, scope, { effectId })
  })
)
