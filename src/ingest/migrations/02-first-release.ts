import { canonicalHashtag } from '../../records/hashtag-name.ts'
import { samplesAsRows } from './02-samples-as-rows.ts'
import type { MigratedTables, MigrationStep } from './step.ts'

/** All that is computed from other tables, which new columns and another meaning of words make anew. */
const derived = [
  ...['search_sizes', 'search_words', 'search_pieces', 'search_things', 'search_beginnings', 'search_typo_keys'],
  ...['search_stale', 'suggestions', 'suggestion_keys', 'suggestion_tops', 'suggestion_typos', 'column_chunks'],
  'stale_scores'
]
/** Tables whose columns are made anew, by their number in `stale_column_rows`. */
const columnar = { 1: 'all_posts', 2: 'users', 3: 'sounds' }

const separator = '\u001f'

/** What the first release has beyond the data sets of before. */
export const firstRelease: MigrationStep = {
  number: 2,
  what: 'all tables',
  makesAnew: true,
  async run(tables, onProgress) {
    // The longest step comes first: readers wait once a table is changed.
    await samplesAsRows(tables, onProgress)
    await accountsAndPosts(tables)
    await hashtags(tables)
    await lists(tables)
    await tables.run(`CREATE TABLE removals (kind TEXT NOT NULL, id TEXT NOT NULL, along_with TEXT NOT NULL,
      removed_at INTEGER NOT NULL, why TEXT, until INTEGER, PRIMARY KEY (kind, id, along_with)) STRICT, WITHOUT ROWID`)
    for (const table of derived) await tables.run(`DELETE FROM ${table}`)
    await searchTables(tables)
    await tables.run('DROP TABLE stale_row_groups')
    await tables.run(`CREATE TABLE stale_column_rows (kind INTEGER NOT NULL, row_group INTEGER NOT NULL, place INTEGER NOT NULL,
      PRIMARY KEY (kind, row_group, place)) STRICT, WITHOUT ROWID`)
    for (const [kind, table] of Object.entries(columnar)) {
      await tables.run(
        `INSERT INTO stale_column_rows (kind, row_group, place) SELECT DISTINCT ${kind}, pk / 4096, -1 FROM ${table}`
      )
    }
  }
}

/** Search's tables under the names of what they hold. */
const searchTables = async ({ run }: MigratedTables): Promise<void> => {
  await run('ALTER TABLE search_sizes RENAME COLUMN things TO documents')
  await run('ALTER TABLE search_words RENAME COLUMN things TO documents')
  await run('ALTER TABLE suggestions RENAME COLUMN thing TO record')
  // They are empty, and PostgreSQL would keep the names of their keys.
  for (const table of ['search_pieces', 'search_things']) await run(`DROP TABLE ${table}`)
  await run(`CREATE TABLE search_blocks (id INTEGER PRIMARY KEY, list INTEGER NOT NULL, last INTEGER NOT NULL,
    is_last INTEGER NOT NULL, data BLOB NOT NULL) STRICT`)
  await run(`CREATE TABLE search_documents (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, pk INTEGER NOT NULL,
    key INTEGER NOT NULL, words BLOB NOT NULL) STRICT`)
  await run('CREATE INDEX search_blocks_by_key ON search_blocks (list, last)')
  await run('CREATE UNIQUE INDEX search_documents_by_pk ON search_documents (kind, pk)')
  await run('CREATE INDEX search_documents_by_key ON search_documents (kind, key, pk)')
}

/** Country and language, posts that are not public, accounts that had a handle before, scores that are unknown. */
const accountsAndPosts = async ({ run }: MigratedTables): Promise<void> => {
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
  await run('INSERT INTO handles (handle, user_pk, claimed_at) SELECT handle, user_pk, claimed_at FROM handles_before')
  await run('DROP TABLE handles_before')
  await run('CREATE INDEX handles_by_user ON handles (user_pk)')
  await run('DROP TABLE creator_scores')
  await run(`CREATE TABLE creator_scores (user_pk INTEGER PRIMARY KEY, engagement_rate REAL, authority_score INTEGER,
    posting_consistency INTEGER NOT NULL, tier INTEGER, niche TEXT NOT NULL, last_post_at INTEGER) STRICT`)
}

