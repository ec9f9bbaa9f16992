import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { liveStatuses } from '../../records/live-room.ts'
import type { HashtagUse } from '../../records/post.ts'
import { postWords, roomWords, userWords, type Words } from '../search/documents.ts'
import { fieldsOfLists, listOf } from '../search/fields.ts'
import { keyOf, pkOf, postQuality, roomQuality, userQuality } from '../search/keys.ts'
import type { SearchKind } from '../search/store.ts'
import { typoKeys } from '../search/typos.ts'
import type { Cells } from './columns.ts'
import { searchIndexes } from './schema.ts'
import { beginningsOf, kindNumbers, typoKeyNumber } from './search-store.ts'
import { UnfinishedLists } from './unfinished-lists.ts'

/**
 * Writes the lists of every word. Things are taken in the order of their keys, so each list grows at its end only: nothing has to be
 * sorted but the keys, and what is held in memory is the unfinished piece of each word.
 */
export const buildIndex = (db: DatabaseSync, onThing: (done: number) => void): void => {
  const builder = new IndexBuilder(db)
  let done = 0
  builder.add('posts', keysOf(db, 'SELECT pk, plays, created_at FROM posts', postQuality), postSql, (cells) => {
    onThing(++done)
    return postWords(readPost(cells))
  })
  builder.add('users', keysOf(db, 'SELECT pk, followers, 0 FROM users', userQuality), userSql, (cells) => {
    const [username, displayName, bio] = cells
    return userWords({ username: String(username), displayName: text(displayName), bio: text(bio) })
  })
  const onTheAir = `SELECT pk, viewer_count, 0 FROM live_rooms WHERE status = ${liveStatuses.live}`
  builder.add('live', keysOf(db, onTheAir, roomQuality), roomSql, (cells) => {
    const [title, username, displayName] = cells
    return roomWords({ title: text(title), username: String(username), displayName: text(displayName) })
  })
  builder.finish()
}

const postSql = `SELECT p.caption, p.hashtags, u.username, u.display_name, s.title, s.author, l.name
  FROM posts p LEFT JOIN users u ON u.pk = p.author_pk LEFT JOIN sounds s ON s.pk = p.sound_pk
  LEFT JOIN places l ON l.pk = p.place_pk WHERE p.pk = ?`
const userSql = 'SELECT username, display_name, bio FROM users WHERE pk = ?'
const roomSql = `SELECT l.title, u.username, u.display_name FROM live_rooms l JOIN users u ON u.pk = l.user_pk WHERE l.pk = ?`

const readPost = ([caption, hashtags, username, displayName, soundTitle, soundAuthor, place]: Cells) => ({
  caption: text(caption),
  // What the writer stores.
  hashtags: (JSON.parse(String(hashtags)) as HashtagUse[]).map(({ name }) => name ?? ''),
  username: text(username),
  displayName: text(displayName),
  soundTitle: text(soundTitle),
  soundAuthor: text(soundAuthor),
  place: text(place)
})

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The keys of all things, in order. */
const keysOf = (db: DatabaseSync, sql: string, quality: (reach: number, time: number) => number): Float64Array => {
  const [count] = arrays(db.prepare(`SELECT count(*) FROM (${sql})`)).all()
  const keys = new Float64Array(Number(count?.[0]))
  let index = 0
  for (const [pk, reach, time] of arrays(db.prepare(sql)).iterate()) {
    keys[index++] = keyOf(quality(Number(reach), Number(time)), Number(pk))
  }
  return keys.sort()
}

/** A statement whose rows are arrays, which its declaration knows nothing of. */
const arrays = (statement: StatementSync) => {
  statement.setReturnArrays(true)
  return statement as unknown as { get(pk: number): Cells | undefined; all(): Cells[]; iterate(): Iterable<Cells> }
}

class IndexBuilder {
  readonly #db: DatabaseSync
  readonly #insertPiece: StatementSync
  readonly #insertWord: StatementSync
  readonly #insertTypoKey: StatementSync
  readonly #insertBeginning: StatementSync
  /** In how many things each word stands, by its number. */
  readonly #things: number[] = [0]
  readonly #lists = new UnfinishedLists((list, last, data) => this.#insertPiece.run(list, last, 0, data))

  constructor(db: DatabaseSync) {
    this.#db = db
    db.exec('CREATE TEMP TABLE typo_keys (key INTEGER, word INTEGER)')
    this.#insertPiece = db.prepare('INSERT INTO search_pieces (list, last, is_last, data) VALUES (?, ?, ?, ?)')
    this.#insertWord = db.prepare('INSERT INTO search_words (id, kind, word, things) VALUES (?, ?, ?, ?)')
    this.#insertTypoKey = db.prepare('INSERT INTO typo_keys VALUES (?, ?)')
    this.#insertBeginning = db.prepare('INSERT INTO search_beginnings VALUES (?, ?, ?, ?)')
  }

  /** One kind of things, in the order of their keys. */
  add(kind: SearchKind, keys: Float64Array, sql: string, wordsOf: (cells: Cells) => Words): void {
    const read = arrays(this.#db.prepare(sql))
    const parts = [...fieldsOfLists[kind].entries()]
    const words = new Map<string, number>()
    for (const key of keys) {
      const cells = read.get(pkOf(key))
      if (cells === undefined) continue
      for (const [word, fields] of wordsOf(cells)) {
        let id = words.get(word)
        if (id === undefined) {
          id = this.#things.push(0) - 1
          words.set(word, id)
        }
        this.#things[id] = (this.#things[id] ?? 0) + 1
        for (const [part, mask] of parts) {
          if ((fields & mask) !== 0) this.#lists.add(listOf(id, part), key, fields & mask)
        }
      }
    }
    const number = kindNumbers[kind]
    for (const [word, id] of words) {
      this.#insertWord.run(id, number, word, this.#things[id] ?? 0)
      for (const key of typoKeys(word)) this.#insertTypoKey.run(typoKeyNumber(kind, key), id)
    }
    this.#db.prepare('INSERT INTO search_sizes (kind, things) VALUES (?, ?)').run(number, keys.length)
  }

  finish(): void {
    this.#lists.finish((list, last, data) => this.#insertPiece.run(list, last, 1, data))
    this.#db.exec(`
      INSERT INTO search_typo_keys SELECT DISTINCT key, word FROM typo_keys ORDER BY key, word;
      DROP TABLE typo_keys;
      ${searchIndexes}`)
    const sorted = arrays(this.#db.prepare('SELECT kind, word, id, things FROM search_words ORDER BY kind, word'))
    for (const { kind, beginning, words } of beginningsOf(sorted.iterate())) {
      for (const [rank, word] of words.entries()) this.#insertBeginning.run(kind, beginning, rank, word)
    }
  }
}
