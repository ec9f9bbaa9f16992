import { LRUCache } from 'lru-cache'
import { captionPrint, comparedCaption } from '../../search/caption-print.ts'
import { byCommonness, fewWords, notedWords } from '../../search/prefixes.ts'
import type { KnownWord, Piece, SearchKind, SearchStore } from '../../search/store.ts'
import type { Cells } from '../tables/columns.ts'
import { text } from '../tables/searched-rows.ts'
import { type Database, mostRows } from './database.ts'

export const kindNumbers: Readonly<Record<SearchKind, number>> = { posts: 1, users: 2, live: 3 }

/** Words that are kept because they are near others, with what the keys that led to them weigh; some megabytes. */
const mostNear = 60_000
const weightOfKeys = 10

/** Posts whose origin is kept; three megabytes. To read one costs some microseconds, and a page looks at dozens. */
const mostOrigins = 2 ** 18

/** What search asks, out of the tables of a data set. */
export const searchStore = (db: Database): SearchStore => {
  const sizes = new Map<SearchKind, number>()
  /** What is near words of which a kind has none: most that people type is no part of a name, and is looked for among names each time. */
  const near = new LRUCache<string, readonly KnownWord[]>({
    maxSize: mostNear,
    sizeCalculation: ({ length }) => length + weightOfKeys
  })
  /** Of the last post that was asked for in each place, its key, its author's number and that of its caption: the best posts hold many words. */
  const posts = new Float64Array(mostOrigins)
  const authorOf = new Uint32Array(mostOrigins)
  const captionOf = new Uint32Array(mostOrigins)
  // No statement sorts or makes anything unique: to begin that takes SQLite longer than all that is read here.
  const byWord = 'SELECT id, word, things FROM search_words WHERE kind = ? AND word = ?'
  const noted = `SELECT w.id, w.word, w.things FROM search_beginnings b CROSS JOIN search_words w ON w.id = b.word
    WHERE b.kind = ? AND b.beginning = ? ORDER BY b.rank ${mostRows}`
  const inRange = `SELECT id, word, things FROM search_words WHERE kind = ? AND word >= ? AND word < ?
    ORDER BY word LIMIT ${fewWords}`
  const byKey = 'SELECT k.word FROM json_each(?) j CROSS JOIN search_typo_keys k WHERE k.key = j.value'
  const byId = `SELECT w.id, w.word, w.things FROM json_each(?) j CROSS JOIN search_words w
    WHERE w.id = j.value AND w.kind = ?`
  const piece = 'SELECT data, is_last FROM search_pieces WHERE list = ? AND last >= ? ORDER BY last LIMIT 1'
  const origin = `SELECT p.author_pk, substr(p.caption, 1, ${comparedCaption}) FROM search_things t CROSS JOIN posts p
    WHERE t.kind = ${kindNumbers.posts} AND t.key = ? AND p.pk = t.pk`
  const creator = `SELECT creator.key FROM search_things t CROSS JOIN posts p CROSS JOIN search_things creator
    WHERE t.kind = ${kindNumbers.posts} AND t.key = ? AND p.pk = t.pk
      AND creator.kind = ${kindNumbers.users} AND creator.pk = p.author_pk`

  return {
    words(kind, words) {
      const statement = db.cells(byWord)
      return words.map((word) => {
        const row = statement.get(kindNumbers[kind], word)
        return row === undefined ? null : readWord(row)
      })
    },
    beginningWith(kind, beginning, most) {
      const number = kindNumbers[kind]
      const known = db.cells(noted).all(number, beginning, most)
      if (known.length > 0) return known.map(readWord)
      const words = db.cells(inRange).all(number, beginning, beginning + highest)
      return words.map(readWord).sort(byCommonness).slice(0, most)
    },
    keyedBy(kind, keys, most) {
      const asked = JSON.stringify(keys.map((key) => typoKeyNumber(kind, key)))
      // Numbers of different keys may be the same where kinds differ.
      const name = `${kind} ${asked}`
      const known = near.get(name)
      if (known !== undefined) return known.slice(0, most)
      const ids = new Set(db.cells(byKey).all(asked).flat())
      const words = ids.size === 0 ? [] : db.cells(byId).all(JSON.stringify([...ids]), kindNumbers[kind])
      const found = words.map(readWord).sort(byCommonness)
      near.set(name, found)
      return found.slice(0, most)
    },
    things(kind) {
      let size = sizes.get(kind)
      if (size === undefined) {
        size = Number(db.query('SELECT things FROM search_sizes WHERE kind = ?').get(kindNumbers[kind])?.things ?? 0)
        sizes.set(kind, size)
      }
      return size
    },
    origins(wanted) {
      const statement = db.cells(origin)
      return wanted.map((post) => {
        const place = post % mostOrigins
        if (posts[place] !== post) {
          const [author, caption] = statement.get(post) ?? []
          authorOf[place] = Number(author ?? 0)
          captionOf[place] = captionPrint(text(caption))
          posts[place] = post
        }
        return { author: authorOf[place] || null, caption: captionOf[place] ?? 0 }
      })
    },
    creators: (wanted) => {
      const statement = db.cells(creator)
      return wanted.map((post) => {
        const key = statement.get(post)?.[0]
        return key === undefined ? null : Number(key)
      })
    },
    pieces(wanted) {
      const statement = db.cells(piece)
      return wanted.map(({ list, from }): Piece | null => {
        const [data, isLast] = statement.get(list, from) ?? []
        return data instanceof Uint8Array ? { data, isLast: isLast === 1 } : null
      })
    }
  }
}

