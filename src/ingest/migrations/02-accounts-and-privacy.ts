import { canonicalHashtag } from '../../records/hashtag-name.ts'
import type { Step } from './step.ts'

/** All that is computed from other tables, which new columns and another meaning of words make anew. */
const derived = [
  ...['search_sizes', 'search_words', 'search_pieces', 'search_things', 'search_beginnings', 'search_typo_keys'],
  ...['search_stale', 'suggestions', 'suggestion_keys', 'suggestion_tops', 'suggestion_typos', 'column_chunks'],
  ...['stale_row_groups', 'stale_scores']
]
/** Tables whose columns are made anew, by their number in `stale_row_groups`. */
const columnar = { 1: 'all_posts', 2: 'users', 3: 'sounds', 4: 'all_posts' }

/** Country and language, posts that are not public, accounts that had a handle before, hashtags of one spelling, scores that are unknown. */
export const accountsAndPrivacy: Step = {
  number: 2,
  what: 'accounts and hashtags',
  makesAnew: true,
  async run({ run, rows, insert }) {
    for (const table of ['users', 'all_posts']) {
      for (const column of ['country', 'language']) await run(`ALTER TABLE ${table} ADD COLUMN ${column} TEXT`)
    }
    await run('ALTER TABLE users ADD COLUMN is_private_by_id INTEGER')
    await run('UPDATE users SET is_private_by_id = is_private WHERE has_id = 1')
    // That each handle is unique by itself stays in the tables, and is not wrong.
    await run("CREATE UNIQUE INDEX users_by_key ON users ((coalesce(handle, ':' || user_id)))")
    await run('ALTER TABLE all_posts ADD COLUMN is_private INTEGER')
    await run('CREATE INDEX private_posts ON all_posts (pk) WHERE is_private = 1')
    await run('CREATE TABLE handles_before AS SELECT * FROM handles')
    await run('DROP TABLE handles')
    await run(`CREATE TABLE handles (handle TEXT NOT NULL, user_pk INTEGER NOT NULL, claimed_from INTEGER, claimed_at INTEGER,
      is_private INTEGER, is_private_at INTEGER, PRIMARY KEY (handle, user_pk)) STRICT, WITHOUT ROWID`)
    await run(
      'INSERT INTO handles (handle, user_pk, claimed_at) SELECT handle, user_pk, claimed_at FROM handles_before'
    )
    await run('DROP TABLE handles_before')
    await run('CREATE INDEX handles_by_user ON handles (user_pk)')
    await run('ALTER TABLE hashtags RENAME COLUMN lower_name TO canonical_name')
    const hashtags = await rows('SELECT pk, name, canonical_name FROM hashtags WHERE name IS NOT NULL')
    for (const [pk, name, before] of hashtags) {
      const canonical = canonicalHashtag(String(name))
      if (canonical === before) continue
      await run(`UPDATE hashtags SET canonical_name = ${quoted(canonical)} WHERE pk = ${pk}`)
    }
    const named = await rows('SELECT name, hashtag_pk FROM hashtag_names ORDER BY hashtag_pk DESC')
    await run('DELETE FROM hashtag_names')
    // Of spellings that are one name now, the hashtag that came first has it.
    const names = new Map(named.map(([name, pk]) => [canonicalHashtag(String(name)), Number(pk)]))
    await insert('hashtag_names', ['name', 'hashtag_pk'], [...names])
    await run('DROP TABLE creator_scores')
    await run(`CREATE TABLE creator_scores (user_pk INTEGER PRIMARY KEY, engagement_rate REAL, authority_score INTEGER,
      posting_consistency INTEGER NOT NULL, tier INTEGER, niche TEXT NOT NULL, last_post_at INTEGER) STRICT`)
    for (const table of derived) await run(`DELETE FROM ${table}`)
    for (const [kind, table] of Object.entries(columnar)) {
      await run(`INSERT INTO stale_row_groups (kind, row_group) SELECT DISTINCT ${kind}, pk / 4096 FROM ${table}`)
    }
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
