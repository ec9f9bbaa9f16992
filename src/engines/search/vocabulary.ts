import { forms, type Put, type TextForm } from './documents.ts'
import { hashWith, RememberedParts } from './remembered-parts.ts'

/** Longer parts rarely occur again: sentences in scripts without spaces. */
const longestRemembered = 40

/** A caption of 4,000 characters without spaces has twice as many words. The words of a name come first and are never lost. */
const mostWords = 10_000
/** Size of the hash table for the words of one document: a power of two with free slots left. */
const slots = 2 ** 15

/** White space, as in `\s`. */
const isSpace = (letter: number): boolean =>
  letter < 0x80 ? letter === 0x20 || (letter > 8 && letter < 14) : spaces.has(letter)
const spaces = new Set(
  '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
    .split('')
    .map((space) => space.charCodeAt(0))
)

/** The words of a part of a text. Most parts are one word: its number alone is faster than a list. */
type PartWords = number | readonly number[]

/** Assigns each word one number. */
export type WordNumbers = { numberOf: (word: string) => number }

/** Splits texts of one kind of documents into numbered words, and collects those of the current document. */
export class Vocabulary {
  readonly #words: WordNumbers
  /** Of the current document: the distinct numbers of its words, and the field bits of each. */
  readonly numbers: number[] = []
  readonly fields: number[] = []
  /** Texts share parts, and posts of one author the handle. */
  readonly #remembered: Readonly<Record<TextForm, RememberedParts<PartWords>>> = {
    text: new RememberedParts(),
    tag: new RememberedParts(),
    handle: new RememberedParts()
  }
  /** Hash table of the current document's words. `#slotOf` recognizes entries of earlier documents, so the table needs no clearing. */
  readonly #places = new Uint16Array(slots)
  readonly #slotOf: number[] = []

  constructor(words: WordNumbers) {
    this.#words = words
  }

  /** Starts another document. */
  begin(): void {
    this.numbers.length = 0
    this.fields.length = 0
    this.#slotOf.length = 0
  }

  readonly put: Put = (field, form, text) => {
    if (text === null) return
    if (form === 'text') this.#putParts(text, field)
    else {
      let hash = 0
      for (let at = 0; at < text.length; at += 1) hash = hashWith(hash, text.charCodeAt(at))
      this.#putPart(form, text, 0, text.length, hash, field)
    }
  }

  #putParts(text: string, field: number): void {
    let from = 0
    let hash = 0
    for (let at = 0; at < text.length; at += 1) {
      const letter = text.charCodeAt(at)
      if (!isSpace(letter)) hash = hashWith(hash, letter)
      else {
        if (at > from) this.#putPart('text', text, from, at, hash, field)
        from = at + 1
        hash = 0
      }
    }
    if (text.length > from) this.#putPart('text', text, from, text.length, hash, field)
  }

  /** Adds a word to the current document, or fields to a word of it. */
  #putNumber(number: number, field: number): void {
    const { numbers, fields } = this
    for (let slot = number % slots; ; slot = (slot + 1) % slots) {
      const place = this.#places[slot] ?? 0
      if (this.#slotOf[place] !== slot) {
        if (numbers.length === mostWords) return
        this.#places[slot] = numbers.length
        this.#slotOf.push(slot)
        numbers.push(number)
        fields.push(field)
        return
      }
      if (numbers[place] === number) {
        fields[place] = (fields[place] ?? 0) | field
        return
      }
    }
  }

  #putWords(found: readonly number[], field: number): void {
    for (let at = 0; at < found.length; at += 1) this.#putNumber(found[at] ?? 0, field)
  }

  /** Adds a substring by its hash. */
  #putPart(form: TextForm, text: string, from: number, to: number, hash: number, field: number): void {
    if (to - from > longestRemembered) {
      this.#putWords(this.#find(form, text.slice(from, to)), field)
      return
    }
    const remembered = this.#remembered[form]
    let found = remembered.get(text, from, to, hash)
    if (found === undefined) {
      const numbers = this.#find(form, text.slice(from, to))
      const [only] = numbers
      found = numbers.length === 1 && only !== undefined ? only : numbers
      remembered.set(text, from, to, found)
    }
    if (typeof found === 'number') this.#putNumber(found, field)
    else this.#putWords(found, field)
  }

  #find(form: TextForm, text: string): readonly number[] {
    return forms[form](text).flatMap((word) => (word === null ? [] : this.#words.numberOf(word)))
  }
}
