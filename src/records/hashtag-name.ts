/** `#` and its forms on other keyboards, for character classes of regular expressions. */
export const hashtagSigns = '#\\ufe5f\\uff03'

const leadingSigns = new RegExp(`^[${hashtagSigns}\\s]+`)

/** The original text of a hashtag, without the signs before it. */
export const hashtagText = (written: string): string => written.replace(leadingSigns, '').trimEnd()

/** Longer names are cut: PostgreSQL has no keys of more than 2,700 bytes, and letters have up to three. */
const longestName = 500
const isCanonical = new RegExp(`^[a-z0-9_]{1,${longestName}}$`)

/**
 * The name by which hashtags are stored, found and compared, regardless of spelling: #Café, #ＣＡＦÉ and #cafe\u0301 are one hashtag. NFKC is
 * applied again after lower case, because some letters have a composed form in lower case only.
 */
export const canonicalHashtag = (written: string): string =>
  isCanonical.test(written)
    ? written
    : hashtagText(written.normalize('NFKC').toLowerCase().normalize('NFKC'))
        .slice(0, longestName)
        .toWellFormed()
        .trimEnd()
