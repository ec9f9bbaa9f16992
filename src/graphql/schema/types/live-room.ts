import { andThen } from '../../../core/awaitable.ts'
import { LiveRoom, LiveSearchResult, LiveStatus } from '../../../records/live-room.ts'
import { liveStatuses } from '../../../records/live-statuses.ts'
import { liveRoomFieldsThatMayBeMissing } from '../../../records/missing-fields.ts'
import { live } from '../../../services/live.ts'
import { builder } from '../builder.ts'
import { costHints } from '../cost-hints.ts'
import { idField, NodeInterface } from '../node.ts'
import { LiveRoomObject, LiveStatusObject, UserObject } from '../objects.ts'
import { recordFields } from '../record-fields.ts'
import { LiveRoomReference } from '../references.ts'
import { missingFieldsOf, missingNames } from './missing-field.ts'

const LiveRoomStatus = builder.enumType('LiveRoomStatus', {
  description: 'State of a live room.',
  values: {
    LIVE: { value: liveStatuses.live, description: 'On the air.' },
    PAUSED: { value: liveStatuses.paused, description: 'Paused by the streamer.' },
    ENDED: { value: liveStatuses.ended, description: 'Over.' }
  }
})

const knownStatuses: ReadonlySet<number> = new Set(Object.values(liveStatuses))

LiveRoomObject.implement({
  description: 'A live room.',
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
      description: 'State of the room; null for one that has no name, such as a number that only the source knows.',
      extensions: costHints({ lookUp: true }),
      // The values of the enum.
      resolve: (room, _, context) =>
        andThen(room.field('status', context), (status) => (knownStatuses.has(status ?? 0) ? (status as 2) : null))
    }),
    coverUrl: t.string({
      nullable: true,
      description: `${LiveSearchResult.properties.cover_url.description} Null when it has none or is not live. Search results include it; a room found by id needs a live search for its streamer.`,
      // The room itself, and the search.
      extensions: costHints({ reads: 1 + live.searchPages }),
      resolve: (room, _, context) => room.cover(context)
    }),
    streamer: t.field({
      type: UserObject,
      description: 'Who streams. Username, display name and picture cost no look-up.',
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
    description: 'One live room, by numeric id.',
    args: { roomId: t.arg.id({ required: true, description: 'Numeric id of the room.' }) },
    extensions: costHints({ reads: 1 }),
    resolve: (_, { roomId }, { deps, scope }) => andThen(live.byRoomId(deps, scope, { roomId }), LiveRoomReference.of)
  }),
  liveStatus: t.field({
    type: LiveStatusObject,
    description:
      'Whether a creator is live now. An unknown handle is not live; null with an error if the source fails.',
    args: { username: t.arg.string({ required: true, description: 'Handle, with or without @.' }) },
    extensions: costHints({ reads: 1 }),
    resolve: (_, { username }, { deps, scope }) => live.status(deps, scope, { username })
  })
}))
