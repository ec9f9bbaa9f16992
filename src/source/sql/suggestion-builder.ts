import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { Phrases } from '../search/phrases.ts'
import { type SuggestionKind, standingOf, suggestionCount, suggestionKinds } from '../search/suggest.ts'
import { keysOf, typoKeys } from '../search/suggestion-keys.ts'
import { fewKeys } from './suggestions.ts'

/**
 * Fills the tables of suggestions from the rows of a data set. How much is suggested is bounded, so what it costs hardly grows with the
 * data: captions are sampled, and of each kind the most used are taken.
 */

/** How many of each kind are suggested at most. */
const most: Record<SuggestionKind, number> = {
  hashtag: 60_000,
  creator: 60_000,
  place: 20_000,
  phrase: 30_000,
  sound: 30_000
}
const sampledCaptions = 50_000
/** Typing errors are seen through in the most popular terms, where the first words of them begin. */
const seenThrough = { terms: 10_000, words: 2 }
/** As a keyword may be, by far. */
const longestTerm = 100

type Term = { kind: SuggestionKind; term: string; name: string | null; score: number }

export const fillSuggestions = (db: DatabaseSync): void => {
  const terms = suggestionKinds.flatMap((kind) => distinct(kind, sources[kind](db)))
  // Sorting is stable, so of equally popular ones the kinds stand in their order.
  terms.sort((a, b) => b.score - a.score)
  writeTerms(db, terms)
  writeTops(db, terms)
}

type Used = { term: string; name: string | null; uses: number }

function* rowsOf(db: DatabaseSync, sql: string, limit: number): Generator<Used> {
  for (const { term, name, uses } of db.prepare(`${sql} LIMIT ${limit}`).iterate()) {
    yield { term: String(term), name: textOrNull(name), uses: Number(uses) }
  }
}

/** How each kind is found, the most used first. Posts are counted and not their plays: one that went around the world makes no term common. */
const sources: Record<SuggestionKind, (db: DatabaseSync) => Iterable<Used>> = {
  hashtag: (db) =>
    rowsOf(
      db,
      `SELECT h.name AS term, NULL AS name, t.uses FROM (SELECT hashtag_pk, count(*) AS uses FROM hashtag_posts GROUP BY hashtag_pk) t
       JOIN hashtags h ON h.pk = t.hashtag_pk WHERE h.name IS NOT NULL ORDER BY t.uses DESC, h.pk`,
      most.hashtag
    ),
  creator: (db) =>
    rowsOf(
      db,
      'SELECT username AS term, display_name AS name, followers AS uses FROM users ORDER BY followers DESC, pk',
      most.creator
    ),
  place: (db) =>
    rowsOf(
      db,
      'SELECT name AS term, NULL AS name, posts_count AS uses FROM places WHERE posts_count > 0 ORDER BY posts_count DESC, pk',
      most.place
    ),
  // A title that stands for many sounds, as "original sound" does, weighs what the most used of them does.
  sound: (db) =>
    rowsOf(
      db,
      `SELECT title AS term, NULL AS name, posts_count AS uses FROM sounds WHERE title IS NOT NULL AND posts_count > 0
       ORDER BY posts_count DESC, pk`,
      most.sound
    ),
  phrase: (db) => {
    const phrases = new Phrases()
    for (const { caption, creator } of sampled(db)) phrases.add(caption, creator)
    return phrases.common(most.phrase).map(({ text, posts }) => ({ term: text, name: null, uses: posts }))
  }
}

/** Captions evenly from the whole table, each found by its key: the table is not read through. */
function* sampled(db: DatabaseSync): Generator<{ caption: string; creator: number }> {
  const { first, last } = db.prepare('SELECT min(pk) AS first, max(pk) AS last FROM posts').get() ?? {}
  if (typeof first !== 'number' || typeof last !== 'number') return
  const next = db.prepare('SELECT pk, caption, author_pk FROM posts WHERE pk >= ? ORDER BY pk LIMIT 1')
  const step = Math.max(1, (last - first + 1) / sampledCaptions)
  for (let at = first; at <= last; ) {
    const row = next.get(Math.floor(at))
    if (row === undefined) return
    if (typeof row.caption === 'string') yield { caption: row.caption, creator: Number(row.author_pk ?? 0) }
    at = Math.max(at + step, Number(row.pk) + 1)
  }
}

/** Emoji and what shows them one way or another. */
const pictures =
  /\p{Extended_Pictographic}|\p{RI}|\p{EMod}|[\u{e0020}-\u{e007f}]|\ufe0f|\u20e3|\u200d(?=\p{Extended_Pictographic})/gu
const tidy = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

