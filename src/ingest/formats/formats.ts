import { ColumnNames } from '../mapping/column-names.ts'
import { columnsFor, giveKey, isPostKey, isPostTable, withColumns } from '../mapping/complete.ts'
import type { Decoded, DecodedPost, Decoder } from '../mapping/decoder.ts'
import { formatFrom, type TableFormat } from '../mapping/format.ts'
import { nearestFormat } from '../mapping/nearest.ts'
import { NumberColumns } from '../mapping/number-columns.ts'
import { skipped } from '../mapping/post-rules.ts'
import { type Fields, isFields } from '../mapping/read-value.ts'
import { accountReader } from '../mapping/record-reader.ts'
import { isReshaped, unflattened } from '../mapping/reshape.ts'
import type { Mapping } from '../mapping/tables.ts'
import type { UserColumns } from '../mapping/user-columns.ts'
import { appUser } from './app-user.ts'
import { appMusic, aweme } from './aweme.ts'
import { channelPost } from './channel.ts'
import { collectorAuthor, collectorPost, collectorUser, flatCollectorPost } from './collector.ts'
import { displayPost } from './display.ts'
import { douyinPagePost } from './douyin-page.ts'
import { fourcatPost } from './fourcat.ts'
import { liveRoom, liveRoomPages } from './live-room.ts'
import { noRecords } from './no-records.ts'
import { ownRecords } from './own-records.ts'
import { appMix, webPlaylist } from './playlist.ts'
import { researchPost, researchUser } from './research.ts'
import { tableAccount, tablePost } from './table.ts'
import { tikwmPost, tikwmSound } from './tikwm.ts'
import { webAccount, webPost, webPostOf2019, webSound, webUser } from './web.ts'
import { ytdlpPost } from './ytdlp.ts'

/** If several formats read as many values of an element and are equally sure of it, the first one reads it. */
export const mappings: readonly Mapping[] = [
  collectorPost,
  flatCollectorPost,
  collectorAuthor,
  channelPost,
  aweme,
  douyinPagePost,
  webPost,
  webPostOf2019,
  webUser,
  liveRoom,
  ...liveRoomPages,
  webPlaylist,
  appMix,
  displayPost,
  fourcatPost,
  researchPost,
  researchUser,
  ytdlpPost,
  tikwmPost,
  tablePost,
  tableAccount,
  appUser,
  webAccount,
  webSound,
  appMusic,
  tikwmSound,
  collectorUser
]

/** Names that formats have for the fields of posts. */
export const columnNames = new ColumnNames([tablePost, ...mappings])

const tables = mappings.map(formatFrom)
const formats: readonly Decoder[] = [...noRecords, ...tables, ownRecords]
const anyTable = formatFrom(tablePost)

type ReadRecords = { readonly records: readonly Decoded[]; readonly mayHoldRecords: boolean }

/** Maximum number of names that a format may learn from a file; more are not columns. */
const maxLearned = 200

/** Formats for the elements of one file, with the user's columns and columns learned from names of other formats. */
export class FileFormats {
  /** Number formats of the file. */
  readonly numbers = new NumberColumns()
  /** The user's own columns, and the format that reads them. */
  readonly #named: { readonly columns: UserColumns; format: TableFormat } | null
  /** Formats with their learned columns and the number of these, by original format. */
  readonly #learned = new Map<Decoder, { readonly format: TableFormat; readonly count: number }>()
  /** The first unrecognized element. */
  #unknown: Fields | null = null
  readonly #isTable: boolean
  /** The format of a table's rows that are posts. */
  #postRows: Decoder | null = null

  constructor(columns: UserColumns | null = null, isTable = false) {
    this.#isTable = isTable
    this.#named = columns && { columns, format: columns.formatFor(tablePost, columnNames) }
  }

