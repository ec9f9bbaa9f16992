import { type Material, runsOf } from './material.ts'
import { charactersOf } from './plain-text.ts'
import { pick, type Row, rowOf, type Wanted } from './row.ts'
import * as rules from './rules.ts'

/** Rows in scripts whose words are not found by the spaces between them. */

type Part = Pick<Wanted<'top'>, 'query' | 'reason' | 'grade'>

/** The first so many of all characters of a word: what is typed before one is through with it. */
const begun = (word: string, share: number) => {
  const characters = charactersOf(word)
  return characters.slice(0, Math.max(2, Math.ceil(characters.length * share))).join('')
}
const isPart = (part: string, word: string) => part !== word && charactersOf(part).length >= 2

const segments = (word: string, locale: string): string[] =>
  [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(word)].map(({ segment }) => segment)

const hangul = (material: Material): Part[] => {
  const words = runsOf(material, /^\p{sc=Hang}+$/u, 3)
  return [
    ...pick(words, 7, 'hangul').map((word) => ({ query: begun(word, 0.5), reason: `the first half of ${word}` })),
    ...pick(
      words.filter(({ length }) => length >= 4),
      4,
      'hangul end'
    ).map((word) => ({
      query: word.slice(-2),
      reason: `the second part of ${word}`
    })),
    // Particles hang on a word without a space; whoever searches leaves them out or does not.
    ...pick(words, 3, 'hangul whole').map((word) => ({
      query: word,
      reason: `${word}, with or without a particle behind it`
    }))
  ].map((part) => ({ ...part, grade: rules.holds(part.query) }))
}

const spaceless = (material: Material, script: RegExp, locale: string, wanted: number): Part[] => {
  const words = runsOf(material, script, 4)
  const parts = pick(words, 200, `parts ${locale}`).flatMap((word) => {
    const part = segments(word, locale).find((segment) => isPart(segment, word))
    return part === undefined ? [] : [{ query: part, reason: `a word within ${word}` }]
  })
  const whole = pick(runsOf(material, script, 2), Math.ceil(wanted / 3), `whole ${locale}`).map((word) => ({
    query: word,
    reason: `${word}, wherever it stands: there are no spaces around it`
  }))
  const seen = new Set<string>()
  return [...whole, ...parts]
    .filter(({ query }) => !seen.has(query) && seen.add(query))
    .slice(0, wanted)
    .map((part) => ({ ...part, grade: rules.holds(part.query) }))
}

const arabic = (material: Material): Part[] => {
  const { world } = material
  const words = runsOf(material, /^\p{sc=Arab}+$/u, 4)
  const withArticle = words.filter((word) => /^ال.{3,}/u.test(word))
  const without = words.filter((word) => world.tags.has(word) && !/^[اأوفبكل]/u.test(word))
  return [
    ...pick(withArticle, 6, 'arabic').map((word) => ({
      query: word.slice(2),
      reason: `${word} without its article`,
      word
    })),
    ...pick(without, 4, 'arabic with').map((word) => ({ query: `ال${word}`, reason: `${word} with an article`, word })),
    ...pick(words, 2, 'arabic whole').map((word) => ({ query: word, reason: 'as it is written', word }))
  ].map(({ word, ...part }) => ({ ...part, grade: rules.withOrWithoutArticle(word) }))
}

const devanagari = (material: Material): Part[] => {
  const words = runsOf(material, /^[\p{sc=Deva}\p{M}]+$/u, 4)
  return [
    ...pick(words, 4, 'hindi whole').map((word) => ({ query: word, reason: 'as it is written, vowel signs and all' })),
    ...pick(
      words.filter((word) => charactersOf(word).length >= 3),
      5,
      'hindi'
    ).map((word) => ({
      query: begun(word, 0.6),
      reason: `as far as they came with ${word}`
    }))
  ].map((part) => ({ ...part, grade: rules.holds(part.query) }))
}

/** Words whose letters carry marks that people leave out, and Cyrillic and Greek in capitals. */
const accented = (material: Material): Part[] => {
  const marked = [...material.world.captionWords.keys()].filter(
    (word) =>
      /^\p{L}{5,}$/u.test(word) &&
      /\p{sc=Cyrl}|\p{sc=Grek}/u.test(word) &&
      (material.world.captionWords.get(word) ?? 0) >= 3
  )
  return pick(marked, 5, 'capitals').map((word) => ({
    query: word.toUpperCase(),
    reason: `${word} in capitals`,
    grade: rules.aboutItself([word])
  }))
}

const people = ({ world }: Material): Row[] => {
  const names = world.records.users.filter(
    ({ name }) => /^\p{L}+$/u.test(name) && /\p{sc=Han}|\p{sc=Hang}|\p{sc=Thai}|\p{sc=Arab}|\p{sc=Deva}/u.test(name)
  )
  return pick(names, 8, 'names', ({ id }) => id).map(({ name }) =>
    rowOf(world, {
      class: 'other scripts',
      kind: 'users',
      query: name,
      wants: `people called ${name}`,
      reason: 'the whole name; next names that hold it',
      grade: (user) => (user.name === name ? 3 : user.name.includes(name) ? 2 : 0)
    })
  )
}

export const sampledScripts = (material: Material): Row[] => {
  const { world } = material
  const parts = [
    ...hangul(material),
    ...spaceless(
      material,
      /^[\p{sc=Hira}\p{sc=Kana}\u30fc\p{sc=Han}]*[\p{sc=Hira}\p{sc=Kana}\u30fc]+[\p{sc=Hira}\p{sc=Kana}\u30fc\p{sc=Han}]*$/u,
      'ja',
      12
    ),
    ...spaceless(material, /^\p{sc=Han}+$/u, 'zh', 12),
    ...spaceless(material, /^[\p{sc=Thai}\p{M}]+$/u, 'th', 12),
    ...arabic(material),
    ...devanagari(material),
    ...accented(material)
  ]
  return [
    ...parts.map((part) =>
      rowOf(world, { class: 'other scripts', kind: 'top', wants: `posts that say ${part.query}`, ...part })
    ),
    ...people(material)
  ]
}
