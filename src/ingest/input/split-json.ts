import {
  colon,
  comma,
  countLines,
  isMark,
  isSpace,
  listBegin,
  listEnd,
  newline,
  nextDocument,
  objectBegin,
  objectEnd,
  quote,
  startOf
} from './json-bytes.ts'
import { afterValue, type Frame, frame, placeIn, type ValueLocation } from './json-frames.ts'
import { ValueEnd, type ValueKind } from './value-end.ts'

/** The reason of a problem for a value that ends too early. */
/** For example a log line between values. */
export const noValue = 'neither an object nor a list'
export const cutOff = 'cut off'

/** A complete value to parse. */
type FoundValue = {
  /** Valid only during the call. */
  bytes: Buffer
  place: ValueLocation
  /** Members of a larger object whose other members or lists were delivered separately. */
  isPart: boolean
  /** Some integers may be too long for a number. */
  hasLongIntegers: boolean
}

/** Receives what the splitter finds. */
export type SplitterListener = {
  /** A document, a list element, or members of a larger object. */
  value(value: FoundValue): void
  /** Something was skipped. */
  problem(reason: string, example: string, at: string): void
}

export type SplitBounds = {
  /** Size from which an object is not buffered whole: its lists are delivered element by element. */
  openAt: number
  /** Maximum size of a value in bytes. */
  largest: number
  /** Maximum nesting depth of a value. */
  deepest: number
}

/** A page of a feed is read as a whole, because its time may come after its list. */
const defaultBounds: SplitBounds = { openAt: 2 * 1024 * 1024, largest: 8 * 1024 * 1024, deepest: 200 }

/** Maximum depth of containers read member by member; lists of records are not deeper. */
const maxFrames = 6

/**
 * Splits JSON that arrives in chunks of any size into values: list elements, the documents of a file with several (one per line or
 * concatenated), and elements of lists in an object too large to buffer. Holds one value at a time.
 *
 * It finds the begin and end of values; the parser checks their content. A value at the beginning of a line where none is allowed means that the
 * previous document was truncated, as happens in files written line by line when their writer is stopped. Complete values of such a document
 * are still delivered.
 */
export class JsonSplitter {
  readonly #found: SplitterListener
  readonly #bounds: SplitBounds
  /** Whether the document was truncated: then only list elements are complete. */
  readonly #isBrokenOff: boolean
  readonly #frames: Frame[]

  #bytes: Buffer = Buffer.alloc(0)
  #length = 0
  #position = 0
  /** Bytes before `#bytes`. */
  #before: number
  #line: number

  /** The current value, from `#start`. */
  #value: 'none' | ValueKind = 'none'
  #start = 0
  #place: ValueLocation = { at: '', within: '' }
  readonly #end: ValueEnd
  /** Why the current value is skipped, if it is, and its beginning. */
  #refusal: { reason: string; example: string } | null = null

  constructor(
    found: SplitterListener,
    bounds: Partial<SplitBounds> = {},
    brokenOff?: { path: string; before: number; line: number }
  ) {
    this.#found = found
    this.#bounds = { ...defaultBounds, ...bounds }
    this.#end = new ValueEnd(this.#bounds.deepest)
    this.#isBrokenOff = brokenOff !== undefined
    this.#before = brokenOff?.before ?? 0
    this.#line = brokenOff?.line ?? 1
    this.#frames = [frame('root', brokenOff?.path ?? '')]
  }

  push(chunk: Uint8Array): void {
    this.#append(chunk)
    this.#run(false)
    while (this.#size() > this.#bounds.openAt && this.#mayOpen()) {
      this.#enter()
      this.#run(false)
    }
    if (this.#size() > this.#bounds.largest) this.#refuse(this.#tooLarge())
  }

  /** No more bytes follow. */
  end(): void {
    this.#run(true)
    if (this.#value === 'scalar' || this.#value === 'garbage') this.#complete()
    while (this.#value !== 'none') {
      this.#breakOff()
      this.#run(true)
    }
    if (this.#frames.length > 1 && !this.#isBrokenOff) {
      this.#found.problem(cutOff, 'the file ends inside its list', this.#location())
    }
  }

  /** Buffered bytes of the current value. */
  #size(): number {
    return this.#value === 'none' || this.#refusal !== null ? 0 : this.#length - this.#start
  }

  #tooLarge(): string {
    return `larger than ${this.#bounds.largest / 1024 / 1024} MB`
  }

