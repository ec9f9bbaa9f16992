import MiniSearch from 'minisearch'

/**
 * MiniSearch as its documentation recommends it: the last word as a beginning, a fifth of a word's letters wrong, fields by weight; what is well
 * known counts for more.
 */
export const makeIndex = (fields, documents) => {
  const index = new MiniSearch({ fields: Object.keys(fields), storeFields: ['popularity'] })
  index.addAll(documents)
  const prefix = (_term, at, terms) => at === terms.length - 1
  const boostDocument = (_id, _term, { popularity }) => 1 + Math.log10(1 + popularity) / 10
  return (query, weights, most) =>
    index
      .search(query, { fields: Object.keys(weights), boost: weights, prefix, fuzzy: 0.2, boostDocument })
      .slice(0, most)
      .map(({ id }) => id)
}
