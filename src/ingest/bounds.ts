import { Collection } from '../records/collection.ts'
import { Effect } from '../records/effect.ts'
import { type FieldSchema, isText } from '../records/fields.ts'
import { LiveRoom } from '../records/live-room.ts'
import { Place } from '../records/place.ts'
import { HashtagUse, Post } from '../records/post.ts'
import { Sound } from '../records/sound.ts'
import { UserProfile } from '../records/user-profile.ts'

/**
 * Limits on text length: longer texts are damaged or malicious, and a page of a hundred posts must stay small. Lengths are in UTF-16 units.
 */
const longText = 10_000
const shortText = 1_000
/** Facts of sounds without an id are keys, and PostgreSQL has none of more than 2,700 bytes. */
const titleText = 300
/** Every text field of the records, including lists of texts. */
const textFields = [Post, HashtagUse, UserProfile, Sound, Place, Collection, LiveRoom, Effect].flatMap(
  ({ properties }) => Object.entries<FieldSchema>({ ...properties }).filter(([, field]) => isText(field))
)
const textLimits: Readonly<Record<string, number>> = {
  ...Object.fromEntries(textFields.map(([name]) => [name, shortText])),
  caption: longText,
  bio: longText,
  ...Object.fromEntries(['title', 'author', 'sound_title', 'sound_author'].map((name) => [name, titleText]))
}
/** A shortened address would lead elsewhere, so a longer one is dropped. */
const longestUrl = 8_192
/** Hashtags and effects of a post, tags of an effect. */
const longestList = 1_000
const lists: readonly string[] = ['hashtags', 'effects', 'tags']

/** The limits in words, for the summary. */
export const boundsInWords =
  `${longText.toLocaleString('en-US')} characters of a caption or bio, ${shortText.toLocaleString('en-US')} of a name, ${titleText} of a title, ` +
  `${longestUrl.toLocaleString('en-US')} of a URL, ${longestList.toLocaleString('en-US')} hashtags of a post`

/** Shortens a record in place, including nested ones, and returns the number of changes. */
export const cutToBounds = (record: object): number => {
  // Fields are processed by name, whatever the record.
  const fields = record as Record<string, unknown>
  let cut = 0
  for (const key in fields) {
    const value = fields[key]
    if (typeof value === 'string') {
      const limit = textLimits[key]
      if (limit === undefined ? !(key.endsWith('_url') && value.length > longestUrl) : value.length <= limit) continue
      fields[key] = limit === undefined ? null : shortened(value, limit)
      cut += 1
    } else if (Array.isArray(value)) {
      if (lists.includes(key) && value.length > longestList) {
        fields[key] = value.slice(0, longestList)
        cut += 1
      }
      for (const [index, item] of (fields[key] as unknown[]).entries()) {
        if (typeof item === 'object' && item !== null) cut += cutToBounds(item)
        else if (typeof item === 'string' && item.length > (textLimits[key] ?? Number.POSITIVE_INFINITY)) {
          ;(fields[key] as unknown[])[index] = shortened(item, shortText)
          cut += 1
        }
      }
    } else if (typeof value === 'object' && value !== null) cut += cutToBounds(value)
  }
  return cut
}

const characters = new Intl.Segmenter()
/** Length of the longest grapheme; longer sequences are cut anywhere. */
const longestCharacter = 64

/** The beginning of a text, without a partial character at its end. */
const shortened = (text: string, length: number): string => {
  const from = length - longestCharacter
  const end = characters.segment(text.slice(from, length + longestCharacter)).containing(longestCharacter)?.index ?? 0
  return text
    .slice(0, end === 0 ? length : from + end)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
}
