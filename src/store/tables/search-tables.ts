/** Tables of search and suggestions, built from the rows (ingest/index). */
export const searchTables = `
-- Full text. Every word has lists of the documents that hold it (engines/search/fields.ts), the best first, in posting blocks (engines/search/lists.ts). A block
-- is found as the first one whose last key is not before a key. The blobs stand apart from the index, which then is small enough to stay in memory.
CREATE TABLE search_sizes (
  kind INTEGER PRIMARY KEY,             -- 1 posts, 2 users, 3 rooms on the air; 0 posts when suggestions were made of them
  documents INTEGER NOT NULL
) STRICT;
CREATE TABLE search_words (
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,
  word TEXT NOT NULL,
  documents INTEGER NOT NULL            -- how many hold it
) STRICT;
CREATE TABLE search_blocks (
  id INTEGER PRIMARY KEY,
  list INTEGER NOT NULL,
  last INTEGER NOT NULL,
  is_last INTEGER NOT NULL,
  data BLOB NOT NULL
) STRICT;
-- Where each document stands in those lists, so that it can be taken out of them whatever its row says by then (engines/search/indexed-words.ts).
CREATE TABLE search_documents (
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,
  pk INTEGER NOT NULL,
  key INTEGER NOT NULL,                 -- search/keys.ts
  words BLOB NOT NULL
) STRICT;
-- The most common words of beginnings that many words share; words of all others are few enough to be looked at one by one.
CREATE TABLE search_beginnings (
  kind INTEGER NOT NULL,
  beginning TEXT NOT NULL,
  rank INTEGER NOT NULL,
  word INTEGER NOT NULL,
  PRIMARY KEY (kind, beginning, rank)
) STRICT, WITHOUT ROWID;
-- Words by what they have in common with their misspellings (search/typos.ts), as numbers made of kind and key.
CREATE TABLE search_typo_keys (
  key INTEGER NOT NULL,
  word INTEGER NOT NULL,
  PRIMARY KEY (key, word)
) STRICT, WITHOUT ROWID;

-- What is suggested while somebody types, the most popular first: its keys are what may be typed (suggestion-keys.ts). Beginnings that many
-- keys share have the best terms of each kind beside them, so one letter costs what a whole word does.
CREATE TABLE suggestions (
  rank INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,                   -- creator, hashtag, place, phrase, sound, effect
  term TEXT NOT NULL,
  name TEXT,                            -- of a creator, whose handle is the term
  record TEXT                           -- handle or id of what it is about; keys of several sounds, the most used first; null: nothing
) STRICT;
CREATE TABLE suggestion_keys (
  key TEXT NOT NULL,
  word INTEGER NOT NULL,                -- with which word of the term it begins; 0: it is all of it
  rank INTEGER NOT NULL,
  is_name INTEGER NOT NULL,
  PRIMARY KEY (key, word, rank, is_name)
) STRICT, WITHOUT ROWID;
CREATE TABLE suggestion_tops (
  beginning TEXT NOT NULL,
  rank INTEGER NOT NULL,
  word INTEGER NOT NULL,
  is_name INTEGER NOT NULL,
  PRIMARY KEY (beginning, rank)
) STRICT, WITHOUT ROWID;
CREATE TABLE suggestion_typos (
  typo TEXT NOT NULL,
  rank INTEGER NOT NULL,
  PRIMARY KEY (typo, rank)
) STRICT, WITHOUT ROWID;
`