  #refuse(reason: string): void {
    this.#refusal ??= { reason, example: startOf(this.#bytes.subarray(this.#start, this.#length)) }
  }

  get #frame(): Frame {
    // The root frame always exists.
    return this.#frames.at(-1) as Frame
  }

  #location(): string {
    return `line ${this.#line}, byte ${this.#before + this.#position}`
  }

  #append(chunk: Uint8Array): void {
    // One byte more than needed, to recognize the start of a line.
    const from = this.#size() === 0 ? Math.max(this.#position - 1, 0) : this.#start
    this.#bytes.copyWithin(0, from, this.#length)
    this.#length -= from
    this.#position -= from
    this.#start = Math.max(this.#start - from, 0)
    this.#before += from
    const needed = this.#length + chunk.length
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 ** Math.ceil(Math.log2(needed)))
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    this.#bytes.set(chunk, this.#length)
    this.#length = needed
  }

  #run(isLast: boolean): void {
    while (this.#position < this.#length) {
      const kind = this.#value
      if (!(kind === 'none' ? this.#next() : this.#scan(kind, isLast))) return
    }
  }

  /** Moves to the next value. */
  #next(): boolean {
    while (this.#position < this.#length) {
      const byte = this.#bytes[this.#position] ?? 0
      const current = this.#frame
      if (isSpace[byte] === 1) {
        if (byte === newline) this.#line++
      } else if (byte === listEnd && current.kind === 'list') this.#leave()
      else if (byte === objectEnd && current.kind === 'object') this.#leave()
      else if ((byte === listEnd || byte === objectEnd) && current.kind !== 'root') {
        this.#problem('not JSON', `unexpected ${String.fromCharCode(byte)}`)
        // The byte closes an outer container.
        this.#frames.pop()
        continue
      } else if (byte === colon && current.kind === 'object') current.expects = 'value'
      else if (byte === comma) {
        if (current.kind === 'list') current.expects = 'value'
      } else if (current.kind !== 'root' || isMark[byte] === 0) {
        this.#begin(byte)
        return true
      }
      this.#position++
    }
    return false
  }

  #begin(byte: number): void {
    const isContainer = byte === listBegin || byte === objectBegin
    if (isContainer && this.#frame.expects !== 'value' && this.#isLineBegin()) {
      this.#problem(cutOff, 'another document starts before its end')
      this.#frames.length = 1
    }
    const current = this.#frame
    this.#place = placeIn(current, this.#line)
    current.count++
    this.#start = this.#position
    this.#end.begin()
    this.#refusal = null
    this.#value = isContainer ? 'container' : byte === quote ? 'string' : 'scalar'
    if (current.kind === 'root' && !isContainer) this.#value = 'garbage'
    if ((current.kind === 'root' && byte === listBegin) || (this.#isBrokenOff && this.#mayOpen())) this.#enter()
  }

  #isLineBegin(): boolean {
    return this.#position > 0 && this.#bytes[this.#position - 1] === newline
  }

  /** Objects may contain lists of records; lists within lists do not. */
  #mayOpen(): boolean {
    const { kind, expects } = this.#frame
    if (this.#frames.length >= maxFrames || this.#value !== 'container') return false
    if (kind === 'list') return !this.#isBrokenOff && this.#bytes[this.#start] === objectBegin
    return kind === 'root' || expects === 'value'
  }

  /** Enters the current container, whose members are separate values from here on. */
  #enter(): void {
    const { at, within } = this.#place
    const outer = this.#frame
    outer.isPart = true
    const isList = this.#bytes[this.#start] === listBegin
    const path = isList ? (outer.kind === 'root' ? within : at) : within
    this.#frames.push(frame(isList ? 'list' : 'object', path, this.#place))
    this.#line -= countLines(this.#bytes, this.#start, this.#position)
    this.#position = this.#start + 1
    this.#value = 'none'
  }

  /** The innermost container ends. */
  #leave(): void {
    const { kind } = this.#frame
    if (kind === 'object') this.#giveMembers(false)
    this.#frames.pop()
    this.#frame.expects = afterValue[this.#frame.kind]
  }

  /** Scans to the end of the current value. False when more bytes are needed. */
  #scan(kind: ValueKind, isLast: boolean): boolean {
    const outcome = this.#end.find(kind, this.#bytes, {
      start: this.#start,
      position: this.#position,
      length: this.#length,
      isLast,
      isKept: this.#refusal === null
    })
    this.#position = this.#end.position
    this.#line += this.#end.lines
    if (outcome === 'too deep') {
      // Truncated lines look nested, each in the previous one.
      const isRoot = this.#frame.kind === 'root'
      if (isRoot && nextDocument(this.#bytes, this.#start, this.#position) < this.#position) this.#breakOff()
      else this.#refuse(`nested more than ${this.#bounds.deepest} levels deep`)
    } else if (outcome === 'complete') this.#complete()
    else if (outcome === 'broken') this.#breakOff()
    return outcome !== 'more'
  }

  /** The value ends before `#position`. */
  #complete(): void {
    const kind = this.#value
    const bytes = this.#bytes.subarray(this.#start, this.#position)
    if (bytes.length > this.#bounds.largest) this.#refuse(this.#tooLarge())
    this.#value = 'none'
    const current = this.#frame
    if (current.kind === 'object' && current.expects === 'key') {
      if (kind === 'string' && this.#refusal === null) current.key = Buffer.from(bytes)
      else this.#problem('not JSON', 'a key is expected')
      return
    }
    current.expects = afterValue[current.kind]
    if (this.#refusal !== null) {
      current.isPart = true
      this.#problem(this.#refusal.reason, this.#refusal.example)
    } else if (kind === 'garbage') this.#problem(noValue, startOf(bytes))
    else if (current.kind !== 'object') {
      const hasLongIntegers = this.#end.hasLongIntegers || kind === 'scalar'
      this.#found.value({ bytes, place: this.#place, isPart: false, hasLongIntegers })
    } else {
      current.members.push(Buffer.concat([current.key, Buffer.from(':'), bytes]))
      current.memberBytes += bytes.length
      if (current.memberBytes > this.#bounds.largest) this.#giveMembers(true)
    }
  }

  #giveMembers(isPart: boolean): void {
    const current = this.#frame
    const { members, place } = current
    if (isPart) current.isPart = true
    // A large object may map ids to records; as a list element it would be a record itself.
    if (isPart && this.#frames.at(-2)?.kind === 'list') this.#found.problem(this.#tooLarge(), '', place.at)
    else if (!this.#isBrokenOff && (members.length > 0 || !current.isPart)) {
      const json = members.flatMap((member, index) => [Buffer.from(index === 0 ? '' : ','), member])
      const bytes = Buffer.concat([Buffer.from('{'), ...json, Buffer.from('}')])
      this.#found.value({ bytes, place, isPart: current.isPart, hasLongIntegers: true })
    }
    current.members = []
    current.memberBytes = 0
  }

  /** Handles a current value and containers that do not end. */
  #breakOff(): void {
    const isOuter = this.#frame.kind !== 'list' && this.#value === 'container' && this.#refusal === null
    const beginning = this.#before + this.#start
    this.#line -= countLines(this.#bytes, this.#start, this.#position)
    // The last part may have been the next document.
    const isWhole = this.#frame.kind === 'root' && this.#refusal === null
    if (isWhole) this.#position = nextDocument(this.#bytes, this.#start, this.#position)
    const bytes = this.#bytes.subarray(this.#start, this.#position)
    this.#problem(cutOff, `from byte ${beginning} on: ${startOf(bytes)}`)
    if (isOuter && !this.#isBrokenOff) {
      const { at, within } = this.#place
      const path = this.#bytes[this.#start] === listBegin ? at : within
      const splitter = new JsonSplitter(this.#found, this.#bounds, { path, before: beginning, line: this.#line })
      splitter.push(bytes)
      splitter.end()
    }
    this.#line += countLines(this.#bytes, this.#start, this.#position)
    this.#frames.length = 1
    this.#value = 'none'
    this.#refusal = null
  }

  #problem(reason: string, example: string): void {
    if (!this.#isBrokenOff)
      this.#found.problem(reason, example, this.#place.at === '' ? this.#location() : this.#place.at)
  }
}
