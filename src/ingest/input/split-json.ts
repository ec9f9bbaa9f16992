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
import { afterValue, type Frame, frame, type Place, placeIn } from './json-frames.ts'
import { ValueEnd, type ValueKind } from './value-end.ts'

/** A value to be parsed. */
type FoundValue = {
  /** The listener's only until its call returns. */
  bytes: Buffer
  place: Place
  /** These are members of a larger object: there were more of them, or lists that were given element by element. */
  isPart: boolean
  /** Some integers in it may be too long to be exact as numbers. */
  hasLongIntegers: boolean
}

/** Hears what a splitter finds. */
export type Found = {
  /** A document, an element of a list, or members of a larger object. */
  value(value: FoundValue): void
  /** Something was left out. */
  problem(reason: string, example: string, at: string): void
}

export type SplitBounds = {
  /** Bytes from which on an object is not kept whole: the lists in it are gone through as they come. */
  openAt: number
  /** Bytes of the largest value. */
  largest: number
  /** Levels of the most deeply nested value. */
  deepest: number
}

const defaultBounds: SplitBounds = { openAt: 256 * 1024, largest: 8 * 1024 * 1024, deepest: 200 }

/** What is read member by member, from the outside to the inside. Deeper down nobody keeps lists of records. */
const maxFrames = 6

/**
 * Finds the values in JSON that comes in chunks of any size: the elements of a list, the documents of a file that has several
 * (one a line or one after the other), the elements of lists in an object that is too large to be kept. Holds one value at a
 * time.
 *
 * It knows where values begin and end, and leaves it to the parser whether what stands between is JSON. Where no value may
 * stand but one begins at the beginning of a line, the document before it was broken off: feeds that are written line by line
 * end like this when their writer is stopped. What was whole in it is found nevertheless.
 */
export class JsonSplitter {
  readonly #found: Found
  readonly #bounds: SplitBounds
  /** In what was broken off, only the elements of lists are whole. */
  readonly #isBrokenOff: boolean
  readonly #frames: Frame[]

  #bytes: Buffer = Buffer.alloc(0)
  #length = 0
  #position = 0
  /** Bytes that came before `#bytes`. */
  #before: number
  #line: number

  /** The value that has begun, from `#start` on. */
  #value: 'none' | ValueKind = 'none'
  #start = 0
  #place: Place = { at: '', within: '' }
  readonly #end: ValueEnd
  /** Why the value is passed over, if it is, and how it begins. */
  #refusal: { reason: string; example: string } | null = null

  constructor(
    found: Found,
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

  /** No more bytes come. */
  end(): void {
    this.#run(true)
    if (this.#value === 'scalar' || this.#value === 'garbage') this.#complete()
    while (this.#value !== 'none') {
      this.#breakOff()
      this.#run(true)
    }
    if (this.#frames.length > 1 && !this.#isBrokenOff) {
      this.#found.problem('cut off', 'the file ends inside its list', this.#here())
    }
  }

  /** Bytes that are held of the value that has begun. */
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
    // There always is the root.
    return this.#frames.at(-1) as Frame
  }

  #here(): string {
    return `line ${this.#line}, byte ${this.#before + this.#position}`
  }

  #append(chunk: Uint8Array): void {
    // One byte more than needed, for it tells whether a line begins.
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

  /** Goes to the next value. */
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
        // The byte ends what is further out, if anything.
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
      this.#problem('cut off', 'another document starts before its end')
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

  /** Objects may hold lists, but a list in a list is no list of records. */
  #mayOpen(): boolean {
    const { kind, expects } = this.#frame
    if (this.#frames.length >= maxFrames || this.#value !== 'container') return false
    if (kind === 'list') return !this.#isBrokenOff && this.#bytes[this.#start] === objectBegin
    return kind === 'root' || expects === 'value'
  }

  /** From now on the members of the container that has begun are values of their own. */
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

  /** The innermost list or object ends. */
  #leave(): void {
    const { kind } = this.#frame
    if (kind === 'object') this.#giveMembers(false)
    this.#frames.pop()
    this.#frame.expects = afterValue[this.#frame.kind]
  }

  /** Goes on to the end of the value that has begun. False: there have to be more bytes. */
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
      // Lines that were broken off look nested, each in the one before.
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
    } else if (kind === 'garbage') this.#problem('neither an object nor a list', startOf(bytes))
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
    // A large object may hold records by their ids; as an element of a list it would be one itself.
    if (isPart && this.#frames.at(-2)?.kind === 'list') this.#found.problem(this.#tooLarge(), '', place.at)
    else if (!this.#isBrokenOff && (members.length > 0 || !current.isPart)) {
      const json = members.flatMap((member, index) => [Buffer.from(index === 0 ? '' : ','), member])
      const bytes = Buffer.concat([Buffer.from('{'), ...json, Buffer.from('}')])
      this.#found.value({ bytes, place, isPart: current.isPart, hasLongIntegers: true })
    }
    current.members = []
    current.memberBytes = 0
  }

  /** The value that has begun does not end, and neither does what is around it. */
  #breakOff(): void {
    const isOuter = this.#frame.kind !== 'list' && this.#value === 'container' && this.#refusal === null
    const beginning = this.#before + this.#start
    this.#line -= countLines(this.#bytes, this.#start, this.#position)
    // What looked like a part of it may have been the next document.
    const isWhole = this.#frame.kind === 'root' && this.#refusal === null
    if (isWhole) this.#position = nextDocument(this.#bytes, this.#start, this.#position)
    const bytes = this.#bytes.subarray(this.#start, this.#position)
    this.#problem('cut off', `from byte ${beginning} on: ${startOf(bytes)}`)
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
    if (!this.#isBrokenOff) this.#found.problem(reason, example, this.#place.at === '' ? this.#here() : this.#place.at)
  }
}
