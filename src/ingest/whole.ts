import { createReadStream, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'
import { CommandError } from '../core/errors.ts'
import { textLines } from '../core/text-lines.ts'
import { latestTime } from '../records/fields.ts'
import { cutToBounds } from './bounds.ts'
import { type LineKind, lineKinds, versionOneFields } from './export/lines.ts'
import { isSampleLine } from './export/stored-samples.ts'
import { formatVersion, type Header } from './export/whole.ts'
import { Expansion } from './input/expansion.ts'
import { unpack } from './input/unpack.ts'
import { Unreadable } from './input/unreadable.ts'
import type { Contents } from './merge/replaced.ts'
import { LineProblem, readLine } from './read-line.ts'
import { DatasetWriter } from './sqlite/dataset-writer.ts'
import { type ImportSummary, noCounts } from './summary.ts'
import { wholeRows } from './whole-rows.ts'

const firstBytes = Buffer.from('{"kind":"clipgraph",')

/** Whether a file is a whole export, compressed or not, by its beginning. A pipe cannot be read again. */
export const isWhole = async (file: string): Promise<boolean> => {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false
  try {
    for await (const piece of textOf(file)) return piece.subarray(0, firstBytes.length).equals(firstBytes)
  } catch {
    // Whoever reads it says why.
  }
  return false
}

/** The text of a file, decompressed; nothing of an archive. `onStored`: bytes read from the file. */
async function* textOf(file: string, onStored: (bytes: number) => void = () => {}): AsyncGenerator<Buffer> {
  const expansion = new Expansion()
  async function* stored() {
    for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 20 }) as AsyncIterable<Buffer>) {
      expansion.addStored(chunk.length)
      onStored(chunk.length)
      yield chunk
    }
  }
  const { kind, bytes } = await unpack(stored(), expansion, false)
  try {
    if (kind === 'text') yield* bytes
  } finally {
    await bytes.return(undefined)
  }
}

async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder()
  for await (const chunk of bytes) yield decoder.write(chunk)
  yield decoder.end()
}

type WholeOptions = {
  file: string
  /** The data set to write; replaced in one step when complete, unless `check` throws. */
  path: string
  check?: ((contents: Contents | null) => void) | undefined
  onProgress?: ((step: string, done: number, total: number) => void) | undefined
}

/** A collection's line contains the ids of all its posts. */
const maxLineLength = 64 * 2 ** 20

/** Makes a data set equal to the exported one. `CommandError` names an unreadable line. */
export const importWhole = async ({
  file,
  path,
  check,
  onProgress = () => {}
}: WholeOptions): Promise<ImportSummary> => {
  const writer = new DatasetWriter(path, check)
  try {
    // In its own function, so that its memory is free during indexing.
    const counts = await writeLines(writer, file, onProgress)
    writer.finish(onProgress)
    return summaryOf(counts)
  } catch (error) {
    writer.abandon()
    throw error instanceof Unreadable ? new CommandError(`${file}: ${error.message}.`, { cause: error }) : error
  }
}

type Counts = ReturnType<ReturnType<typeof wholeRows>['counts']>

const writeLines = async (
  writer: DatasetWriter,
  file: string,
  onProgress: NonNullable<WholeOptions['onProgress']>
): Promise<{ rows: Counts; cut: number }> => {
  const { size } = await stat(file)
  const rows = wholeRows(writer)
  const seen = new Map<string, number>()
  let header: Header | null = null
  let number = 0
  let cut = 0
  let bytes = 0
  const text = textOf(file, (read) => {
    bytes += read
  })
  const tooLong = () => new CommandError(`${file} has a line longer than an export can have, after line ${number}`)
  for await (const line of textLines(decoded(text), maxLineLength, tooLong)) {
    number += 1
    try {
      const json = parse(line)
      if (header === null) {
        header = readHeader(json)
        if (header.as_of !== null) writer.asOf(header.as_of)
      } else {
        const kind = kindOf(json)
        // Each kind has its own writer.
        const add = rows.add[kind] as (line: unknown) => void
        const read = readLine(
          lineKinds[kind],
          header.version === formatVersion ? json : { ...versionOneFields, ...json }
        )
        if (kind !== 'source' && kind !== 'import' && !isSampleLine(kind)) cut += cutToBounds(read)
        add(read)
        seen.set(kind, (seen.get(kind) ?? 0) + 1)
      }
    } catch (cause) {
      if (cause instanceof LineProblem) throw new CommandError(`${file}: line ${number} ${cause.message}`, { cause })
      throw cause
    }
    if (number % 10_000 === 0) onProgress('lines', bytes, size)
  }
  rows.end()
  for (const [kind, count] of Object.entries(header?.counts ?? {})) {
    const found = seen.get(kind) ?? 0
    if (found !== count) {
      throw new CommandError(
        `${file} is incomplete: it has ${found} of ${count} lines of kind ${kind}. Export it again.`
      )
    }
  }
  onProgress('lines', size, size)
  return { rows: rows.counts(), cut }
}

const summaryOf = ({ rows, cut }: { rows: Counts; cut: number }): ImportSummary => {
  const { missing, ...counts } = noCounts()
  for (const [kind, count] of Object.entries(rows)) counts.tally[kind as keyof typeof rows].new = count
  const { posts: post, users: user, sounds: sound, places: place, live_rooms: live_room, effects: effect } = rows
  return {
    ...counts,
    cut,
    ...rows,
    read: { post, user, sound, place, live_room, effect },
    usersWithoutId: 0,
    usersWithoutFollowers: 0,
    missing: { ...missing, user_id: 0, followers: 0 },
    notes: []
  }
}

const parse = (line: string): Readonly<Record<string, unknown>> => {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    throw new LineProblem('is not JSON')
  }
  if (typeof json !== 'object' || json === null) throw new LineProblem('is not an object')
  // Some object.
  return json as Readonly<Record<string, unknown>>
}

const readHeader = ({ version, as_of, counts }: Readonly<Record<string, unknown>>): Header => {
  if (!isReadable(version)) {
    throw new LineProblem(`has export version ${version}; this clipgraph reads versions up to ${formatVersion}`)
  }
  const isCounts = typeof counts === 'object' && counts !== null && Object.values(counts).every(Number.isSafeInteger)
  if (!isCounts) throw new LineProblem('lacks the number of lines of each kind')
  return {
    kind: 'clipgraph',
    version,
    // Earlier exports lack it.
    as_of: isMoment(as_of) ? as_of : null,
    counts: counts as Header['counts']
  }
}

const isReadable = (version: unknown): version is number =>
  Number.isSafeInteger(version) && (version as number) >= 1 && (version as number) <= formatVersion

const isMoment = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= latestTime

const kindOf = ({ kind }: Readonly<Record<string, unknown>>): LineKind => {
  if (typeof kind === 'string' && Object.hasOwn(lineKinds, kind)) return kind as LineKind
  throw new LineProblem(`has an unknown kind: ${JSON.stringify(kind)?.slice(0, 40)}`)
}