/** Hashtags of one spelling. */
const hashtags = async ({ run, rows, insert }: MigratedTables): Promise<void> => {
  await run('ALTER TABLE hashtags RENAME COLUMN lower_name TO canonical_name')
  const named = await rows('SELECT pk, name, canonical_name FROM hashtags WHERE name IS NOT NULL')
  for (const [pk, name, before] of named) {
    const canonical = canonicalHashtag(String(name))
    if (canonical === before) continue
    await run(`UPDATE hashtags SET canonical_name = ${quoted(canonical)} WHERE pk = ${pk}`)
  }
  const spellings = await rows('SELECT name, hashtag_pk FROM hashtag_names ORDER BY hashtag_pk DESC')
  await run('DELETE FROM hashtag_names')
  // If several spellings become one name, the oldest hashtag gets it.
  const names = new Map(spellings.map(([name, pk]) => [canonicalHashtag(String(name)), Number(pk)]))
  await insert('hashtag_names', ['name', 'hashtag_pk'], [...names])
}

/** Lists come from imports, too, and sounds without an id are found by what is said of them. */
const lists = async ({ run }: MigratedTables): Promise<void> => {
  await run('ALTER TABLE users ADD COLUMN known_lists INTEGER NOT NULL DEFAULT 0')
  await run(`CREATE TABLE relations (list TEXT NOT NULL, owner TEXT NOT NULL, member TEXT NOT NULL,
    position INTEGER NOT NULL, PRIMARY KEY (list, owner, member)) STRICT, WITHOUT ROWID`)
  await run('CREATE INDEX relations_by_member ON relations (member, list)')
  await run(`CREATE TABLE stale_lists (kind INTEGER NOT NULL, pk INTEGER NOT NULL,
    PRIMARY KEY (kind, pk)) STRICT, WITHOUT ROWID`)
  // Columns that take no null cannot be made to in SQLite.
  await run('CREATE TABLE former_collections AS SELECT * FROM all_collections')
  await run('DROP TABLE all_collections')
  await run(`CREATE TABLE all_collections (pk INTEGER PRIMARY KEY, user_pk INTEGER, place_in_list INTEGER NOT NULL,
    owner TEXT, collection_id TEXT NOT NULL UNIQUE, name TEXT, posts_count INTEGER, cover_url TEXT,
    collected_at INTEGER, source INTEGER, older TEXT) STRICT`)
  // Their posts are counted.
  await run(`INSERT INTO all_collections (pk, user_pk, place_in_list, collection_id, name, cover_url)
    SELECT pk, user_pk, place_in_list, collection_id, name, cover_url FROM former_collections`)
  await run('DROP TABLE former_collections')
  await run('CREATE INDEX collections_by_user ON all_collections (user_pk, place_in_list)')
  await run('DROP INDEX sounds_without_id')
  const facts = `coalesce(title, '') || '${separator}' || coalesce(author, '') || '${separator}' || coalesce(CAST(is_original AS TEXT), '')`
  await run(`CREATE INDEX sounds_by_key ON sounds ((coalesce(sound_id, ${facts})))`)
  const named = "sound_id IS NOT NULL AND title <> '' AND author <> '' AND length(title) + length(author) <= 600"
  await run(`CREATE INDEX sounds_by_facts ON sounds ((${facts})) WHERE ${named}`)
  await run('ALTER TABLE all_posts ADD COLUMN sound_facts TEXT')
  await run(`UPDATE all_posts SET sound_facts = (SELECT ${facts} FROM sounds s WHERE s.pk = sound_pk AND s.sound_id IS NULL)
    WHERE sound_pk IN (SELECT pk FROM sounds WHERE sound_id IS NULL)`)
  await run('CREATE INDEX posts_by_sound_facts ON all_posts (sound_facts, sound_pk) WHERE sound_facts IS NOT NULL')
  // Facts that a single sound with an id has mean that one.
  await run(`UPDATE all_posts SET sound_pk = meant.pk FROM (SELECT ${facts} AS facts, max(pk) AS pk FROM sounds WHERE ${named}
    GROUP BY 1 HAVING count(*) = 1) meant WHERE sound_facts = meant.facts`)
  await run(`UPDATE sounds SET posts_count = (SELECT count(*) FROM all_posts p WHERE p.sound_pk = sounds.pk AND p.is_hidden = 0)
    WHERE pk IN (SELECT sound_pk FROM all_posts WHERE sound_facts IS NOT NULL) OR sound_id IS NULL`)
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
