import { components, create, insertMultiple, search } from '@orama/orama'

/**
 * Orama with its English stemmer: what holds all words first, and where nothing does whatever holds some, a letter of each wrong. It ranks a
 * wrong letter like the right one, so that comes second. Its own splitter drops whatever is not Latin, so words are split by Unicode here. Its
 * scores have no place for how well known something is: that decides between equals.
 */
export const makeIndex = async (fields, documents) => {
  const english = components.tokenizer.createTokenizer({ language: 'english', stemming: true })
  const tokenizer = {
    ...english,
    tokenize: (text, _language, field) => {
      const words = String(text)
        .toLowerCase()
        .split(/[^\p{L}\p{N}\p{M}]+/u)
      return [...new Set(words.map((word) => english.normalizeToken(field ?? '', word)).filter(Boolean))]
    }
  }
  const schema = {
    ...Object.fromEntries(Object.keys(fields).map((name) => [name, 'string'])),
    popularity: 'number'
  }
  const index = await create({ schema, components: { tokenizer }, sort: { enabled: false } })
  await insertMultiple(index, documents, 1_000)
  return async (query, weights, most) => {
    const asked = { term: query, properties: Object.keys(weights), boost: weights, limit: most * 5 }
    const strict = await search(index, { ...asked, threshold: 0 })
    const { hits } = strict.count > 0 ? strict : await search(index, { ...asked, tolerance: 1 })
    return hits
      .toSorted((a, b) => b.score - a.score || b.document.popularity - a.document.popularity)
      .slice(0, most)
      .map(({ id }) => id)
  }
}
