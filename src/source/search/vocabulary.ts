import { type Form, forms, type Put } from './documents.ts'

/** Texts whose words are remembered: most words of a caption were seen before. */
const mostRemembered = 50_000
/** What is longer hardly comes again: sentences that are written without spaces. */
const longestRemembered = 40

/** A caption of 4,000 characters without spaces has twice as many. What names a thing comes first and is never lost. */
const mostWords = 10_000

/** The words of a text. Most texts are one: its number alone is found faster than a list with it. */
type Found = number | readonly number[]

/** The words of one kind of things, known by numbers in the order in which they were first met; and those of the thing at hand. */
export class Vocabulary {
  /** By number. */
  readonly words: string[] = []
  /** Of the thing at hand: the numbers of its words, each once, and the bits of the fields it stands in. */
  readonly numbers: number[] = []
  readonly fields: number[] = []
  readonly #byWord = new Map<string, number>()
  /** Handles come once, all else again and again. */
  readonly #remembered = { text: new Map<string, Found>(), tag: new Map<string, Found>() }
  /** Where among those of the thing at hand a word is, if it is among them. */
  #places = new Uint32Array(1024)

  /** Goes on to another thing. */
  begin(): void {
    this.numbers.length = 0
    this.fields.length = 0
  }

  readonly put: Put = (field, form, text) => {
    if (text === null) return
    if (form === 'text') for (const part of text.split(/\s+/u)) this.#putWords(this.#remember(form, part), field)
    else this.#putWords(form === 'tag' ? this.#remember(form, text) : this.#find(form, text), field)
  }

  /** Adds a word to the thing at hand, or fields to a word of it. */
  putNumber(number: number, field: number): void {
    const { numbers, fields } = this
    const place = this.#places[number] ?? 0
    if (numbers[place] === number) fields[place] = (fields[place] ?? 0) | field
    else if (numbers.length < mostWords) {
      this.#places[number] = numbers.length
      numbers.push(number)
      fields.push(field)
    }
  }

  #putWords(found: Found, field: number): void {
    if (typeof found === 'number') this.putNumber(found, field)
    else for (const number of found) this.putNumber(number, field)
  }

  #remember(form: 'text' | 'tag', text: string): Found {
    if (text.length > longestRemembered) return this.#find(form, text)
    const remembered = this.#remembered[form]
    const known = remembered.get(text)
    if (known !== undefined) return known
    if (remembered.size >= mostRemembered) remembered.clear()
    const found = this.#find(form, text)
    remembered.set(text, found)
    return found
  }

  #find(form: Form, text: string): Found {
    const numbers = forms[form](text).flatMap((word) => (word === null ? [] : this.#numberOf(word)))
    const [only] = numbers
    return numbers.length === 1 && only !== undefined ? only : numbers
  }

  #numberOf(word: string): number {
    let number = this.#byWord.get(word)
    if (number === undefined) {
      number = this.words.push(word) - 1
      this.#byWord.set(word, number)
      while (number >= this.#places.length) {
        const places = new Uint32Array(this.#places.length * 2)
        places.set(this.#places)
        this.#places = places
      }
    }
    return number
  }
}
