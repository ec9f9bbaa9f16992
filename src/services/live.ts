import { type Awaitable, andThen } from '../core/awaitable.ts'
import { forOneRequest } from '../core/one-request.ts'
import type { Position } from '../core/paging.ts'
import type { Scope } from '../core/scope.ts'
import { isHandle } from '../records/identifiers.ts'
import type { LiveSearchResult } from '../records/live-room.ts'
import { accountIdOf } from '../records/missing-fields.ts'
import { feeds } from '../store/kinds.ts'
import { examples } from './examples.ts'
import { readFeed } from './feed-page.ts'
import { id, optional, username } from './input.ts'
import { type Deps, operation } from './operation.ts'
import { found } from './or-not-found.ts'

/** Pages of live search that are read to find a creator's room. A handle rarely matches more rooms than these. */
const searchPages = 2

/** The first matching room in a live search for a handle; null without one. */
const findRoom = (
  deps: Deps,
  scope: Scope,
  handle: string,
  fits: (result: LiveSearchResult) => boolean,
  after: Position | null = null,
  pages = searchPages
): Awaitable<LiveSearchResult | null> => {
  const request = { count: feeds.searchLive.pageSize.max, after }
  return andThen(readFeed(deps, scope, 'searchLive', handle, request, 'The search'), (page) => {
    const room = page.items.find((result) => result.is_live && fits(result))
    if (room !== undefined) return room
    const isLast = pages === 1 || !page.hasMore
    return isLast ? null : findRoom(deps, scope, handle, fits, page.lastPosition, pages - 1)
  })
}

const room = id('live room', examples.roomId)
const handle = username(examples.username)

/** Any well-formed text. A text that is no handle has no account, so it is not live. Lone surrogates would share one id. */
const anyHandle: typeof handle = {
  ...handle,
  schema: { type: 'string' },
  read: (raw, param) =>
    typeof raw === 'string' && raw.isWellFormed() && !isHandle(raw.replace(/^@/, '')) ? raw : handle.read(raw, param)
}

/** Live rooms and live status. */
export const live = {
  byRoomId: operation({ roomId: room }, ({ reads }, scope, { roomId }) =>
    found(reads.lookUp(scope, 'liveRoom', roomId), `Live room ${roomId}`)
  ),

  /** Never null, because an unknown handle is not live. If the source fails, the status is unknown, which is an error. */
  status: operation({ username: anyHandle }, ({ reads }, scope, { username }) =>
    andThen(
      isHandle(username) ? reads.lookUp(scope, 'liveStatus', username) : null,
      (status) => status ?? forOneRequest({ username, is_alive: false })
    )
  ),

  isLive: operation({ username: handle }, ({ reads }, scope, { username }) =>
    andThen(reads.lookUp(scope, 'liveStatus', username), (status) => status?.is_alive === true)
  ),

  /** Maximum number of reads to find a creator's room. */
  searchPages,

  /**
   * A creator's current live room from live search; null without one. `account`: the owner of the room, if another account has the handle now;
   * `userId`: its id if known, as rooms then have owner ids too.
   */
  roomOf: operation(
    { username: handle, account: optional(handle), userId: optional(id('account', examples.userId)) },
    (deps, scope, { username, account, userId }) =>
      andThen(deps.reads.lookUp(scope, 'liveStatus', account ?? username), (status) =>
        status?.is_alive
          ? findRoom(deps, scope, username, (room) => {
              const streams = accountIdOf(room)
              return userId === null || streams === null
                ? room.streamer.username.toLowerCase() === username
                : streams === userId
            })
          : null
      )
  ),

  /** Cover of a room that is on the air; only live search has it. Null when the room has none or is not on the air. */
  cover: operation({ roomId: room }, (deps, scope, { roomId }) =>
    andThen(found(deps.reads.lookUp(scope, 'liveRoom', roomId), `Live room ${roomId}`), ({ is_live, streamer }) => {
      if (!is_live) return null
      const result = findRoom(deps, scope, streamer.username.toLowerCase(), ({ room_id }) => room_id === roomId)
      return andThen(result, (room) => room?.cover_url ?? null)
    })
  )
}
