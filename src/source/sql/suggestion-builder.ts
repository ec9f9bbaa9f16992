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
const sampledCaptions = 100_000
/** Typing errors are seen through in the most popular terms, where the first words of them begin. */
const seenThrough = { terms: 10_000, words: 2 }
/** As a keyword may be, by far. */
const longestTerm = 100

type Term = { kind: SuggestionKind; term: string; name: string | null; uses: number; score: number }

export const fillSuggestions = (db: DatabaseSync): void => {
  const terms = suggestionKinds.flatMap((kind) => scored(distinct(kind, sources[kind](db))))
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
function* distinct(kind: SuggestionKind, found: Iterable<Used>): Generator<Omit<Term, 'score'>> {
  const seen = new Set<string>()
  for (const used of found) {
    const term = tidy(used.term)
    if (term.length > longestTerm || keysOf(term).length === 0 || seen.has(term.toLowerCase())) continue
    seen.add(term.toLowerCase())
    yield { kind, term, name: nameBeside(term, used.name), uses: used.uses }
  }
}

const nameBeside = (handle: string, displayName: string | null): string | null => {
  const name = tidy((displayName ?? '').replace(pictures, ' '))
  return name.length > longestTerm || keysOf(name).length === 0 || name.toLowerCase() === handle.toLowerCase()
    ? null
    : name
}

/** Followers and posts compare by how far they are from the most of their kind, in orders of magnitude. */
const scored = (terms: Iterable<Omit<Term, 'score'>>): Term[] => {
  const all = [...terms]
  const highest = Math.max(Math.log1p(all[0]?.uses ?? 0), 1)
  return all.map((term) => ({ ...term, score: Math.log1p(term.uses) / highest }))
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

type Top = { rank: number; word: number; isName: number; standing: number }
/** A beginning while the keys that have it go by: how many they are, and the best of each kind. */
type Beginning = { text: string; keys: number; best: Map<SuggestionKind, Top[]> }

/**
 * The best terms of each kind for every beginning that many keys share. Keys come in order, so those of a beginning follow one another: when
 * it is over, what was gathered goes to its table and to the beginning one letter shorter.
 */
const writeTops = (db: DatabaseSync, terms: readonly Term[]): void => {
  const top = db.prepare('INSERT INTO suggestion_tops (beginning, rank, word, is_name) VALUES (?, ?, ?, ?)')
  const open: Beginning[] = [{ text: '', keys: 0, best: new Map() }]
  const close = () => {
    const over = open.pop()
    if (over === undefined) return
    if (over.keys > fewKeys) {
      for (const { rank, word, isName } of [...over.best.values()].flat()) top.run(over.text, rank, word, isName)
    }
    const shorter = open.at(-1)
    if (shorter === undefined) return
    shorter.keys += over.keys
    for (const [kind, tops] of over.best) shorter.best.set(kind, bestOf([...(shorter.best.get(kind) ?? []), ...tops]))
  }
  for (const row of db.prepare('SELECT key, word, rank, is_name FROM suggestion_keys ORDER BY key').iterate()) {
    const key = String(row.key)
    while (!key.startsWith(open.at(-1)?.text ?? '')) close()
    const begun = open.at(-1)?.text ?? ''
    let text = begun
    for (const letter of key.slice(begun.length)) {
      text += letter
      open.push({ text, keys: 0, best: new Map() })
    }
    const rank = Number(row.rank)
    const kind = terms[rank - 1]?.kind
    const whole = open.at(-1)
    if (kind === undefined || whole === undefined) continue
    const word = Number(row.word)
    const found = { rank, word, isName: Number(row.is_name), standing: standingOf(rank, word) }
    whole.keys += 1
    whole.best.set(kind, bestOf([...(whole.best.get(kind) ?? []), found]))
  }
  while (open.length > 0) close()
}

const bestOf = (tops: readonly Top[]): Top[] => {
  if (tops.length < 2) return [...tops]
  const byRank = new Map<number, Top>()
  for (const top of [...tops].sort((a, b) => a.standing - b.standing || a.rank - b.rank || a.isName - b.isName)) {
    if (!byRank.has(top.rank)) byRank.set(top.rank, top)
    if (byRank.size === suggestionCount) break
  }
  return [...byRank.values()]
}

const textOrNull = (value: SQLOutputValue | undefined): string | null => (typeof value === 'string' ? value : null)
