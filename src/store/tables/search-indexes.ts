/** Finds words by their text. */
export const wordIndex = 'CREATE UNIQUE INDEX search_words_by_word ON search_words (kind, word, documents);'

export const otherIndexes = `
CREATE INDEX search_blocks_by_key ON search_blocks (list, last);
CREATE UNIQUE INDEX search_documents_by_pk ON search_documents (kind, pk);
CREATE INDEX search_documents_by_key ON search_documents (kind, key, pk);
`

/** Created after search is filled. */
export const searchIndexes = `
${wordIndex}${otherIndexes}`
