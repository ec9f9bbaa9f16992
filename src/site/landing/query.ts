import { readFileSync } from 'node:fs'
import { hashSource } from '../frame/headers.ts'
import { type Html, html, raw } from '../frame/html.ts'

const script = readFileSync(new URL('./ask-script.js', import.meta.url), 'utf8')

/** Goes into the page's head before its style sheet, which scripts behind it would wait for. */
export const askScript: Html = html`<script>${raw(script)}</script>`

/** What the page's policy calls it by, a source of `script-src`. */
export const askSource: string = hashSource(script)
