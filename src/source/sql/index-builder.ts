import type { DatabaseSync } from 'node:sqlite'
import { type Put, putAuthor, putCaption, putHashtags, putPlace, putSound } from '../search/documents.ts'
import { keyAt, pkOf } from '../search/keys.ts'
import { NumberReader } from '../search/numbers.ts'
import type { SearchKind } from '../search/store.ts'
import type { Vocabulary } from '../search/vocabulary.ts'
import { arrays } from './arrays.ts'
import type { Cells } from './columns.ts'
import { GrowingBytes } from './growing-bytes.ts'
import { IndexWriter, type KindIndex } from './index-writer.ts'
import { readHashtags, searchedRows, text } from './searched-rows.ts'
import { Spool } from './spool.ts'

/** Fills the tables of search from the rows of a data set. */
export const buildIndex = (db: DatabaseSync, onPost: (done: number) => void): void => {
  const index = new IndexWriter(db)
  addPosts(db, index.kind('posts'), onPost)
  addThings(db, index.kind('users'), 'users')
  addThings(db, index.kind('live'), 'live')
  index.finish()
}

const addThings = (db: DatabaseSync, index: KindIndex, kind: SearchKind): void => {
  const { from, isSearched, pk, standing, texts, rank, put } = searchedRows[kind]
  const rows = arrays(db.prepare(`SELECT ${pk}, ${standing} FROM ${from} WHERE ${isSearched}`)).all()
  const keys = Float64Array.from(rows, ([pk, reach, time]) =>
    keyAt(rank(Number(reach), Number(time)), Number(pk))
  ).sort()
  const read = arrays(db.prepare(`SELECT ${texts} FROM ${from} WHERE ${pk} = ?`))
  for (const key of keys) {
    const cells = read.get(pkOf(key))
    if (cells === undefined) continue
    index.words.begin()
    put(index.words.put, cells)
    index.place(key)
  }
  index.finish(keys.length)
}

/** Bits of the fields that are a post's own, beside which the number of a word stands. */
const ownFields = 4

/**
 * Posts are read as they lie in the file, one behind the other, and wait by rank until all are known: to look each up in the order of the keys
 * takes several times as long. What they borrow of creators, places and sounds is taken apart once for all posts that do.
 */
const addPosts = (db: DatabaseSync, index: KindIndex, onPost: (done: number) => void): void => {
  const { words } = index
  const authors = lent(db, words, 'SELECT pk, username, display_name FROM users', (put, [username, displayName]) =>
    putAuthor(put, { username: text(username), displayName: text(displayName) })
  )
  const places = lent(db, words, 'SELECT pk, name FROM places', (put, [name]) => putPlace(put, text(name)))
  const sounds = lent(db, words, 'SELECT pk, title, author FROM sounds', (put, [title, author]) =>
    putSound(put, { soundTitle: text(title), soundAuthor: text(author) })
  )

  const waiting = new Spool(db, 'posts_by_rank')
  const posts = db.prepare(
    'SELECT pk, plays, created_at, author_pk, place_pk, sound_pk, caption, hashtags FROM posts ORDER BY pk'
  )
  let done = 0
  const entry: number[] = []
  for (const [pk, plays, createdAt, author, place, sound, caption, hashtags] of arrays(posts).iterate()) {
    words.begin()
    putHashtags(words.put, readHashtags(hashtags))
    const ofHashtags = words.numbers.length
    putCaption(words.put, text(caption))
    // Row 0 lends nothing.
    entry.length = 0
    entry.push(Number(pk), Number(author), Number(place), Number(sound), ofHashtags, words.numbers.length)
    for (let at = 0; at < words.numbers.length; at += 1) {
      entry.push((words.numbers[at] ?? 0) * ownFields + (words.fields[at] ?? 0))
    }
    waiting.add(searchedRows.posts.rank(Number(plays), Number(createdAt)), entry)
    onPost(++done)
  }

  for (const { heap: rank, numbers } of waiting.read()) {
    const putOwn = (count: number) => {
      for (let each = 0; each < count; each += 1) {
        const word = numbers.next()
        const field = word % ownFields
        words.putNumber((word - field) / ownFields, field)
      }
    }
    while (!numbers.isAtEnd) {
      words.begin()
      const key = keyAt(rank, numbers.next())
      const lenders = [numbers.next(), numbers.next(), numbers.next()] as const
      const ofHashtags = numbers.next()
      const own = numbers.next()
      // What is first in a post stays first: words are numbered in this order, and of too many the last are left out.
      putOwn(ofHashtags)
      authors(lenders[0])
      places(lenders[1])
      sounds(lenders[2])
      putOwn(own - ofHashtags)
      index.place(key)
    }
  }
  index.finish(done)
}

/** Takes apart what the rows of a table lend to things that refer to them; puts the words of one of them. */
const lent = (
  db: DatabaseSync,
  words: Vocabulary,
  sql: string,
  putTexts: (put: Put, cells: Cells) => void
): ((pk: number) => void) => {
  const found = new GrowingBytes()
  for (const [pk, ...cells] of arrays(db.prepare(sql)).iterate()) {
    words.begin()
    putTexts(words.put, cells)
    found.append(
      Number(pk),
      words.numbers.flatMap((number, at) => [number, words.fields[at] ?? 0])
    )
  }
  return (pk) => {
    const numbers = new NumberReader(found.bytesOf(pk))
    while (!numbers.isAtEnd) words.putNumber(numbers.next(), numbers.next())
  }
}
