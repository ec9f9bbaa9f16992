import { handleText, searchPhrases } from '../sql/search-terms.ts'
import { postFields, roomFields, userFields } from './fields.ts'

/** What search knows of a thing: each word with the bits of the fields it stands in. */
export type Words = Map<string, number>

export type PostText = {
  caption: string | null
  hashtags: readonly string[]
  username: string | null
  displayName: string | null
  soundTitle: string | null
  soundAuthor: string | null
  place: string | null
}

export type UserText = { username: string; displayName: string | null; bio: string | null }

export type RoomText = { title: string | null; username: string; displayName: string | null }

export const postWords = (post: PostText): Words => {
  const words: Words = new Map()
  add(words, post.caption, postFields.caption)
  for (const tag of post.hashtags) add(words, tag, postFields.hashtags)
  addName(words, post.username, post.displayName, postFields.author, postFields.author)
  add(words, post.soundTitle, postFields.sound)
  add(words, post.soundAuthor, postFields.sound)
  add(words, post.place, postFields.place)
  return words
}

export const userWords = (user: UserText): Words => {
  const words: Words = new Map()
  addName(words, user.username, user.displayName, userFields.handle, userFields.name)
  add(words, user.bio, userFields.bio)
  return words
}

export const roomWords = (room: RoomText): Words => {
  const words: Words = new Map()
  add(words, room.title, roomFields.title)
  addName(words, room.username, room.displayName, roomFields.streamer, roomFields.streamer)
  return words
}

const add = (words: Words, text: string | null, field: number): void => {
  if (text === null) return
  for (const phrase of searchPhrases(text)) for (const word of phrase) words.set(word, (words.get(word) ?? 0) | field)
}

const addName = (words: Words, username: string | null, name: string | null, handle: number, named: number): void => {
  if (username === null) return
  add(words, handleText(username), handle)
  add(words, name, named)
}
