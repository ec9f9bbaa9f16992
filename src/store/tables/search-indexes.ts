/** Created after search is filled. */
export const searchIndexes = `
CREATE UNIQUE INDEX search_words_by_word ON search_words (kind, word, things);
CREATE INDEX search_pieces_by_key ON search_pieces (list, last);
CREATE UNIQUE INDEX search_things_by_pk ON search_things (kind, pk);
CREATE INDEX search_things_by_key ON search_things (kind, key, pk);
`
