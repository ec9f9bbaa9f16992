import type { DatabaseSync } from 'node:sqlite'
import { type Put, putAuthor, putCaption, putHashtags, putPlace, putSound } from '../../engines/search/documents.ts'
import { differentNumbers, keyAt, rankOf } from '../../engines/search/keys.ts'
import { NumberReader } from '../../engines/search/numbers.ts'
import type { SearchKind } from '../../engines/search/store.ts'
import type { Vocabulary } from '../../engines/search/vocabulary.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { kindNumbers } from '../../store/tables/search-keys.ts'
import { readHashtags, searchedRows, searchKeyOf, text } from '../../store/tables/searched-rows.ts'
import { ByteBuffer } from '../tables/byte-buffer.ts'
import { hiddenPosts } from '../tables/hidden-posts.ts'
import { SpillFile } from '../tables/spill-file.ts'
import { arrays } from '../tables/sqlite-arrays.ts'
import { IndexWriter, type KindIndex, type MostHeld } from './index-writer.ts'

/** Message to a thread that builds the index: the file contains all posts up to this pk; null: no more changes follow. */
export type IndexOrder = number | null
/** Message from it: number of posts placed. */
export type IndexReport = number

/** Fills the search tables from the rows of a data set. Calls back after each post. */
export const buildIndex = (db: DatabaseSync, onPost: (done: number) => void, mostHeld?: MostHeld): void => {
  const index = new IndexBuilder(db, db, mostHeld)
  index.takePosts(Number.MAX_SAFE_INTEGER, onPost)
  index.finish()
}

/** Field bits of a post's own texts, stored beside a word's number. */
const ownFields = 4

/** Posts read per statement; in between, a writer can restart its journal. */
const postsAtOnce = 500
const read = 'pk, plays, created_at, post_id, author_pk, place_pk, sound_pk, caption, hashtags'

/**
 * Builds the search index of one data set in its own or another database. Posts may be added as they arrive; those that changed afterwards
 * are marked in `search_stale`.
 *
 * Posts are read in file order and wait in buckets by key until all are known: looking each one up in key order takes several times as
 * long. Terms from creators, places and sounds are computed once for all their posts.
 */
export class IndexBuilder {
  readonly #rows: DatabaseSync
  readonly #into: DatabaseSync
  readonly #index: IndexWriter
  readonly #posts: KindIndex
  readonly #waiting: SpillFile
  /** All posts up to this one were added. */
  #taken = 0
  readonly #entry: number[] = []

  constructor(rows: DatabaseSync, into: DatabaseSync, mostHeld?: MostHeld) {
    this.#rows = rows
    this.#into = into
    this.#index = new IndexWriter(into, mostHeld)
    this.#posts = this.#index.kind('posts')
    this.#waiting = new SpillFile(into, 'posts_by_key')
  }

  /** Adds the posts after the last added one, up to `upTo`. */
  takePosts(upTo: number, onPost: (done: number) => void = () => {}): void {
    const next = arrays(
      this.#rows.prepare(`SELECT ${read} FROM all_posts WHERE pk > ? AND pk <= ? ORDER BY pk LIMIT ${postsAtOnce}`)
    )
    let done = 0
    for (;;) {
      const posts = next.all(this.#taken, upTo)
      for (const cells of posts) {
        this.#take(this.#waiting, cells)
        onPost(++done)
      }
      this.#taken = Number(posts.at(-1)?.[0] ?? this.#taken)
      if (posts.length < postsAtOnce) return
    }
  }

  /** No more changes follow: places all waiting posts and indexes the other kinds. Calls back after each post. */
  finish(onPlaced: (done: number) => void = () => {}): void {
    this.#placePosts(onPlaced)
    for (const kind of ['users', 'live'] as const) addDocuments(this.#rows, this.#into, this.#index.kind(kind), kind)
    this.#index.finish()
  }

  #take(waiting: SpillFile, [pk, plays, createdAt, postId, author, place, sound, caption, hashtags]: Cells): void {
    const { words } = this.#posts
    const entry = this.#entry
    words.begin()
    putHashtags(words.put, readHashtags(hashtags))
    const ofHashtags = words.numbers.length
    putCaption(words.put, text(caption))
    // Row 0 has no terms.
    entry.length = 0
    const key = searchKeyOf('posts', [plays ?? null, createdAt ?? null, postId ?? null])
    entry.push(
      Number(pk),
      key % differentNumbers,
      Number(author),
      Number(place),
      Number(sound),
      ofHashtags,
      words.numbers.length
    )
    for (let at = 0; at < words.numbers.length; at += 1) {
      entry.push((words.numbers[at] ?? 0) * ownFields + (words.fields[at] ?? 0))
    }
    waiting.add(heapOf(key), entry)
  }

  #placePosts(onPlaced: (done: number) => void): void {
    const { words } = this.#posts
    const authors = new DenormalizedTerms(
      this.#rows,
      words,
      'username, display_name FROM users',
      (put, [name, displayName]) => putAuthor(put, { username: text(name), displayName: text(displayName) })
    )
    const places = new DenormalizedTerms(this.#rows, words, 'name, address FROM places', (put, [name, address]) =>
      putPlace(put, { name: text(name), address: text(address) })
    )
    const sounds = new DenormalizedTerms(this.#rows, words, 'title, author FROM sounds', (put, [title, author]) =>
      putSound(put, { soundTitle: text(title), soundAuthor: text(author) })
    )
    let done = 0
    for (const { key, pk, numbers } of this.#inOrder()) {
      const putOwn = (count: number) => {
        for (let each = 0; each < count; each += 1) {
          const word = numbers.next()
          const field = word % ownFields
          words.putNumber((word - field) / ownFields, field)
        }
      }
      const author = authors.wordsOf(numbers.next())
      const place = places.wordsOf(numbers.next())
      const sound = sounds.wordsOf(numbers.next())
      const ofHashtags = numbers.next()
      const own = numbers.next()
      words.begin()
      // Order matters: words are numbered in this order, and of too many the last are dropped.
      putOwn(ofHashtags)
      for (const lent of [author, place, sound]) while (!lent.isAtEnd) words.putNumber(lent.next(), lent.next())
      putOwn(own - ofHashtags)
      this.#posts.place(key, pk)
      onPlaced(++done)
    }
    this.#posts.finish(done)
  }

