import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../../src/core/errors.ts'
import { row } from '../dataset.ts'
import { failingSource } from '../failing-source.ts'
import { startServer, type TestServer, testKey } from '../server.ts'
import { hasNoChromium, launch, openPage } from './chromium.ts'
import { type OwnServer, startOwnServer } from './explorer-server.ts'
import { openCode, openView, settled, views } from './explorer-views.ts'

const usernameOf = (where: string) =>
  row<{ username: string }>(`SELECT username FROM users WHERE ${where} LIMIT 1`).username

describe.skipIf(hasNoChromium)('the explorer, when things are missing or wrong', () => {
  let browser: Browser
  let server: OwnServer
  let keyed: TestServer
  beforeAll(async () => {
    ;[browser, server, keyed] = await Promise.all([launch(), startOwnServer(), startServer()])
  })
  afterAll(async () => {
    await browser?.close()
    await Promise.all([server?.close(), keyed?.close()])
  })

  const open = async (address: string) => {
    const watched = await openPage(browser, server.url)
    await openView(watched.page, address)
    return watched
  }

  /** That of the page itself, of which the browser tells. */
  const isNo404 = (complaint: string) => !complaint.includes('404')

  test.each([
    ['post', '/?post=1'],
    ['sound', '/?sound=1'],
    ['hashtag', '/?hashtag=1'],
    ['place', '/?place=1'],
    ['collection', '/?collection=1'],
    ['effect', '/?effect=1'],
    ['live room', '/?live=1']
  ])('an unknown %s says so and offers a way on', async (what, address) => {
    const { page, complaints, close } = await open(address)
    await page.getByRole('heading', { level: 1, name: `No such ${what}` }).waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('or the data do not have it')
    expect(await page.getByRole('link', { name: 'Search for it' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Start over' }).click()
    await page.getByRole('heading', { level: 1, name: /^Find creators/ }).waitFor()
    expect(complaints.filter(isNo404)).toEqual([])
    await close()
  })

  test('an unknown creator can be searched for by the name that was asked for', async () => {
    const { page, complaints, close } = await open('/?creator=nobody.here')
    await page.getByRole('heading', { level: 1, name: 'No such creator' }).waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('or the data do not have the account')
    await page.getByRole('link', { name: 'Search for it' }).click()
    await page.getByRole('heading', { level: 1, name: /Results for/ }).waitFor()
    expect(complaints.filter(isNo404)).toEqual([])
    await close()
  })

  test('an id that cannot be one says what is wrong with it and offers a way on', async () => {
    const { page, close } = await open('/?post=not-a-number')
    await page.getByRole('heading', { level: 1, name: 'That does not look right' }).waitFor()
    expect(await page.getByRole('alert').textContent()).toMatch(/postId|videoId|digits|numeric/i)
    await page.getByRole('link', { name: 'Start over' }).click()
    await page.getByRole('heading', { level: 1, name: /^Find creators/ }).waitFor()
    await close()
  })

  test('a handle that cannot be one can be searched for', async () => {
    const { page, close } = await open('/?creator=maya nguyen!')
    await page.getByRole('heading', { level: 1, name: 'That does not look right' }).waitFor()
    await page.getByRole('link', { name: 'Search for it' }).click()
    await page.getByRole('heading', { level: 1, name: 'Results for maya nguyen!' }).waitFor()
    await close()
  })

  test('a private account shows its profile and why there is no more', async () => {
    const { page, complaints, close } = await open(`/?creator=${usernameOf('is_private = 1')}`)
    await page.getByRole('heading', { name: 'This account is private' }).waitFor()
    expect(await page.locator('.head .flag').textContent()).toBe('Private')
    expect(await page.locator('.tile').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  test('a creator without posts, and one with few, get no made-up picture of themselves', async () => {
    const none = await open(`/?creator=${usernameOf('is_private = 0 AND total_videos = 0')}`)
    await none.page.getByRole('heading', { name: 'No posts yet' }).waitFor()
    // Followers are counted without posts too.
    expect(await none.page.locator('.panel.charts, .panel.scorecard').count()).toBe(0)
    await none.close()
    const few = await open(`/?creator=${usernameOf('is_private = 0 AND total_videos BETWEEN 2 AND 9')}`)
    await few.page.getByText(/Only \d posts were analyzed/).waitFor()
    await few.close()
  })

  test.each([['posts'], ['creators'], ['live rooms']])('a search that finds no %s says so', async (what) => {
    const among = what === 'live rooms' ? 'live' : what
    const { page, complaints, close } = await open(`/?search=qqqxzzy&among=${among}`)
    await page.getByRole('heading', { name: `No ${what} for “qqqxzzy”` }).waitFor()
    await page.getByRole('link', { name: 'See what is popular' }).click()
    await page.getByRole('heading', { level: 1, name: /^Find creators/ }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('a very long caption is cut, and its button shows the rest', async () => {
    const { post_id } = row<{ post_id: string }>('SELECT post_id FROM posts ORDER BY length(caption) DESC LIMIT 1')
    const { page, close } = await open(`/?post=${post_id}`)
    const text = page.locator('article.post .clamped p')
    const height = async () => (await text.boundingBox())?.height ?? 0
    const cut = await height()
    await page.getByRole('button', { name: 'more', exact: true }).click()
    expect(await height()).toBeGreaterThan(cut * 2)
    await page.getByRole('button', { name: 'less', exact: true }).click()
    expect(await height()).toBe(cut)
    await close()
  })

  test('text from right to left stands from right to left, and the page around it does not', async () => {
    const { post_id } = row<{ post_id: string }>(
      "SELECT post_id FROM posts WHERE substr(caption, 1, 1) BETWEEN 'א' AND 'ي' LIMIT 1"
    )
    const { page, close } = await open(`/?post=${post_id}`)
    const directionOf = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).direction`)
    expect(await directionOf('.clamped p')).toBe('rtl')
    expect(await directionOf('main')).toBe('ltr')
    await close()
  })

  test('pictures that are missing or do not load leave a tile with an initial or a sign', async () => {
    const { page, close } = await openPage(browser, server.url)
    await page.route('**/media/**', (route) => route.abort())
    await openView(page, views.creator ?? '')
    await expect.poll(() => page.locator('.head .picture.missing').textContent()).toBe('M')
    await expect.poll(() => page.locator('.tile .picture.missing svg').count()).toBeGreaterThan(5)
    await close()
  })

  test('asks for a key where the page has none, keeps it for the tab and takes another when it is refused', async () => {
    const { page, close } = await openPage(browser, keyed.url)
    await page.goto('/?creator=maya.nguyen')
    await page.getByRole('heading', { level: 1, name: 'This server needs a key' }).waitFor()
    const field = page.getByLabel('Key for x-gateway-key')
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.getByText('Enter the key first.').waitFor()
    await field.fill('wrong-key')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'That key was refused' }).waitFor()
    await field.fill(testKey)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /Maya Nguyen/ }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: /Maya Nguyen/ }).waitFor()
    // A typed key is not put into text that is made for copying.
    await openCode(page)
    expect(await page.locator('.behind').textContent()).toContain('YOUR_KEY')
    expect(await page.locator('.behind').textContent()).not.toContain(testKey)
    expect(await page.evaluate('localStorage.length')).toBe(0)
    await close()
  })

  test('says when the server is gone, and goes on when it is back with another key', async () => {
    const first = await startOwnServer({ key: 'cg_first' })
    const { page, close } = await openPage(browser, first.url)
    await openView(page, '/')
    await first.close()
    await page.getByRole('combobox').fill('home')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'The server does not answer' }).waitFor()
    const second = await startOwnServer({ key: 'cg_second', port: first.port })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'The key of this page no longer works' }).waitFor()
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await settled(page)
    await page.locator('.tile').first().waitFor()
    await close()
    await second.close()
  })

  test('says when the data source fails, and tries again on demand', async () => {
    let isDown = true
    const shaky = await startOwnServer({
      wrapSource: (source) => ({
        lookUp: (kind, keys, signal) => source.lookUp(kind, keys, signal),
        page: (kind, key, request, signal) => {
          if (isDown) throw new ApiError('UPSTREAM_ERROR')
          return source.page(kind, key, request, signal)
        },
        ready: (signal) => source.ready(signal),
        close: () => source.close()
      })
    })
    const { page, close } = await openPage(browser, shaky.url)
    await openView(page, '/?search=home')
    await page.getByRole('heading', { name: 'The data source gave no usable answer' }).waitFor()
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.tile').first().waitFor()
    await close()
    await shaky.close()
  })

  test('a part that fails says so in its place, and the rest is there', async () => {
    let isDown = true
    const shaky = await startOwnServer({
      wrapSource: (source) =>
        failingSource(source, (kind) =>
          isDown && kind === 'searchUsers' ? { thrown: new ApiError('UPSTREAM_ERROR') } : undefined
        )
    })
    const { page, close } = await openPage(browser, shaky.url)
    await openView(page, views.effect ?? '')
    await page.getByRole('heading', { name: 'The data source gave no usable answer' }).waitFor()
    await page.getByRole('heading', { level: 2, name: 'Posts about the topic', exact: true }).waitFor()
    expect(await page.getByRole('heading', { name: 'Creators about the topic' }).count()).toBe(0)
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 2, name: 'Creators about the topic' }).waitFor()
    await close()
    await shaky.close()
  })

  test('a list whose next page does not come keeps what it has, and goes on when asked', async () => {
    const { page, close } = await openPage(browser, server.url)
    await openView(page, '/?sounds=hot')
    const rows = page.locator('.table tbody tr')
    await page.route('**/graphql', (route) => route.abort())
    await page.locator('.feed-end').scrollIntoViewIfNeeded()
    await page.getByRole('heading', { name: 'The server does not answer' }).waitFor()
    const before = await rows.count()
    expect(before).toBeGreaterThan(0)
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => rows.count()).toBeGreaterThan(before)
    await close()
  })

  test('without scripts there is a page to read, with a query, a request and where to go on', async () => {
    const { page, close } = await openPage(browser, server.url, { javaScriptEnabled: false })
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: 'Short-video data as one graph' }).waitFor()
    expect(await page.getByRole('region', { name: 'curl command' }).textContent()).toContain('/api/v1/users/')
    await close()
  })

  test('what the data says never becomes markup', async () => {
    const { page, close } = await open(`/?search=${encodeURIComponent('<img src=x onerror=alert(1)>')}`)
    expect(await page.locator('main img[src="x"]').count()).toBe(0)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('<img src=x onerror=alert(1)>')
    await close()
  })
})
