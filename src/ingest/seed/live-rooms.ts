import { liveStatuses } from '../../records/live-statuses.ts'
import type { DatasetWriter } from '../sqlite/dataset-writer.ts'
import type { SeedCreator } from './creators.ts'
import { day, now, snowflake } from './moments.ts'
import { fill, fillTopic } from './phrases.ts'
import type { Random, Streams } from './random.ts'

/** One account in this many has had a room. */
const every = 22

/** Writes live rooms and returns their number. */
export const writeLiveRooms = (writer: DatasetWriter, streams: Streams, creators: readonly SeedCreator[]): number => {
  let pk = 0
  const titles = new Set<string>()
  for (const creator of creators) {
    const random = streams.at('live', creator.pk)
    // The first three accounts have one room of each kind in every data set.
    if (creator.isPrivate || (creator.pk > 3 && creator.pk % every !== 5)) continue
    for (const status of drawStatuses(random, creator)) {
      pk += 1
      writeRoom(writer, streams, random, creator, pk, status, titles)
    }
  }
  return pk
}

/** Rooms of one account, ended ones first; at most one is on the air. */
const drawStatuses = (random: Random, { pk, habits }: SeedCreator): number[] => {
  if (pk === 1) return [liveStatuses.ended, liveStatuses.live]
  if (pk === 2) return [liveStatuses.ended]
  if (pk === 3) return [liveStatuses.paused]
  const ended = random.chance(0.25) ? [liveStatuses.ended] : []
  const roll = random.below(100)
  if (roll >= 88) return [liveStatuses.ended]
  // Inactive accounts are not on the air.
  if (habits.silence > 0) return [...ended, liveStatuses.ended]
  return [...ended, roll < 76 ? liveStatuses.live : liveStatuses.paused]
}

const writeRoom = (
  writer: DatasetWriter,
  streams: Streams,
  random: Random,
  creator: SeedCreator,
  pk: number,
  status: number,
  titles: Set<string>
): void => {
  const ended = status === liveStatuses.ended
  const age = ended ? creator.habits.silence + random.between(day, 60 * day) : random.between(60, 4 * 3600)
  const startedAt = Math.max(now - Math.floor(age), creator.joinedAt)
  const id = snowflake(startedAt, streams.unique('room', pk))
  const viewers = ended ? 0 : Math.floor(1 + creator.followers * (0.0002 + 0.002 * random.float()))
  writer.liveRoom({
    pk,
    room_id: id,
    user_pk: creator.pk,
    title: drawTitle(random, creator, titles),
    status,
    viewer_count: viewers,
    like_count: Math.floor((viewers + creator.followers * 0.0005) * random.between(2, 90)),
    cover_url: random.chance(0.08) ? null : `/media/live/${id}.svg`
  })
}

/** Redrawn while another room has it; in large data sets duplicates remain, as in reality. */
const drawTitle = (random: Random, { language, topics: [topic] }: SeedCreator, taken: Set<string>): string => {
  let title = ''
  for (let attempt = 0; attempt < 12 && (title === '' || taken.has(title)); attempt++) {
    title = fill(language, random.pick(language.liveTitles), (gap) =>
      gap === 'n' ? String(random.between(2, 30)) : fillTopic(gap, random, random, language, topic)
    )
  }
  taken.add(title)
  return title
}
