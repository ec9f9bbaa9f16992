import { read } from 'node:fs'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Decoded } from './decoder.ts'
import { decodeValue } from './formats/decode.ts'
import { parseElement } from './input/element-json.ts'
import { ElementTexts } from './input/element-text.ts'
import { type InputFile, listFiles, standardInput, unreadable } from './input/files.ts'
import { JsonSplitter } from './input/split-json.ts'
import { Unreadable, unpacked } from './input/unpack.ts'

/** Something that was read, and where it stood. */
export type Read = {
  /** As it was named, or found in a folder; `-` is standard input. */
  file: string
  /** Where in the file, in words for people: `line 17`, `collector[3]`; empty for what is about the whole file. */
  at: string
  decoded: Decoded
}

export type ReadOptions = {
  /** Files that are not read though they lie in a folder that is: what the import writes. */
  except?: readonly string[]
  /** Hears which files are read, before they are. */
  onListed?: (files: readonly InputFile[]) => void
  /** Bytes of the files as they are stored, compressed ones as compressed; the total is null where it is not known. */
  onProgress?: (bytesDone: number, bytesTotal: number | null) => void
  /** Hears what should be known of a file that was read all the same, as a sentence. */
  onNote?: (note: string) => void
  signal?: AbortSignal
}

const readDescriptor = promisify(read)
const chunkSize = 256 * 1024
const batchSize = 200

/**
 * Reads files, folders and standard input (`-`), in this order, and gives what they hold in batches of some hundred to some
 * thousand. What cannot be read is given as skipped, and the rest goes on. Needs memory for a batch, however much there is to
 * read. Throws for a file or folder that there is not, before anything is read, and what the signal was aborted with.
 */
export async function* readInputs(inputs: readonly string[], options: ReadOptions = {}): AsyncGenerator<Read[]> {
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

const wholeFile = (file: string, reason: string, example: string): Read => ({
  file,
  at: '',
  decoded: { kind: 'skipped', skipped: { reason, example } }
})

/** The bytes of a file, always in the same memory: they are the caller's until it asks for more. */
async function* bytesOf({ file }: InputFile, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  // Not `process.stdin`, which a thread does not have.
  const handle = file === standardInput ? null : await open(file)
  const chunk = Buffer.allocUnsafeSlow(chunkSize)
  try {
    for (;;) {
      const { bytesRead } = await (handle === null ? readDescriptor(0, chunk, 0, chunkSize, null) : handle.read(chunk))
      if (bytesRead === 0) return
      onBytes(bytesRead)
      yield chunk.subarray(0, bytesRead)
    }
  } finally {
    await handle?.close()
  }
}

async function* readFile(
  input: InputFile,
  onBytes: (bytes: number) => void,
  onNote: (note: string) => void
): AsyncGenerator<Read[]> {
  const { file } = input
  let batch: Read[] = []
  const add = (at: string, decoded: Decoded) => batch.push({ file, at, decoded })
  const skip = (reason: string, example: string, at: string) =>
    add(at, { kind: 'skipped', skipped: { reason, example } })

  const texts = new ElementTexts()
  let isEmpty = true
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
  try {
    for await (const chunk of unpacked(bytesOf(input, onBytes))) {
      if (isEmpty) {
        const begin = chunk.toString().trimStart()
        if (begin === '') continue
        if (!/^[[{]/.test(begin)) throw new Unreadable(`not JSON: it begins with ${JSON.stringify(begin.slice(0, 40))}`)
        isEmpty = false
      }
      splitter.push(chunk)
      if (batch.length < batchSize) continue
      yield batch
      batch = []
    }
    if (isEmpty) batch.push(wholeFile(file, 'empty', 'no content'))
    else splitter.end()
  } catch (error) {
    if (!isReadError(error)) throw error
    if (!isEmpty) splitter.end()
    const reason = error instanceof Unreadable ? error.message : unreadable(error)
    batch.push(wholeFile(file, reason, isEmpty ? 'skipped' : 'the rest is missing'))
  }
  if (texts.converted > 0) {
    const elements =
      texts.converted === 1 ? '1 element was' : `${texts.converted.toLocaleString('en-US')} elements were`
    onNote(`${file} is not in UTF-8: ${elements} read as Windows-1252.`)
  }
  if (batch.length > 0) yield batch
}

/** What is wrong with a file, and not with the program. */
const isReadError = (error: unknown): error is Error =>
  error instanceof Unreadable || (error instanceof Error && 'syscall' in error)
