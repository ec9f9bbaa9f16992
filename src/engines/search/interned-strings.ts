import { withCapacity } from './growable-arrays.ts'

/** A text in its most common spelling, and the number of counted posts whose caption contains it. */
export type CommonText = { text: string; posts: number }

/** Offsets of a text's numbers. Creators: the first two, and how many are counted. */
const at = {
  posts: 0,
  /** The last post counted: a caption counts once, however often it repeats the text. */
  latest: 1,
  first: 2,
  second: 3,
  creators: 4,
  spellingLead: 5,
  beforeLead: 6,
  afterLead: 7
} as const
const width = 8

const fewestCreators = 3

/**
 * Texts with their counts. There are a hundred thousand at a time, most of them soon evicted, so all numbers are in one array: as objects
 * they would dominate garbage collection. `lead` is the counter of a majority vote (Boyer–Moore): a value that more than half of all have
 * ends up there.
 */
export class InternedStrings {
  /** The index of each text, without gaps. */
  #texts = new Map<string, number>()
  #numbers = new Uint32Array(1024 * width)
  #spellings: string[] = []
  /** The neighbouring words of the leading context; empty at the start or end of a sentence. */
  #before: string[] = []
  #after: string[] = []

  get size(): number {
    return this.#texts.size
  }

  /** Counts a text for a post. `spelling` is its form in that post. */
  add(text: string, spelling: string, post: number, creator: number, before: string, after: string): void {
    const existing = this.#texts.get(text)
    if (existing === undefined) {
      this.#addNew(text, spelling, post, creator, before, after)
      return
    }
    const numbers = this.#numbers
    const start = existing * width
    if (numbers[start + at.latest] === post) return
    numbers[start + at.latest] = post
    numbers[start + at.posts] = (numbers[start + at.posts] ?? 0) + 1
    this.#lead(this.#spellings, existing, at.spellingLead, spelling)
    this.#lead(this.#before, existing, at.beforeLead, before)
    this.#lead(this.#after, existing, at.afterLead, after)
    if (creator === numbers[start + at.first] || creator === numbers[start + at.second]) return
    const creators = (numbers[start + at.creators] ?? 0) + 1
    numbers[start + at.creators] = creators
    if (creators === 2) numbers[start + at.second] = creator
  }

  #addNew(text: string, spelling: string, post: number, creator: number, before: string, after: string): void {
    const number = this.#texts.size
    const start = number * width
    const numbers = withCapacity(this.#numbers, start + width)
    this.#numbers = numbers
    numbers.fill(1, start, start + width)
    numbers[start + at.latest] = post
    numbers[start + at.first] = creator
    numbers[start + at.second] = creator
    this.#texts.set(text, number)
    this.#spellings[number] = spelling
    this.#before[number] = before
    this.#after[number] = after
  }

  #lead(texts: string[], number: number, place: number, text: string): void {
    const lead = number * width + place
    if (texts[number] === text) this.#numbers[lead] = (this.#numbers[lead] ?? 0) + 1
    else if ((this.#numbers[lead] ?? 0) > 1) this.#numbers[lead] = (this.#numbers[lead] ?? 0) - 1
    else texts[number] = text
  }

  /** Drops the rarest texts until at most this many are left. */
  forgetRare(most: number): void {
    let rare = 0
    for (let left = this.size; left > most; left = this.#countAbove(rare)) rare += 1
    // Nearly all texts go, so copying the survivors is cheaper than deleting the others.
    const survivors = new Map<string, number>()
    for (const [text, number] of this.#texts) {
      if ((this.#numbers[number * width + at.posts] ?? 0) <= rare) continue
      const to = survivors.size
      survivors.set(text, to)
      this.#numbers.copyWithin(to * width, number * width, (number + 1) * width)
      for (const texts of [this.#spellings, this.#before, this.#after]) texts[to] = texts[number] ?? ''
    }
    for (const texts of [this.#spellings, this.#before, this.#after]) texts.length = survivors.size
    this.#texts = survivors
  }

  #countAbove(rare: number): number {
    let count = 0
    for (let place = at.posts; place < this.size * width; place += width) {
      if ((this.#numbers[place] ?? 0) > rare) count += 1
    }
    return count
  }

  /**
   * Texts that enough posts of several creators contain, the most common first, except those that nearly always have the same neighbour.
   */
  common(enough: number, limit: number): CommonText[] {
    const common: CommonText[] = []
    for (let number = 0; number < this.size; number += 1) {
      const numberOf = (place: number) => this.#numbers[number * width + place] ?? 0
      const posts = numberOf(at.posts)
      if (posts < enough || numberOf(at.creators) < fewestCreators) continue
      if (isPart(this.#before[number] ?? '', numberOf(at.beforeLead), posts)) continue
      if (isPart(this.#after[number] ?? '', numberOf(at.afterLead), posts)) continue
      common.push({ text: this.#spellings[number] ?? '', posts })
    }
    return common.sort((a, b) => b.posts - a.posts || (a.text < b.text ? -1 : 1)).slice(0, limit)
  }
}

/** A lead of six tenths means that four fifths agree. */
const isPart = (text: string, lead: number, posts: number): boolean => text !== '' && lead >= 0.6 * posts
