import type { Decoder } from '../decoder.ts'
import { appUser } from './app-user.ts'
import { aweme } from './aweme.ts'
import { collectorPost, collectorUser } from './collector.ts'
import { comment } from './comment.ts'
import { ownRecords } from './own-records.ts'
import type { Fields } from './read-value.ts'
import { research } from './research.ts'
import { webPost, webUser } from './web.ts'

/** Checked in this order. Comments have keys of posts, so they come first. */
const formats: readonly Decoder[] = [
  comment,
  collectorPost,
  aweme,
  webPost,
  webUser,
  research,
  ownRecords,
  appUser,
  collectorUser
]

/** The format of an element; null when unknown. */
export const formatOf = (element: Fields): Decoder | null => formats.find((format) => format.knows(element)) ?? null

/** Supported formats, for messages. */
export const accepted = formats.flatMap(({ accepts }) => accepts ?? []).join('; ')
