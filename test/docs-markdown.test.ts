import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Lexer } from 'marked'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../src/host/app.ts'
import { examples } from '../src/services/examples.ts'
import { operations } from '../src/surfaces/rest/operations.ts'
import { documentedCodes } from '../src/surfaces/site/docs/error-texts.ts'
import { guides } from '../src/surfaces/site/docs/guides.ts'
import { markdownMarkup } from '../src/surfaces/site/docs/markdown.ts'
import { pageMarkdown } from '../src/surfaces/site/docs/page-markdown.ts'
import { html, raw } from '../src/surfaces/site/frame/html.ts'
import { startOwnKey } from './own-key.ts'
import { startServer, type TestServer } from './server.ts'

const ownKey = 'cg_key-of-this-run'

let server: TestServer
let own: App
beforeAll(async () => {
  ;[server, own] = await Promise.all([startServer(), startOwnKey(ownKey)])
})
afterAll(() => Promise.all([server.close(), own.close()]))

/** As a browser asks, for which `/graphql` is GraphiQL. */
const load = async (path: string) => {
  const response = await fetch(server.url + path, { headers: { accept: 'text/html, */*;q=0.8' } })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

const pages = [
  ...['/docs', '/docs/schema', '/docs/map', '/docs/errors', '/docs/guides'],
  ...documentedCodes.map((code) => `/docs/errors/${code}`),
  ...guides.map(({ path }) => path)
]

describe.each(pages)('the Markdown of %s', (path) => {
  test('is named by the page, begins with its heading and has no markup in it', async () => {
    const page = await load(path)
    expect(page.body).toContain(`<link rel="alternate" type="text/markdown" href="${path}.md">`)
    const { status, headers, body } = await load(`${path}.md`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const [, heading] = /<h1[^>]*>(.*?)<\/h1>/.exec(page.body) ?? []
    expect(body.split('\n')[0]).toBe(`# ${heading}`)
    const prose = new Lexer().lex(body).filter(({ type }) => type !== 'code')
    expect(prose.filter(({ type }) => type === 'html')).toEqual([])
    expect(JSON.stringify(prose)).not.toMatch(/<\/?(div|section|dl|table|a|code)\b/)
  })

  test('leads to Markdown only, and none of its links is dead', async () => {
    const { body } = await load(`${path}.md`)
    const isGuide = guides.some((guide) => guide.path === path)
    const links = new Set([...body.matchAll(/(?<!\\)\]\(([^)]+)\)/g)].map(([, to = '']) => to))
    for (const link of links) {
      if (isGuide && /^(https:|#)/.test(link)) continue
      if (!isGuide && link.startsWith('/docs')) expect(link).toMatch(/\.md$/)
      expect([link, (await load(link)).status]).toEqual([link, 200])
    }
  })

  test('is there for HEAD, and for those alone who read', async () => {
    const head = await fetch(`${server.url}${path}.md`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const post = await fetch(`${server.url}${path}.md`, { method: 'POST' })
    expect(post.status).toBe(405)
  })
})

test('the Markdown of the reference has every operation at the address it was asked under, and never a key', async () => {
  const body = await (await fetch(`${own.url}/docs.md`)).text()
  expect(await (await fetch(`${own.url}/docs`)).text()).toContain(ownKey)
  expect(body).not.toContain(ownKey)
  expect(body).not.toContain('.invalid')
  for (const { path, summary } of operations) {
    expect(body).toContain(`### ${summary}\n`)
    expect(body).toContain(`\`${path}\``)
  }
  expect(body.split(`curl -H 'x-gateway-key: YOUR_KEY' '${own.url}/api/v1/`)).toHaveLength(operations.length + 1)
})

describe('what a page says', () => {
  const markdownOf = (main: string) =>
    pageMarkdown({ title: '', description: '', path: '', body: html`<nav>Left out</nav><main>${raw(main)}</main>` })

  test('keeps its words when they look like Markdown, and its tables when cells hold bars and lists', () => {
    expect(markdownOf('<p>*not strong*, snake_case and # no heading</p>')).toBe(
      '\\*not strong\\*, snake_case and # no heading\n'
    )
    const table =
      '<table><thead><tr><th>Name</th><th>About</th></tr></thead><tbody><tr><th><code>a|b</code></th><td>One<dl><dt>x</dt><dd>1</dd><dt>y</dt><dd>2</dd></dl></td></tr></tbody></table>'
    expect(markdownOf(table)).toBe('| Name | About |\n| --- | --- |\n| `a\\|b` | One · **x:** 1 · **y:** 2 |\n')
  })

  test('leaves out what only a browser has a use for', () => {
    expect(markdownOf('<form><input></form><p hidden>x</p><button>y</button><p>Stays</p><dialog>z</dialog>')).toBe(
      'Stays\n'
    )
  })
})

describe('a guide', () => {
  test('is listed and marked where it is, and its HTML holds what its file says', async () => {
    const index = await load('/docs/guides')
    for (const { path, title, description, text } of guides) {
      expect(index.body).toContain(`<a href="${path}">${title}</a>`)
      const page = await load(path)
      expect(page.body).toContain('<a href="/docs/guides" aria-current="true">Guides</a>')
      expect(page.body).toContain(`<a href="${path}" aria-current="page">`)
      expect(description).not.toBe('')
      expect((await load(`${path}.md`)).body).toBe(text)
    }
    expect(guides.length).toBeGreaterThan(0)
  })

  test('shows HTML as text, and names code, tables and headings apart', () => {
    const { text } = markdownMarkup(
      '## A <b>bold</b> word\n\n<script>alert(1)</script>\n\n## Twice\n\n## Twice\n\n```sh\necho "<&>"\n```\n\n|a|b|\n|-|-|\n|1|`<2>`|\n'
    )
    expect(text).not.toMatch(/<(script|b)>/)
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).toContain('id="twice"')
    expect(text).toContain('id="twice-2"')
    expect(text).toContain('aria-label="Example 1, sh"><code>echo &quot;&lt;&amp;&gt;&quot;</code>')
    expect(text).toContain('aria-label="Table 1"')
    expect(text).toContain('<td><code>&lt;2&gt;</code></td>')
  })
})

describe('/llms.txt', () => {
  const read = async () => (await load('/llms.txt')).body

  test('begins with the name and a summary, in Markdown, for any page', async () => {
    const { status, headers, body } = await load('/llms.txt')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(new Lexer().lex(body).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['heading', 'blockquote', 'list', 'code'])
    )
    expect(body).toMatch(/^# clipgraph\n\n> /)
  })

  test('leads to every page as Markdown and to the contracts, and none of its links is dead', async () => {
    const links = [...(await read()).matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to)
    const indexes = ['/docs', '/docs/schema', '/docs/map', '/docs/errors']
    for (const path of [...indexes, ...guides.map((guide) => guide.path)])
      expect(links).toContain(`${server.url}${path}.md`)
    for (const link of links) expect((await fetch(link)).status, link).toBe(200)
  })

  test('asks both surfaces with commands that are answered once a key stands in them', async () => {
    const text = await (await fetch(`${own.url}/llms.txt`)).text()
    const [, commands = ''] = /```sh\n(.*?)```/s.exec(text) ?? []
    const run = commands.replaceAll('YOUR_KEY', ownKey)
    const { stdout } = await promisify(execFile)('sh', ['-ec', run])
    expect(stdout).toContain(`"username":"${examples.username}"`)
    expect(stdout).toContain('"extensions"')
  })
})
