-- The embedded data set. Made for reading: every feed of the API is one range of one index, and what a feed's element
-- carries of its author and sound is two look-ups by integer key away. Platform ids are text, because they are
-- exact that way whatever their length; the integer keys (pk) never leave this file.

CREATE TABLE users (
  pk INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL UNIQUE,
  handle TEXT NOT NULL UNIQUE,          -- username in lower case: what look-ups compare
  username TEXT NOT NULL,
  display_name TEXT NOT NULL,
  website_url TEXT,
  followers INTEGER NOT NULL,
  following INTEGER NOT NULL,
  total_likes INTEGER NOT NULL,
  total_videos INTEGER NOT NULL,
  verified INTEGER NOT NULL,
  is_private INTEGER NOT NULL,
  bio TEXT,
  avatar_url TEXT,                      -- addresses that begin with / are served by this server
  avatar_thumb_url TEXT
) STRICT;

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
  sound_id TEXT UNIQUE,                 -- null: posts name the sound, but it has no page of its own
  title TEXT,
  author TEXT,
  duration_seconds INTEGER NOT NULL,
  is_original INTEGER NOT NULL,
  is_copyrighted INTEGER NOT NULL,
  posts_count INTEGER NOT NULL,
  cover_url TEXT,
  play_url TEXT,
  published_at INTEGER,                 -- when it entered the commercial library; null: not in the library
  hot_rank INTEGER,                     -- 1.. in the library by popularity, by date; set when the data set is finished
  new_rank INTEGER
) STRICT;
CREATE UNIQUE INDEX sounds_hot ON sounds (hot_rank) WHERE hot_rank IS NOT NULL;
CREATE UNIQUE INDEX sounds_new ON sounds (new_rank) WHERE new_rank IS NOT NULL;

CREATE TABLE places (
  pk INTEGER PRIMARY KEY,
  place_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  address TEXT,
  city_code TEXT,
  country_code TEXT NOT NULL,
  posts_count INTEGER NOT NULL
) STRICT;

CREATE TABLE hashtags (
  pk INTEGER PRIMARY KEY,
  hashtag_id TEXT UNIQUE,
  name TEXT
) STRICT;

CREATE TABLE posts (
  pk INTEGER PRIMARY KEY,
  post_id TEXT NOT NULL UNIQUE,
  author_pk INTEGER REFERENCES users,   -- null: the account is gone
  sound_pk INTEGER REFERENCES sounds,   -- null: the post has no sound
  place_pk INTEGER REFERENCES places,
  caption TEXT,
  created_at INTEGER NOT NULL,
  is_ad INTEGER NOT NULL,
  plays INTEGER NOT NULL,
  likes INTEGER NOT NULL,
  comments INTEGER NOT NULL,
  shares INTEGER NOT NULL,
  saves INTEGER NOT NULL,
  reposts INTEGER NOT NULL,
  cover_url TEXT,
  share_url TEXT,
  duration_seconds INTEGER NOT NULL,
  video_height INTEGER NOT NULL,
  video_width INTEGER NOT NULL,
  hashtags TEXT NOT NULL                -- JSON [{"id":…,"name":…},…] as the record shows it
) STRICT;

CREATE TABLE hashtag_posts (
  hashtag_pk INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  post_pk INTEGER NOT NULL,
  PRIMARY KEY (hashtag_pk, created_at, post_pk)
) STRICT, WITHOUT ROWID;

CREATE TABLE reposts (
  user_pk INTEGER NOT NULL,
  reposted_at INTEGER NOT NULL,
  post_pk INTEGER NOT NULL,
  PRIMARY KEY (user_pk, reposted_at, post_pk)
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

CREATE TABLE collections (
  pk INTEGER PRIMARY KEY,
  collection_id TEXT NOT NULL UNIQUE,
  user_pk INTEGER NOT NULL REFERENCES users,
  place_in_list INTEGER NOT NULL,
  name TEXT NOT NULL,
  posts_count INTEGER NOT NULL,
  cover_url TEXT
) STRICT;

CREATE TABLE collection_posts (
  collection_pk INTEGER NOT NULL,
  place_in_list INTEGER NOT NULL,
  post_pk INTEGER NOT NULL,
  PRIMARY KEY (collection_pk, place_in_list)
) STRICT, WITHOUT ROWID;

CREATE TABLE live_rooms (
  pk INTEGER PRIMARY KEY,
  room_id TEXT NOT NULL UNIQUE,
  user_pk INTEGER NOT NULL REFERENCES users,
  title TEXT NOT NULL,
  status INTEGER NOT NULL,
  viewer_count INTEGER NOT NULL,
  like_count INTEGER NOT NULL,
  cover_url TEXT
) STRICT;

CREATE TABLE effects (
  pk INTEGER PRIMARY KEY,
  effect_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  publish_time INTEGER NOT NULL,
  tags TEXT NOT NULL,                   -- JSON array of strings
  user_count INTEGER NOT NULL,
  icon_url TEXT
) STRICT;

-- Full text. Rows are numbered by popularity, the most popular first, so a match streams out in that order and a page deep
-- down costs what the first one costs. Text arrives as space-separated terms (search-terms.ts), which is why the
-- tokenizer has nothing to decide: every character beyond ASCII belongs to a term.
CREATE TABLE post_ranks (rank INTEGER PRIMARY KEY, post_pk INTEGER NOT NULL) STRICT;
CREATE VIRTUAL TABLE post_terms USING fts5 (caption, hashtags, author, sound, content='', tokenize="ascii");
CREATE TABLE user_ranks (rank INTEGER PRIMARY KEY, user_pk INTEGER NOT NULL) STRICT;
CREATE VIRTUAL TABLE user_terms USING fts5 (username, display_name, bio, content='', tokenize="ascii", prefix='1 2 3');
CREATE TABLE live_ranks (rank INTEGER PRIMARY KEY, room_pk INTEGER NOT NULL) STRICT;
CREATE VIRTUAL TABLE live_terms USING fts5 (title, streamer, content='', tokenize="ascii");
CREATE TABLE suggestions (rank INTEGER PRIMARY KEY, term TEXT NOT NULL) STRICT;
CREATE VIRTUAL TABLE suggestion_terms USING fts5 (term, content='', tokenize="ascii", prefix='1 2 3');
