import { liveStatuses } from '../../records/live-statuses.ts'
import { asset, flag, from, id, int, moment, text, total, url, username, within } from '../mapping/readings.ts'
import { evidence, type Mapping, tableWithin } from '../mapping/tables.ts'
import { privateAccount } from './not-public.ts'
import { account } from './web.ts'

const liveStatus = from((value) => (value === 'live' ? liveStatuses.live : null))

/** Live rooms as the platform's live service describes them. */
export const liveRoom: Mapping = {
  name: 'live room',
  accepts: 'live rooms with "owner", "user_count", "status"',
  evidence: [
    evidence(5, 'owner.display_id', 'status'),
    evidence(4, 'owner.', 'user_count', 'status'),
    // Flattened rooms of a seller of data.
    evidence(9, 'owner.username', 'room_id', 'viewer_count')
  ],
  room: {
    room_id: id('id_str', 'id', 'room_id'),
    title: text('title'),
    status: [...int('status'), ...liveStatus('status')],
    viewer_count: total('user_count', 'viewer_count'),
    like_count: total('like_count'),
    cover_url: asset('cover', 'cover_url'),
    started_at: moment('create_time', 'start_time'),
    streamer: {
      user_id: id('owner.id_str', 'owner.id'),
      username: username('owner.display_id', 'owner.username'),
      display_name: text('owner.nickname', 'owner.display_name'),
      bio: text('owner.bio_description'),
      avatar_url: asset('owner.avatar_large', 'owner.avatar_medium', 'owner.avatar_thumb'),
      avatar_thumb_url: asset('owner.avatar_thumb', 'owner.avatar_medium', 'owner.avatar_large'),
      verified: flag('owner.verified'),
      is_private: within('owner', privateAccount),
      followers: total('owner.follow_info.follower_count'),
      following: total('owner.follow_info.following_count')
    }
  }
}

/** The account's profile and last room on the page of a live room. `who`: path of the profile. */
const pageWith = (who: string): Mapping => ({
  name: 'live room page',
  accepts: `live room pages: {"${who}": {"uniqueId", "roomId", …}, "liveRoom": {…}}`,
  evidence: [evidence(9, `${who}.uniqueId`, 'liveRoom.')],
  room: {
    room_id: id(`${who}.roomId`),
    title: text('liveRoom.title'),
    status: int('liveRoom.status', `${who}.status`),
    viewer_count: total('liveRoom.liveRoomStats.userCount'),
    cover_url: url('liveRoom.coverUrl', 'liveRoom.squareCoverImg'),
    started_at: moment('liveRoom.startTime'),
    streamer: {
      ...tableWithin(who, account),
      followers: total('stats.followerCount', `${who}.followInfo.followerCount`, `${who}.followerCount`),
      following: total('stats.followingCount', `${who}.followInfo.followingCount`, `${who}.followingCount`)
    }
  }
})
export const liveRoomPages = ['user', 'liveRoomUserInfo'].map(pageWith)
