import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { examples } from '../../src/services/examples.ts'
import { isLeftOut } from '../ignored-terms.ts'
import { startServer, testKey } from '../server.ts'
import { seriousViolations } from './accessibility.ts'
import { withPosts } from './changed-posts.ts'
import { hasNoChromium } from './chromium.ts'
import { startOwnServer } from './explorer-server.ts'
import { openCode, openView, views } from './explorer-views.ts'
import { startOwnPages } from './own-pages.ts'
import { savedFile } from './saved-file.ts'

const run = promisify(execFile)
const address = `/?creator=${examples.username}`

const hasNoPython = isLeftOut(
  spawnSync('python3', ['--version']).status === 0,
  'code in Python beside the views, as there is no python3'
)

const hasNoJq = isLeftOut(
  spawnSync('jq', ['--version']).status === 0,
  'code with curl beside the views, as there is no jq'
)

const takeOf = (page: Page, what: string) =>
  page.getByRole('button', { name: new RegExp(`^Export( all [^:]*)?: ${RegExp.escape(what)}$`) })

/** Saves what the menu beside something gives in one way. */
const taken = (page: Page, what: string, way: string) => savedFile(page, takeOf(page, what), way)

const rowsOf = (csv: string | Buffer): Record<string, string>[] => parse(csv, { columns: true })

/** The charts come when they are about to be seen. */
const openCharts = async (page: Page) => {
  await openView(page, address)
  await page.locator('.panels').scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 400)
  await page.locator('.charts svg').first().waitFor()
}

