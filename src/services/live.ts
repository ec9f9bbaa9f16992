import { andThen } from '../core/awaitable.ts'
import { examples } from './examples.ts'
import { found } from './found.ts'
import { id, username } from './input.ts'
import { operation } from './operation.ts'

/** Live rooms, and who is on the air. */
export const live = {
  byRoomId: operation({ roomId: id('live room', examples.roomId) }, ({ reads }, scope, { roomId }) =>
    found(reads.lookUp(scope, 'liveRoom', roomId), `Live room ${roomId}`)
  ),

  /** Always answers: a handle nobody has is not live. */
  status: operation({ username: username(examples.username) }, ({ reads }, scope, { username }) =>
    andThen(reads.lookUp(scope, 'liveStatus', username), (status) => status ?? { username, is_alive: false })
  )
}
