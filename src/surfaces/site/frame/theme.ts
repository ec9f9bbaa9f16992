import { readFileSync } from 'node:fs'
import { hashSource } from './headers.ts'
import { type Html, html, raw } from './html.ts'

const script = readFileSync(new URL('./theme-script.js', import.meta.url), 'utf8')

/** Goes before the style sheet in the page's head. Inline, because a file would delay the first paint. */
export const themeScript: Html = html`<script>${raw(script)}</script>`

/** Its CSP source. */
export const themeSource: string = hashSource(script)
