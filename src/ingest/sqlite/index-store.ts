import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { IndexedWord, IndexStore, NotedWord, Stale, StoredPiece } from '../../search/index-store.ts'
import { fewWords, notedWords } from '../../search/prefixes.ts'
import { mostRows } from '../../store/sqlite/database.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { highest, kindNumbers, kindOf, typoKeyNumbers } from '../../store/tables/search-keys.ts'
import { searchedRows } from '../../store/tables/searched-rows.ts'
import { searchedThings } from '../index/searched-things.ts'
import { borrowing, mostBorrowers, staleKinds } from '../index/stale-kinds.ts'
import { preparing } from './prepared.ts'

/** The index in a data set. Each look-up is one of a table in this process, so many at once are a loop. */
export const sqliteIndexStore = (db: DatabaseSync): IndexStore => {
  const { prepared, get, all } = preparing(db)
  const run = (sql: string, ...values: SQLInputValue[]) => prepared(sql).run(...values)
  const thingOf = searchedThings()

  return {
    takeStale(most) {
      for (const [kind, number] of staleKinds) {
        const pks = all(`SELECT pk FROM search_stale WHERE kind = ? ORDER BY pk ${mostRows}`, number, most).map(
          ([pk]) => Number(pk)
        )
        if (pks.length === 0) continue
        run('DELETE FROM search_stale WHERE kind = ? AND pk <= ?', number, pks.at(-1) ?? 0)
        return { kind, pks } satisfies Stale
      }
      return null
    },
    noteBorrowers(of, pks) {
      const column = borrowing[of]
      for (const pk of pks) {
        run(
          `INSERT OR IGNORE INTO search_stale SELECT ${kindNumbers.posts}, pk FROM posts WHERE ${column} = ?1
           AND (SELECT count(*) FROM (SELECT 1 FROM posts WHERE ${column} = ?1 LIMIT ${mostBorrowers + 1})) <= ${mostBorrowers}`,
          pk
        )
        if (of === 'users') {
          run(`INSERT OR IGNORE INTO search_stale SELECT ${kindNumbers.live}, pk FROM live_rooms WHERE user_pk = ?`, pk)
        }
      }
    },

    indexed: (kind, pks) =>
      pks.map((pk) => {
        const [key, words] =
          get('SELECT key, words FROM search_things WHERE kind = ? AND pk = ?', kindNumbers[kind], pk) ?? []
        return words instanceof Uint8Array ? { key: Number(key), words } : null
      }),
    searched(kind, pks) {
      const { from, isSearched, pk: key, standing, texts } = searchedRows[kind]
      const sql = `SELECT ${standing}, ${texts} FROM ${from} WHERE ${key} = ? AND ${isSearched}`
      return pks.map((pk) => {
        const cells = get(sql, pk)
        return cells === undefined ? null : thingOf(kind, cells)
      })
    },
    holders: (kind, keys) =>
      keys.map((key) => {
        const [pk] = get('SELECT pk FROM search_things WHERE kind = ? AND key = ?', kindNumbers[kind], key) ?? []
        return typeof pk === 'number' ? pk : null
      }),
    writeThings(kind, things) {
      for (const { pk, key, words } of things) {
        run(
          `INSERT INTO search_things (kind, pk, key, words) VALUES (?, ?, ?, ?)
           ON CONFLICT (kind, pk) DO UPDATE SET key = excluded.key, words = excluded.words`,
          kindNumbers[kind],
          pk,
          key,
          words
        )
      }
    },
    removeThings(kind, pks) {
      for (const pk of pks) run('DELETE FROM search_things WHERE kind = ? AND pk = ?', kindNumbers[kind], pk)
    },
    addToSize(kind, things) {
      run(
        'INSERT INTO search_sizes (kind, things) VALUES (?, ?) ON CONFLICT DO UPDATE SET things = things + excluded.things',
        kindNumbers[kind],
        things
      )
    },

    lastWord: () => Number(get('SELECT coalesce(max(id), 0) FROM search_words')?.[0]),
    wordNumbers: (kind, words) =>
      words.map((word) => {
        const [id] = get('SELECT id FROM search_words WHERE kind = ? AND word = ?', kindNumbers[kind], word) ?? []
        return typeof id === 'number' ? id : null
      }),
    words: (ids) =>
      ids.flatMap((id): IndexedWord[] => {
        const [kind, word, things] = get('SELECT kind, word, things FROM search_words WHERE id = ?', id) ?? []
        const known = kindOf.get(Number(kind))
        return known === undefined ? [] : [{ id, kind: known, word: String(word), things: Number(things) }]
      }),
    addWords(words) {
      for (const { id, kind, word, things } of words) {
        run(
          'INSERT INTO search_words (id, kind, word, things) VALUES (?, ?, ?, ?)',
          id,
          kindNumbers[kind],
          word,
          things
        )
        for (const key of typoKeyNumbers(kind, word))
          run('INSERT OR IGNORE INTO search_typo_keys VALUES (?, ?)', key, id)
      }
    },
    countWords(words) {
      for (const { id, things } of words) run('UPDATE search_words SET things = ? WHERE id = ?', things, id)
    },
    removeWords(words) {
      for (const { id, kind, word } of words) {
        run('DELETE FROM search_words WHERE id = ?', id)
        for (const key of typoKeyNumbers(kind, word))
          run('DELETE FROM search_typo_keys WHERE key = ? AND word = ?', key, id)
      }
    },

    piecesAt: (wanted) =>
      wanted.map(({ list, key }): StoredPiece | null => {
        const columns = 'SELECT id, last, is_last, data FROM search_pieces WHERE list = ?'
        const cells =
          get(`${columns} AND last >= ? ORDER BY last LIMIT 1`, list, key) ??
          get(`${columns} ORDER BY last DESC LIMIT 1`, list)
        const [id, last, isLast, data] = cells ?? []
        return data instanceof Uint8Array ? { id: Number(id), last: Number(last), isLast: isLast === 1, data } : null
      }),
    writePieces(pieces) {
      for (const { before, list, last, isLast, data } of pieces) {
        if (before === null) {
          run(
            'INSERT INTO search_pieces (list, last, is_last, data) VALUES (?, ?, ?, ?)',
            list,
            last,
            isLast ? 1 : 0,
            data
          )
        } else if (before.last === last && before.isLast === isLast) {
          // What stands in no index is written at half the cost.
          run('UPDATE search_pieces SET data = ? WHERE id = ?', data, before.id)
        } else {
          run(
            'UPDATE search_pieces SET last = ?, is_last = ?, data = ? WHERE id = ?',
            last,
            isLast ? 1 : 0,
            data,
            before.id
          )
        }
      }
    },
    removePieces(ids) {
      for (const id of ids) run('DELETE FROM search_pieces WHERE id = ?', id)
    },
    endLists(lists) {
      for (const list of lists) {
        run(
          `UPDATE search_pieces SET is_last = 1
           WHERE id = (SELECT id FROM search_pieces WHERE list = ? ORDER BY last DESC LIMIT 1)`,
          list
        )
      }
    },

    noted: (kind, beginnings) =>
      beginnings.map((beginning) =>
        all(
          `SELECT w.id, w.word, w.things FROM search_beginnings b LEFT JOIN search_words w ON w.id = b.word
           WHERE b.kind = ? AND b.beginning = ? ORDER BY b.rank`,
          kindNumbers[kind],
          beginning
        ).map((cells) => (cells[0] === null ? null : notedWord(cells)))
      ),
    countBeginnings: (kind, beginnings) =>
      beginnings.map((beginning) => {
        const sql = `SELECT count(*) FROM (SELECT 1 FROM search_words WHERE kind = ? AND word >= ? AND word < ? LIMIT ${fewWords + 1})`
        return Number(get(sql, kindNumbers[kind], beginning, beginning + highest)?.[0])
      }),
    mostCommon: (kind, beginnings) =>
      beginnings.map((beginning) =>
        all(
          `SELECT id, word, things FROM search_words WHERE kind = ? AND word >= ? AND word < ?
           ORDER BY things DESC, word LIMIT ${notedWords}`,
          kindNumbers[kind],
          beginning,
          beginning + highest
        ).map(notedWord)
      ),
    note(kind, words) {
      for (const { beginning, rank, word } of words) {
        run(
          `INSERT INTO search_beginnings (kind, beginning, rank, word) VALUES (?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET word = excluded.word`,
          kindNumbers[kind],
          beginning,
          rank,
          word
        )
      }
    },
    forget(kind, beginnings) {
      for (const beginning of beginnings) {
        run('DELETE FROM search_beginnings WHERE kind = ? AND beginning = ?', kindNumbers[kind], beginning)
      }
    }
  }
}

const notedWord = ([id, word, things]: Cells): NotedWord => ({
  id: Number(id),
  word: String(word),
  things: Number(things)
})
