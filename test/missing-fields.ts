import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importFiles } from '../src/ingest/import.ts'

const day = 86_400

const post = (id: number, author: object, counts: object) => ({
  id: `69072287498722${String(id).padStart(5, '0')}`,
  text: `post ${id} #bread`,
  createTime: 1_608_214_517 + id * day,
  authorMeta: author,
  ...counts
})
const counts = { playCount: 1_000, diggCount: 50, commentCount: 5, shareCount: 5 }
const totals = { fans: 2_000, following: 10, heart: 9_000, video: 40, verified: false, privateAccount: false }

/** Some of what is in that data set, by id. */
export const idsWithMissingFields = {
  withoutLikes: '6907228749872200200',
  withoutShares: '6907228749872200201',
  withoutPlays: '6907228749872200300',
  sound: '6900000000000000001',
  place: '22535796481123456',
  liveRoom: '7300000000000000001',
  effect: '1300000000000000001'
}

/**
 * A data set of three accounts with twelve posts each, in whose feed something is missing. `whole` is told whole; of `partly` nobody told
 * followers, nor the likes of one post and the shares of another; of `hardly` nothing but the name, and no post tells its plays.
 * There is a live room without a title and likes, and an effect with a name alone. Posts of `partly` use a sound, and those of `hardly` are at a place, of which only the name was told.
 */
export const importWithMissingFields = async (folder: string): Promise<string> => {
  const twelve = (from: number, make: (index: number) => object) =>
    Array.from({ length: 12 }, (_, index) => ({ ...post(from + index, {}, {}), ...make(index) }))
  const { fans: _, ...withoutFollowers } = totals
  const { diggCount: _likes, ...withoutLikes } = counts
  const { shareCount: _shares, ...withoutShares } = counts
  const { playCount: _plays, ...withoutPlays } = counts
  const feed = [
    ...twelve(100, () => ({ authorMeta: { id: '1001', name: 'whole', nickName: 'Whole', ...totals }, ...counts })),
    ...twelve(200, (index) => ({
      authorMeta: { id: '1002', name: 'partly', nickName: 'Partly', ...withoutFollowers },
      ...(index === 0 ? withoutLikes : index === 1 ? withoutShares : counts),
      musicMeta: { musicId: idsWithMissingFields.sound, musicName: 'Rise' }
    })),
    ...twelve(300, () => ({
      authorMeta: { id: '1003', name: 'hardly' },
      ...withoutPlays,
      locationMeta: { locationId: idsWithMissingFields.place, locationName: 'Old Mill' }
    })),
    { room_id: idsWithMissingFields.liveRoom, status: 2, streamer: { username: 'whole' }, viewer_count: 7 },
    { effect_id: idsWithMissingFields.effect, name: 'Sparkle' }
  ]
  const file = join(folder, 'untold.json')
  writeFileSync(file, JSON.stringify(feed))
  const path = join(folder, 'untold.db')
  await importFiles({ inputs: [file], path })
  return path
}
