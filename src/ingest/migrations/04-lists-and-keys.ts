import type { Step } from './step.ts'

const separator = '\u001f'

/** Lists come from imports, too, and sounds without an id are found by what is said of them. */
export const listsAndKeys: Step = {
  number: 4,
  what: 'imported lists',
  async run(tables) {
    await tables.run('ALTER TABLE users ADD COLUMN known_lists INTEGER NOT NULL DEFAULT 0')
    await tables.run(`CREATE TABLE relations (list TEXT NOT NULL, owner TEXT NOT NULL, member TEXT NOT NULL,
      position INTEGER NOT NULL, PRIMARY KEY (list, owner, member)) STRICT, WITHOUT ROWID`)
    // Columns that take no null cannot be made to in SQLite.
    await tables.run('CREATE TABLE former_collections AS SELECT * FROM all_collections')
    await tables.run('DROP TABLE all_collections')
    await tables.run(`CREATE TABLE all_collections (pk INTEGER PRIMARY KEY, user_pk INTEGER, place_in_list INTEGER NOT NULL,
      owner TEXT, collection_id TEXT NOT NULL UNIQUE, name TEXT, posts_count INTEGER, cover_url TEXT,
      collected_at INTEGER, source INTEGER, older TEXT) STRICT`)
    // Their posts are counted.
    await tables.run(`INSERT INTO all_collections (pk, user_pk, place_in_list, collection_id, name, cover_url)
      SELECT pk, user_pk, place_in_list, collection_id, name, cover_url FROM former_collections`)
    await tables.run('DROP TABLE former_collections')
    await tables.run('CREATE INDEX collections_by_user ON all_collections (user_pk, place_in_list)')
    await tables.run('DROP INDEX sounds_without_id')
    await tables.run(`CREATE INDEX sounds_by_key ON sounds ((coalesce(sound_id, coalesce(title, '') || '${separator}' ||
      coalesce(author, '') || '${separator}' || coalesce(CAST(is_original AS TEXT), ''))))`)
  }
}
