import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { seriousViolations, sidewaysScroll } from './accessibility.ts'
import { hasNoChromium } from './chromium.ts'
import { startOwnServer } from './explorer-server.ts'
import { openView } from './explorer-views.ts'
import { pageInTurn, startOwnPages } from './own-pages.ts'
import { savedFile } from './saved-file.ts'

const dayMs = 86_400_000

const exportAll = async (page: Page, form: string): Promise<string> =>
  (await savedFile(page, page.getByRole('button', { name: /^Export all/ }), form)).bytes.toString()

const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true })

/** The search of the page's address. */
const stated = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

describe.skipIf(hasNoChromium)('find pages', () => {
  const own = startOwnPages()
  const watched = pageInTurn(own)

  const graph = async <T>(query: string, variables: Record<string, unknown> = {}): Promise<T> => {
    const response = await fetch(`${own.server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gateway-key': own.server.key },
      body: JSON.stringify({ query, variables })
    })
    return ((await response.json()) as { data: T }).data
  }

  test('export all creators, private ones without what only posts tell', async () => {
    const { page } = watched
    await openView(page, '/?find=creators')
    const rows = rowsOf(await exportAll(page, 'CSV for scripts'))
    expect(rows).toHaveLength(1_000)
    const { users } = await graph<{ users: { nodes: { username: string }[] } }>(
      '{ users(filter: { isPrivate: true }, first: 50) { nodes { username } } }'
    )
    const hidden = users.nodes.map(({ username }) => rows.find((row) => row.username === username)?.authority_score)
    expect(hidden.length).toBeGreaterThan(0)
    expect(new Set(hidden)).toEqual(new Set(['']))
  })

  test('choose five of a thousand creators by conditions, which are in the address step by step, and hand them to a colleague', async () => {
    const { page } = watched
    await openView(page, '/?find=creators')
    await page.getByText('1,000 creators', { exact: true }).waitFor()
    for (const [name, text] of [
      ['Followers: from', '10k'],
      ['Followers: to', '100k'],
      ['Engagement rate, %: from', '5']
    ] as const) {
      const field = page.getByRole('textbox', { name })
      expect((await field.boundingBox())?.y).toBeLessThan(900)
      await field.pressSequentially(text)
    }
    await page.getByRole('combobox', { name: 'Niche' }).fill('cats, kpop')
    await page.getByRole('link', { name: 'Remove Niche: cats or kpop' }).waitFor()
    const conditions = { find: 'creators', followers: '10k-100k', engagement: '5-' }
    expect(stated(page)).toEqual({ ...conditions, niche: 'cats, kpop' })
    const { users } = await graph<{ users: { totalCount: number; nodes: { username: string }[] } }>(
      `{ users(first: 100, filter: { followers: { min: 10000, max: 100000 }, engagementRate: { min: 0.05 },
        niche: ["cats", "kpop"] }) { totalCount nodes { username } } }`
    )
    expect(users.totalCount).toBeGreaterThan(4)
    await page.getByText(`${users.totalCount} creators`, { exact: true }).waitFor()
    const chosen = users.nodes.slice(0, 5).map(({ username }) => username)
    for (const username of chosen) {
      await page.getByRole('button', { name: `Add @${username} to Shortlist`, exact: true }).click()
    }
    await page.getByRole('complementary', { name: 'Current list' }).getByText('5 creators').first().waitFor()
    // Each control is one step back, whatever was typed into it.
    await page.goBack()
    await page.getByText('152 creators', { exact: true }).waitFor()
    expect(stated(page)).toEqual(conditions)
    expect(await page.getByRole('combobox', { name: 'Niche' }).inputValue()).toBe('')
    await page.getByRole('link', { name: /^Remove Engagement rate/ }).click()
    await page.getByText('288 creators', { exact: true }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Engagement rate, %: from' }).inputValue()).toBe('')

    // A colleague has them by a link.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openView(page, '/?lists')
    await page.getByRole('button', { name: 'Copy link to the list' }).click()
    const link = () => page.evaluate<string>('navigator.clipboard.readText()')
    await expect.poll(link).toContain('/?list=Shortlist&creators=')
    const { pathname, search } = new URL(await link())
    const colleague = await watched.again({})
    await openView(colleague, pathname + search)
    for (const username of chosen) await colleague.getByRole('rowheader', { name: `@${username}` }).waitFor()
  })

  test.each([
    ['creators', 'users'],
    ['posts', 'posts']
  ] as const)('of %s have those of a country and a language, of which they suggest some', async (of, list) => {
    const { page } = watched
    await openView(page, `/?find=${of}`)
    const [country, language] = [
      page.getByRole('combobox', { name: 'Country' }),
      page.getByRole('combobox', { name: 'Language' })
    ]
    await country.fill('jp, kr')
    await page.getByRole('link', { name: /^Remove Country/ }).waitFor()
    await language.fill('ja')
    await page.getByRole('link', { name: /^Remove Language/ }).waitFor()
    expect(stated(page)).toEqual({ find: of, country: 'jp, kr', language: 'ja' })
    const filter = '{ country: { anyOf: ["JP", "KR"] }, language: { anyOf: ["ja"] } }'
    const found = await graph<Record<string, { totalCount: number }>>(
      `{ ${list}(first: 1, filter: ${filter}) { totalCount } }`
    )
    const total = found[list]?.totalCount ?? 0
    expect(total).toBeGreaterThan(0)
    await page.getByText(`${total} ${of}`, { exact: true }).waitFor()
    for (const [field, code] of [
      [country, 'US'],
      [language, 'en']
    ] as const) {
      const options = page.locator(`datalist[id="${await field.getAttribute('list')}"] option`)
      const values = await options.evaluateAll((all) => all.map((option) => option.getAttribute('value') ?? ''))
      expect(values.some((value) => value.endsWith(code))).toBe(true)
    }
  })

  test('collect all posts of a hashtag of the last month, in a file whose ids are those of the graph', async () => {
    const { page } = watched
    const { dataset } = await graph<{ dataset: { asOf: string } }>('{ dataset { asOf } }')
    const from = new Date(Date.parse(dataset.asOf) - 30 * dayMs).toISOString().slice(0, 10)
    await openView(page, '/?find=posts')
    await page.getByRole('combobox', { name: 'Hashtags', exact: true }).fill('fyp')
    await page.getByLabel('Published: from').fill(from)
    await page.getByRole('link', { name: `Remove Published: from ${from}` }).waitFor()
    await page.getByRole('button', { name: /^Export all \d{3,} posts/ }).waitFor()
    const rows = rowsOf(await exportAll(page, 'CSV for scripts'))
    type Posts = { nodes: { postId: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } }
    const ids: string[] = []
    for (let after: string | null = null; after !== ''; ) {
      const { posts }: { posts: Posts } = await graph(
        `query ($filter: PostFilter, $after: String) {
          posts(first: 100, filter: $filter, after: $after) { nodes { postId } pageInfo { hasNextPage endCursor } }
        }`,
        { filter: { hashtags: { anyOf: ['fyp'] }, createdAt: { from } }, after }
      )
      ids.push(...posts.nodes.map(({ postId }) => postId))
      after = posts.pageInfo.hasNextPage ? posts.pageInfo.endCursor : ''
    }
    expect(ids.length).toBeGreaterThan(100)
    expect(rows.map((row) => row.post_id)).toEqual(ids)
    for (const { created_at, hashtags } of rows) {
      expect(Number(created_at) * 1_000).toBeGreaterThanOrEqual(Date.parse(from))
      expect(hashtags?.toLowerCase().split('|')).toContain('fyp')
    }
    // For spreadsheets, which would round an id.
    const guarded = rowsOf(await exportAll(page, 'CSV file'))
    expect(guarded.map((row) => row.post_id)).toEqual(ids.map((id) => `'${id}`))
    const lines = (await exportAll(page, 'NDJSON file')).trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { post_id: string }).post_id)).toEqual(ids)
  })

  test('sort by columns of the table and by the list of orders, and show a grid', async () => {
    const { page } = watched
    await openView(page, '/?find=creators')
    await page.getByRole('button', { name: 'Authority', exact: true }).click()
    await page.locator('[aria-sort=descending]', { hasText: 'Authority' }).waitFor()
    expect(stated(page)).toEqual({ find: 'creators', order: 'authority_score' })
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Handle, a to z')
    await page.locator('[aria-sort=ascending]', { hasText: 'Creator' }).waitFor()
    await page.getByRole('link', { name: 'grid' }).click()
    await page.locator('.people li').first().waitFor()
    expect(stated(page)).toEqual({ find: 'creators', order: 'username', as: 'grid' })
    await page.goBack()
    await page.locator('[aria-sort=ascending]').waitFor()
  })

  test('say what of an address is unclear, and what to remove where nothing is found', async () => {
    const { page } = watched
    await openView(page, '/?find=creators&followers=many-&verified=yes&colour=red')
    const alert = page.getByRole('alert')
    await alert.getByText('“many” is not a number').waitFor()
    await alert.getByText('There is no condition “colour” on creators.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Followers: from' }).getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByRole('table').count()).toBe(0)
    for (const left of [1, 0]) {
      await alert.getByRole('link', { name: 'Remove it' }).first().click()
      await expect.poll(() => alert.getByRole('link', { name: 'Remove it' }).count()).toBe(left)
    }
    await page.getByRole('table').waitFor()
    await openView(page, '/?find=creators&followers=1B-&authority=50-')
    await page.getByRole('heading', { name: 'No creators meet all of these conditions' }).waitFor()
    const { users } = await graph<{ users: { totalCount: number } }>(
      '{ users(first: 1, filter: { authorityScore: { min: 50 } }) { totalCount } }'
    )
    await page.getByText(`Without “Followers: from 1B” ${users.totalCount} creators`).waitFor()
    await page.getByRole('link', { name: 'Without “Followers: from 1B”' }).click()
    await page.getByText(`${users.totalCount} creators`, { exact: true }).waitFor()
  })

  test.each(['creators', 'posts'])('of %s fit a phone, behind one button for the conditions', async (of) => {
    const page = await watched.again({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    await openView(page, `/?find=${of}`)
    await page.getByRole('table').waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    const words = page.getByRole('textbox', { name: 'Words' })
    expect(await words.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Filters' }).click()
    await words.fill('maya')
    await page.locator('.histogram').first().waitFor()
    expect(await seriousViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await page.getByRole('button', { name: `Show ${of}` }).click()
    await page.getByRole('link', { name: 'Remove Words: “maya”' }).waitFor()
    expect(await words.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Trending' }).click()
    await page.getByRole('heading', { name: 'Trending', level: 1 }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Site' }).isVisible()).toBe(false)
  })

  test('an export waits for a busy server, is cancelled, and says what it saved where it breaks off', async () => {
    const { page } = watched
    await openView(page, '/?find=posts')
    await page.getByRole('table').waitFor()
    const pages: string[] = []
    let status = 0
    await page.route('**/graphql', async (route) => {
      const body = route.request().postData() ?? ''
      if (!body.includes('"first":100')) return route.continue()
      pages.push(body)
      // The third page is refused.
      if (pages.length < 3) return route.continue()
      return route.fulfill({ status, headers: { 'retry-after': '30' }, body: '{}' })
    })
    status = 429
    await page.getByRole('button', { name: /^Export all/ }).click()
    await page.getByRole('button', { name: /^CSV for scripts/ }).click()
    await page.getByText('200 posts, waiting 30 s for the server').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Cancelled. Nothing is saved.').waitFor()
    pages.length = 0
    status = 400
    expect(rowsOf(await exportAll(page, 'CSV for scripts'))).toHaveLength(200)
    await page.getByText('the server answered 400. The file has the first 200 only.').waitFor()
    // The browser reports refused requests itself.
    watched.complaints.length = 0
  })

  test('over a deployment that is asked by REST alone explain that lists by conditions are not there', async () => {
    const { server } = own
    const facade = await startOwnServer({
      config: { data: { kind: 'upstream', url: new URL(server.url), key: server.key }, upstreamBatch: false }
    })
    const page = await watched.again({}, facade.url)
    await openView(page, '/?find=creators&followers=10k-')
    await page.getByRole('heading', { name: 'This server cannot list by conditions' }).waitFor()
    await page.goto('about:blank')
    await facade.close()
  })

  test('a search leads to the hashtags, sounds, places and effects that it names', async () => {
    const { page } = watched
    await openView(page, '/?search=home')
    const { search } = await graph<{ search: { hashtags: { name: string; hashtagId: string }[] } }>(
      '{ search(keyword: "home") { hashtags { name hashtagId } } }'
    )
    const [first] = search.hashtags
    const row = page.getByRole('list', { name: 'Hashtags' })
    await row.getByRole('link', { name: `#${first?.name}`, exact: true }).click()
    await page.getByRole('heading', { name: `#${first?.name}`, level: 1 }).waitFor()
    expect(new URL(page.url()).search).toBe(`?hashtag=${first?.hashtagId}`)
  })
})
