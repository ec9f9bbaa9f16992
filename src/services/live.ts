import { notFound } from '../errors.ts'
import { examples } from './examples.ts'
import type { FeedDependencies } from './feed-page.ts'
import { id, operation, username } from './input.ts'

/** Live rooms. spec: Live 16 and 17. */
export const liveServices = ({ reads }: FeedDependencies) => ({
  byRoomId: operation({ roomId: id('live room', examples.roomId) }, async (scope, { roomId }) => {
    const room = await reads.lookUp(scope, 'liveRoom', roomId)
    if (room === null) throw notFound(`Live room ${roomId}`)
    return room
  }),

  /** Always answers: a handle nobody has is not live. */
  status: operation({ username: username(examples.username) }, async (scope, input) => {
    const status = await reads.lookUp(scope, 'liveStatus', input.username)
    return status ?? { username: input.username, is_alive: false }
  })
})
