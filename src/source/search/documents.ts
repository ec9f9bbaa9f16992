import { postFields, roomFields, userFields } from './fields.ts'
import { handleWord, handleWords, tagWord, tagWords, wordsOf } from './words.ts'

/** What search knows of a thing: each word with the bits of the fields it stands in. */
export type Words = Map<string, number>

/** A caption of 4,000 characters without spaces has twice as many. What names a thing comes first and is never lost. */
const maxWords = 10_000

type Text = string | null

const put = (words: Words, bit: number, found: readonly (string | null)[]): void => {
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

export type PostText = {
  caption: Text
  hashtags: readonly string[]
  username: Text
  displayName: Text
  soundTitle: Text
  soundAuthor: Text
  place: Text
}

/** A hashtag is found by its words, as one word, and by `#` in front of it; its creator by `@`. */
export const postWords = (post: PostText): Words => {
  const words: Words = new Map()
  for (const tag of post.hashtags) put(words, postFields.hashtags, ofTag(tag))
  put(words, postFields.author, ofHandle(post.username))
  put(words, postFields.author, ofName(post.displayName))
  put(words, postFields.place, ofName(post.place))
  put(words, postFields.sound, ofName(post.soundTitle))
  put(words, postFields.sound, ofName(post.soundAuthor))
  put(words, postFields.caption, ofText(post.caption))
  return words
}

export type UserText = { username: string; displayName: Text; bio: Text }

export const userWords = (user: UserText): Words => {
  const words: Words = new Map()
  put(words, userFields.handle, ofHandle(user.username))
  put(words, userFields.name, ofName(user.displayName))
  put(words, userFields.bio, ofText(user.bio))
  return words
}

export type RoomText = { title: Text; username: string; displayName: Text }

export const roomWords = (room: RoomText): Words => {
  const words: Words = new Map()
  put(words, roomFields.streamer, ofHandle(room.username))
  put(words, roomFields.streamer, ofName(room.displayName))
  put(words, roomFields.title, ofText(room.title))
  return words
}
