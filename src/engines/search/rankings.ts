import { postFields, roomFields, userFields } from './fields.ts'
import { fieldsOf, type RankedField, rankingOf, type SearchRanking } from './ranking.ts'

/** Fields that a post has from its creator, sound and place. */
const borrowed: readonly RankedField[] = [
  // Creators name themselves after topics, so a topic word identifies none of them.
  { bit: postFields.author, worth: 1, topicWorth: 0.4 },
  { bit: postFields.sound, worth: 0.4, topicWorth: 0.2 },
  { bit: postFields.place, worth: 0.7 }
]

/** The address of a place with another name: `東京` is part of many addresses. */
const address: RankedField = { bit: postFields.address, worth: 0.2 }

/** Top results search everything a post carries and weight popularity. Addresses count where nothing else matches all words. */
export const topRanking = rankingOf(
  'posts',
  2,
  [{ bit: postFields.caption, worth: 0.7 }, { bit: postFields.hashtags, worth: 0.9 }, ...borrowed],
  postFields.author,
  [],
  [address]
)

/**
 * Video search uses the post's own texts and weights relevance. Where none match fully, the fields of its creator, sound and place count
 * too.
 */
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
export const usersRanking: SearchRanking = {
  ...rankingOf('users', 4, [...names, { bit: userFields.bio, worth: 0.2 }]),
  named: fieldsOf(names)
}

export const liveRanking = rankingOf('live', 3, [
  { bit: roomFields.title, worth: 1 },
  { bit: roomFields.streamer, worth: 1 }
])
