import { hashtagSigns } from '../../records/hashtag-name.ts'
import { stem } from './stems.ts'

/**
 * Splits text into search terms. The same function runs on captions when a data set is written and on queries, so both sides always agree.
 *
 * - Case, width, accents and vowel points do not count: `Café` is `cafe`. Nor do apostrophes: `don’t` is `dont`.
 * - Plurals and simple endings do not count either (`stems.ts`).
 * - In scripts whose words run together or take their endings directly (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese) the terms are
 *   character bigrams, so that parts of words match as well.
 * - An emoji is one term, whatever its skin tone or presentation.
 * - Everything else separates: the result contains no search operators.
 */

const ascii = /^[\0-\x7f]*$/
/** Accents, vowel points of Hebrew and Arabic, and the dot of Hindi that is often omitted. */
const marks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u093c]/g
/** Joiners of Indic letters, which many keyboards omit. */
const joiners = /(?<=\p{M})[\u200c\u200d](?=\p{L})/gu
/** Emoji presentation: text or picture, skin tone, keycap. Removed, so that any variant matches. */
const presentation = /[\ufe0e\ufe0f\u20e3\u{1f3fb}-\u{1f3ff}]/gu
const asciiWord = /[a-z0-9]+/g
/** An emoji with what follows it: tags of a region's flag, and further joined emoji. */
const emoji = String.raw`\p{Extended_Pictographic}[\u{e0020}-\u{e007f}]*(?:\u200d\p{Extended_Pictographic})*|\p{RI}{2}`
/** Characters of scripts whose words run together. Unicode assigns the long vowel mark ー to no script; it occurs within Japanese words. */
export const runTogether = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u30fc\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`
/** A character with its marks is a word. No language has as many marks, which bounds the index. */
const mostMarks = 16
const term = new RegExp(
  String.raw`${emoji}|(?<character>[${runTogether}]\p{M}{0,${mostMarks}})|[[\p{L}\p{N}]--[${runTogether}]][[\p{L}\p{N}\p{M}]--[${runTogether}]]*`,
  'gv'
)

const apostrophes = `'\u2019\u02bc\uff07`
const hasApostrophe = new RegExp(`[${apostrophes}]`)
/** French and Italian elision: `l’été` is `été`. */
const elision = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(?:qu|jusqu|lorsqu|puisqu|un|all|dall|dell|nell|sull|[cdjlmnst])[${apostrophes}](?=\p{L})`,
  'giu'
)
const innerApostrophe = new RegExp(String.raw`(?<=[\p{L}\p{M}])[${apostrophes}](?=\p{L})`, 'gu')

/** Letters that Unicode does not decompose and people type as others; and Arabic letters with several forms. */
const asTyped: Readonly<Record<string, string>> = {
  ...{ ς: 'σ', ß: 'ss', ı: 'i', ø: 'o', đ: 'd', ð: 'd', ł: 'l', æ: 'ae', œ: 'oe' },
  ...{ 'ँ': 'ं' },
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه', ـ: '' }
}
const typedOtherwise = new RegExp(`[${Object.keys(asTyped).join('')}]`, 'g')

/** Longer words are cut, which bounds the index: no query has more of one. */
const maxWordLength = 64

/** A surrogate cut in half becomes the replacement character, as it would in storage. */
const cut = (word: string): string => word.slice(0, maxWordLength).toWellFormed()

/** Phrases: terms that are adjacent. A word is a phrase of one term, a run of Chinese one of many. */
export const searchPhrases = (text: string): string[][] => {
  // Compatibility forms of letters and apostrophes are normalized before apostrophes are interpreted.
  const even = ascii.test(text) ? text : text.normalize('NFKC')
  const joined = hasApostrophe.test(even) ? even.replace(elision, ' ').replace(innerApostrophe, '') : even
  const lower = joined.toLowerCase()
  if (ascii.test(lower)) return (lower.match(asciiWord) ?? []).map((word) => [word])

  // Lower case comes after the decomposition, which turns ℍ and ™ into plain capitals.
  const plain = joined.normalize('NFKD').replace(presentation, '').toLowerCase().replace(marks, '').replace(joiners, '')
  const folded = plain.replace(typedOtherwise, (letter) => asTyped[letter] ?? letter).normalize('NFC')
  const phrases: string[][] = []
  let runEnd = -1
  for (const match of folded.matchAll(term)) {
    const [found] = match
    if (match.groups?.character !== undefined && match.index === runEnd) phrases.at(-1)?.push(found)
    else phrases.push([found])
    runEnd = match.groups?.character === undefined ? -1 : match.index + found.length
  }
  return phrases
}

const pairs = (characters: readonly string[]): string[] =>
  characters.slice(1).map((character, index) => `${characters[index]}${character}`)

const ofPhrase = (phrase: readonly string[]): readonly string[] => {
  const [term = ''] = phrase
  return phrase.length === 1 ? [stemmed(term), ...numberParts(term)] : [...phrase, ...pairs(phrase)]
}

const endsWithNumber = /^(\D{3,})(\d+\p{L}{0,2})$/u
const beginsWithNumber = /^(\d{2,})(\p{L}{3,})$/u

/** Splits letters from numbers, so that `couchto5k` matches `5k`, and `cooking2025` matches `cooking` and `2025`. */
const numberParts = (term: string): string[] => {
  const [, first, last] = endsWithNumber.exec(term) ?? beginsWithNumber.exec(term) ?? []
  return first === undefined || last === undefined ? [] : [stemmed(first), stemmed(last)]
}

/** The index term of a folded term. */
export const stemmed = (folded: string): string => stem(cut(folded))

/** Index terms of a text. In scripts without spaces these include single characters, so that one alone matches. */
export const wordsOf = (text: string): string[] => searchPhrases(text).flatMap(ofPhrase)

/** Index terms of a hashtag: its parts and the whole without punctuation, so `street_food` matches `streetfood` too. */
export const tagWords = (tag: string): string[] => namedWords(searchPhrases(tag))

/** Index terms of a handle: the same without numbers after its parts: `mira.bakes7` matches `bakes`. */
export const handleWords = (handle: string): string[] => {
  const phrases = searchPhrases(handle)
  return [
    ...namedWords(phrases, ofName),
    ...phrases.flatMap(([part = '']) => numbered.exec(part)?.[1] ?? []).map(stemmed)
  ]
}

const numbered = /^(\D{3,})\d+$/u

const ofName = (phrase: readonly string[]): readonly string[] =>
  phrase.length === 1 ? phrase.map(stemmed) : ofPhrase(phrase)

const namedWords = (phrases: readonly (readonly string[])[], wordsOf = ofPhrase): string[] => {
  const parts = phrases.flatMap((phrase) => wordsOf(phrase))
  return phrases.length > 1 ? [...parts, stemmed(phrases.flat().join(''))] : parts
}

/** The unique term of a hashtag, which matches nothing else. Null for one without a letter. */
export const tagWord = (name: string): string | null => {
  const folded = searchPhrases(name).flat().join('')
  return folded === '' ? null : foldedTag(folded)
}

/** The same for a folded name. */
export const foldedTag = (folded: string): string => `#${cut(folded)}`

