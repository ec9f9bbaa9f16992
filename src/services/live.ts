import { andThen } from '../core/awaitable.ts'
import { examples } from './examples.ts'
import type { FeedDependencies } from './feed-page.ts'
import { found } from './found.ts'
import { id, operation, username } from './input.ts'

/** Live rooms. spec: Live 16 and 17. */
export const liveServices = ({ reads }: FeedDependencies) => ({
  byRoomId: operation({ roomId: id('live room', examples.roomId) }, (scope, { roomId }) =>
    found(reads.lookUp(scope, 'liveRoom', roomId), `Live room ${roomId}`)
  ),

  /** Always answers: a handle nobody has is not live. */
  status: operation({ username: username(examples.username) }, (scope, input) =>
    andThen(
      reads.lookUp(scope, 'liveStatus', input.username),
      (status) => status ?? { username: input.username, is_alive: false }
    )
  )
})
