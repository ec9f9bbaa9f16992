import { readFileSync } from 'node:fs'
import { hashSource } from './headers.ts'
import { type Html, html, raw } from './html.ts'

const script = readFileSync(new URL('./theme-script.js', import.meta.url), 'utf8')

/** Goes into a page's head before its style sheet. It stands in the page: as a file it would hold up the first paint. */
export const themeScript: Html = html`<script>${raw(script)}</script>`

/** What the page's policy calls it by, a source of `script-src`. */
export const themeSource: string = hashSource(script)
