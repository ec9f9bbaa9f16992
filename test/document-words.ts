import {
  type Put,
  putAuthor,
  putCaption,
  putHashtags,
  putPlace,
  putRoom,
  putSound,
  putUser
} from '../src/engines/search/documents.ts'
import { NumberedWords } from '../src/engines/search/numbered-words.ts'
import { Vocabulary } from '../src/engines/search/vocabulary.ts'

/** What search knows of a document: each word with the bits of the fields it stands in. */
export type Words = Map<string, number>

// Shared by all documents, as in an index: their tables take longer to make than the words of a document to find.
const words = new NumberedWords()
const vocabulary = new Vocabulary(words)

const wordsOfDocument = (putTexts: (put: Put) => void): Words => {
  vocabulary.begin()
  putTexts(vocabulary.put)
  const { numbers, fields } = vocabulary
  return new Map(numbers.map((number, at) => [words.wordOf(number), fields[at] ?? 0]))
}

export type PostText = {
  caption: string | null
  hashtags: readonly string[]
  username: string | null
  displayName: string | null
  soundTitle: string | null
  soundAuthor: string | null
  place: string | null
  address?: string | null
}

export const postWords = (post: PostText): Words =>
  wordsOfDocument((put) => {
    putHashtags(
      put,
      post.hashtags.map((name) => ({ name }))
    )
    putAuthor(put, post)
    putPlace(put, { name: post.place, address: post.address ?? null })
    putSound(put, post)
    putCaption(put, post.caption)
  })

export const userWords = (user: Parameters<typeof putUser>[1]): Words => wordsOfDocument((put) => putUser(put, user))

export const roomWords = (room: Parameters<typeof putRoom>[1]): Words => wordsOfDocument((put) => putRoom(put, room))
