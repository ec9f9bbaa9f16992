import { countFields } from '../../engines/history/samples.ts'
import { Collection } from '../../records/collection.ts'
import { Effect } from '../../records/effect.ts'
import { LiveRoom, LiveSearchResult } from '../../records/live-room.ts'
import {
  collectionFieldsThatMayBeMissing,
  effectFieldsThatMayBeMissing,
  liveRoomFieldsThatMayBeMissing,
  placeFieldsThatMayBeMissing,
  postFieldsThatMayBeMissing,
  soundFieldsThatMayBeMissing,
  userFieldsThatMayBeMissing,
  withoutCounted
} from '../../records/missing-fields.ts'
import { Place } from '../../records/place.ts'
import { borrowedFields, Post } from '../../records/post.ts'
import { Sound } from '../../records/sound.ts'
import { UserProfile } from '../../records/user-profile.ts'
import { columns } from './columns.ts'
import { soundIndexes } from './facts-keys.ts'
import { publicViews } from './public-views.ts'
import { searchTables } from './search-tables.ts'
import { sampleTables } from './stored-samples.ts'

/**
 * Fields that an import may lack; null means unknown. Readers get defaults instead (`columns.ts`,
 * `selections.ts`). A post's sound may lack what a Sound record needs: without an id it has no page.
 */
export const fieldsThatMayBeMissing = {
  posts: postFieldsThatMayBeMissing,
  users: userFieldsThatMayBeMissing,
  sounds: ['sound_id' as const, ...withoutCounted(soundFieldsThatMayBeMissing)],
  places: withoutCounted(placeFieldsThatMayBeMissing),
  live_rooms: liveRoomFieldsThatMayBeMissing,
  effects: effectFieldsThatMayBeMissing,
  collections: collectionFieldsThatMayBeMissing
} as const

/**
 * Provenance of an imported row (docs/importing.md). `collected_at`: Unix seconds of its newest observation, negative when unknown.
 * `older`: ranks of fields from an older observation or rounded ones; null for nearly all rows.
 */
const provenance = `collected_at INTEGER,
  source INTEGER REFERENCES sources,
  older TEXT`

/**
 * Whether a row that names its account by handle alone may belong to a private account that had the handle. It does not if it was seen after
 * that account had the handle, and since its holder has it. `reference`: the field that names the account, `key`: the column of the holder.
 */
export const mayBeOfPrivate = (row: string, reference: 'author' | 'streamer', key: string): string =>
  `EXISTS (SELECT 1 FROM handles own JOIN handles h ON h.handle = own.handle JOIN users f ON f.pk = h.user_pk
    WHERE own.handle = ${row}.${reference}_handle AND own.user_pk = ${row}.${key} AND f.is_private = 1
      AND (${row}.collected_at <= h.claimed_at OR ${row}.collected_at < coalesce(own.claimed_from, own.claimed_at)
        OR ${row}.older LIKE '%"${reference}"%'))`

/** Source name of data made by `clipgraph seed`. */
export const madeUpSource = 'clipgraph seed'

/** Whether all data are sample data, which imports replace instead of adding to them. */
export const isMadeUp = `EXISTS (SELECT 1 FROM sources WHERE name = '${madeUpSource}')`

/**
 * Visible posts, collections and live rooms: they are public, and cannot belong to private accounts. All readers use these views; only writers
 * and `copy` use the tables. Writers maintain `is_hidden` (docs/importing.md), so that lists need not skip hidden rows. The statements are the
 * same in SQLite and PostgreSQL.
 */
export const views: readonly string[] = [
  'CREATE VIEW posts AS SELECT * FROM all_posts WHERE is_hidden = 0',
  `CREATE VIEW collections AS SELECT a.* FROM all_collections a LEFT JOIN users u ON u.pk = a.user_pk
    WHERE u.is_private IS DISTINCT FROM 1 AND (u.pk IS NOT NULL OR a.owner IS NULL)`,
  `CREATE VIEW live_rooms AS SELECT a.* FROM all_live_rooms a JOIN users u ON u.pk = a.user_pk
    WHERE u.is_private IS DISTINCT FROM 1 AND NOT ${mayBeOfPrivate('a', 'streamer', 'user_pk')}`,
  ...publicViews(isMadeUp)
]

/**
 * The embedded data set, optimized for reading: every feed of the API is one range of one index, and a post's author and sound take two
 * lookups by integer key. Platform ids are text, which is exact for any length; the integer keys (pk) stay internal. Addresses that begin
 * with / are on this server.
 */
