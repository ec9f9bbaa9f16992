import { addressAttacks } from './addresses.ts'
import type { AttackClass } from './attack.ts'
import { costAttacks } from './costs.ts'
import { cursorAttacks } from './cursors.ts'
import { documentAttacks } from './documents.ts'
import { expressionAttacks } from './expressions.ts'
import { floodAttacks } from './floods.ts'
import { keyAttacks } from './keys.ts'
import { requestAttacks } from './requests.ts'
import { textAttacks } from './texts.ts'
import { upstreamAttacks } from './upstreams.ts'

/** Every attack that is known. */
export const attackClasses: readonly AttackClass[] = [
  { name: 'Costs', attacks: costAttacks },
  { name: 'Documents', attacks: documentAttacks },
  { name: 'Addresses', attacks: addressAttacks },
  { name: 'Texts', attacks: textAttacks },
  { name: 'Cursors', attacks: cursorAttacks },
  { name: 'Slow expressions', attacks: expressionAttacks },
  { name: 'Requests', attacks: requestAttacks },
  { name: 'Keys', attacks: keyAttacks },
  { name: 'Hostile upstreams', attacks: upstreamAttacks },
  { name: 'Floods', attacks: floodAttacks }
]
