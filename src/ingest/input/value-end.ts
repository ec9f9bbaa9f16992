import { longInteger } from './element-json.ts'
import {
  backslash,
  beginClass,
  beginsDocument,
  digitClass,
  endClass,
  endsScalar,
  inContainer,
  inText,
  listBegin,
  listEnd,
  mayHoldValue,
  newline,
  objectBegin,
  otherClass,
  quote,
  quoteClass
} from './json-bytes.ts'

/** `garbage`: a line that is neither an object nor a list. */
export type ValueKind = 'container' | 'string' | 'scalar' | 'garbage'

/** `broken`: another document begins before the end. `too deep` is reported once; deeper levels are only counted. */
type Outcome = 'complete' | 'broken' | 'too deep' | 'more'

/** The value begins at `start` and is scanned up to `position`; bytes are available up to `length`. */
type Stretch = {
  start: number
  position: number
  length: number
  /** No more bytes follow. */
  isLast: boolean
  /** A skipped value may have any form. */
  isKept: boolean
}

/** Finds the end of a JSON value across chunks. The parser checks its content. */
export class ValueEnd {
  /** Position of the last scan, and the number of line ends passed. */
  position = 0
  lines = 0
  /** Whether some integers so far may be too long for a number. */
  hasLongIntegers = false
  #isInText = false
  #isTooDeep = false
  /** Open containers by their first bytes, up to the maximum depth. */
  readonly #open: Uint8Array
  #depth = 0

  constructor(deepest: number) {
    this.#open = new Uint8Array(deepest)
  }

  /** Starts another value. */
  begin(): void {
    this.hasLongIntegers = false
    this.#isInText = false
    this.#isTooDeep = false
    this.#depth = 0
  }

  find(kind: ValueKind, bytes: Buffer, stretch: Stretch): Outcome {
    this.lines = 0
    if (kind === 'container') return this.#ofContainer(bytes, stretch)
    return kind === 'string' ? this.#ofText(bytes, stretch) : this.#ofToken(bytes, stretch, kind)
  }

  #ofContainer(bytes: Buffer, { start, position: from, length, isLast, isKept }: Stretch): Outcome {
    const open = this.#open
    let position = from
    let depth = this.#depth
    let isInText = this.#isInText
    let outcome: Outcome = 'more'
    while (position < length) {
      if (isInText) {
        while (position < length && inText[bytes[position] ?? 0] === 0) position++
        if (position >= length) break
        const byte = bytes[position]
        if (byte === backslash) {
          if (position + 1 >= length && !isLast) break
          // A line break must never be skipped.
          position += bytes[position + 1] === newline ? 1 : 2
          continue
        }
        if (byte === newline) {
          if (position + 2 >= length && !isLast) break
          if (beginsDocument(bytes, position + 1, length)) {
            outcome = 'broken'
            break
          }
          this.lines++
        } else isInText = false
        position++
        continue
      }
      const byteClass = inContainer[bytes[position] ?? 0]
      if (byteClass === otherClass) position++
      else if (byteClass === quoteClass) {
        isInText = true
        position++
      } else if (byteClass === beginClass) {
        if (depth < open.length) open[depth] = bytes[position] ?? 0
        else if (isKept && !this.#isTooDeep) {
          this.#isTooDeep = true
          outcome = 'too deep'
          break
        }
        depth++
        position++
      } else if (byteClass === endClass) {
        const begin = bytes[position] === listEnd ? listBegin : objectBegin
        // An unclosed container ends with its parent; the parser reports the problem.
        while (depth > 0 && depth <= open.length && open[depth - 1] !== begin) depth--
        // The byte closes a container around the value.
        if (depth > 0) {
          depth--
          position++
        }
        if (depth === 0) {
          outcome = 'complete'
          break
        }
      } else if (byteClass === digitClass) {
        const begin = position
        while (position < length && inContainer[bytes[position] ?? 0] === digitClass) position++
        if (position >= length && !isLast) {
          position = begin
          break
        }
        if (position - begin >= longInteger) this.hasLongIntegers = true
      } else {
        if (position + 1 >= length && !isLast) break
        const next = bytes[position + 1]
        const isBegin = position + 1 < length && (next === objectBegin || next === listBegin)
        if (isBegin && isKept && !mayHoldValue(bytes, start, position, open[Math.min(depth, open.length) - 1] ?? 0)) {
          outcome = 'broken'
          break
        }
        this.lines++
        position++
      }
    }
    this.position = Math.min(position, length)
    this.#depth = depth
    this.#isInText = isInText
    return outcome
  }

  /** End of a text outside containers: a key or a member. */
  #ofText(bytes: Buffer, { start, position: from, length, isLast }: Stretch): Outcome {
    // The text begins with its quote.
    let position = Math.max(from, start + 1)
    let outcome: Outcome = 'more'
    while (position < length) {
      const byte = bytes[position]
      if (byte === quote) {
        position++
        outcome = 'complete'
        break
      }
      if (byte === backslash) {
        if (position + 1 >= length && !isLast) break
        if (bytes[position + 1] !== newline) position++
      } else if (byte === newline) {
        if (position + 2 >= length && !isLast) break
        if (beginsDocument(bytes, position + 1, length)) {
          outcome = 'broken'
          break
        }
        this.lines++
      }
      position++
    }
    this.position = Math.min(position, length)
    return outcome
  }

  /** End of a number, a word, or a line that is neither an object nor a list. */
  #ofToken(bytes: Buffer, { start, position: from, length }: Stretch, kind: 'scalar' | 'garbage'): Outcome {
    let position = from + (from === start ? 1 : 0)
    while (
      position < length &&
      (kind === 'garbage' ? bytes[position] !== newline : endsScalar[bytes[position] ?? 0] === 0)
    ) {
      position++
    }
    this.position = position
    return position < length ? 'complete' : 'more'
  }
}
