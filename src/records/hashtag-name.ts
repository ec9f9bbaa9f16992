/** `#` and the forms of it that other keyboards write, for character classes of regular expressions. */
export const hashtagSigns = '#\\ufe5f\\uff03'

const leadingSigns = new RegExp(`^[${hashtagSigns}\\s]+`)

/** A hashtag as it was written, without the signs before it. */
export const hashtagText = (written: string): string => written.replace(leadingSigns, '').trimEnd()

const isCanonical = /^[a-z0-9_]+$/

/**
 * The name by which hashtags are stored, found and compared, whatever the spelling: #Café, #ＣＡＦÉ and #cafe\u0301 are one hashtag. NFKC
 * comes once more after lower case, because some letters have a composed form in lower case only.
 */
export const canonicalHashtag = (written: string): string =>
  isCanonical.test(written) ? written : hashtagText(written.normalize('NFKC').toLowerCase().normalize('NFKC'))
