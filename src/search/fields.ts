import type { SearchKind } from './store.ts'

/** What holds a word: one bit a field, in a byte of each place of a list. */
export const postFields = { caption: 1, hashtags: 2, author: 4, sound: 8, place: 16, address: 32 } as const

export const userFields = { handle: 1, name: 2, bio: 4 } as const

export const roomFields = { title: 1, streamer: 2 } as const

/**
 * Fields whose words share a list. What a post says itself stands apart from what it borrows of its creator, sound and place: a search among the
 * one then does not go through a long list of the other. A word has a list for each of these; the second of some is empty.
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
