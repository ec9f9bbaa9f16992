import { postFields, roomFields, userFields } from './fields.ts'
import { handleWord, handleWords, tagWord, tagWords, wordsOf } from './words.ts'

/**
 * How a text is taken apart into the words that find it. A hashtag is found by its words, as one word, and by `#` in front of it; its creator
 * by `@`. Texts are taken apart between spaces, so what stands between two spaces has the same words in all of them.
 */
export const forms = {
  text: wordsOf,
  handle: (handle) => [handleWord(handle), ...handleWords(handle)],
  tag: (tag) => [tagWord(tag), ...tagWords(tag)]
} satisfies Readonly<Record<string, (text: string) => readonly (string | null)[]>>
export type TextForm = keyof typeof forms

/** Takes in a text of a document: the field it stands in, and how it is taken apart. */
export type Put = (field: number, form: TextForm, text: Text) => void

type Text = string | null

export type AuthorText = { username: Text; displayName: Text }
export type SoundText = { soundTitle: Text; soundAuthor: Text }
export type HashtagTexts = readonly { readonly name: Text }[]

export const putHashtags = (put: Put, hashtags: HashtagTexts): void => {
  for (const { name } of hashtags) put(postFields.hashtags, 'tag', name)
}

export const putCaption = (put: Put, caption: Text): void => put(postFields.caption, 'text', caption)

export const putAuthor = (put: Put, { username, displayName }: AuthorText): void => {
  put(postFields.author, 'handle', username)
  put(postFields.author, 'text', displayName)
}

export const putSound = (put: Put, { soundTitle, soundAuthor }: SoundText): void => {
  put(postFields.sound, 'text', soundTitle)
  put(postFields.sound, 'text', soundAuthor)
}

export type PlaceText = { name: Text; address: Text }

export const putPlace = (put: Put, { name, address }: PlaceText): void => {
  put(postFields.place, 'text', name)
  put(postFields.address, 'text', address)
}

export type UserText = { username: string; displayName: Text; bio: Text }

export const putUser = (put: Put, user: UserText): void => {
  put(userFields.handle, 'handle', user.username)
  put(userFields.name, 'text', user.displayName)
  put(userFields.bio, 'text', user.bio)
}

export type RoomText = { title: Text; username: string; displayName: Text }

export const putRoom = (put: Put, room: RoomText): void => {
  put(roomFields.streamer, 'handle', room.username)
  put(roomFields.streamer, 'text', room.displayName)
  put(roomFields.title, 'text', room.title)
}