export const tables = `
CREATE TABLE users (
  pk INTEGER PRIMARY KEY,
  handle TEXT,                          -- username in lower case; null: another account holds it now
  ${columns(UserProfile.properties, { nullable: fieldsThatMayBeMissing.users })},
  country TEXT,                         -- ISO 3166-1 alpha-2, upper case; null: no source says so
  language TEXT,                        -- ISO 639, lower case; null likewise
  is_private_by_id INTEGER,             -- what observations with its id say; is_private may be what its handles say
  has_id INTEGER NOT NULL DEFAULT 1,    -- 0: only its handle is known, and user_id was made up
  listed_videos INTEGER NOT NULL DEFAULT 0, -- sum over the imported posts: stands in for totals that no source gives
  listed_likes INTEGER NOT NULL DEFAULT 0,
  known_lists INTEGER NOT NULL DEFAULT 0, -- bits of the lists that a source gave (records/missing-fields.ts)
  ${provenance}
) STRICT;
CREATE UNIQUE INDEX users_by_key ON users ((coalesce(handle, ':' || user_id))); -- what look-ups compare (account-key.ts)

-- What a profile shows differently in one region; null keeps the profile's own value.
CREATE TABLE user_variants (
  user_pk INTEGER NOT NULL REFERENCES users,
  region TEXT NOT NULL,                 -- ISO 3166-1 alpha-2, upper case
  display_name TEXT,
  bio TEXT,
  website_url TEXT,
  PRIMARY KEY (user_pk, region)
) STRICT, WITHOUT ROWID;

CREATE TABLE sounds (
  pk INTEGER PRIMARY KEY,
  ${columns(Sound.properties, { nullable: fieldsThatMayBeMissing.sounds })},
  published_at INTEGER,                 -- when it entered the commercial library; null: not in the library
  hot_rank INTEGER,                     -- 1.. in the library by popularity, by date; set when the data set is finished
  new_rank INTEGER,
  ${provenance}
) STRICT;
CREATE UNIQUE INDEX sounds_hot ON sounds (hot_rank) WHERE hot_rank IS NOT NULL;
CREATE UNIQUE INDEX sounds_new ON sounds (new_rank) WHERE new_rank IS NOT NULL;
${soundIndexes}

CREATE TABLE places (
  pk INTEGER PRIMARY KEY,
  ${columns(Place.properties, { nullable: fieldsThatMayBeMissing.places })},
  ${provenance}
) STRICT;

CREATE TABLE hashtags (
  pk INTEGER PRIMARY KEY,
  hashtag_id TEXT UNIQUE,
  name TEXT,
  canonical_name TEXT,                  -- what filters compare (records/hashtag-name.ts)
  named_at INTEGER                      -- when a source gave the name; as collected_at elsewhere
) STRICT;

CREATE TABLE all_posts (                -- those that are shown are the view posts
  pk INTEGER PRIMARY KEY,
  author_pk INTEGER REFERENCES users,   -- null: the account is gone
  sound_pk INTEGER REFERENCES sounds,   -- null: the post has no sound
  place_pk INTEGER REFERENCES places,
  is_hidden INTEGER NOT NULL DEFAULT 0, -- 1: the post is not public, or the author's account is private
  is_private INTEGER,                   -- whether the post itself is not public; null: unknown
  country TEXT,                         -- as in users
  language TEXT,
  author_handle TEXT,                   -- only this handle of the author is known: the author is the account that has it
  sound_facts TEXT,                     -- only these facts of the sound are known: the sound is the one that they name (facts-keys.ts)
  id_order INTEGER NOT NULL,            -- orders posts of one second as their ids do (source/id-order.ts)
  ${columns(Post.properties, { omit: borrowedFields, nullable: fieldsThatMayBeMissing.posts })},
  ${provenance}
) STRICT;
CREATE INDEX posts_by_author_handle ON all_posts (author_handle) WHERE author_handle IS NOT NULL;
CREATE INDEX posts_by_sound_facts ON all_posts (sound_facts, sound_pk) WHERE sound_facts IS NOT NULL;
CREATE INDEX hidden_posts ON all_posts (author_pk) WHERE is_hidden = 1;
CREATE INDEX private_posts ON all_posts (pk) WHERE is_private = 1;

CREATE TABLE hashtag_posts (            -- of posts that are shown
  hashtag_pk INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  id_order INTEGER NOT NULL,
  post_pk INTEGER NOT NULL,
  PRIMARY KEY (hashtag_pk, created_at, id_order, post_pk)
) STRICT, WITHOUT ROWID;

CREATE TABLE reposts (
  user_pk INTEGER NOT NULL,
  reposted_at INTEGER NOT NULL,
  id_order INTEGER NOT NULL,
  post_pk INTEGER NOT NULL,
  PRIMARY KEY (user_pk, reposted_at, id_order, post_pk)
) STRICT, WITHOUT ROWID;

-- Followers page by whole seconds, and several may come within one second. page_time is followed_at made strictly
-- decreasing down each list (a tie moves to the second before), so that no page boundary loses or repeats anyone.
CREATE TABLE followers (
  user_pk INTEGER NOT NULL,
  page_time INTEGER NOT NULL,
  follower_pk INTEGER NOT NULL,
  followed_at INTEGER NOT NULL,
  PRIMARY KEY (user_pk, page_time)
) STRICT, WITHOUT ROWID;
CREATE TABLE follower_counts (
  user_pk INTEGER PRIMARY KEY,
  listed INTEGER NOT NULL
) STRICT;

CREATE TABLE all_collections (          -- those that are shown are the view collections
  pk INTEGER PRIMARY KEY,
  user_pk INTEGER REFERENCES users,     -- null: no source says whose it is, or the account may be a private one
  place_in_list INTEGER NOT NULL,
  owner TEXT,                           -- as in relations
  ${columns(Collection.properties, { nullable: fieldsThatMayBeMissing.collections })},
  ${provenance}
) STRICT;

CREATE TABLE collection_posts (
  collection_pk INTEGER NOT NULL,
  place_in_list INTEGER NOT NULL,
  post_pk INTEGER NOT NULL,
  PRIMARY KEY (collection_pk, place_in_list)
) STRICT, WITHOUT ROWID;

CREATE TABLE all_live_rooms (           -- those that are shown are the view live_rooms
  pk INTEGER PRIMARY KEY,
  user_pk INTEGER NOT NULL REFERENCES users,
  streamer_handle TEXT,                 -- the streamer is known by this handle alone, and is who holds it
  ${columns(
    { ...LiveRoom.properties, ...LiveSearchResult.properties },
    { omit: ['is_live', 'streamer'], nullable: fieldsThatMayBeMissing.live_rooms }
  )},
  ${provenance}
) STRICT;
CREATE INDEX live_rooms_by_handle ON all_live_rooms (streamer_handle) WHERE streamer_handle IS NOT NULL;

CREATE TABLE effects (
  pk INTEGER PRIMARY KEY,
  ${columns(Effect.properties, { nullable: fieldsThatMayBeMissing.effects })},
  ${provenance}
) STRICT;

-- What sources list, by the keys that they give. The lists above are made of it at the end of an import, when what it names may be there.
CREATE TABLE relations (
  list TEXT NOT NULL,                   -- followers, following, reposts, collections, collection_posts
  owner TEXT NOT NULL,                  -- whose list: an account by id, or by handle after @; a collection by id
  member TEXT NOT NULL,                 -- likewise, or a post by id; empty: the list itself was given
  position INTEGER NOT NULL,            -- higher is later among followers; the place in a collection
  PRIMARY KEY (list, owner, member)
) STRICT, WITHOUT ROWID;
CREATE TABLE stale_lists (              -- lists that are older than what they are made of
  kind INTEGER NOT NULL,                -- 1 those of an account, 2 posts of a collection
  pk INTEGER NOT NULL,
  PRIMARY KEY (kind, pk)
) STRICT, WITHOUT ROWID;

-- State of imports (docs/importing.md). A data set that was made at once has none of these rows.
CREATE TABLE sources (
  pk INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,            -- the file as it was named
  collected_from INTEGER,               -- the first and last time that its records tell; null: none does
  collected_to INTEGER
) STRICT;
CREATE TABLE handles (                  -- accounts that were seen with a handle, however long ago; in lower case
  handle TEXT NOT NULL,
  user_pk INTEGER NOT NULL,
  claimed_from INTEGER,                 -- when first
  claimed_at INTEGER,                   -- when last: the newest claim holds it
  is_private INTEGER,                   -- whether its account is, as observations with the handle alone say; equal in all rows of it
  is_private_at INTEGER,
  PRIMARY KEY (handle, user_pk)
) STRICT, WITHOUT ROWID;
CREATE INDEX handles_by_user ON handles (user_pk);
CREATE TABLE hashtag_names (            -- which hashtag is meant by a canonical name alone
  name TEXT PRIMARY KEY,
  hashtag_pk INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE imports (
  pk INTEGER PRIMARY KEY,
  inputs TEXT NOT NULL,                 -- as they were named, as JSON
  passed INTEGER NOT NULL,              -- records of them that are in
  counts TEXT NOT NULL,                 -- what became of those, as JSON
  started_at INTEGER NOT NULL,
  finished_at INTEGER                   -- null: it runs, or was interrupted
) STRICT;
CREATE TABLE removals (                 -- what no import brings back (the guide /docs/removing)
  kind TEXT NOT NULL,                   -- post, user, sound
  id TEXT NOT NULL,                     -- hashed for what has none: accounts known by handle alone, and handles of removed accounts
  along_with TEXT NOT NULL,             -- the account or sound that took it along, as user:ID; empty: removed by itself
  removed_at INTEGER NOT NULL,
  why TEXT,                             -- null: it was taken along
  until INTEGER,                        -- of a handle: when the account was last seen with it
  PRIMARY KEY (kind, id, along_with)
) STRICT, WITHOUT ROWID;
CREATE TABLE generation (               -- one row, which changes whenever other data have come to be served
  id TEXT NOT NULL
) STRICT;
-- What the data set says of itself, counted and ranked when it was finished (summary.ts).
CREATE TABLE dataset_facts (
  name TEXT PRIMARY KEY,
  value INTEGER                         -- null: unknown
) STRICT, WITHOUT ROWID;
CREATE TABLE popular (
  kind TEXT NOT NULL,
  rank INTEGER NOT NULL,                -- 1 is the most popular
  pk INTEGER NOT NULL,
  weight INTEGER NOT NULL,              -- what it was ranked by
  PRIMARY KEY (kind, rank)
) STRICT, WITHOUT ROWID;
CREATE TABLE search_stale (             -- rows that search does not know as they are now
  kind INTEGER NOT NULL,                -- 1 posts, 2 users, 3 rooms, 4 sounds, 5 places
  pk INTEGER NOT NULL,
  PRIMARY KEY (kind, pk)
) STRICT, WITHOUT ROWID;

${searchTables}
-- Columns for filters, sorting and facets (engines/columnar/column-store.ts): as chunks (engines/columnar/chunks.ts), apart from the rows.
CREATE TABLE column_chunks (
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,                -- 1 posts, 2 users, 3 sounds
  name TEXT NOT NULL,                   -- of the column
  row_group INTEGER NOT NULL,
  data BLOB NOT NULL,
  UNIQUE (kind, name, row_group)
) STRICT;
CREATE TABLE stale_column_rows (        -- rows whose chunks are older than they are
  kind INTEGER NOT NULL,                -- as in column_chunks
  row_group INTEGER NOT NULL,
  place INTEGER NOT NULL,               -- in the row group; -1: all its rows
  PRIMARY KEY (kind, row_group, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE creator_scores (           -- what a scorecard says of each public account, computed when data come in
  user_pk INTEGER PRIMARY KEY,
  engagement_rate REAL,                 -- null: no post has plays, likes, comments and shares
  authority_score INTEGER,              -- null: the rate is, or followers or likes of the account are missing
  posting_consistency INTEGER NOT NULL,
  tier INTEGER,                         -- 1 to 4; null as above
  niche TEXT NOT NULL,
  last_post_at INTEGER                  -- null: no post
) STRICT;
-- Counts over time (engines/history/samples.ts): what one source gave of one thing at one moment.
${(['posts', 'users'] as const)
  .map(
    (kind) => `CREATE TABLE ${sampleTables[kind]} (
  pk INTEGER NOT NULL,                  -- of the post or the account
  at INTEGER NOT NULL,                  -- Unix seconds; -1: unknown
  source INTEGER NOT NULL,              -- 0: none
  ${countFields[kind].map((field) => `${field} INTEGER,`).join('\n  ')}
  rounded INTEGER NOT NULL,             -- bits of counts, in their order
  negative INTEGER NOT NULL,            -- likewise: unknown, because the source gave a negative number
  PRIMARY KEY (pk, at, source)
) STRICT, WITHOUT ROWID;`
  )
  .join('\n')}
CREATE TABLE stale_scores (             -- accounts whose scores are older than their posts
  user_pk INTEGER PRIMARY KEY
) STRICT;
${views.map((view) => `${view};`).join('\n')}
`

/** Created after all rows: building an index once is many times faster than updating it per row. */
export const indexes = `
CREATE INDEX posts_by_author ON all_posts (author_pk, created_at, id_order, pk) WHERE author_pk IS NOT NULL AND is_hidden = 0;
CREATE INDEX posts_by_sound ON all_posts (sound_pk, created_at, id_order, pk) WHERE sound_pk IS NOT NULL AND is_hidden = 0;
CREATE INDEX posts_by_place ON all_posts (place_pk, created_at, id_order, pk) WHERE place_pk IS NOT NULL AND is_hidden = 0;
CREATE INDEX collections_by_user ON all_collections (user_pk, place_in_list);
CREATE INDEX relations_by_member ON relations (member, list);
CREATE INDEX followers_by_follower ON followers (follower_pk, followed_at, user_pk);
CREATE INDEX hashtags_by_name ON hashtags (canonical_name);
CREATE INDEX live_rooms_by_user ON all_live_rooms (user_pk, status);
`
