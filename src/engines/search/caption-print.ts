import { hashWith } from './remembered-parts.ts'

/** Characters of a caption to read; letters of it to compare; and the fewest letters that make a sentence. */
export const comparedCaption = 80
const mostLetters = 36
const fewestLetters = 12

/**
 * Fingerprint of a caption, equal for captions that begin with the same words: copies of a post differ in tags, emoji and endings. 0: too
 * short to compare. Avoids regular expressions, because a page needs dozens of fingerprints.
 */
export const captionPrint = (caption: string | null): number => {
  if (caption === null) return 0
  let hash = 0
  let letters = 0
  let isName = false
  for (let at = 0; at < caption.length && letters < mostLetters; at += 1) {
    const code = caption.charCodeAt(at)
    if (code <= 0x20) isName = false
    else if (code === 0x23 || code === 0x40) isName = true
    else if (!isName && isLetter(code)) {
      hash = hashWith(hash, code < 0x80 ? code | 0x20 : code)
      letters += 1
    }
  }
  return letters < fewestLetters ? 0 : hash >>> 0
}

/** Approximate: neither digits, nor punctuation, nor surrogates of emoji. */
const isLetter = (code: number): boolean =>
  code < 0x80
    ? (code | 0x20) > 0x60 && (code | 0x20) < 0x7b
    : code > 0xbf &&
      !(code >= 0x2000 && code < 0x2c00) &&
      !(code >= 0x3000 && code < 0x3040) &&
      !(code >= 0xd800 && code < 0xe000) &&
      code < 0xfe00
