import { andThen } from '../../../../core/awaitable.ts'
import { LiveRoom, LiveStatus } from '../../../../records/live-room.ts'
import { liveStatuses } from '../../../../records/live-statuses.ts'
import { liveRoomFieldsThatMayBeMissing } from '../../../../records/missing-fields.ts'
import { live } from '../../../../services/live.ts'
import { builder } from '../builder.ts'
import { costHints, oneReadForAll } from '../cost-hints.ts'
import { idField, NodeInterface } from '../node.ts'
import { LiveRoomObject, LiveStatusObject, UserObject } from '../objects.ts'
import { recordFields } from '../record-fields.ts'
import { LiveRoomReference } from '../references.ts'
import { missingFieldsOf, missingNames } from './missing-field.ts'

const LiveRoomStatus = builder.enumType('LiveRoomStatus', {
  description: 'State of a live room.',
  values: {
    LIVE: { value: liveStatuses.live, description: 'The stream runs.' },
    PAUSED: { value: liveStatuses.paused, description: 'Paused by the streamer.' },
    ENDED: { value: liveStatuses.ended, description: 'The stream is over.' }
  }
})

const knownStatuses: ReadonlySet<number> = new Set(Object.values(liveStatuses))

LiveRoomObject.implement({
  description: `The room of a live stream. ${oneReadForAll}`,
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id(idField<LiveRoomReference>('LiveRoom', (room) => room.roomId)),
    roomId: t.id({ description: 'Numeric id of the room.', resolve: (room) => room.roomId }),
    ...recordFields(t, LiveRoom, {
      omit: ['room_id', 'status', 'streamer'],
      lookUp: true,
      unknown: liveRoomFieldsThatMayBeMissing,
      get: (room: LiveRoomReference, key, context) => room.field(key as keyof LiveRoom, context)
    }),
    status: t.field({
      type: LiveRoomStatus,
      nullable: true,
      description: 'State of the room. Null where the source gives another number than those of these states.',
      extensions: costHints({ lookUp: true }),
      // The values of the enum.
      resolve: (room, _, context) =>
        andThen(room.field('status', context), (status) => (knownStatuses.has(status ?? 0) ? (status as 2) : null))
    }),
    coverUrl: t.string({
      nullable: true,
      description:
        'URL of the cover image. Null when none is known, and when the room is not live. Free where a search found the room, otherwise three reads at most.',
      // A look-up of the room, and the search.
      extensions: costHints({ reads: 1 + live.searchPages }),
      resolve: (room, _, context) => room.cover(context)
    }),
    streamer: t.field({
      type: UserObject,
      description: 'Who streams. The room has `username`, `displayName` and `avatarUrl`, which are free.',
      extensions: costHints({ lookUp: true, carries: ['id', 'username', 'displayName', 'avatarUrl'] }),
      resolve: (room, _, context) => room.streamer(context)
    }),
    missingFields: t.field({
      ...missingFieldsOf('live room', true),
      resolve: (room, _, context) =>
        andThen(room.whole('like_count', context), (record) =>
          missingNames(liveRoomFieldsThatMayBeMissing, record, context)
        )
    })
  })
})

LiveStatusObject.implement({
  description: LiveStatus.description,
  fields: (t) => recordFields(t, LiveStatus, { get: (status: LiveStatus, key) => status[key as keyof LiveStatus] })
})

builder.queryFields((t) => ({
  liveRoom: t.field({
    type: LiveRoomObject,
    description: 'A live room, by numeric id. Null with NOT_FOUND when it does not exist. One read.',
    args: { roomId: t.arg.id({ required: true, description: 'Numeric id of the room.' }) },
    extensions: costHints({ reads: 1 }),
    resolve: (_, { roomId }, { deps, scope }) => andThen(live.byRoomId(deps, scope, { roomId }), LiveRoomReference.of)
  }),
  liveStatus: t.field({
    type: LiveStatusObject,
    description: 'Whether a creator is live now. One read.',
    args: { username: t.arg.string({ required: true, description: 'Handle, with or without @.' }) },
    extensions: costHints({ reads: 1 }),
    resolve: (_, { username }, { deps, scope }) => live.status(deps, scope, { username })
  })
}))
