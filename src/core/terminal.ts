/**
 * All terminal output of commands goes through here. Much of its text comes from outside (feeds, file names, upstreams), and terminals
 * interpret some characters instead of showing them.
 */

/** Control and bidirectional formatting characters, except line ends and tabs. */
const obeyed = /(?!\r\n|[\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A text with all such characters escaped as JSON does. */
export const printable = (text: string): string => text.replace(obeyed, escaped)

/** The same, with line ends escaped too. */
export const inOneLine = (text: string): string => printable(text).replace(/[\r\n]/g, escaped)

/** Writes messages to standard output. They name files, and a pipe may lead to a terminal. */
export const print = (text: string): void => {
  process.stdout.write(printable(text))
}

/** Writes data to standard output: escaped on a terminal, unchanged for files and pipes. */
export const printData = (text: string): void => {
  process.stdout.write(process.stdout.isTTY ? printable(text) : text)
}

/** Writes to standard error, which may reach a terminal even when redirected. */
export const printError = (text: string): void => {
  process.stderr.write(printable(text))
}

/** Erases the current line of standard error on a terminal. */
export const eraseLine = (): void => {
  if (process.stderr.isTTY) process.stderr.write(lineErased)
}

export const lineErased = '\r\x1b[2K'