/** The unique term of a handle. Dots and underscores distinguish handles; a final dot belongs to the sentence. */
export const handleWord = (handle: string): string | null => {
  const folded = handle
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<!\.)\.+$/, '')
  return folded === '' ? null : `@${cut(folded)}`
}

/** A typed word. */
export type Typed = {
  /** The word as typed, as far as it can be separated from its neighbours. Bigrams share the text of their whole run. */
  rawText: string
  /** Its index term. */
  word: string
  /** The word before stemming; null for terms that are not completed, joined, split or corrected. */
  folded: string | null
  /** For `#tag` and `@handle`: the words it consists of, used where no such name exists. */
  instead: readonly Typed[]
}

const tagCharacter = String.raw`[\p{L}\p{N}\p{M}\p{Extended_Pictographic}\p{EMod}\p{RI}\u{e0020}-\u{e007f}\u200d\ufe0f_]|[${apostrophes}](?=\p{L})`
/** A keycap is no hashtag, and the text after the apostrophe of `@maya’s` is no part of a handle. */
const special = new RegExp(
  String.raw`[${hashtagSigns}](?![\ufe0f\u20e3])(?<tag>(?:${tagCharacter})+)|(?<![\p{L}\p{N}\p{M}])[@\uff20](?<handle>[\p{L}\p{N}\p{M}._]+)(?:[${apostrophes}]\p{L}+)?`,
  'gv'
)
const edges =
  /^[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}\p{RI}]+|[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}\p{EMod}\p{RI}\ufe0f\u20e3]+$/gv

/** The words of a keyword in the order first typed. `#tag` means the hashtag and `@handle` the creator. */
export const typedWords = (keyword: string): Typed[] =>
  [...new Set(keyword.split(/\s+/u))].flatMap((chunk) => {
    const typed: Typed[] = []
    let end = 0
    for (const match of chunk.matchAll(special)) {
      const [found] = match
      const { tag, handle = '' } = match.groups ?? {}
      const word = tag === undefined ? handleWord(handle) : tagWord(tag)
      if (word === null) continue
      typed.push(...plainWords(chunk.slice(end, match.index)))
      typed.push({ rawText: found, word, folded: null, instead: plainWords(tag ?? handle) })
      end = match.index + found.length
    }
    return [...typed, ...plainWords(chunk.slice(end))]
  })

const plainWords = (chunk: string): Typed[] => {
  const phrases = searchPhrases(chunk)
  const whole = phrases.length === 1 ? chunk.replace(edges, '') : null
  return phrases.flatMap((phrase): Typed[] => {
    const rawText = whole ?? phrase.join('')
    const [folded = ''] = phrase
    if (phrase.length > 1) return pairs(phrase).map((word) => ({ rawText, word, folded: null, instead: [] }))
    return [{ rawText, word: stemmed(folded), folded: isWritten.test(folded) ? folded : null, instead: [] }]
  })
}

const isWritten = new RegExp(String.raw`^[[\p{L}\p{M}\p{N}]--[${runTogether}]]+$`, 'v')
