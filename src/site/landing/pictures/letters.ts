import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const fontFolder = new URL('.', import.meta.resolve('@fontsource-variable/inter/unicode.json'))

/** Parts of the font that pictures are lettered in, by the scripts they hold. */
const parts = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek'] as const

/** Paths of the font's files. */
export const fontFiles: readonly string[] = parts.map((part) =>
  fileURLToPath(new URL(`files/inter-${part}-wght-normal.woff2`, fontFolder))
)

const ranges: Readonly<Record<string, string>> = JSON.parse(readFileSync(new URL('unicode.json', fontFolder), 'utf8'))

/** Code points the font has, as a class of a regular expression. */
const known = parts
  .flatMap((part) => (ranges[part] ?? '').split(','))
  .map((range) =>
    range
      .slice(2)
      .split('-')
      .map((point) => `\\u{${point}}`)
      .join('-')
  )
  .join('')

const unknown = new RegExp(`[^${known}]+`, 'gu')

/**
 * What of a text can be lettered: without signs the font has none for. Null where too little is left to tell what it said: fewer than half
 * of its letters.
 */
export const lettered = (text: string): string | null => {
  const whole = text.normalize('NFC')
  const left = whole.replace(unknown, ' ').replace(/\s+/g, ' ').trim()
  const lettersIn = (part: string) => part.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  return lettersIn(left) * 2 > lettersIn(whole) ? left : null
}
