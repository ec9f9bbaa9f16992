import { components, create, insertMultiple, search } from '@orama/orama'

/**
 * Orama with its English stemmer and a letter wrong in each word. Its own splitter drops whatever is not Latin, so words are split by Unicode
 * here. Its scores have no place for how well known something is: that decides between equals.
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
  const names = Object.keys(fields)
  const schema = { ...Object.fromEntries(names.map((name) => [name, 'string'])), popularity: 'number' }
  const index = await create({ schema, components: { tokenizer }, sort: { enabled: false } })
  await insertMultiple(index, documents, 1_000)
  return async (query, weights, most) => {
    const { hits } = await search(index, {
      term: query,
      properties: Object.keys(weights),
      boost: weights,
      tolerance: 1,
      limit: most * 5
    })
    return hits
      .toSorted((a, b) => b.score - a.score || b.document.popularity - a.document.popularity)
      .slice(0, most)
      .map(({ id }) => id)
  }
}
