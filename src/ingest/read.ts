import { read } from 'node:fs'
import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { decodeValue } from './decode.ts'
import type { Decoded } from './decoder.ts'
import { parseElement } from './input/element-json.ts'
import { ElementTexts } from './input/element-text.ts'
import { isScript, pageValues, scriptValues } from './input/embedded-json.ts'
import { type InputFile, listFiles, standardInput, unreadable } from './input/files.ts'
import { JsonSplitter } from './input/split-json.ts'
import { delimiterOf, tableRows } from './input/table-rows.ts'
import { Unreadable, unpacked } from './input/unpack.ts'
import { isFields } from './mapping/read-value.ts'

/** A decoded or skipped element and its location. */
export type ReadElement = {
  /** As named, or found in a folder; `-` is standard input. */
  file: string
  /** Location in the file: `line 17`, `collector[3]`; empty for the whole file. */
  at: string
  decoded: Decoded
}

export type ReadOptions = {
  /** Files to skip within folders: those the import writes. */
  except?: readonly string[]
  /** Called with the files before reading. */
  onListed?: (files: readonly InputFile[]) => void
  /** Stored bytes, compressed or not; the total is null when unknown. */
  onProgress?: (bytesDone: number, bytesTotal: number | null) => void
  /** Called with remarks about files that were read. */
  onNote?: (note: string) => void
  signal?: AbortSignal
}

const readDescriptor = promisify(read)
const chunkSize = 256 * 1024
const batchSize = 200

/**
 * Reads files, folders and standard input (`-`) in order and yields batches of some hundred to some thousand elements. Unreadable elements
 * are yielded as skipped. Memory is bounded by one batch. Throws for a missing file or folder before reading, and the signal's reason when
 * aborted.
 */
export async function* readInputs(inputs: readonly string[], options: ReadOptions = {}): AsyncGenerator<ReadElement[]> {
  const { onListed, onProgress = () => {}, onNote = () => {}, signal } = options
  const { files, passedOver } = await listFiles(inputs, options.except)
  onListed?.(files)
  const bytesTotal = files.reduce<number | null>(
    (sum, { bytes }) => (sum === null || bytes === null ? null : sum + bytes),
    0
  )
  if (passedOver.length > 0) yield passedOver.map(({ file, reason }) => wholeFile(file, reason, 'skipped'))
  let bytesDone = 0
  for (const input of files) {
    const onBytes = (bytes: number) => {
      signal?.throwIfAborted()
      bytesDone += bytes
      onProgress(bytesDone, bytesTotal)
    }
    const batches = readFile(input, onBytes, onNote)
    for await (const batch of batches) {
      yield batch
      signal?.throwIfAborted()
    }
  }
}

const wholeFile = (file: string, reason: string, example: string): ReadElement => ({
  file,
  at: '',
  decoded: { kind: 'skipped', skipped: { reason, example } }
})

/** Standard input may be non-blocking, when a process that shares it has made it so: it then says that there is nothing yet. */
const readStandardInput = async (chunk: Buffer): Promise<{ bytesRead: number }> => {
  for (;;) {
    try {
      return await readDescriptor(0, chunk, 0, chunk.length, null)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
      await sleep(retryMs)
    }
  }
}
const retryMs = 5

/** Bytes of a file in one reused buffer, valid until the next chunk. */
async function* bytesOf({ file }: InputFile, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  // Worker threads have no `process.stdin`.
  const handle = file === standardInput ? null : await open(file)
  const chunk = Buffer.allocUnsafeSlow(chunkSize)
  try {
    for (;;) {
      const { bytesRead } = await (handle === null ? readStandardInput(chunk) : handle.read(chunk))
      if (bytesRead === 0) return
      onBytes(bytesRead)
      yield chunk.subarray(0, bytesRead)
    }
  } finally {
    await handle?.close()
  }
}

/** The beginning of a text without white space, empty for a blank one, and the whole text. */
const begun = async (source: AsyncGenerator<Buffer>): Promise<{ begin: string; chunks: AsyncIterable<Buffer> }> => {
  const read: Buffer[] = []
  let begin = ''
  while (begin === '') {
    const next = await source.next()
    if (next.done === true) break
    // The buffer of a chunk is used again.
    read.push(Buffer.from(next.value))
    begin = next.value.toString().trimStart()
  }
  async function* all() {
    yield* read
    yield* source
  }
  return { begin, chunks: all() }
}

