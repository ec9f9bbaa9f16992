import { type CommonText, CountedTexts } from './interned-strings.ts'
import { stopWords } from './stop-words.ts'

const mostWords = 3
const mostLetters = { spaced: 40, spaceless: 10 }
/** A word of fewer says little, but for two characters of Korean. */
const fewestLetters = 3
const hangul = /\p{sc=Hang}{2}/u
const mostKept = 50_000
const enoughPosts = 12

/** Tags, handles and addresses are no part of what a caption says. */
const names = /(?:[#＃@＠]|https?:)\S+/gu
/** Phrases end where a sentence or a part of it does. */
const ends = /[^\p{L}\p{N}\p{M}'’ -]+/u
const spaceless = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u30fc\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
const letter = /\p{L}/u
const isEmpty = (word: string) => /^[a-z]$/.test(word) || stopWords.has(word) || !letter.test(word)

/**
 * Counts what captions say in the same words: two or three in a row, neither the first nor the last of them empty; in scripts without
 * spaces, what stands between two breaks. And single words, apart from them. Memory is bounded: when there are too many different ones, those
 * met least are forgotten, so only what is rare over a long stretch is missed.
 */
export class Phrases {
  readonly #phrases = new CountedTexts()
  readonly #words = new CountedTexts()
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
        // Nearly all are written as they are counted, and need no other text.
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
   * Those that enough posts of several creators have, the most used first. In few posts, fewer are enough. What nearly always stands
   * beside the same word is a piece of something longer, and not told.
   */
  common(limit: number): CommonText[] {
    return this.#phrases.common(this.#enough, limit)
  }

  /** The same of single words, whatever stands beside them. */
  commonWords(limit: number): CommonText[] {
    return this.#words.common(this.#enough, limit)
  }

  get #enough(): number {
    return Math.min(enoughPosts, Math.max(3, Math.round(this.#posts / 1_000)))
  }
}
