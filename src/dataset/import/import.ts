import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { CommandError } from '../../core/errors.ts'
import { type ExactJson, parseExactJson } from '../../records/exact-json.ts'
import { DatasetWriter } from '../../source/sql/writer.ts'
import { collector } from './collector.ts'
import type { DecodedPost, Decoder } from './decoder.ts'
import { writeRows } from './rows.ts'
import { type ImportSummary, SkipList } from './summary.ts'

// The whole surface of importing stands in this file.
export { describeSummary, type ImportSummary } from './summary.ts'

/** Tried in this order; the first one that knows the document decodes it. */
const decoders: readonly Decoder[] = [collector]

/** Why a file was not imported, in words for who asked for it. Nothing was written then. */
export class ImportError extends CommandError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ImportError'
  }
}

export type ImportOptions = {
  /** The JSON file to read, in UTF-8. */
  file: string
  /** The data set to write. An existing one is replaced in one step, once the new one is complete. */
  path: string
  onProgress?: (step: string, done: number, total: number) => void
}

/** Reads a file and writes everything it tells as a complete data set. Throws `ImportError`. */
export const importFile = async ({ file, path, onProgress = () => {} }: ImportOptions): Promise<ImportSummary> => {
  if (isSameFile(file, path)) throw new ImportError(`${file} is the data set to be written: name another file.`)
  onProgress('read', 0, 1)
  const { elements, decoder } = decoderFor(parse(await read(file), file), file)

  const skipped = new SkipList()
  const posts = new Map<string, DecodedPost>()
  let duplicates = 0
  elements.forEach((element, index) => {
    const decoded = decoder.decode(element)
    if ('skipped' in decoded) skipped.add(decoded.skipped, index)
    else {
      const { post } = decoded
      const former = posts.get(post.post_id)
      if (former !== undefined) duplicates++
      // Counts grow, so the copy with more plays is the later reading; between equals the last one of the file is.
      if (former === undefined || (post.plays ?? 0) >= (former.plays ?? 0)) posts.set(post.post_id, post)
    }
    if ((index + 1) % 10_000 === 0) onProgress('decode', index + 1, elements.length)
  })
  onProgress('decode', elements.length, elements.length)
  if (posts.size === 0) throw nothingToRead(file, elements.length, skipped.list())

  const written = write(path, [...posts.values()], onProgress)
  return { ...written, duplicates, skipped: skipped.list() }
}

const accepted = () => `Accepted: a JSON file of ${decoders.map((decoder) => decoder.accepts).join(', or ')}.`

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const isSameFile = (file: string, path: string) => {
  const [a, b] = [file, path].map((name) => statSync(name, { throwIfNoEntry: false, bigint: true }))
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino
}

const read = async (file: string): Promise<string> => {
  let text: string
  try {
    text = (await readFile(file)).toString('utf8')
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'ENOENT') throw new ImportError(`${file} does not exist. ${accepted()}`, { cause })
    if (code === 'EISDIR') throw new ImportError(`${file} is a directory. ${accepted()}`, { cause })
    if (code === 'ERR_STRING_TOO_LONG' || code === 'ERR_FS_FILE_TOO_LARGE') {
      throw new ImportError(`${file} is too large: files of up to 500 MB can be read. Split it.`, { cause })
    }
    throw new ImportError(`${file} cannot be read: ${messageOf(cause)}`, { cause })
  }
  const json = text.startsWith('\ufeff') ? text.slice(1) : text
  if (/^\s*$/.test(json)) throw new ImportError(`${file} is empty. ${accepted()}`)
  return json
}

const parse = (text: string, file: string): ExactJson => {
  try {
    return parseExactJson(text)
  } catch (cause) {
    const problem = cause instanceof RangeError ? 'it is nested too deeply' : messageOf(cause)
    throw new ImportError(`${file} is not JSON that can be read: ${problem}. ${accepted()}`, { cause })
  }
}

const decoderFor = (document: ExactJson, file: string) => {
  for (const decoder of decoders) {
    const elements = decoder.elements(document)
    if (elements !== null) return { elements, decoder }
  }
  throw new ImportError(`${file} is of an unknown format: its top level is ${outline(document)}. ${accepted()}`)
}

const outline = (document: ExactJson): string => {
  if (Array.isArray(document)) return 'a list of something else'
  if (document === null) return 'null'
  if (typeof document !== 'object') return `a ${typeof document}`
  const keys = Object.keys(document)
  if (keys.length === 0) return 'an empty object'
  const shown = keys.slice(0, 5).map((key) => JSON.stringify(key.slice(0, 40)))
  return `an object with ${shown.join(', ')}${keys.length > shown.length ? ', …' : ''}`
}

const nothingToRead = (file: string, total: number, skipped: ImportSummary['skipped']) => {
  const reasons = skipped.map(({ reason, count }) => `${count} × ${reason}`).join('; ')
  const why = total === 0 ? 'its list is empty' : `none of its ${total} elements can be read (${reasons})`
  return new ImportError(`${file} contains no readable post: ${why}. ${accepted()}`)
}

const write = (path: string, posts: readonly DecodedPost[], onProgress: NonNullable<ImportOptions['onProgress']>) => {
  let writer: DatasetWriter | undefined
  try {
    writer = new DatasetWriter(path)
    const counts = writeRows(posts, writer, (done, total) => onProgress('write', done, total))
    writer.finish(onProgress)
    return counts
  } catch (cause) {
    writer?.abandon()
    throw new ImportError(`The data set ${path} could not be written: ${messageOf(cause)}`, { cause })
  }
}
