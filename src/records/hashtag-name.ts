/** `#` and its forms on other keyboards, for character classes of regular expressions. */
export const hashtagSigns = '#\\ufe5f\\uff03'

const leadingSigns = new RegExp(`^[${hashtagSigns}\\s]+`)

/** The original text of a hashtag, without the signs before it. */
export const hashtagText = (written: string): string => written.replace(leadingSigns, '').trimEnd()

const isCanonical = /^[a-z0-9_]+$/

/**
 * The name by which hashtags are stored, found and compared, regardless of spelling: #Café, #ＣＡＦÉ and #cafe\u0301 are one hashtag. NFKC is
 * applied again after lower case, because some letters have a composed form in lower case only.
 */
export const canonicalHashtag = (written: string): string =>
  isCanonical.test(written) ? written : hashtagText(written.normalize('NFKC').toLowerCase().normalize('NFKC'))
