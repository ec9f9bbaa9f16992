-- Made after the rows are in: building an index once is many times faster than keeping it up row by row.
CREATE INDEX posts_by_author ON posts (author_pk, created_at, pk) WHERE author_pk IS NOT NULL;
CREATE INDEX posts_by_sound ON posts (sound_pk, created_at, pk) WHERE sound_pk IS NOT NULL;
CREATE INDEX posts_by_place ON posts (place_pk, created_at, pk) WHERE place_pk IS NOT NULL;
CREATE INDEX collections_by_user ON collections (user_pk, place_in_list);
CREATE INDEX live_rooms_by_user ON live_rooms (user_pk, status);
