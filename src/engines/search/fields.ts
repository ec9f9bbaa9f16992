import type { SearchKind } from './store.ts'

/** The fields that contain a word: one bit each, in one byte of each posting. */
export const postFields = { caption: 1, hashtags: 2, author: 4, sound: 8, place: 16, address: 32 } as const

export const userFields = { handle: 1, name: 2, bio: 4 } as const

export const roomFields = { title: 1, streamer: 2 } as const

/**
 * Fields whose words share a list. A post's own words have a separate list from those of its creator, sound and place, so a search in its
 * own words does not scan the longer list. Each word has one list per group; for some words the second is empty.
 */
export const fieldsOfLists: Readonly<Record<SearchKind, readonly number[]>> = {
  posts: [
    postFields.caption | postFields.hashtags,
    postFields.author | postFields.sound | postFields.place | postFields.address
  ],
  users: [userFields.handle | userFields.name | userFields.bio],
  live: [roomFields.title | roomFields.streamer]
}

/** The number of one of a word's lists. */
export const listOf = (word: number, part: number): number => word * 2 + part
