import { hashWith } from './remembered-pieces.ts'

/** What is read of a caption, in characters; letters of it that are compared, and how many make a sentence of it. */
export const comparedCaption = 80
const mostLetters = 36
const fewestLetters = 12

/**
 * A number that is the same for captions that begin with the same words: copies of one post differ in tags, pictures and what stands behind.
 * 0: the caption says hardly anything. No regular expression: dozens are looked at for a page.
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

/** Roughly: neither digits, punctuation, nor halves of pictures. */
const isLetter = (code: number): boolean =>
  code < 0x80
    ? (code | 0x20) > 0x60 && (code | 0x20) < 0x7b
    : code > 0xbf &&
      !(code >= 0x2000 && code < 0x2c00) &&
      !(code >= 0x3000 && code < 0x3040) &&
      !(code >= 0xd800 && code < 0xe000) &&
      code < 0xfe00