/** Each term once, without those that nobody could look for. A name is told without the pictures around it. */
const distinct = (kind: SuggestionKind, found: Iterable<Used>): Term[] => {
  const terms = new Map<string, Term>()
  let highest = 1
  for (const used of found) {
    const term = tidy(used.term)
    const same = term.toLowerCase()
    if (term.length > longestTerm || keysOf(term).length === 0 || terms.has(same)) continue
    // Followers and posts compare by how far they are from the most of their kind, in orders of magnitude.
    const weight = Math.log1p(used.uses)
    highest = Math.max(highest, weight)
    terms.set(same, { kind, term, name: nameBeside(term, used.name), score: weight / highest })
  }
  return [...terms.values()]
}

const nameBeside = (handle: string, displayName: string | null): string | null => {
  const name = tidy((displayName ?? '').replace(pictures, ' '))
  return name.length > longestTerm || keysOf(name).length === 0 || name.toLowerCase() === handle.toLowerCase()
    ? null
    : name
}

const writeTerms = (db: DatabaseSync, terms: readonly Term[]): void => {
  const suggestion = db.prepare('INSERT INTO suggestions (rank, kind, term, name) VALUES (?, ?, ?, ?)')
  const keyed = db.prepare('INSERT INTO suggestion_keys (key, word, rank, is_name) VALUES (?, ?, ?, ?)')
  const typo = db.prepare('INSERT OR IGNORE INTO suggestion_typos (typo, rank) VALUES (?, ?)')
  for (const [index, { kind, term, name }] of terms.entries()) {
    const rank = index + 1
    suggestion.run(rank, kind, term, name)
    for (const form of name === null ? [term] : [term, name]) {
      const keys = keysOf(form)
      for (const [word, key] of keys.entries()) keyed.run(key, word, rank, form === name ? 1 : 0)
      if (rank > seenThrough.terms) continue
      for (const key of keys.slice(0, seenThrough.words)) for (const mistake of typoKeys(key)) typo.run(mistake, rank)
    }
  }
}

type Top = { kind: SuggestionKind; rank: number; word: number; isName: number; standing: number }
/** A beginning while the keys that have it go by: how many they are, and among others those that stand highest. */
type Beginning = { length: number; keys: number; tops: Top[] }

/** Of each kind the few that are told first. */
const bestOf = (tops: readonly Top[]): Top[] => {
  const ranks = new Map<SuggestionKind, Set<number>>(suggestionKinds.map((kind) => [kind, new Set()]))
  return [...tops]
    .sort((a, b) => a.standing - b.standing || a.rank - b.rank || a.isName - b.isName)
    .filter(({ kind, rank }) => {
      const taken = ranks.get(kind)
      if (taken === undefined || taken.size === suggestionCount || taken.has(rank)) return false
      taken.add(rank)
      return true
    })
}

/**
 * The best terms of each kind for every beginning that many keys share. Keys come in order, so those of a beginning follow one another: when
 * it is over, what was gathered goes to its table and to the beginning one letter shorter.
 */
const writeTops = (db: DatabaseSync, terms: readonly Term[]): void => {
  const insert = db.prepare('INSERT INTO suggestion_tops (beginning, rank, word, is_name) VALUES (?, ?, ?, ?)')
  const open: Beginning[] = [{ length: 0, keys: 0, tops: [] }]
  let last = ''
  const close = () => {
    const over = open.pop()
    if (over === undefined) return
    const tops = over.keys > fewKeys ? bestOf(over.tops) : over.tops
    if (over.keys > fewKeys) {
      for (const { rank, word, isName } of tops) insert.run(last.slice(0, over.length), rank, word, isName)
    }
    const shorter = open.at(-1)
    if (shorter === undefined) return
    shorter.keys += over.keys
    shorter.tops = shorter.tops.length === 0 ? tops : [...shorter.tops, ...tops]
    if (shorter.tops.length > 2 * fewKeys) shorter.tops = bestOf(shorter.tops)
  }
  const keys = db.prepare('SELECT key, word, rank, is_name FROM suggestion_keys ORDER BY key')
  for (const row of keys.iterate()) {
    const key = String(row.key)
    while (!key.startsWith(last.slice(0, open.at(-1)?.length))) close()
    let length = open.at(-1)?.length ?? 0
    for (const letter of key.slice(length)) {
      length += letter.length
      open.push({ length, keys: 0, tops: [] })
    }
    last = key
    const [rank, word] = [Number(row.rank), Number(row.word)]
    const kind = terms[rank - 1]?.kind
    const whole = open.at(-1)
    if (kind === undefined || whole === undefined) continue
    whole.keys += 1
    whole.tops.push({ kind, rank, word, isName: Number(row.is_name), standing: standingOf(rank, word) })
  }
  while (open.length > 0) close()
}

const textOrNull = (value: SQLOutputValue | undefined): string | null => (typeof value === 'string' ? value : null)