describe.skipIf(hasNoChromium)('what is shown can be taken away', () => {
  const own = startOwnPages()

  const open = (options = {}) => own.open({ permissions: ['clipboard-read', 'clipboard-write'], ...options })

  const asked = (path: string, accept = 'application/json') =>
    fetch(own.server.url + path, { headers: { accept, 'x-gateway-key': own.server.key } })

  test('a whole list as the server’s own CSV, to the letter, under a name that says what it is', async () => {
    const { page, complaints, close } = await open()
    await openView(page, address)
    expect(await page.locator('.tile').count()).toBe(30)
    const { name, bytes } = await taken(page, `posts of @${examples.username}`, 'CSV file')
    expect(name).toMatch(new RegExp(`^sample-posts-of-${examples.username}-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
    const pages: string[] = []
    for (let path: string | undefined = `/api/v1/users/${examples.username}/posts?count=100`; path !== undefined; ) {
      const answer = await asked(path, 'text/csv')
      const csv = await answer.text()
      pages.push(pages.length === 0 ? csv : csv.slice(csv.indexOf('\n') + 1))
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    expect(pages.length).toBeGreaterThan(1)
    expect(bytes.toString()).toBe(pages.join(''))
    const plain = await taken(page, `posts of @${examples.username}`, 'CSV for scripts')
    expect(rowsOf(plain.bytes).map((row) => `'${row.post_id}`)).toEqual(rowsOf(bytes).map((row) => row.post_id))
    expect(complaints).toEqual([])
    await close()
  })

  test('every list of every view comes as a table with rows, with all of them and their number where all are taken', async () => {
    const { page, complaints, close } = await open()
    const withoutNumber: string[] = []
    for (const [name, path] of Object.entries(views)) {
      if (['effect', 'lists'].includes(name)) continue
      await openView(page, path)
      const menus = page.getByRole('button', { name: /^Export.*: / })
      await menus.first().waitFor()
      const labels = await menus.evaluateAll((buttons) =>
        // In the page, whose types this project's tests do without.
        buttons.map((button) => (button as unknown as { ariaLabel: string }).ariaLabel)
      )
      for (const label of labels) {
        const [, all, number, what = ''] = /^Export( all (?:([\d,]+) )?[^:]*)?: (.*)$/.exec(label) ?? []
        const rows = rowsOf((await taken(page, what, 'CSV file')).bytes).length
        expect([name, label, rows > 0]).toEqual([name, label, true])
        if (number !== undefined) expect([name, label, rows]).toEqual([name, label, Number(number.replaceAll(',', ''))])
        else if (all !== undefined) withoutNumber.push(name)
      }
    }
    // No source counts these.
    expect(withoutNumber.filter((name) => name !== 'reposts' && !name.startsWith('search'))).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  test('a scorecard as one row, whose columns are named as the server names them', async () => {
    const { page, close } = await open()
    await openView(page, address)
    const { bytes } = await taken(page, `scorecard of @${examples.username}`, 'CSV file')
    const [row] = rowsOf(bytes)
    const { data } = (await (await asked(`/api/v1/intelligence/creator/${examples.username}`)).json()) as {
      data: { scores: { creator_authority_score: number } }
    }
    expect(row?.scores_creator_authority_score).toBe(String(data.scores.creator_authority_score))
    await close()
  })

  test('captions that are formulas reach a spreadsheet as text, as a file and as cells, and ids keep their digits', async () => {
    const captions = [
      '=HYPERLINK("http://x.example";"y")',
      '+1+1',
      '-2',
      '@SUM(A1)',
      '\t=1',
      '＝1',
      'two\nlines, "quoted"',
      "'",
      '1e9'
    ]
    const captionOf = (postId: string) => captions[Number(BigInt(postId) % BigInt(captions.length))] ?? null
    const changed = await startOwnServer({
      wrapSource: withPosts((posts) => posts.map((post) => ({ ...post, caption: captionOf(post.post_id ?? '0') })))
    })
    const { page, complaints, close } = await own.open(
      {
        permissions: ['clipboard-read', 'clipboard-write']
      },
      changed.url
    )
    await openCharts(page)
    const isSafe = (text: string) => !/^[\d=+\-@\t\r\n＝＋－＠]/.test(text)
    for (const what of ['posts', 'plays and engagement']) {
      const { bytes } = await taken(page, `${what} of @${examples.username}`, 'CSV file')
      // Of the posts, the file has all, and the page shows the first.
      const rows = rowsOf(bytes).slice(0, 30)
      expect(rows).toHaveLength(30)
      for (const { post_id = '', caption = '' } of rows) {
        expect(isSafe(caption) && isSafe(post_id), caption).toBe(true)
        // Taking one apostrophe off gives the text back.
        expect(post_id).toMatch(/^'\d{15,20}$/)
        expect(caption.replace(/^'/, '')).toBe(captionOf(post_id.slice(1)))
      }
      await takeOf(page, `${what} of @${examples.username}`).click()
      await page.getByRole('button', { name: /^Copy as cells/ }).click()
      // Of this menu: another one that copied before still says so.
      const menu = page.locator('.take', { has: takeOf(page, `${what} of @${examples.username}`) })
      await menu.getByRole('status').getByText('Copied: Copy as cells').waitFor({ state: 'attached' })
      const text = await page.evaluate<string>('navigator.clipboard.readText()')
      const pasted = parse(text, { columns: true, delimiter: '\t' }) as Record<string, string>[]
      expect(pasted.map(({ caption }) => caption)).toEqual(rows.map(({ caption }) => caption))
      const cells = await page.evaluate<string[]>(`navigator.clipboard.read().then(async ([item]) => {
        const html = await (await item.getType('text/html')).text()
        const table = new DOMParser().parseFromString(html, 'text/html')
        return Array.from(table.querySelectorAll('td:first-child, td:nth-child(3)'), (cell) => cell.textContent)
      })`)
      expect(cells).toHaveLength(2 * 31)
      for (const cell of cells.filter((cell) => !/^'?\d+$/.test(cell))) expect(isSafe(cell), cell).toBe(true)
    }
    expect(complaints).toEqual([])
    await close()
    await changed.close()
  })

  test('the posts of a comparison as a row for each, with times in seconds, and what the creators share', async () => {
    const { page, complaints, close } = await open()
    await openView(page, views.comparison ?? '')
    const rows = rowsOf((await taken(page, 'newest posts of 2 creators', 'CSV file')).bytes)
    expect(Object.keys(rows[0] ?? {})).toEqual([
      ...['username', 'post_id', 'created_at', 'plays', 'likes', 'comments', 'shares']
    ])
    expect(rows.filter(({ username }) => username === examples.username)).toHaveLength(30)
    expect(Number(rows[0]?.created_at)).toBeLessThan(Date.now() / 1_000)
    const numbers = rowsOf((await taken(page, 'numbers of 2 creators', 'CSV file')).bytes)
    expect(numbers.map(({ username }) => username)).toEqual([examples.username, 'andres_herrera'])
    expect(Number(numbers[0]?.last_post_at)).toBeLessThan(Date.now() / 1_000)
    const shared = rowsOf((await taken(page, 'what 2 creators share', 'CSV file')).bytes)
    expect(Object.keys(shared[0] ?? {})).toEqual(['used', examples.username, 'andres_herrera'])
    expect(complaints).toEqual([])
    await close()
  })

  test('the menu is used by keyboard, closes by Escape and beside it, and is accessible', async () => {
    const { page, close } = await open({ viewport: { width: 390, height: 844 } })
    await openView(page, address)
    const opener = takeOf(page, `posts of @${examples.username}`)
    await opener.scrollIntoViewIfNeeded()
    await opener.focus()
    await page.keyboard.press('Enter')
    expect(await opener.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toContain('CSV file')
    expect(await seriousViolations(page)).toEqual([])
    const box = await page.locator('.ways-out:not([hidden])').boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    await page.keyboard.press('Escape')
    expect(await opener.getAttribute('aria-expanded')).toBe('false')
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toMatch(/^Export all .*: posts/)
    await page.keyboard.press('Enter')
    await page.locator('main').click({ position: { x: 5, y: 5 } })
    expect(await opener.getAttribute('aria-expanded')).toBe('false')
    await opener.click()
    await page
      .getByRole('button', { name: /^Query and code/, exact: false })
      .last()
      .click()
    await page.getByRole('dialog', { name: 'The query behind this view' }).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await close()
  })

  test('says so when the server is gone', async () => {
    const { page, close } = await open()
    await openView(page, address)
    await page.route('**/api/v1/**', (route) => route.fulfill({ status: 500 }))
    await takeOf(page, `posts of @${examples.username}`).click()
    await page.getByRole('button', { name: /^CSV file/ }).click()
    await page.locator('.said', { hasText: 'Export failed: the server answered 500.' }).waitFor()
    await page.unroute('**/api/v1/**')
    await page.route('**/api/v1/**', (route) => route.abort())
    await page.getByRole('button', { name: /^Copy as cells/ }).click()
    await page.locator('.said', { hasText: 'Export failed: the server does not answer.' }).waitFor()
    await close()
  })

  test('the way in which the query is written is chosen once, and a key that somebody typed is in none of them', async () => {
    const keyed = await startServer()
    const { page, close } = await own.open({}, keyed.url)
    await page.goto(views.sound ?? '')
    await page.getByLabel('Key for x-gateway-key').fill(testKey)
    await page.keyboard.press('Enter')
    await page.locator('.tile').first().waitFor()
    await openCode(page)
    const sheet = page.getByRole('dialog')
    for (const kind of ['GraphQL', 'curl', 'TypeScript', 'Python']) {
      await page.getByRole('radio', { name: kind }).check()
      expect(await sheet.textContent()).not.toContain(testKey)
      expect(await sheet.textContent()).toContain('YOUR_KEY')
    }
    await page.getByRole('radio', { name: 'Python' }).check()
    await page.reload()
    await page.locator('.tile').first().waitFor()
    await openCode(page)
    expect(await page.getByRole('radio', { name: 'Python' }).isChecked()).toBe(true)
    await close()
    await keyed.close()
  })

  /** Views, and where the rows of their queries are. */
  const places = {
    creator: ['user', 'posts'],
    sound: ['sound', 'posts'],
    'search for posts': ['search', 'posts'],
    'trending creators': ['trending'],
    post: ['post']
  } as const
  type View = keyof typeof places
  // The keys of the table are the views.
  const tried = Object.keys(places) as View[]
  type Found = {
    nodes?: unknown[]
    edges?: unknown[]
    pageInfo?: { hasNextPage: boolean; endCursor: string | null }
  } & Record<string, unknown>

  /** The code of a view in every kind, and all rows that its query leads to. */
  const readSnippets = async (view: View) => {
    const { page, close } = await open()
    await openView(page, views[view] ?? '')
    await openCode(page)
    await page.getByRole('radio', { name: 'GraphQL' }).check()
    const query = await page.getByRole('region', { name: 'GraphQL query' }).textContent()
    const variables = await page.getByRole('region', { name: 'Variables of the query' }).textContent()
    const codes = new Map<string, string>()
    for (const kind of ['curl', 'TypeScript', 'Python']) {
      await page.getByRole('radio', { name: kind }).check()
      codes.set(kind, (await page.getByRole('region', { name: `The query with ${kind}` }).textContent()) ?? '')
    }
    await close()
    const rows: unknown[] = []
    let after: string | null = null
    for (;;) {
      const response: Response = await fetch(`${own.server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-gateway-key': own.server.key },
        body: JSON.stringify({ query, variables: { ...JSON.parse(variables ?? ''), after } })
      })
      let found: Found = ((await response.json()) as { data: Found }).data
      for (const field of places[view]) found = found[field] as Found
      const ofPage = found.nodes ?? found.edges
      if (ofPage === undefined) return { codes, rows: [found] }
      rows.push(...ofPage)
      if (found.pageInfo?.hasNextPage !== true) return { codes, rows }
      after = found.pageInfo.endCursor
    }
  }
  const read = new Map<string, ReturnType<typeof readSnippets>>()
  /** Each view is opened once for all kinds. */
  const snippet = async (view: View, kind: string) => {
    const reading = read.get(view) ?? readSnippets(view)
    read.set(view, reading)
    const { codes, rows } = await reading
    return { code: codes.get(kind) ?? '', rows }
  }

  const runners = [
    ['curl', 'sh', ['-c'], hasNoJq],
    ['TypeScript', process.execPath, ['--input-type=module-typescript', '--eval'], false],
    ['Python', 'python3', ['-c'], hasNoPython]
  ] as const
  describe.each(runners)('the code in %s', (kind, command, options, isLeft) => {
    test.skipIf(isLeft).each(tried)('of the view “%s” prints every row to the last page as it stands', async (view) => {
      const { code, rows } = await snippet(view, kind)
      const { stdout, stderr } = await run(command, [...options, code], { maxBuffer: 2 ** 28 })
      expect(stderr).toBe('')
      expect(
        stdout
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
      ).toEqual(rows)
      expect(rows.length).toBeGreaterThan(view === 'post' ? 0 : 30)
    })
  })
})
