import TurndownService from 'turndown'
import type { PageParts } from './layout.ts'

/** Elements that only browsers need. */
const leftOut = ['NAV', 'DIALOG', 'FORM', 'BUTTON']

/** Table rows and list items cannot contain line breaks. */
const oneLine = (text: string): string =>
  text
    .trim()
    .replace(/\n- /g, ' · ')
    .replace(/\s*\n\s*/g, ' ')

/** Address of a link in Markdown; null for links only a browser can follow. */
const address = (href: string): string | null => {
  if (href.startsWith('#')) return null
  const [path = ''] = href.split(/[?#]/)
  return path === '/docs' || path.startsWith('/docs/') ? `${path}.md` : path
}

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  .addRule('code', {
    filter: (node) => node.nodeName === 'CODE' && node.parentNode?.nodeName !== 'PRE',
    replacement: (_, node) => `\`${node.textContent}\``
  })
  .addRule('link', {
    filter: (node) => node.nodeName === 'A',
    replacement: (content, node) => {
      // The filter admits elements only.
      const to = address((node as HTMLElement).getAttribute('href') ?? '#')
      return to === null ? content : `[${content}](${to})`
    }
  })
  .addRule('tag', {
    filter: (node) => node.className === 'tag',
    replacement: (content) => `(${content})`
  })
  .addRule('term', { filter: 'dt', replacement: (content) => `\n- **${oneLine(content)}:** ` })
  .addRule('definition', { filter: 'dd', replacement: (content) => `${oneLine(content)}\n` })
  .addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) => `| ${oneLine(content).replaceAll('|', '\\|')} `
  })
  .addRule('row', {
    filter: 'tr',
    replacement: (content, node) => {
      const isHead = node.parentNode?.nodeName === 'THEAD'
      return `${content}|\n${isHead ? `${'| --- '.repeat(node.childNodes.length)}|\n` : ''}`
    }
  })
  .addRule('rows', { filter: ['thead', 'tbody'], replacement: (content) => content })
  .addRule('table', { filter: 'table', replacement: (content) => `\n\n${content}\n\n` })
  .addRule('left out', {
    filter: (node) => leftOut.includes(node.nodeName) || node.hasAttribute('hidden') || node.className === 'over',
    replacement: () => ''
  })

/** Underscores within words need no escaping, and names are full of them. */
turndown.escape = (text) => TurndownService.prototype.escape(text).replace(/(?<=\w)\\_(?=\w)/g, '_')

/** A page as Markdown. Takes tens of milliseconds for the longest pages. */
export const pageMarkdown = ({ body }: PageParts): string => `${turndown.turndown(body.text)}\n`
