import { examples } from '../src/services/examples.ts'
import { toGlobalId } from '../src/surfaces/graphql/schema/global-ids.ts'
import { row } from './dataset.ts'

/** The global id of a creator of the default data set. */
export const userNodeId = (username: string): string => {
  const { user_id } = row<{ user_id: string }>('SELECT user_id FROM users WHERE handle = ?', username.toLowerCase())
  return accountNodeId(user_id)
}

/** The global id of an account in data that know the ids of accounts. */
export const accountNodeId = (userId: string): string => toGlobalId('User', `#${userId}`)

export const exampleNodeId = accountNodeId(examples.userId)
export const exampleSoundId = toGlobalId('Sound', examples.soundId)
/** Well formed, and of no account. */
export const noNodeId = accountNodeId('1')
