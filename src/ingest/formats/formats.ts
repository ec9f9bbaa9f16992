import type { Decoded, Decoder } from '../decoder.ts'
import { formatFrom } from '../mapping/format.ts'
import type { Fields } from '../mapping/read-value.ts'
import { unflattened } from '../mapping/reshape.ts'
import type { Mapping } from '../mapping/tables.ts'
import { appUser } from './app-user.ts'
import { aweme } from './aweme.ts'
import { collectorAuthor, collectorPost, collectorUser } from './collector.ts'
import { comment } from './comment.ts'
import { displayPost } from './display.ts'
import { fourcatPost } from './fourcat.ts'
import { ownRecords } from './own-records.ts'
import { researchPost, researchUser } from './research.ts'
import { tikwmPost } from './tikwm.ts'
import { webAccount, webPost, webPostOf2019, webUser } from './web.ts'
import { ytdlpPost } from './ytdlp.ts'

/** Of formats that are equally sure of an element, the first one reads it. */
export const mappings: readonly Mapping[] = [
  collectorPost,
  collectorAuthor,
  aweme,
  webPost,
  webPostOf2019,
  webUser,
  displayPost,
  fourcatPost,
  researchPost,
  researchUser,
  ytdlpPost,
  tikwmPost,
  appUser,
  webAccount,
  collectorUser
]

const decodeListed = (element: Fields): readonly Decoded[] => decodeElement(element) ?? []

const formats: readonly Decoder[] = [comment, ...mappings.map((each) => formatFrom(each, decodeListed)), ownRecords]

/** The records in an element, by the format that is surest of it; null when none knows it. */
export const decodeElement = (element: Fields): readonly Decoded[] | null => {
  const nested = unflattened(element)
  return formatOf(nested)?.decode(nested) ?? null
}

const formatOf = (element: Fields): Decoder | null => {
  let best: Decoder | null = null
  let most = 0
  for (const format of formats) {
    const strength = format.strength(element)
    if (strength <= most) continue
    most = strength
    best = format
  }
  return best
}

/** Supported formats, for messages. */
export const accepted = formats.flatMap(({ accepts }) => accepts ?? []).join('; ')
