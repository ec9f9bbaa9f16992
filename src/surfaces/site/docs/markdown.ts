import { Marked, type RendererObject, type Tokens } from 'marked'
import { type Html, html, raw } from '../frame/html.ts'
import { codeBlock } from './code.ts'

/** `Send a key` → `send-a-key`; a repeated heading gets `-2` and so on. */
const anchorsOf = () => {
  const given = new Map<string, number>()
  return (heading: string): string => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
    const count = (given.get(slug) ?? 0) + 1
    given.set(slug, count)
    return count === 1 ? slug : `${slug}-${count}`
  }
}

/** Renders code, tables and headings of the docs. HTML in the text is escaped. */
const rendererFor = (): RendererObject => {
  // Scrollable blocks are landmarks and need distinct names.
  let codes = 0
  let tables = 0
  const anchor = anchorsOf()
  return {
    code({ text, lang }: Tokens.Code) {
      codes += 1
      return codeBlock(`Example ${codes}${lang ? `, ${lang}` : ''}`, text).text
    },
    html({ text }: Tokens.HTML | Tokens.Tag) {
      return html`${text}`.text
    },
    heading({ tokens, depth, text }: Tokens.Heading) {
      const content = raw(this.parser.parseInline(tokens))
      return html`${raw(`<h${depth}`)} id="${anchor(text)}">${content}${raw(`</h${depth}>`)}\n`.text
    },
    table({ header, rows }: Tokens.Table) {
      tables += 1
      const content = ({ tokens }: Tokens.TableCell) => raw(this.parser.parseInline(tokens))
      return html`<div class="scroll" tabindex="0" role="region" aria-label="Table ${tables}"><table><thead><tr>${header.map((cell) => html`<th scope="col">${content(cell)}</th>`)}</tr></thead><tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${content(cell)}</td>`)}</tr>`)}</tbody></table></div>\n`
        .text
    }
  }
}

/** Renders the project's own Markdown as page content. */
export const markdownMarkup = (text: string): Html => {
  const marked = new Marked({ async: false, renderer: rendererFor() })
  // A string, because `async` is off.
  return raw(marked.parse(text) as string)
}