  /** All visible posts by key; posts that changed since they were added, in their current state. */
  *#inOrder(): Generator<WaitingDocument> {
    const leftOut = hiddenPosts(this.#rows)
    const again = new SpillFile(this.#into, 'changed_posts_by_key')
    const one = arrays(this.#rows.prepare(`SELECT ${read} FROM posts WHERE pk = ?`))
    const stale = this.#rows.prepare('SELECT pk FROM search_stale WHERE kind = ? AND pk <= ? ORDER BY pk')
    for (const [pk] of arrays(stale).iterate(kindNumbers.posts, this.#taken)) {
      leftOut.add(Number(pk))
      const cells = one.get(Number(pk))
      if (cells === undefined) continue
      this.#take(again, cells)
    }
    const ofChanged = waitingIn(again, passOverPost)
    let next = ofChanged.next()
    for (const post of waitingIn(this.#waiting, passOverPost)) {
      for (; next.done !== true && next.value.key < post.key; next = ofChanged.next()) yield next.value
      if (!leftOut.has(post.pk)) yield post
    }
    for (; next.done !== true; next = ofChanged.next()) yield next.value
    again.end()
    this.#waiting.end()
  }
}

/** Buckets per rank: each is sorted in memory, and if all posts share one rank it holds a fraction of them. */
const heapsOfRank = 8
const numbersOfHeap = differentNumbers / heapsOfRank

const heapOf = (key: number): number => rankOf(key) * heapsOfRank + Math.floor((key % differentNumbers) / numbersOfHeap)

/** A post waiting to be placed, with its terms. */
type WaitingDocument = { key: number; pk: number; numbers: NumberReader }

/** Entries by key. Each begins with pk and number; `passOver` reads the rest. */
function* waitingIn(file: SpillFile, passOver: (numbers: NumberReader) => void): Generator<WaitingDocument> {
  let heap = -1
  let entries: WaitingDocument[] = []
  const sorted = () => entries.sort((a, b) => a.key - b.key || a.pk - b.pk)
  for (const { heap: next, numbers } of file.read()) {
    if (next !== heap) {
      yield* sorted()
      entries = []
      heap = next
    }
    while (!numbers.isAtEnd) {
      const pk = numbers.next()
      const key = keyAt(Math.floor(heap / heapsOfRank), numbers.next())
      entries.push({ key, pk, numbers: numbers.rest() })
      passOver(numbers)
    }
  }
  yield* sorted()
}

const passOverPost = (numbers: NumberReader): void => {
  for (let each = 0; each < 4; each += 1) numbers.next()
  for (let own = numbers.next(); own > 0; own -= 1) numbers.next()
}

const addDocuments = (rows: DatabaseSync, into: DatabaseSync, index: KindIndex, kind: SearchKind): void => {
  const { from, isSearched, pk, standing, texts, put } = searchedRows[kind]
  const waiting = new SpillFile(into, `${kind}_by_key`)
  const all = arrays(rows.prepare(`SELECT ${pk}, ${standing} FROM ${from} WHERE ${isSearched} ORDER BY ${pk}`))
  for (const [pk, ...cells] of all.iterate()) {
    const key = searchKeyOf(kind, cells)
    waiting.add(heapOf(key), [Number(pk), key % differentNumbers])
  }
  const read = arrays(rows.prepare(`SELECT ${texts} FROM ${from} WHERE ${pk} = ?`))
  let documents = 0
  for (const { key, pk } of waitingIn(waiting, () => {})) {
    const cells = read.get(pk)
    if (cells === undefined) continue
    index.words.begin()
    put(index.words.put, cells)
    index.place(key, pk)
    documents += 1
  }
  waiting.end()
  index.finish(documents)
}

/** Number of rows whose terms are cached in a direct-mapped table. */
const maxDenormalizedTerms = 2 ** 16

/** Terms of rows that posts refer to. */
class DenormalizedTerms {
  readonly #words: Vocabulary
  readonly #read: ReturnType<typeof arrays>
  readonly #putTexts: (put: Put, cells: Cells) => void
  /** The row cached in each slot. */
  readonly #pks = new Float64Array(maxDenormalizedTerms)
  readonly #lent = new ByteBuffer()

  constructor(db: DatabaseSync, words: Vocabulary, from: string, putTexts: (put: Put, cells: Cells) => void) {
    this.#words = words
    this.#read = arrays(db.prepare(`SELECT ${from} WHERE pk = ?`))
    this.#putTexts = putTexts
  }

  /** Terms of a row, with their fields. Row 0 does not exist and has none. Overwrites the previous result. */
  wordsOf(pk: number): NumberReader {
    const place = pk % maxDenormalizedTerms
    if (this.#pks[place] !== pk) {
      this.#pks[place] = pk
      this.#lent.take(place)
      this.#words.begin()
      const cells = this.#read.get(pk)
      if (cells !== undefined) this.#putTexts(this.#words.put, cells)
      const { numbers, fields } = this.#words
      this.#lent.append(
        place,
        numbers.flatMap((number, at) => [number, fields[at] ?? 0])
      )
    }
    return new NumberReader(this.#lent.bytesOf(place))
  }
}
