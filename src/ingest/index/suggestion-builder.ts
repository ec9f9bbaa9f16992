import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { Phrases } from '../../engines/search/phrases.ts'
import { suggestionCount } from '../../engines/search/suggest.ts'
import { keysOf, typoKeys } from '../../engines/search/suggestion-keys.ts'
import { standingOf } from '../../engines/search/suggestion-matches.ts'
import { type CompletionKind, completionKinds } from '../../records/completion.ts'
import { canonicalHashtag } from '../../records/hashtag-name.ts'
import { nameMatchCount } from '../../records/name-matches.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { hashtagKey, soundKey } from '../../store/tables/facts-keys.ts'
import { kindNumbers } from '../../store/tables/search-keys.ts'
import { fewKeys, recordSeparator } from '../../store/tables/suggestions.ts'
import { neverMade, suggestedPosts } from '../stale/generation.ts'
import { arrays } from '../tables/sqlite-arrays.ts'
import { Inserts } from '../tables/sqlite-inserts.ts'

/**
 * Fills the suggestion tables from the rows of a data set. The number of suggestions is limited, so the cost hardly grows with the data:
 * captions are sampled, and only the most used terms of each kind are taken.
 */

/** Maximum number of suggestions per kind. */
const most: Record<CompletionKind, number> = {
  hashtag: 60_000,
  creator: 60_000,
  place: 20_000,
  phrase: 30_000,
  sound: 30_000,
  effect: 10_000
}
const mostWords = 20_000
const sampledCaptions = 50_000
/** Typo tolerance covers the most popular terms and their first words. */
const seenThrough = { terms: 10_000, words: 2 }
/** Far longer than any keyword. */
const longestTerm = 100

type Term = { term: string; name: string | null; records: string[]; score: number }

export const fillSuggestions = (db: DatabaseSync): void => {
  makeSuggestions(db)
  noteMade(db)
}

/** The same, when the number of posts is not known yet. */
export const makeSuggestions = (db: DatabaseSync): void => writeSuggestions(db, (kind) => usedOf(db, kind))

/** Writes the most used terms of each kind, most used first. */
export const writeSuggestions = (db: DatabaseSync, used: (kind: CompletionKind) => Iterable<Used>): void => {
  for (const table of suggestionTables) db.exec(`DELETE FROM ${table}`)
  db.exec('CREATE TEMP TABLE terms (kind INTEGER, term TEXT, name TEXT, record TEXT, score REAL)')
  const inserts = new Inserts(db, 'temp.terms', ['kind', 'term', 'name', 'record', 'score'])
  for (const [number, kind] of completionKinds.entries()) {
    for (const { term, name, records, score } of distinct(kind, used(kind))) {
      inserts.add(number, term, name, records.length === 0 ? null : records.join(recordSeparator), score)
    }
  }
  inserts.finish()
  writeTops(db, writeTerms(db))
  db.exec('DROP TABLE temp.terms')
}

export const suggestionTables = ['suggestions', 'suggestion_keys', 'suggestion_tops', 'suggestion_typos'] as const

const sizeOf = (db: DatabaseSync, kind: number): number =>
  Number(db.prepare('SELECT documents FROM search_sizes WHERE kind = ?').get(kind)?.documents ?? neverMade)

/** Records the number of posts that suggestions were made from. */
export const noteMade = (db: DatabaseSync, posts = sizeOf(db, kindNumbers.posts)): void => {
  db.prepare('INSERT OR REPLACE INTO search_sizes (kind, documents) VALUES (?, ?)').run(suggestedPosts, posts)
}

/** With fewer posts, any change rebuilds the suggestions. */
export const fewPosts = 200_000
/** With more, a change by this share does. */
const noticeable = 1 / 100

/** Whether the number of posts differs enough to rebuild. */
export const isOutdated = (posts: number, madeOf: number): boolean => Math.abs(posts - madeOf) > posts * noticeable

export type Used = {
  term: string
  name: string | null
  record: string | null
  uses: number
  /** A single word of captions, ranked after all names. */
  isWord?: boolean
}

