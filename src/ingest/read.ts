import { read } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { loadOptional } from '../core/optional-package.ts'
import type { ReadElement } from './file-decoder.ts'
import { Expansion } from './input/expansion.ts'
import { type InputFile, listFiles, standardInput, unreadable } from './input/files.ts'
import { isReadError } from './input/unreadable.ts'
import type { Subject } from './mapping/relations.ts'
import type { UserColumns } from './mapping/user-columns.ts'
import { readPacked, skippedFile } from './read-packed.ts'
import type { OnConverted } from './read-text.ts'

export type ReadOptions = {
  /** Files to skip within folders: those the import writes. */
  except?: readonly string[]
  /** Whose lists are in the files (`Origin`). */
  of?: Subject | null
  /** Called with the files before reading. */
  onListed?: (files: readonly InputFile[]) => void
  /** Stored bytes, compressed or not; the total is null when unknown. */
  onProgress?: (bytesDone: number, bytesTotal: number | null) => void
  /** Called with remarks about files that were read. */
  onNote?: (note: string) => void
  /** What the user says of the columns. */
  columns?: UserColumns | null
  signal?: AbortSignal
}

/** The package is optional. */
const loadParquet = () => loadOptional('Reading Parquet', () => import('./input/parquet-rows.ts'))

const readDescriptor = promisify(read)
const chunkSize = 256 * 1024

/**
 * Reads files, folders and standard input (`-`) in order and yields batches of some hundred to some thousand elements. Unreadable elements
 * are yielded as skipped. Memory is bounded by one batch. Throws for a missing file or folder before reading, and the signal's reason when
 * aborted.
 */
export async function* readInputs(inputs: readonly string[], options: ReadOptions = {}): AsyncGenerator<ReadElement[]> {
  const { of = null, onListed, onProgress = () => {}, onNote = () => {}, columns = null, signal } = options
  const { files, passedOver } = await listFiles(inputs, options.except)
  onListed?.(files)
  const bytesTotal = files.reduce<number | null>(
    (sum, { bytes }) => (sum === null || bytes === null ? null : sum + bytes),
    0
  )
  if (passedOver.length > 0) {
    yield passedOver.flatMap(({ file, reason, isIncomplete }) =>
      skippedFile({ file, input: file }, { reason, example: 'skipped' }, isIncomplete)
    )
  }
  const converted: { file: string; count: number; what: string }[] = []
  const onConverted: OnConverted = (file, count, what) => void converted.push({ file, count, what })
  let bytesDone = 0
  for (const input of files) {
    const onBytes = (bytes: number) => {
      signal?.throwIfAborted()
      bytesDone += bytes
      onProgress(bytesDone, bytesTotal)
    }
    const batches = readFile(input, { of, columns }, onBytes, onConverted)
    for await (const batch of batches) {
      yield batch
      signal?.throwIfAborted()
    }
  }
  if (converted.length > 0) onNote(describeConverted(converted))
}

/** One remark, however many files: a whole collection may have been saved by the same spreadsheet. */
const describeConverted = (converted: readonly { file: string; count: number; what: string }[]): string => {
  const [first, ...others] = converted
  const files = converted.length
  const count = converted.reduce((sum, file) => sum + file.count, 0)
  const what = new Set(converted.map((file) => file.what)).size === 1 ? first?.what : 'element'
  const were = count === 1 ? `1 ${what} was` : `${count.toLocaleString('en-US')} ${what}s were`
  if (others.length === 0) return `${first?.file} is not in UTF-8: ${were} read as Windows-1252.`
  const shown = converted.slice(0, 3).map(({ file }) => file)
  const named = [...shown, ...(files > shown.length ? ['…'] : [])].join('; ')
  return `${files.toLocaleString('en-US')} files are not in UTF-8: ${were} read as Windows-1252 (${named}).`
}

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

/** Bytes of a file, or of standard input, in one reused buffer, valid until the next chunk. */
async function* bytesOf(handle: FileHandle | null, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafeSlow(chunkSize)
  for (;;) {
    // Worker threads have no `process.stdin`.
    const { bytesRead } = await (handle === null ? readStandardInput(chunk) : handle.read(chunk))
    if (bytesRead === 0) return
    onBytes(bytesRead)
    yield chunk.subarray(0, bytesRead)
  }
}

async function* readFile(
  { file, isNamed, bytes: size }: InputFile,
  options: { of: Subject | null; columns: UserColumns | null },
  onBytes: (bytes: number) => void,
  onConverted: OnConverted
): AsyncGenerator<ReadElement[]> {
  const origin = { file, input: file, ...options }
  let handle: FileHandle | null = null
  try {
    if (file !== standardInput) handle = await open(file)
  } catch (error) {
    if (!isReadError(error)) throw error
    yield skippedFile(origin, { reason: unreadable(error), example: 'skipped' }, true)
    return
  }
  const expansion = new Expansion()
  let done = 0
  // An archive may be read in any order, some of it twice and some not at all.
  const onStored = (bytes: number) => {
    expansion.addStored(bytes)
    const more = size === null ? bytes : Math.min(bytes, size - done)
    done += more
    onBytes(more)
  }
  const bytes = bytesOf(handle, onStored)
  const zipFile = handle
  const isSeekable = zipFile !== null && size !== null
  try {
    yield* readPacked({
      ...origin,
      isNamed,
      bytes,
      ...(isSeekable && {
        zipEntries: async () => (await import('./input/zip.ts')).zipEntries(zipFile, expansion, onStored),
        parquetRows: async (onProblem) => (await loadParquet()).parquetRows(zipFile, size, onProblem)
      }),
      expansion,
      onConverted
    })
    if (size !== null) onBytes(size - done)
  } finally {
    // Whoever gave up on the file may not have begun to read the rest. Standard input stays open, and may be waiting.
    if (handle !== null) await bytes.return(undefined)
    await handle?.close()
  }
}
