import { readFileSync } from 'node:fs'

/** Colours, type and what stands around every page. */
export const frameStyles: string = readFileSync(new URL('./styles/frame.css', import.meta.url), 'utf8')
