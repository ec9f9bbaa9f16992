import { readFileSync } from 'node:fs'
import { hashSource } from '../frame/headers.ts'
import { type Html, html, raw } from '../frame/html.ts'

const script = readFileSync(new URL('./ask-script.js', import.meta.url), 'utf8')

/** Goes before the style sheet in the page's head, which would delay scripts after it. */
export const askScript: Html = html`<script>${raw(script)}</script>`

/** Its CSP source. */
export const askSource: string = hashSource(script)