/** Query for each kind except phrases, most used first. Posts are counted, not plays: one viral post makes no term common. */
export const suggestionSources: Readonly<Record<Exclude<CompletionKind, 'phrase'>, string>> = {
  hashtag: `SELECT h.name AS term, NULL AS name, ${hashtagKey('h')} AS record, t.uses FROM (SELECT hashtag_pk, count(*) AS uses FROM hashtag_posts GROUP BY hashtag_pk) t
     JOIN hashtags h ON h.pk = t.hashtag_pk WHERE h.name IS NOT NULL ORDER BY t.uses DESC, h.name, h.hashtag_id IS NULL, h.hashtag_id LIMIT ${most.hashtag}`,
  creator: `SELECT username AS term, display_name AS name, username AS record, followers AS uses FROM users WHERE handle IS NOT NULL
     ORDER BY followers DESC NULLS LAST, handle LIMIT ${most.creator}`,
  place: `SELECT name AS term, NULL AS name, place_id AS record, posts_count AS uses FROM places WHERE posts_count > 0
     ORDER BY posts_count DESC, name, place_id LIMIT ${most.place}`,
  // A title of many sounds, such as "original sound", counts with the most used one.
  sound: `SELECT title AS term, NULL AS name, ${soundKey('')} AS record, posts_count AS uses FROM sounds WHERE title IS NOT NULL AND posts_count > 0
     ORDER BY posts_count DESC, title, sound_id IS NULL, sound_id LIMIT ${most.sound}`,
  effect: `SELECT name AS term, NULL AS name, effect_id AS record, user_count AS uses FROM effects WHERE user_count > 0
     ORDER BY user_count DESC, name, effect_id LIMIT ${most.effect}`
}

export const usedOf = (db: DatabaseSync, kind: CompletionKind): Iterable<Used> =>
  kind === 'phrase' ? usedPhrases(sampled(db)) : usedTerms(arrays(db.prepare(suggestionSources[kind])).iterate())

export function* usedTerms(rows: Iterable<Cells>): Generator<Used> {
  for (const [term, name, record, uses] of rows) {
    yield { term: String(term), name: textOrNull(name), record: textOrNull(record), uses: Number(uses) }
  }
}

/** Phrases that captions share. */
export const usedPhrases = (captions: Iterable<SampledCaption>): Used[] => {
  const phrases = new Phrases()
  for (const { caption, creator } of captions) phrases.add(caption, creator)
  const used =
    (isWord: boolean) =>
    ({ text, posts }: { text: string; posts: number }): Used => ({
      term: text,
      name: null,
      record: null,
      uses: posts,
      isWord
    })
  return [...phrases.common(most.phrase).map(used(false)), ...phrases.commonWords(mostWords).map(used(true))]
}

export type SampledCaption = { caption: string; creator: number }

/** A prime number of groups, so that ids distribute evenly. */
const groups = 999_983

/** Ordered independently of insertion: the majority vote over captions depends on the order. */
const inOrder = 'SELECT caption, author_pk FROM posts'
const order = 'ORDER BY id_order, post_id'
export const captionSources = {
  all: `${inOrder} ${order}`,
  /** Posts of some groups, by index. */
  some: (groupsTaken: string) => `${inOrder} WHERE pk IN (
    SELECT pk FROM posts WHERE author_pk IS NOT NULL AND id_order % ${groups} < ${groupsTaken}) ${order}`
}

/** Number of groups to sample; null for all posts. */
export const groupsOf = (posts: number): number | null =>
  posts <= sampledCaptions ? null : Math.ceil((groups * sampledCaptions) / posts)

export function* captionsOf(rows: Iterable<Cells>): Generator<SampledCaption> {
  for (const [caption, author] of rows) {
    if (typeof caption === 'string') yield { caption, creator: Number(author ?? 0) }
  }
}

/** Captions of all posts, or of a sample that depends only on ids. */
const sampled = (db: DatabaseSync): Iterable<SampledCaption> => {
  const taken = groupsOf(Number(db.prepare('SELECT count(*) AS n FROM posts').get()?.n))
  const rows =
    taken === null
      ? arrays(db.prepare(captionSources.all)).iterate()
      : arrays(db.prepare(captionSources.some('?'))).iterate(taken)
  return captionsOf(rows)
}

/** Emoji and presentation selectors. */
const pictures =
  /\p{Extended_Pictographic}|\p{RI}|\p{EMod}|[\u{e0020}-\u{e007f}]|\ufe0f|\u20e3|\u200d(?=\p{Extended_Pictographic})/gu
const tidy = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

/** People look for effects less often than for anything else, although the best known are used by millions. */
const weightOfKind: Partial<Record<CompletionKind, number>> = { effect: 0.5 }