const readWord = ([id, word, things]: Cells): KnownWord => ({
  id: Number(id),
  word: String(word),
  things: Number(things)
})

/** Behind every other character. */
export const highest = '\u{10ffff}'

/** Keys are kept as numbers, which are smaller. Two that come to the same number cost a comparison: whoever asks looks at the words. */
export const typoKeyNumber = (kind: SearchKind, key: string): number => {
  // FNV-1a, of 32 bits.
  let hash = 2_166_136_261 ^ kindNumbers[kind]
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 16_777_619)
  return hash >>> 0
}

/** Beginnings that many words share, each with the most common of them. Words come in order: those that begin alike stand together. */
export function* beginningsOf(
  words: Iterable<Cells>
): Generator<{ kind: number; beginning: string; words: readonly number[] }> {
  /** Beginnings of the word before, the shortest first: their ends in it, and the first of the words at hand that has them. */
  const open: { end: number; from: number }[] = []
  let before = { kind: 0, word: '' }
  /** Words that begin with the same letter, but of beginnings that are over the most common alone. */
  let same: CommonWord[] = []
  const close = function* (length: number) {
    for (const { end, from } of open.splice(length).reverse()) {
      if (same.length - from <= fewWords) continue
      // Of many the most common are enough for shorter beginnings too, and one more, by which it is seen that they are many.
      const common = mostCommon(same, from)
      same.splice(from, same.length, ...common)
      const words = common.slice(0, notedWords).map(({ id }) => id)
      yield { kind: before.kind, beginning: before.word.slice(0, end), words }
    }
    if (length === 0) same = []
  }
  for (const [kindNumber, text, id, things] of words) {
    const [kind, word] = [Number(kindNumber), String(text)]
    let shared = 0
    if (kind === before.kind) while (shared < word.length && word[shared] === before.word[shared]) shared += 1
    const longer = open.findIndex(({ end }) => end > shared)
    if (longer >= 0) yield* close(longer)
    before = { kind, word }
    for (let end = open.at(-1)?.end ?? 0; end < word.length; ) {
      end += (word.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
      open.push({ end, from: same.length })
    }
    same.push({ id: Number(id), things: Number(things) })
  }
  yield* close(0)
}

type CommonWord = { id: number; things: number }

const mostKept = Math.max(fewWords, notedWords) + 1

/** The most common words from one on, in order; of equally common ones, those that come first. */
const mostCommon = (words: readonly CommonWord[], from: number): CommonWord[] => {
  const common: CommonWord[] = []
  for (let place = from; place < words.length; place += 1) {
    const word = words[place]
    let at = common.length
    if (word === undefined || (at === mostKept && word.things <= (common[at - 1]?.things ?? 0))) continue
    while (at > 0 && (common[at - 1]?.things ?? 0) < word.things) at -= 1
    common.splice(at, 0, word)
    if (common.length > mostKept) common.pop()
  }
  return common
}
