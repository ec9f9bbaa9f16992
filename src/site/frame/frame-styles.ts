import { readFileSync } from 'node:fs'

/** Styles of all pages: colors, type, header and footer. */
export const frameStyles: string = readFileSync(new URL('./styles/frame.css', import.meta.url), 'utf8')
