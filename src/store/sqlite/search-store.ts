import { LRUCache } from 'lru-cache'
import { captionPrint, comparedCaption } from '../../engines/search/caption-print.ts'
import { byCommonness, fewWords } from '../../engines/search/prefixes.ts'
import type { ListBlock, SearchKind, SearchStore, WordEntry } from '../../engines/search/store.ts'
import type { Cells } from '../tables/columns.ts'
import { highest, kindNumbers, typoKeyNumber } from '../tables/search-keys.ts'
import { text } from '../tables/searched-rows.ts'
import { type Database, mostRows } from './database.ts'

/** Maximum number of cached near words, with the weights of their keys; some megabytes. */
const mostNear = 60_000
const weightOfKeys = 10

/** Number of cached post origins; three megabytes. Reading one costs microseconds, and a page needs dozens. */
const mostOrigins = 2 ** 18

const byWord = 'SELECT id, word, documents FROM search_words WHERE kind = ? AND word = ?'

/** Look-ups of known words, without the caches of a whole search store. */
export const wordReads =
  (db: Database): SearchStore['words'] =>
  (kind, words) => {
    const statement = db.cells(byWord)
    return words.map((word) => {
      const row = statement.get(kindNumbers[kind], word)
      return row === undefined ? null : readWord(row)
    })
  }

/** Search's store calls over the tables of a data set. */
export const searchStore = (db: Database): SearchStore => {
  const sizes = new Map<SearchKind, number>()
  /** Cached neighbours of words a kind does not contain: most search terms occur in no name, yet names are checked each time. */
  const near = new LRUCache<string, readonly WordEntry[]>({
    maxSize: mostNear,
    sizeCalculation: ({ length }) => length + weightOfKeys
  })
  /** Per slot, the last requested post's key, its author and its caption's number: the best posts contain many words. */
  const posts = new Float64Array(mostOrigins)
  const authorOf = new Uint32Array(mostOrigins)
  const captionOf = new Uint32Array(mostOrigins)
  // No statement sorts or deduplicates: starting a sorter takes SQLite longer than everything read here.
  const noted = `SELECT w.id, w.word, w.documents FROM search_beginnings b CROSS JOIN search_words w ON w.id = b.word
    WHERE b.kind = ? AND b.beginning = ? ORDER BY b.rank ${mostRows}`
  const inRange = `SELECT id, word, documents FROM search_words WHERE kind = ? AND word >= ? AND word < ?
    ORDER BY word LIMIT ${fewWords}`
  const byKey = 'SELECT k.word FROM json_each(?) j CROSS JOIN search_typo_keys k WHERE k.key = j.value'
  const byId = `SELECT w.id, w.word, w.documents FROM json_each(?) j CROSS JOIN search_words w
    WHERE w.id = j.value AND w.kind = ?`
  const block = 'SELECT data, is_last FROM search_blocks WHERE list = ? AND last >= ? ORDER BY last LIMIT 1'
  const origin = `SELECT p.author_pk, substr(p.caption, 1, ${comparedCaption}) FROM search_documents t CROSS JOIN posts p
    WHERE t.kind = ${kindNumbers.posts} AND t.key = ? AND p.pk = t.pk`
  const creator = `SELECT creator.key FROM search_documents t CROSS JOIN posts p CROSS JOIN search_documents creator
    WHERE t.kind = ${kindNumbers.posts} AND t.key = ? AND p.pk = t.pk
      AND creator.kind = ${kindNumbers.users} AND creator.pk = p.author_pk`

  return {
    words: wordReads(db),
    withPrefix(kind, beginning, most) {
      const number = kindNumbers[kind]
      const known = db.cells(noted).all(number, beginning, most)
      if (known.length > 0) return known.map(readWord)
      const words = db.cells(inRange).all(number, beginning, beginning + highest)
      return words.map(readWord).sort(byCommonness).slice(0, most)
    },
    keyedBy(kind, keys, most) {
      const asked = JSON.stringify(keys.map((key) => typoKeyNumber(kind, key)))
      // Keys of different kinds may have the same number.
      const name = `${kind} ${asked}`
      const known = near.get(name)
      if (known !== undefined) return known.slice(0, most)
      const ids = new Set(db.cells(byKey).all(asked).flat())
      const words = ids.size === 0 ? [] : db.cells(byId).all(JSON.stringify([...ids]), kindNumbers[kind])
      const found = words.map(readWord).sort(byCommonness)
      near.set(name, found)
      return found.slice(0, most)
    },
    documents(kind) {
      let size = sizes.get(kind)
      if (size === undefined) {
        size = Number(
          db.query('SELECT documents FROM search_sizes WHERE kind = ?').get(kindNumbers[kind])?.documents ?? 0
        )
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
    blocks(wanted) {
      const statement = db.cells(block)
      return wanted.map(({ list, from }): ListBlock | null => {
        const [data, isLast] = statement.get(list, from) ?? []
        return data instanceof Uint8Array ? { data, isLast: isLast === 1 } : null
      })
    }
  }
}

const readWord = ([id, word, documents]: Cells): WordEntry => ({
  id: Number(id),
  word: String(word),
  documents: Number(documents)
})
