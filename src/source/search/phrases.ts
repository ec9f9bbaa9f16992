import { stopWords } from './stop-words.ts'

/** A phrase as people write it most, and how many of the posts that were counted have it in their caption. */
type Phrase = { text: string; posts: number }

/**
 * In one object, as there are a hundred thousand. A text with a lead is the one that outweighs the others so far, and by how much: one that
 * more than half of all have ends up there.
 */
type Counted = {
  spelling: string
  spellingLead: number
  /** The words it stands between; nothing where a sentence begins or ends. */
  before: string
  beforeLead: number
  behind: string
  behindLead: number
  posts: number
  /** The latest post it was counted for: a caption counts once, however often it says the same. */
  latest: number
  /** Its creators: the first two, and how many as far as they are counted. */
  first: number
  second: number
  creators: number
}

const mostWords = 3
const mostLetters = { spaced: 40, spaceless: 10 }
/** A word of fewer says little, but for two characters of Korean. */
const fewestLetters = 3
const hangul = /\p{sc=Hang}{2}/u
const mostKept = 50_000
const wanted = { posts: 12, creators: 3 }

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
  #phrases = new Map<string, Counted>()
  #words = new Map<string, Counted>()
  #posts = 0

  add(caption: string, creator: number): void {
    this.#posts += 1
    for (const part of caption.replace(names, '\n').split(ends)) {
      const texts = part.split(' ').filter((word) => word !== '')
      const words = texts.map((text) => text.toLowerCase().replaceAll('’', "'"))
      const empty = words.map(isEmpty)
      for (let from = 0; from < words.length; from += 1) {
        const word = words[from] ?? ''
        if (spaceless.test(word)) {
          const { length } = word
          if (length > 1 && length <= mostLetters.spaceless) {
            this.#count(this.#phrases, word, texts[from] ?? '', creator, '', '')
          }
          continue
        }
        if (empty[from]) continue
        if (([...word].length >= fewestLetters || hangul.test(word)) && word.length <= mostLetters.spaced) {
          this.#count(this.#words, word, word, creator, '', '')
        }
        let phrase = word
        let text = texts[from] ?? ''
        for (let to = from + 2; to <= from + mostWords && to <= words.length; to += 1) {
          const last = words[to - 1] ?? ''
          if (spaceless.test(last)) break
          phrase += ` ${last}`
          text += ` ${texts[to - 1]}`
          if (empty[to - 1]) continue
          if (phrase.length > mostLetters.spaced) break
          this.#count(this.#phrases, phrase, text, creator, words[from - 1] ?? '', words[to] ?? '')
        }
      }
    }
    if (this.#phrases.size > 2 * mostKept) this.#phrases = withoutRare(this.#phrases)
    if (this.#words.size > 2 * mostKept) this.#words = withoutRare(this.#words)
  }

  /**
   * Those that enough posts of several creators have, the most used first. In few posts, fewer are enough. What nearly always stands
   * beside the same word is a piece of something longer, and not told.
   */
  common(limit: number): Phrase[] {
    return this.#common(this.#phrases, limit)
  }

  /** The same of single words, whatever stands beside them. */
  commonWords(limit: number): Phrase[] {
    return this.#common(this.#words, limit)
  }

  #common(counted: ReadonlyMap<string, Counted>, limit: number): Phrase[] {
    const enough = Math.min(wanted.posts, Math.max(3, Math.round(this.#posts / 1_000)))
    return [...counted.values()]
      .filter(({ posts, creators }) => posts >= enough && creators >= wanted.creators)
      .filter(
        ({ before, beforeLead, behind, behindLead, posts }) =>
          !isPiece(before, beforeLead, posts) && !isPiece(behind, behindLead, posts)
      )
      .map(({ spelling, posts }) => ({ text: spelling, posts }))
      .sort((a, b) => b.posts - a.posts || (a.text < b.text ? -1 : 1))
      .slice(0, limit)
  }

  #count(
    all: Map<string, Counted>,
    phrase: string,
    text: string,
    creator: number,
    before: string,
    behind: string
  ): void {
    const counted = all.get(phrase)
    if (counted === undefined) {
      all.set(phrase, {
        spelling: text,
        spellingLead: 1,
        before,
        beforeLead: 1,
        behind,
        behindLead: 1,
        posts: 1,
        latest: this.#posts,
        first: creator,
        second: creator,
        creators: 1
      })
      return
    }
    if (counted.latest === this.#posts) return
    counted.latest = this.#posts
    counted.posts += 1
    if (counted.spelling === text) counted.spellingLead += 1
    else if (counted.spellingLead > 1) counted.spellingLead -= 1
    else counted.spelling = text
    if (counted.before === before) counted.beforeLead += 1
    else if (counted.beforeLead > 1) counted.beforeLead -= 1
    else counted.before = before
    if (counted.behind === behind) counted.behindLead += 1
    else if (counted.behindLead > 1) counted.behindLead -= 1
    else counted.behind = behind
    if (creator === counted.first || creator === counted.second) return
    counted.creators += 1
    if (counted.creators === 2) counted.second = creator
  }
}

const withoutRare = (counted: ReadonlyMap<string, Counted>): Map<string, Counted> => {
  let kept = new Map(counted)
  // To take the rest over is cheaper than to take out what goes, which is nearly all.
  for (let rare = 1; kept.size > mostKept; rare++) kept = new Map([...kept].filter(([, { posts }]) => posts > rare))
  return kept
}

/** A lead of six tenths is what four fifths have over the rest. */
const isPiece = (text: string, lead: number, posts: number): boolean => text !== '' && lead >= 0.6 * posts
