import type { Decoded, Decoder } from '../decoder.ts'
import { formatFrom } from '../mapping/format.ts'
import type { Mapping } from '../mapping/tables.ts'
import { appUser } from './app-user.ts'
import { aweme } from './aweme.ts'
import { collectorAuthor, collectorPost, collectorUser } from './collector.ts'
import { comment } from './comment.ts'
import { ownRecords } from './own-records.ts'
import type { Fields } from './read-value.ts'
import { research } from './research.ts'
import { webPost, webUser } from './web.ts'

/** Of formats that are equally sure of an element, the first one reads it. */
const mappings: readonly Mapping[] = [
  collectorPost,
  collectorAuthor,
  aweme,
  webPost,
  webUser,
  research,
  appUser,
  collectorUser
]

const decodeListed = (element: Fields): readonly Decoded[] => formatOf(element)?.decode(element) ?? []

const formats: readonly Decoder[] = [comment, ...mappings.map((each) => formatFrom(each, decodeListed)), ownRecords]

/** The format that is surest of an element; null when none knows it. */
export const formatOf = (element: Fields): Decoder | null => {
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
