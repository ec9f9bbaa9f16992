/** What holds a word: one bit a field, in a byte of each place of a list. */
export const postFields = { caption: 1, hashtags: 2, author: 4, sound: 8, place: 16 } as const

export const userFields = { handle: 1, name: 2, bio: 4 } as const

export const roomFields = { title: 1, streamer: 2 } as const
