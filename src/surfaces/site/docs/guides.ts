import { readdirSync, readFileSync } from 'node:fs'
import { type Html, html } from '../frame/html.ts'
import type { PageParts } from './layout.ts'

/** A guide: `guides/<name>.md`, with the title on the first line and the summary in the second paragraph. */
export type Guide = { name: string; title: string; description: string; text: string; path: string }

const folder = new URL('guides/', import.meta.url)

const readGuide = (file: string): Guide => {
  const name = file.slice(0, -'.md'.length)
  const text = readFileSync(new URL(file, folder), 'utf8')
  const [, title, description] = /^# (.+)\n\n((?:.+\n)+)\n/.exec(text) ?? []
  if (title === undefined || description === undefined) {
    throw new Error(`the guide ${file} must begin with a title and a paragraph that says what it is about`)
  }
  return { name, title, description: description.trim().replaceAll('\n', ' '), text, path: `/docs/${name}` }
}

/** All guides by title. */
export const guides: readonly Guide[] = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map(readGuide)
  // All titles begin with a capital, so no collator is needed, which is slow to load.
  .sort((a, b) => (a.title < b.title ? -1 : 1))

const guidesPath = '/docs/guides'

const contents = (current: Guide | null): Html =>
  html`<nav class="toc" aria-label="Guides"><ul><li><a href="${guidesPath}">All guides</a><ul>${guides.map((guide) => html`<li><a href="${guide.path}"${guide === current ? html` aria-current="page"` : null}>${guide.title}</a></li>`)}</ul></li></ul></nav>`

/** The summary as plain text, for browsers and search engines. */
const plain = (markdown: string): string => markdown.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('`', '')

export const guidePage = async (guide: Guide): Promise<PageParts> => {
  const { markdownMarkup } = await import('./markdown.ts')
  return {
    title: `${guide.title} · clipgraph`,
    description: plain(guide.description),
    path: guide.path,
    within: guidesPath,
    body: html`<div class="reference">${contents(guide)}<main id="main" class="guide">${markdownMarkup(guide.text)}</main></div>`
  }
}

export const guideIndex = (): PageParts => ({
  title: 'Guides · clipgraph',
  description: 'How to use clipgraph: one page per task.',
  path: guidesPath,
  body: html`<div class="reference">${contents(null)}<main id="main"><h1>Guides</h1>
<p class="lead">One page per task, with commands to paste.</p>
<dl class="facts">${guides.map(({ path, title, description }) => html`<dt><a href="${path}">${title}</a></dt><dd>${plain(description)}</dd>`)}</dl></main></div>`
})
