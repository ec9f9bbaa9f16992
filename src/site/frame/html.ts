/** Markup that may go on a page as it is. Only `html` and `raw` make it, so text never becomes markup by accident. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | readonly Part[]

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

const textOf = (part: Part): string => {
  if (part === null) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return part.map(textOf).join('')
}

/** A template for markup: what is put in is escaped unless it is markup itself; lists are joined, null is left out. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((text, index) => (index === 0 ? text : textOf(parts[index - 1] ?? null) + text)).join(''))

/** Markup this project wrote itself: style sheets, scripts, drawings. */
export const raw = (text: string): Html => new Html(text)

/** Text in which `backticks` mark code, as descriptions in the contracts do. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
