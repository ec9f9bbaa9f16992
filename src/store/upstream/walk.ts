import { hash } from 'node:crypto'
import { BadPosition } from '../../core/paging.ts'

/**
 * A stop of a walk through an upstream's feed. Upstream cursors lead only from page to page, so a stop within a page is the page and how
 * much of it was shown. The trail is part of it, so that repetition and cycles are detected without server state.
 */
export type UpstreamStop = {
  /** The upstream's page: a cursor, time or number; null for the first page. */
  page: string | null
  /** Requested page size. */
  size: number
  /** How many of the latest marks belong to this page. */
  shown: number
  trail: UpstreamTrail
}

/** Elements within this distance are never shown twice in a walk. It bounds the length of positions and cursors: a mark is four bytes. */
export const rememberedElements = 64
/** Cycles of up to this many pages end before anything repeats; longer ones end later. */
export const rememberedPages = 32
/** A walk ends after this many consecutive pages without anything new. */
export const maxBarrenPages = 30

/** Eight hexadecimal digits for a text. */
export const mark = (text: string): string => hash('sha1', text).slice(0, 8)

/** Marks of elements or pages. */
export type Marks = readonly string[]

type Milestone = { page: string; content: string }

/**
 * History of a walk: marks of the latest elements and page contents, and one former page as a milestone. The milestone moves after 1, 2, 4,
 * 8 … pages, so a cycle of any length reaches it eventually (Brent's algorithm).
 */
export class UpstreamTrail {
  static readonly empty = new UpstreamTrail([], [], { page: '', content: '' }, 0, 1, 0)

  readonly #elements: Marks
  readonly #pages: Marks
  readonly #milestone: Milestone
  readonly #steps: number
  readonly #reach: number
  readonly #barren: number

  constructor(elements: Marks, pages: Marks, milestone: Milestone, steps: number, reach: number, barren: number) {
    this.#elements = elements
    this.#pages = pages
    this.#milestone = milestone
    this.#steps = steps
    this.#reach = reach
    this.#barren = barren
  }

  /** Whether nothing was shown so far, so that no element is remembered and no cycle detected. */
  get isEmpty(): boolean {
    return this.#elements.length === 0 && this.#pages.length === 0
  }

  /** Whether an element is among the remembered ones, once so many more have passed. */
  has(element: string, passed = 0): boolean {
    return this.#elements.lastIndexOf(element) >= Math.max(0, this.#elements.length + passed - rememberedElements)
  }

  with(added: Marks): UpstreamTrail {
    const elements = [...this.#elements, ...added].slice(-rememberedElements)
    return new UpstreamTrail(elements, this.#pages, this.#milestone, this.#steps, this.#reach, this.#barren)
  }

  /** Marks of the latest elements, latest first. */
  latest(count: number): Marks {
    return count === 0 ? [] : this.#elements.slice(-count).reverse()
  }

  /** Whether a page equals an earlier one beyond the remembered elements. */
  isCircle(elements: Marks): boolean {
    const content = contentOf(elements)
    const isKnown = content === this.#milestone.content || this.#pages.includes(content)
    return isKnown && elements.some((element) => !this.has(element))
  }

  /** The trail after moving to the next page; null if the walk would repeat itself. */
  onwards(nextPage: string, left: Marks, isBarren: boolean): UpstreamTrail | null {
    const page = mark(nextPage)
    const content = contentOf(left)
    const barren = isBarren ? this.#barren + 1 : 0
    if (page === this.#milestone.page || barren >= maxBarrenPages) return null
    const pages = [...this.#pages, content].slice(-rememberedPages)
    return this.#steps + 1 < this.#reach
      ? new UpstreamTrail(this.#elements, pages, this.#milestone, this.#steps + 1, this.#reach, barren)
      : new UpstreamTrail(this.#elements, pages, { page, content }, 0, this.#reach * 2, barren)
  }

  toString(): string {
    const { page, content } = this.#milestone
    const lists = [this.#elements, this.#pages].map((marks) => Buffer.from(marks.join(''), 'hex').toString('base64url'))
    return [...lists, page, content, this.#steps, this.#reach, this.#barren].join('.')
  }

  /** Parses `toString`'s output; null for anything else. */
  static parse(text: string): UpstreamTrail | null {
    const parts = /^([\w-]*)\.([\w-]*)\.([0-9a-f]*)\.([0-9a-f]*)\.(\d+)\.(\d+)\.(\d+)$/.exec(text)
    if (parts === null) return null
    const [, elements = '', pages = '', page = '', content = '', ...counts] = parts
    const [steps = 0, reach = 1, barren = 0] = counts.map(Number)
    return new UpstreamTrail(readMarks(elements), readMarks(pages), { page, content }, steps, reach, barren)
  }
}

const readMarks = (text: string): string[] => Buffer.from(text, 'base64url').toString('hex').match(/.{8}/g) ?? []

const contentOf = (elements: Marks): string => mark(elements.join(''))

export const writeStop = ({ page, size, shown, trail }: UpstreamStop): string =>
  JSON.stringify([page, size, shown, trail.toString()])

export const readStop = (position: string): UpstreamStop => {
  let parts: unknown
  try {
    parts = JSON.parse(position)
  } catch {
    throw new BadPosition(position)
  }
  if (!Array.isArray(parts) || parts.length !== 4) throw new BadPosition(position)
  const [page, size, shown, text] = parts as unknown[]
  const trail = typeof text === 'string' ? UpstreamTrail.parse(text) : null
  if ((page !== null && typeof page !== 'string') || !isCount(size) || !isCount(shown) || trail === null) {
    throw new BadPosition(position)
  }
  return { page, size, shown, trail }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
