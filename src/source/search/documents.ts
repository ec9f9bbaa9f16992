import { handleWord, handleWords, tagWord, tagWords, wordsOf } from './words.ts'

/** Where a word stands, a bit each. */
export const postFields = { caption: 1, hashtags: 2, author: 4, sound: 8, place: 16 } as const
export const userFields = { handle: 1, name: 2, bio: 4 } as const
export const roomFields = { title: 1, streamer: 2 } as const

/** The words of one thing, with the bits of all fields each of them stands in. */
export type DocumentWords = ReadonlyMap<string, number>

/** A caption of 4,000 characters without spaces has twice as many. What names a thing comes first and is never lost. */
const maxWords = 600

type Text = string | null
type Named = { username: Text; display_name: Text }

const put = (words: Map<string, number>, bit: number, found: readonly (string | null)[]): void => {
  for (const word of found) {
    if (word === null) continue
    const bits = words.get(word)
    if (bits !== undefined || words.size < maxWords) words.set(word, (bits ?? 0) | bit)
  }
}

const maxRemembered = 20_000

/** Names come again and again: of creators, sounds, places, hashtags. To remember their words is half of the time it takes to index posts. */
const remembering = (find: (text: string) => readonly (string | null)[]) => {
  const found = new Map<string, readonly (string | null)[]>()
  return (text: Text): readonly (string | null)[] => {
    if (text === null) return []
    const known = found.get(text)
    if (known !== undefined) return known
    if (found.size >= maxRemembered) found.clear()
    const words = find(text)
    found.set(text, words)
    return words
  }
}

const ofName = remembering(wordsOf)
const ofHandle = remembering((handle) => [handleWord(handle), ...handleWords(handle)])
const ofTag = remembering((tag) => [tagWord(tag), ...tagWords(tag)])
const ofText = (text: Text): readonly string[] => (text === null ? [] : wordsOf(text))

export type PostDocument = Named & {
  caption: Text
  hashtags: readonly { name: Text }[]
  sound_title: Text
  sound_author: Text
  place_name: Text
}

/** A hashtag is found by its words, as one word, and by `#` in front of it; its creator by `@`. */
export const postWords = (post: PostDocument): DocumentWords => {
  const words = new Map<string, number>()
  for (const { name } of post.hashtags) put(words, postFields.hashtags, ofTag(name))
  put(words, postFields.author, ofHandle(post.username))
  put(words, postFields.author, ofName(post.display_name))
  put(words, postFields.place, ofName(post.place_name))
  put(words, postFields.sound, ofName(post.sound_title))
  put(words, postFields.sound, ofName(post.sound_author))
  put(words, postFields.caption, ofText(post.caption))
  return words
}

export type UserDocument = Named & { bio: Text }

export const userWords = (user: UserDocument): DocumentWords => {
  const words = new Map<string, number>()
  put(words, userFields.handle, ofHandle(user.username))
  put(words, userFields.name, ofName(user.display_name))
  put(words, userFields.bio, ofText(user.bio))
  return words
}

export type RoomDocument = Named & { title: Text }

export const roomWords = (room: RoomDocument): DocumentWords => {
  const words = new Map<string, number>()
  put(words, roomFields.streamer, ofHandle(room.username))
  put(words, roomFields.streamer, ofName(room.display_name))
  put(words, roomFields.title, ofText(room.title))
  return words
}
