import { describe, expect, it } from 'vitest'
import { countries, effects, english, genres, languages, topics } from '../src/ingest/seed/words.ts'

/** The words are JSON: what their types promise, this checks. */

const text = expect.stringMatching(/\S/)
const texts = expect.toSatisfy(
  (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string' && /\S/.test(one)),
  'a list of texts'
)
const recordOf = (keys: readonly string[], value: unknown) => Object.fromEntries(keys.map((key) => [key, value]))
const topicKeys = topics.map(({ key }) => key)

describe('the words of the made-up world', () => {
  it.each(languages.map((language) => [language.code, language] as const))('are complete in %s', (_, language) => {
    expect(language).toEqual({
      code: text,
      weight: expect.any(Number),
      homes: language.homes.map(() => [expect.stringMatching(/^\p{Regional_Indicator}{2}$/u), expect.any(Number)]),
      givenNames: language.givenNames.map(() => [text, expect.stringMatching(/^[a-z]+$/)]),
      surnames: language.surnames.map(() => [text, expect.stringMatching(/^[a-z]+$/)]),
      surnameFirst: expect.any(Boolean),
      topics: recordOf(topicKeys, text),
      tagJoiner: expect.stringMatching(/^_?$/),
      things: language === english ? null : recordOf([...topicKeys, 'twists'], texts),
      parts: { ...recordOf(Object.keys(language.parts), texts), when: texts, close: texts },
      ...recordOf(
        [
          'tags',
          'tagEndings',
          'captions',
          'composed',
          'bios',
          'liveTitles',
          'collectionNames'
        ] satisfies (keyof typeof language)[],
        texts
      ),
      originalSound: text
    })
  })

  it.each(topics.map((topic) => [topic.key, topic] as const))('are complete for %s', (_, topic) => {
    const lists = ['tags', 'emoji', 'things', 'doings', 'wins', 'tips', 'lines', 'twists', 'asks', 'handles', 'genres']
    expect(topic).toEqual({ key: text, ...recordOf(lists, texts) })
    expect(genres).toEqual(expect.arrayContaining([...topic.genres]))
  })

  it('name places and effects', () => {
    const codes = languages.map(({ code }) => code)
    for (const { code, languages: spoken, cities } of countries) {
      expect(code).toMatch(/^\d+$/)
      expect(codes).toEqual(expect.arrayContaining([...spoken]))
      for (const [city, cityCode, ...spots] of cities) {
        expect(city).toEqual(text)
        if (cityCode !== null) expect(cityCode).toMatch(/^\d+$/)
        for (const spot of spots) expect(spot).toEqual(typeof spot === 'string' ? text : [text, text])
      }
    }
    for (const effect of effects) expect(effect).toEqual(texts)
  })
})
