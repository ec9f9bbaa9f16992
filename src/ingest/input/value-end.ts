import { longInteger } from './element-json.ts'
import {
  backslash,
  beginsDocument,
  endsScalar,
  inContainer,
  inText,
  listBegin,
  listEnd,
  mayHoldValue,
  newline,
  objectBegin,
  quote
} from './json-bytes.ts'

/** `garbage`: a line that is neither an object nor a list. */
export type ValueKind = 'container' | 'string' | 'scalar' | 'garbage'

/** `broken`: another document begins before the end. `too deep` is said once, and what is deeper then counted on. */
type Outcome = 'complete' | 'broken' | 'too deep' | 'more'

/** The value begins at `start` and was gone through up to `position`; there are bytes up to `length`. */
type Stretch = {
  start: number
  position: number
  length: number
  /** No more bytes come. */
  isLast: boolean
  /** What is passed over may look in any way. */
  isKept: boolean
}

/** Finds where a value of JSON ends, however many chunks it comes in. Whether what stands between is JSON is left to the parser. */
export class ValueEnd {
  /** How far the last search came, and how many lines ended on the way. */
  position = 0
  lines = 0
  /** Whether some integers so far may be too long to be exact as numbers. */
  hasLongIntegers = false
  #isInText = false
  #isTooDeep = false
  /** The containers that are open, by their first bytes, down to the deepest that may be. */
  readonly #open: Uint8Array
  #depth = 0

  constructor(deepest: number) {
    this.#open = new Uint8Array(deepest)
  }

  /** Another value begins. */
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
          // A line break is looked at in any case: nothing may escape it.
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
      const kind = inContainer[bytes[position] ?? 0]
      if (kind === 0) position++
      else if (kind === 1) {
        isInText = true
        position++
      } else if (kind === 2) {
        if (depth < open.length) open[depth] = bytes[position] ?? 0
        else if (isKept && !this.#isTooDeep) {
          this.#isTooDeep = true
          outcome = 'too deep'
          break
        }
        depth++
        position++
      } else if (kind === 3) {
        const begin = bytes[position] === listEnd ? listBegin : objectBegin
        // A container that was not ended ends with the one around it. The parser will say what is wrong.
        while (depth > 0 && depth <= open.length && open[depth - 1] !== begin) depth--
        // It ends what is around the value.
        if (depth > 0) {
          depth--
          position++
        }
        if (depth === 0) {
          outcome = 'complete'
          break
        }
      } else if (kind === 5) {
        const begin = position
        while (position < length && inContainer[bytes[position] ?? 0] === 5) position++
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

  /** Of a text that is no part of a container: a key, or a value in an object or a list. */
  #ofText(bytes: Buffer, { start, position: from, length, isLast }: Stretch): Outcome {
    // It begins with its quote.
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

  /** Of a number or a word, or of a line that is neither an object nor a list. */
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
