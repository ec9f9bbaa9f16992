import { type Html, html } from '../frame/html.ts'

/** A code block that scrolls by keyboard; the page's script adds a copy button. */
export const codeBlock = (label: string, code: Html | string): Html =>
  html`<div class="code"><pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre></div>`

/** A shell argument. */
const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const isPlain = (value: unknown) => value === null || typeof value !== 'object'

/** Number of list elements shown; records take more space than plain values. */
const shown = (items: readonly unknown[]) => (items.every(isPlain) ? 4 : 1)

const join = (parts: readonly Html[]): Html => html`${parts.map((part, index) => [index === 0 ? '' : ',', part])}`

/** Indented JSON with markup for the style sheet; long lists are shortened with a note. */
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

/** The curl command for a URL and key. */
export const curlCommand = (url: string, key: string): string =>
  `curl -H ${shellQuote(`x-gateway-key: ${key}`)} ${shellQuote(url)}`
