import type { SearchedDocument } from './index-store.ts'
import { type IndexedWords, sortWords } from './indexed-words.ts'
import { NumberedWords } from './numbered-words.ts'
import { Vocabulary } from './vocabulary.ts'

/** Words of one kind of documents during a round, numbered in order of appearance: numbers are faster than texts. */
export class RoundWords {
  readonly #words = new NumberedWords()
  /** In the index, by number. */
  readonly #ids: number[] = []
  readonly vocabulary = new Vocabulary(this.#words)

  get size(): number {
    return this.#words.size
  }

  /** The words that have no id yet; `addId` is called for each. */
  withoutId(): string[] {
    const { length } = this.#ids
    return Array.from({ length: this.#words.size - length }, (_, index) => this.#words.wordOf(length + index))
  }

  addId(id: number): void {
    this.#ids.push(id)
  }

  /** The words of a document by their ids. Takes its arrays for them. */
  indexed({ words, fields }: SearchedDocument): IndexedWords {
    for (let at = 0; at < words.length; at += 1) words[at] = this.#ids[words[at] ?? 0] ?? 0
    return sortWords(words, fields)
  }
}
