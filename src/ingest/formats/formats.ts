import type { Decoded, Decoder, Tied } from '../decoder.ts'
import { formatFrom } from '../mapping/format.ts'
import type { Fields } from '../mapping/read-value.ts'
import { isPath, unflattened } from '../mapping/reshape.ts'
import type { Mapping } from '../mapping/tables.ts'
import { appUser } from './app-user.ts'
import { appMusic, aweme } from './aweme.ts'
import { channelPost } from './channel.ts'
import { collectorAuthor, collectorPost, collectorUser } from './collector.ts'
import { displayPost } from './display.ts'
import { douyinPagePost } from './douyin-page.ts'
import { fourcatPost } from './fourcat.ts'
import { liveRoom, liveRoomPage } from './live-room.ts'
import { noRecords } from './no-records.ts'
import { ownRecords } from './own-records.ts'
import { researchPost, researchUser } from './research.ts'
import { researchFollowers } from './research-followers.ts'
import { tableAccount, tablePost } from './table.ts'
import { tikwmPost, tikwmSound } from './tikwm.ts'
import { webAccount, webPost, webPostOf2019, webSound, webUser } from './web.ts'
import { ytdlpPost } from './ytdlp.ts'

/** Of formats that are equally sure of an element, the first one reads it. */
export const mappings: readonly Mapping[] = [
  collectorPost,
  collectorAuthor,
  channelPost,
  aweme,
  douyinPagePost,
  webPost,
  webPostOf2019,
  webUser,
  liveRoom,
  liveRoomPage,
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

const decodeListed = (element: Fields): readonly Decoded[] => decodeElement(element) ?? []

const formats: readonly Decoder[] = [
  ...noRecords,
  ...mappings.map((each) => formatFrom(each, decodeListed)),
  researchFollowers,
  ownRecords
]

/** The records in an element, by the format that is surest of it; null when none knows it. */
export const decodeElement = (element: Fields): readonly Decoded[] | null => {
  const records = decodeNested(element)
  const [first] = records ?? []
  // Only what is not understood, or not wholly, is looked at for keys that are paths.
  if (
    first !== undefined &&
    first.kind !== 'skipped' &&
    !first.unread?.keys.some((key) => key in element && isPath(key))
  )
    return records
  const nested = unflattened(element)
  return (nested && decodeNested(nested)) ?? records
}

const decodeNested = (element: Fields): readonly Decoded[] | null => {
  const { best, tied } = formatOf(element)
  const records = best?.decode(element) ?? null
  const [first] = records ?? []
  if (tied !== null && first !== undefined && first.kind !== 'skipped') first.tied = tied
  return records
}

const formatOf = (element: Fields): { best: Decoder | null; tied: Tied | null } => {
  let best: Decoder | null = null
  let tied: string[] | null = null
  let most = 0
  for (const format of formats) {
    const strength = format.strength(element)
    if (strength === 0 || strength < most) continue
    if (best !== null && strength === most) {
      tied ??= [best.name]
      tied.push(format.name)
      continue
    }
    most = strength
    best = format
    tied = null
  }
  return { best, tied }
}

/** Supported formats, for messages. */
export const accepted = formats.flatMap(({ accepts }) => accepts ?? []).join('; ')