/** Each term once, without unsearchable ones. A name is stored without surrounding emoji. */
const distinct = (kind: CompletionKind, found: Iterable<Used>): Term[] => {
  const terms = new Map<string, Term>()
  let highest = 1
  for (const used of found) {
    const term = tidy(used.term)
    const same = kind === 'hashtag' ? canonicalHashtag(term) : term.toLowerCase()
    if (term.length > longestTerm || keysOf(term).length === 0) continue
    const other = terms.get(same)
    if (other !== undefined) {
      if (kind === 'sound' && used.record !== null && other.records.length < nameMatchCount)
        other.records.push(used.record)
      continue
    }
    // Followers and posts are compared on a logarithmic scale relative to the maximum of their kind.
    const weight = Math.log1p(used.uses)
    highest = Math.max(highest, weight)
    const score = ((weightOfKind[kind] ?? 1) * weight) / highest - (used.isWord === true ? 1 : 0)
    const records = used.record === null ? [] : [used.record]
    terms.set(same, { term, name: nameBeside(term, used.name), records, score })
  }
  return [...terms.values()]
}

const nameBeside = (handle: string, displayName: string | null): string | null => {
  const name = tidy((displayName ?? '').replace(pictures, ' '))
  return name.length > longestTerm || keysOf(name).length === 0 || name.toLowerCase() === handle.toLowerCase()
    ? null
    : name
}

/** Writes terms by popularity, ties in order of kinds. Returns the kind of each position. */
const writeTerms = (db: DatabaseSync): CompletionKind[] => {
  const suggestions = new Inserts(db, 'suggestions', ['rank', 'kind', 'term', 'name', 'record'])
  // A table filled in key order only grows at its end.
  db.exec(`CREATE TEMP TABLE unsorted_keys (key TEXT, word INTEGER, rank INTEGER, is_name INTEGER);
    CREATE TEMP TABLE unsorted_typos (typo TEXT, rank INTEGER)`)
  const keyed = new Inserts(db, 'unsorted_keys', ['key', 'word', 'rank', 'is_name'])
  const typos = new Inserts(db, 'unsorted_typos', ['typo', 'rank'])
  const kinds: CompletionKind[] = []
  const terms = db.prepare('SELECT kind, term, name, record FROM temp.terms ORDER BY score DESC, kind, rowid')
  for (const row of terms.iterate()) {
    const kind = completionKinds[Number(row.kind)]
    if (kind === undefined) continue
    const rank = kinds.push(kind)
    const [term, name] = [String(row.term), textOrNull(row.name)]
    suggestions.add(rank, kind, term, name, textOrNull(row.record))
    for (const form of name === null ? [term] : [term, name]) {
      const keys = keysOf(form)
      for (const [word, key] of keys.entries()) keyed.add(key, word, rank, form === name ? 1 : 0)
      if (rank > seenThrough.terms) continue
      for (const key of keys.slice(0, seenThrough.words)) for (const mistake of typoKeys(key)) typos.add(mistake, rank)
    }
  }
  for (const rows of [suggestions, keyed, typos]) rows.finish()
  db.exec(`INSERT INTO suggestion_keys SELECT key, word, rank, is_name FROM unsorted_keys ORDER BY key, word, rank, is_name;
    INSERT INTO suggestion_typos SELECT DISTINCT typo, rank FROM unsorted_typos ORDER BY typo, rank;
    DROP TABLE unsorted_keys; DROP TABLE unsorted_typos`)
  return kinds
}

type Top = { kind: CompletionKind; rank: number; word: number; isName: number; standing: number }
/** A prefix while its keys are read: its length, number of keys, and best terms. */
type Beginning = { length: number; keys: number; tops: Top[] }

/** The best few of each kind. */
const bestOf = (tops: readonly Top[]): Top[] => {
  const ranks = new Map<CompletionKind, Set<number>>(completionKinds.map((kind) => [kind, new Set()]))
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
 * The best terms of each kind per frequent prefix. Keys come in order, so those of a prefix are consecutive: when it ends, its best terms
 * are written and passed to the prefix one letter shorter.
 */
const writeTops = (db: DatabaseSync, kinds: readonly CompletionKind[]): void => {
  const inserts = new Inserts(db, 'suggestion_tops', ['beginning', 'rank', 'word', 'is_name'])
  const open: Beginning[] = [{ length: 0, keys: 0, tops: [] }]
  let last = ''
  const close = () => {
    const over = open.pop()
    if (over === undefined) return
    const tops = over.keys > fewKeys ? bestOf(over.tops) : over.tops
    if (over.keys > fewKeys) {
      for (const { rank, word, isName } of tops) inserts.add(last.slice(0, over.length), rank, word, isName)
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
    const kind = kinds[rank - 1]
    const whole = open.at(-1)
    if (kind === undefined || whole === undefined) continue
    whole.keys += 1
    whole.tops.push({ kind, rank, word, isName: Number(row.is_name), standing: standingOf(rank, word) })
  }
  while (open.length > 0) close()
  inserts.finish()
}

const textOrNull = (value: SQLOutputValue | undefined): string | null => (typeof value === 'string' ? value : null)
