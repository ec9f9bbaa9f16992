/**
 * How long texts may be: longer ones than any platform has are damage, or meant to fill memory, and a page of a hundred posts has to stay
 * small. Characters are UTF-16 units.
 */
const longText = 10_000
const shortText = 1_000
const textLimits: Readonly<Record<string, number>> = {
  caption: longText,
  bio: longText,
  display_name: shortText,
  title: shortText,
  author: shortText,
  name: shortText,
  address: shortText,
  tags: shortText
}
/** A part of an address would lead elsewhere: a longer one is left out. */
const longestUrl = 8_192
/** Hashtags of a post, tags of an effect. */
const longestList = 1_000
const lists: readonly string[] = ['hashtags', 'tags']

/** What is cut, for the summary. */
export const boundsInWords =
  `${longText.toLocaleString('en-US')} characters of a caption or bio, ${shortText.toLocaleString('en-US')} of a name or title, ` +
  `${longestUrl.toLocaleString('en-US')} of a URL, ${longestList.toLocaleString('en-US')} hashtags of a post`

/** Cuts what is too long in a record, in place, and in what it holds. Gives how much was cut. */
export const cutToBounds = (record: object): number => {
  // Looked through by name, whatever it is a record of.
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
/** Units of the longest thing that is one character to a reader; what goes on for longer is cut anywhere. */
const longestCharacter = 64

/** The beginning of a text, without a part of a character at its end. */
const shortened = (text: string, length: number): string => {
  const from = length - longestCharacter
  const end = characters.segment(text.slice(from, length + longestCharacter)).containing(longestCharacter)?.index ?? 0
  return text
    .slice(0, end === 0 ? length : from + end)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
}
