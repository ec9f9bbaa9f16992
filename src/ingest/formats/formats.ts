import type { Decoded, Decoder } from '../mapping/decoder.ts'
import { formatFrom } from '../mapping/format.ts'
import type { NumberColumns } from '../mapping/number-columns.ts'
import type { Fields } from '../mapping/read-value.ts'
import { accountReader } from '../mapping/record-reader.ts'
import { isReshaped, unflattened } from '../mapping/reshape.ts'
import type { Mapping } from '../mapping/tables.ts'
import { appUser } from './app-user.ts'
import { appMusic, aweme } from './aweme.ts'
import { channelPost } from './channel.ts'
import { collectorAuthor, collectorPost, collectorUser, flatCollectorPost } from './collector.ts'
import { displayPost } from './display.ts'
import { douyinPagePost } from './douyin-page.ts'
import { fourcatPost } from './fourcat.ts'
import { liveRoom, liveRoomPage } from './live-room.ts'
import { noRecords } from './no-records.ts'
import { ownRecords } from './own-records.ts'
import { appMix, webPlaylist } from './playlist.ts'
import { researchPost, researchUser } from './research.ts'
import { tableAccount, tablePost } from './table.ts'
import { tikwmPost, tikwmSound } from './tikwm.ts'
import { webAccount, webPost, webPostOf2019, webSound, webUser } from './web.ts'
import { ytdlpPost } from './ytdlp.ts'

/** Of formats that read as much of an element and are as sure of it, the first one reads it. */
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
  liveRoomPage,
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

const formats: readonly Decoder[] = [...noRecords, ...mappings.map(formatFrom), ownRecords]

type Read = { readonly records: readonly Decoded[]; readonly mayHoldRecords: boolean }

/** A handle with a name alone could be of any platform. */
const readListed = accountReader(researchUser.user)

/**
 * The records in an element, and whether it may hold more in its lists; null when no format knows it. `numbers`: how those of its file are
 * written; `isAccount`: it stands in a list of accounts, where a handle suffices.
 */
export const decodeElement = (element: Fields, numbers: NumberColumns, isAccount = false): Read | null => {
  const read = decodeNested(element, numbers)
  const [first] = read?.records ?? []
  // Only what is not understood, or not wholly, is looked at for keys that are paths or come from a join.
  if (
    first !== undefined &&
    first.kind !== 'skipped' &&
    !first.unread?.keys.some((key) => key in element && isReshaped(key))
  )
    return read
  const nested = unflattened(element)
  const known = (nested && decodeNested(nested, numbers)) ?? read
  return known ?? (isAccount ? { records: readListed(element, numbers), mayHoldRecords: false } : null)
}

const decodeNested = (element: Fields, numbers: NumberColumns): Read | null => {
  const [best, ...tied] = formatsOf(element)
  if (best === undefined) return null
  const records = best.decode(element, numbers)
  const [first] = records
  if (tied.length > 0 && first !== undefined && first.kind !== 'skipped')
    first.tied = [best, ...tied].map(({ name }) => name)
  return { records, mayHoldRecords: best.mayHoldRecords(element) }
}

/** Those that know an element and read most of its values; the surest of them. */
const formatsOf = (element: Fields): readonly Decoder[] => {
  const known: Decoder[] = []
  const strengths: number[] = []
  for (const format of formats) {
    const strength = format.strength(element)
    if (strength === 0) continue
    known.push(format)
    strengths.push(strength)
  }
  // Nearly all.
  if (known.length < 2) return known
  const surest = known[strengths.indexOf(Math.max(...strengths))]
  // What is no record stays none, whatever it has in common with one.
  if (surest?.accepts === null) return [surest]
  const values = known.map((format) => format.valuesRead(element))
  const most = Math.max(...values)
  const strength = Math.max(...strengths.filter((_, index) => values[index] === most))
  return known.filter((_, index) => values[index] === most && strengths[index] === strength)
}

/** Supported formats, for messages. */
export const accepted = formats.flatMap(({ accepts }) => accepts ?? []).join('; ')