  /**
   * The records in an element, and whether its lists may contain more; null if no format recognizes it. `isAccount`: whether it is in a list of
   * accounts, where a handle suffices.
   */
  decode(element: Fields, isAccount = false): ReadRecords | null {
    if (this.#named?.columns.areIn(element)) return this.#read(this.#named.format, element)
    const read = this.#decodeKnown(element)
    const [first] = read?.records ?? []
    // Checks for keys that are paths or from a join only in elements that are not fully understood.
    if (
      first !== undefined &&
      first.kind !== 'skipped' &&
      !first.unread?.keys.some((key) => key in element && isReshaped(key))
    )
      return read
    const nested = unflattened(element)
    const known = (nested && this.#decodeKnown(nested)) ?? read
    if (known !== null) return known
    if (isAccount) {
      const records = readListed(element, this.numbers)
      // An answer is no account, so its content is searched.
      const isAnswer = records[0]?.kind === 'skipped' && Object.values(element).flat().some(isFields)
      if (!isAnswer) return { records, mayHoldRecords: false }
    }
    return isAnyTable(nested ?? element)
      ? this.#read(anyTable, nested ?? element)
      : this.#readAsPostRow(nested ?? element)
  }

  /** Whether later numbers or rows allow a better reading of the first elements. */
  get needsSecondPass(): boolean {
    return this.numbers.hasAmbiguous || (this.#unknown !== null && this.#postRows !== null)
  }

  /** Reads a row of a table in which the cells that identify a format are empty. */
  #readAsPostRow(element: Fields): ReadRecords | null {
    const read = this.#postRows === null ? null : this.#read(this.#postRows, element)
    const [first] = read?.records ?? []
    return first?.kind === 'post' && hasOwnOfPosts(first.post) ? read : null
  }

  /** The format nearest to the first unrecognized element of the file, and the missing keys; null for other elements. */
  nearestTo(element: Fields): string | null {
    this.#unknown ??= element
    return element === this.#unknown ? nearestFormat(element, tables, columnNames) : null
  }

  #decodeKnown(element: Fields): ReadRecords | null {
    const [best, ...tied] = formatsOf(element)
    if (best === undefined) return null
    const read = this.#read(best, element)
    const [first] = read.records
    if (tied.length > 0 && first !== undefined && first.kind !== 'skipped')
      first.tied = [best, ...tied].map(({ name }) => name)
    return read
  }

  #read(own: Decoder, element: Fields): ReadRecords {
    const learned = this.#learned.get(own)
    const format = learned?.format ?? own
    const records = format.decode(element, this.numbers)
    const more = isTable(format) && this.#learn(own, format, element, records)
    const read = more || records
    if (this.#isTable && read[0]?.kind === 'post') this.#postRows = own
    return {
      records: own.name === tablePost.name ? ofThisSite(read) : read,
      mayHoldRecords: format.mayHoldRecords(element)
    }
  }

  /** The records with additional fields by names of other formats; null if there are none. */
  #learn(own: Decoder, format: TableFormat, element: Fields, records: readonly Decoded[]): readonly Decoded[] | null {
    const { mapping } = format
    const [first] = records
    if (!('post' in mapping) || first === undefined) return null
    const isRead = first.kind === 'post'
    const keys = isRead ? (first.unread?.keys ?? []) : format.unread(element)
    if (keys.length === 0) return null
    const isTimeDerived = isRead && first.seen.rounded?.has('created_at') === true
    const found = columnsFor(columnNames, element, keys, isRead ? first.post : null, isTimeDerived)
    // A post without its key does not need other columns.
    const isKeyless = first.kind === 'skipped' && first.skipped.isRefused === true && !giveKey(found)
    const count = (this.#learned.get(own)?.count ?? 0) + found.length
    if (found.length === 0 || isKeyless || count > maxLearned) return null
    const wider = formatFrom(withColumns(mapping, columnNames, found, false))
    const read = wider.decode(element, this.numbers)
    if (read[0]?.kind !== 'post') return null
    this.#learned.set(own, { format: wider, count })
    return read
  }
}

/** Whether a post has fields that comments and messages lack. */
const hasOwnOfPosts = ({ plays, shares, saves, duration_seconds, sound }: DecodedPost): boolean =>
  [plays, shares, saves, duration_seconds, sound].some((value) => value !== null && value !== undefined)

/** Reads members of a list of accounts. Elsewhere a handle and a name alone could be from any platform. */
const readListed = accountReader(researchUser.user)

const ofPosts = (format: Decoder): boolean => format === ownRecords || (isTable(format) && 'post' in format.mapping)

/** Posts of other sites, which have the same columns but other ids. */
const otherSite =
  /^https?:\/\/(?:[^/?#]+\.)?((?:kwai|kuaishou|instagram|youtube|youtu|facebook|fb|twitter|x|snapchat|likee|bilibili|weibo|vk|threads)\.[a-z]{2,3})\//i

const ofThisSite = (records: readonly Decoded[]): readonly Decoded[] => {
  const [first] = records
  const site = first?.kind === 'post' ? otherSite.exec(first.post.share_url ?? '')?.[1] : undefined
  return site === undefined ? records : [skipped('a post of another site', site)]
}

/** Whether an element is a post of an unknown table, rather than an object that contains a post. */
const isAnyTable = (element: Fields): boolean =>
  isPostTable(columnNames, element) && !Object.values(element).some((value) => isFields(value) && holdsPost(value))

const holdsPost = (element: Fields): boolean =>
  // Bare counts are part of a post.
  (formatsOf(element).some(ofPosts) && Object.keys(element).some((key) => isPostKey(columnNames, key))) ||
  isPostTable(columnNames, element) ||
  Object.values(element).some((value) => isFields(value) && holdsPost(value))

const isTable = (format: Decoder): format is TableFormat => 'mapping' in format

/** Formats that recognize an element and read most of its values; of these, the surest ones. */
const formatsOf = (element: Fields): readonly Decoder[] => {
  const known: Decoder[] = []
  const strengths: number[] = []
  for (const format of formats) {
    const strength = format.strength(element)
    if (strength === 0) continue
    known.push(format)
    strengths.push(strength)
  }
  // The common case.
  if (known.length < 2) return known
  const surest = known[strengths.indexOf(Math.max(...strengths))]
  // An element recognized as something else is never read as a record.
  if (surest?.accepts === null) return [surest]
  const values = known.map((format) => format.valuesRead(element))
  const most = Math.max(...values)
  const strength = Math.max(...strengths.filter((_, index) => values[index] === most))
  return known.filter((_, index) => values[index] === most && strengths[index] === strength)
}
