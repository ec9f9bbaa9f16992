import { type Html, html } from '../frame/html.ts'

/** A block of code that can be scrolled by keyboard; the page's script gives it a button to copy it. */
export const codeBlock = (label: string, code: Html | string): Html =>
  html`<div class="code"><pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre></div>`

/** One argument of a shell command. */
const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const isPlain = (value: unknown) => value === null || typeof value !== 'object'

/** Elements shown of a list; records take room, plain values do not. */
const shown = (items: readonly unknown[]) => (items.every(isPlain) ? 4 : 1)

const join = (parts: readonly Html[]): Html => html`${parts.map((part, index) => [index === 0 ? '' : ',', part])}`

/** JSON with two spaces a level, its parts marked for the style sheet, and long lists cut with a note. */
export const jsonMarkup = (value: unknown, indent = '\n'): Html => {
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    if (value.length === 0) return html`[]`
    const count = shown(value)
    const left = value.length - count
    const note = left > 0 ? html`${inner}<i>… ${left} more</i>` : null
    return html`[${join(value.slice(0, count).map((item) => html`${inner}${jsonMarkup(item, inner)}`))}${note}${indent}]`
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    if (entries.length === 0) return html`{}`
    const members = entries.map(
      ([key, member]) => html`${inner}<b>${JSON.stringify(key)}</b>: ${jsonMarkup(member, inner)}`
    )
    return html`{${join(members)}${indent}}`
  }
  if (typeof value === 'string') return html`<q>${JSON.stringify(value)}</q>`
  return html`<var>${JSON.stringify(value) ?? 'null'}</var>`
}

/** The shell command that asks for an address with a key. */
export const curlCommand = (url: string, key: string): string =>
  `curl -H ${shellQuote(`x-gateway-key: ${key}`)} ${shellQuote(url)}`
