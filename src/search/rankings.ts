import { postFields, roomFields, userFields } from './fields.ts'
import { fieldsOf, type RankedField, type Ranking, rankingOf } from './ranking.ts'

/** What a post shows of its creator, sound and place. */
const borrowed: readonly RankedField[] = [
  // Creators call themselves after what they are about: a word of that names none of them.
  { bit: postFields.author, worth: 1, topicWorth: 0.4 },
  { bit: postFields.sound, worth: 0.4, topicWorth: 0.2 },
  { bit: postFields.place, worth: 0.7 }
]

/** Of a place that is called otherwise: `東京` is part of the address of many. */
const address: RankedField = { bit: postFields.address, worth: 0.2 }

/** Top results look at everything a post carries and lean on popularity. Addresses count where nothing else holds all words. */
export const topRanking = rankingOf(
  'posts',
  2,
  [{ bit: postFields.caption, worth: 0.7 }, { bit: postFields.hashtags, worth: 0.9 }, ...borrowed],
  postFields.author,
  [],
  [address]
)

/** Video search looks at what the post itself says, and leans on relevance. Where no post says all of it, what it borrows counts too. */
export const videosRanking = rankingOf(
  'posts',
  4,
  [
    { bit: postFields.caption, worth: 0.8 },
    { bit: postFields.hashtags, worth: 1 }
  ],
  postFields.author,
  borrowed,
  [address]
)

const names: readonly RankedField[] = [
  { bit: userFields.handle, worth: 1 },
  { bit: userFields.name, worth: 0.9 }
]
export const usersRanking: Ranking = {
  ...rankingOf('users', 4, [...names, { bit: userFields.bio, worth: 0.2 }]),
  named: fieldsOf(names)
}

export const liveRanking = rankingOf('live', 3, [
  { bit: roomFields.title, worth: 1 },
  { bit: roomFields.streamer, worth: 1 }
])
