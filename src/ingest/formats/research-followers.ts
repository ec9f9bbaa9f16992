import type { Decoder } from '../mapping/decoder.ts'
import { strengthOf } from '../mapping/format.ts'
import { type Fields, isFields } from '../mapping/read-value.ts'
import { accountReader } from '../mapping/record-reader.ts'
import { evidence } from '../mapping/tables.ts'
import { researchUser } from './research.ts'

const lists = ['user_followers', 'user_following'] as const
const read = accountReader(researchUser.user)
const accountsIn = (element: Fields) => lists.flatMap((list) => element[list]).filter(isFields)

/**
 * Followers and followed accounts of the research interface. They do not say whose they are, so they are profiles only. A handle with a
 * name alone could be of any platform: what they stand in makes sure.
 */
export const researchFollowers: Decoder = {
  name: 'research followers',
  accepts: 'followers of the research interface in "user_followers" or "user_following"',
  strength: strengthOf(lists.map((list) => evidence(9, list))),
  valuesRead: (element) => accountsIn(element).length,
  mayHoldRecords: () => false,
  decode: (element, numbers) => accountsIn(element).flatMap((account) => read(account, numbers))
}
