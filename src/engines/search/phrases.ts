import { hashtagSigns } from '../../records/hashtag-name.ts'
import { type CommonText, InternedStrings } from './interned-strings.ts'
import { stopWords } from './stop-words.ts'

const mostWords = 3
const mostLetters = { spaced: 40, spaceless: 10 }
/** Shorter words say little, except two characters of Korean. */
const fewestLetters = 3
const hangul = /\p{sc=Hang}{2}/u
const mostKept = 50_000
/** In data of any size, a phrase is common from so many posts on. */
export const enoughPosts = 12

/** Hashtags, handles and URLs are not part of a caption's text. */
const names = new RegExp(`(?:[${hashtagSigns}@＠]|https?:)\\S+`, 'gu')
/** A phrase ends where a sentence or clause does. */
const ends = /[^\p{L}\p{N}\p{M}'’ -]+/u
const spaceless = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u30fc\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
const letter = /\p{L}/u
const isEmpty = (word: string) => /^[a-z]$/.test(word) || stopWords.has(word) || !letter.test(word)

/**
 * Counts phrases that captions share: two or three words in a row that neither begin nor end with a stop word; in scripts without spaces,
 * the text between two breaks. Counts single words separately. Memory is bounded: when there are too many entries, the rarest are dropped,
 * so only texts that stay rare over a long stretch are missed.
 */
export class Phrases {
  readonly #phrases = new InternedStrings()
  readonly #words = new InternedStrings()
  #posts = 0

  add(caption: string, creator: number): void {
    this.#posts += 1
    const post = this.#posts
    for (const part of caption.replace(names, '\n').split(ends)) {
      const texts = part.split(' ').filter((word) => word !== '')
      const words = texts.map((text) => text.toLowerCase().replaceAll('’', "'"))
      const empty = words.map(isEmpty)
      for (let from = 0; from < words.length; from += 1) {
        const word = words[from] ?? ''
        if (spaceless.test(word)) {
          const { length } = word
          if (length > 1 && length <= mostLetters.spaceless) {
            this.#phrases.add(word, texts[from] ?? '', post, creator, '', '')
          }
          continue
        }
        if (empty[from]) continue
        if (([...word].length >= fewestLetters || hangul.test(word)) && word.length <= mostLetters.spaced) {
          this.#words.add(word, word, post, creator, '', '')
        }
        let phrase = word
        // Most words are already in their counted form and need no copy.
        let isPlain = word === texts[from]
        for (let to = from + 2; to <= from + mostWords && to <= words.length; to += 1) {
          const last = words[to - 1] ?? ''
          if (spaceless.test(last)) break
          phrase += ` ${last}`
          isPlain &&= last === texts[to - 1]
          if (empty[to - 1]) continue
          if (phrase.length > mostLetters.spaced) break
          const text = isPlain ? phrase : texts.slice(from, to).join(' ')
          this.#phrases.add(phrase, text, post, creator, words[from - 1] ?? '', words[to] ?? '')
        }
      }
    }
    for (const counted of [this.#phrases, this.#words]) if (counted.size > 1.5 * mostKept) counted.forgetRare(mostKept)
  }

  /**
   * Phrases that enough posts of several creators contain, the most common first. The threshold is lower for few posts. A phrase that
   * nearly always has the same neighbour is part of a longer one, and is omitted.
   */
  common(limit: number): CommonText[] {
    return this.#phrases.common(this.#enough, limit)
  }

  /** The same for single words, whatever their neighbours. */
  commonWords(limit: number): CommonText[] {
    return this.#words.common(this.#enough, limit)
  }

  get #enough(): number {
    return Math.min(enoughPosts, Math.max(3, Math.round(this.#posts / 1_000)))
  }
}