async function* readFile(
  input: InputFile,
  onBytes: (bytes: number) => void,
  onNote: (note: string) => void
): AsyncGenerator<ReadElement[]> {
  const { file } = input
  let isBegun = false
  try {
    const { begin, chunks } = await begun(unpacked(bytesOf(input, onBytes)))
    if (begin === '') throw new Unreadable('empty')
    isBegun = true
    const delimiter = delimiterOf(begin)
    if (/^[[{]/.test(begin)) yield* readJson(file, chunks, onNote)
    else if (begin.startsWith(recordSeparator)) yield* readJson(file, inLines(chunks), onNote)
    else if (begin.startsWith('<') || isScript(begin)) yield* readPage(file, chunks)
    else if (delimiter !== null) yield* readTable(file, chunks, delimiter)
    else {
      isBegun = false
      throw new Unreadable(`not JSON, and no table: it begins with ${JSON.stringify(begin.slice(0, 40))}`)
    }
  } catch (error) {
    if (!isReadError(error)) throw error
    const reason = error instanceof Unreadable ? error.message : unreadable(error)
    const example = reason === 'empty' ? 'no content' : 'skipped'
    yield [wholeFile(file, reason, isBegun ? 'the rest is missing' : example)]
  }
}

/** Begins each document of a JSON text sequence (RFC 7464). */
const recordSeparator = '\x1e'

/** JSON has no such byte, so that it may stand for a line break. */
async function* inLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk.map((byte) => (byte === 0x1e ? 0x0a : byte)))
}

const maxPageBytes = 64 * 2 ** 20

/** Values in the scripts of a saved web page, or of a script by itself. */
async function* readPage(file: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadElement[]> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxPageBytes) throw new Unreadable(`a page of more than ${maxPageBytes / 2 ** 20} MiB`)
    parts.push(Buffer.from(chunk))
  }
  const text = Buffer.concat(parts).toString()
  const values = text.trimStart().startsWith('<') ? pageValues(text) : scriptValues(text)
  const batch: ReadElement[] = []
  for (const [index, value] of values.entries()) {
    const at = `script value ${index + 1}`
    // A page has other state beside its records.
    decodeValue(isFields(value) ? value : { list: value }, { at, within: '' }, true, (at, decoded) =>
      batch.push({ file, at, decoded })
    )
  }
  if (batch.length === 0) throw new Unreadable('a page or script without records in it')
  yield batch
}

async function* readTable(
  file: string,
  chunks: AsyncIterable<Buffer>,
  delimiter: string
): AsyncGenerator<ReadElement[]> {
  let batch: ReadElement[] = []
  let rows = 0
  const onProblem = (reason: string, line: number) =>
    void batch.push({ file, at: `line ${line}`, decoded: { kind: 'skipped', skipped: { reason, example: 'skipped' } } })
  for await (const { line, fields } of tableRows(chunks, { delimiter, onProblem })) {
    rows += 1
    decodeValue(fields, { at: `line ${line}`, within: '' }, false, (at, decoded) => batch.push({ file, at, decoded }))
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
  else if (rows === 0) throw new Unreadable('a table without rows')
}

async function* readJson(
  file: string,
  chunks: AsyncIterable<Buffer>,
  onNote: (note: string) => void
): AsyncGenerator<ReadElement[]> {
  let batch: ReadElement[] = []
  const add = (at: string, decoded: Decoded) => batch.push({ file, at, decoded })
  const skip = (reason: string, example: string, at: string) =>
    add(at, { kind: 'skipped', skipped: { reason, example } })

  const texts = new ElementTexts()
  const splitter = new JsonSplitter({
    problem: skip,
    value: ({ bytes, place, isPart, hasLongIntegers }) => {
      const text = texts.read(bytes)
      if (text === null) skip('neither UTF-8 nor Windows-1252', `${bytes.length} bytes`, place.at)
      else {
        const parsed = parseElement(text, hasLongIntegers)
        if ('problem' in parsed) skip('not JSON', parsed.problem, place.at)
        else decodeValue(parsed.value, place, isPart, add)
      }
    }
  })
  let failure: unknown = null
  try {
    for await (const chunk of chunks) {
      splitter.push(chunk)
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
  } catch (error) {
    if (!isReadError(error)) throw error
    failure = error
  }
  splitter.end()
  if (texts.converted > 0) {
    const elements =
      texts.converted === 1 ? '1 element was' : `${texts.converted.toLocaleString('en-US')} elements were`
    onNote(`${file} is not in UTF-8: ${elements} read as Windows-1252.`)
  }
  if (batch.length > 0) yield batch
  if (failure !== null) throw failure
}

/** A problem of a file, not of the program. */
const isReadError = (error: unknown): error is Error =>
  error instanceof Unreadable || (error instanceof Error && 'syscall' in error)
