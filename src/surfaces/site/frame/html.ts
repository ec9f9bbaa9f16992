/** Safe markup. Only `html` and `raw` create it, so text never becomes markup by accident. */
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

/** Markup template: values are escaped unless they are markup; lists are joined, null is omitted. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((text, index) => (index === 0 ? text : textOf(parts[index - 1] ?? null) + text)).join(''))

/** The project's own markup: style sheets, scripts, drawings. */
export const raw = (text: string): Html => new Html(text)

/** Text in which `backticks` mark code, as in the contracts' descriptions. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
