/**
 * Strips plurals and simple endings, so that `recipes`, `cooking` and `projects` find what `recipe`, `cook` and `project` do. A stem need
 * not be a word: it is compared, never shown.
 *
 * For English these are the first and the last step of Porter's algorithm (An algorithm for suffix stripping, 1980), which handle forms of
 * one word. The steps between map a word to another (`university` to `universe`) and harm Spanish and Indonesian. For Russian it strips
 * case endings, for Arabic the article, for Hindi plural endings.
 */
export const stem = (word: string): string => {
  if (word.length < 4) return word
  const first = word.charCodeAt(0)
  if (first < 0x80) return latin.test(word) ? withoutEnding(word) : word
  if (first >= 0x400 && first < 0x500) return word.replace(russianEnding, '')
  if (first >= 0x600 && first < 0x700) return word.replace(arabicArticle, '')
  if (first >= 0x900 && first < 0x980) return withoutHindiEnding(word)
  return word
}

const latin = /^[a-z]+$/

/** A stem keeps at least three letters. Accents are already removed, so й is и and ё is е. */
const russianEnding =
  /(?<=^.{3,})(?:иями|ями|ами|иях|ием|ого|его|ому|ему|ыми|ими|ов|ев|ах|ях|ам|ям|ии|ыи|ои|еи|ия|ию|ая|яя|ое|ее|ые|ие|ых|их|ую|юю|ом|ем|а|я|о|е|ы|и|у|ю|ь)$/u

/** The article with its attached particles. At least three letters follow: `والدي` begins with no article. */
const arabicArticle = /^(?:وال|بال|كال|فال|ال|لل)(?=.{3})/u

/** Plural and oblique endings; nasal vowel signs are already unified. At least two letters remain. */
const hindiEndings: readonly (readonly [ending: RegExp, singular: string])[] = [
  [/(?<=^.{2,})िय(?:ां|ों)$/u, 'ी'],
  [/(?<=^.{2,})ा(?:एं|ओं)$/u, 'ा'],
  [/(?<=^.{2,})ुओं$/u, 'ू'],
  [/(?<=^.{2,})(?:ें|ों)$/u, ''],
  [/(?<=^.{3,})े$/u, 'ा']
]

const withoutHindiEnding = (word: string): string => {
  const found = hindiEndings.find(([ending]) => ending.test(word))
  return found === undefined ? word : word.replace(...found)
}

const withoutEnding = (word: string): string => withoutLast(withoutParticiple(withoutPlural(word)))

const withoutPlural = (word: string): string => {
  if (word.endsWith('sses') || /..ies$/.test(word)) return word.slice(0, -2)
  // Not plurals: `focus`, `tennis`, `dress`.
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}

const withoutParticiple = (word: string): string => {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const [, rest = ''] = /^(.+)(?:ed|ing)$/.exec(word) ?? []
  if (!hasVowel(rest)) return word
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`
  if (/([^aeiouylsz])\1$/.test(rest)) return rest.slice(0, -1)
  return isShort(rest) ? `${rest}e` : rest
}

/**
 * Unifies the last letter where forms of one word differ in it: `party` and `parties`, `dance` and `dancing`, `control` and `controlling`.
 */
const withoutLast = (word: string): string => {
  const rest = word.slice(0, -1)
  if (word.endsWith('y')) return hasVowel(rest) ? `${rest}i` : word
  // Words of three letters stay: `ones` is not `on`.
  if (word.endsWith('e')) return rest.length > 2 && measure(rest) > 0 && !isShort(rest) ? rest : word
  return word.endsWith('ll') && measure(word) > 1 ? rest : word
}

/** Whether a word is one syllable that would sound different without a final `e`: `bak`, `lov`. */
const isShort = (word: string): boolean =>
  measure(word) === 1 &&
  /[^wxy]$/.test(word) &&
  [true, false, true].every((is, at) => isConsonant(word, at - 3 + word.length) === is)

const hasVowel = (word: string): boolean => [...word].some((_, at) => !isConsonant(word, at))

/** Porter's measure: the number of vowel-consonant sequences. */
const measure = (word: string): number =>
  [...word].filter((_, at) => at > 0 && isConsonant(word, at) && !isConsonant(word, at - 1)).length

/** `y` is a vowel after a consonant. */
const isConsonant = (word: string, at: number): boolean => {
  const letter = word[at]
  if (letter === undefined || 'aeiou'.includes(letter)) return false
  return letter !== 'y' || at === 0 || !isConsonant(word, at - 1)
}
