/**
 * All that commands say to a person goes through here, for much of it was written by others: feeds, file names, upstreams. A terminal obeys some
 * characters instead of showing them.
 */

/** Control characters, and what turns the direction of text, but for line ends and tabs. */
const obeyed = /(?!\r\n|[\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A text as a terminal shows all of it: what it would obey is spelled out as JSON does. */
export const printable = (text: string): string => text.replace(obeyed, escaped)

/** The same of what has to stay in its line. */
export const inOneLine = (text: string): string => printable(text).replace(/[\r\n]/g, escaped)

/** What standard output gets: a terminal what it can show, files and pipes what was written. */
export const forOutput = (text: string): string => (process.stdout.isTTY ? printable(text) : text)

/** Says something on standard output. */
export const print = (text: string): void => {
  process.stdout.write(forOutput(text))
}

/** Says something on standard error, which ends at a terminal sooner or later. */
export const printError = (text: string): void => {
  process.stderr.write(printable(text))
}

/** Takes away the line that stands on standard error, where that is a terminal. */
export const eraseLine = (): void => {
  if (process.stderr.isTTY) process.stderr.write(lineErased)
}

export const lineErased = '\r\x1b[2K'
