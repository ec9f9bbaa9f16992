import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seriousViolations, sidewaysScroll } from './accessibility.ts'
import { hasNoChromium, launch, openPage } from './chromium.ts'
import { type OwnServer, startOwnServer } from './explorer-server.ts'
import { openCode, openView, views } from './explorer-views.ts'
import { began, day, gathered, playableSound, someHandles, type Use, withBurst, withUses } from './used-sound.ts'

/** Counts how often the picture of the page is painted, with the frame of each time. */
const countPaints = `
  window.paints = []
  const getContext = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = function (...kind) {
    if (this.isConnected) window.paints.push(document.timeline.currentTime)
    return getContext.apply(this, kind)
  }
`
const paintsOf = (page: Page) => page.evaluate<number[]>('window.paints')

describe.skipIf(hasNoChromium)('the timeline of a sound', () => {
  let browser: Browser
  let handles: string[]
  let soundId: string
  const servers: OwnServer[] = []
  beforeAll(async () => {
    browser = await launch()
    handles = someHandles(300)
    soundId = playableSound()
  })
  afterAll(async () => {
    await browser?.close()
    await Promise.all(servers.map((server) => server.close()))
  })

  const serve = async (uses: readonly Use[], port = 0) => {
    const server = await startOwnServer({ port, wrapSource: (source) => withUses(source, soundId, uses) })
    servers.push(server)
    return server
  }
  const open = async (server: OwnServer, options: BrowserContextOptions = {}) => {
    const watched = await openPage(browser, server.url, options)
    await watched.page.addInitScript({ content: countPaints })
    await openView(watched.page, `/?sound=${soundId}`)
    return watched
  }

  test('shows who used it first and when use rose', async () => {
    const { page, complaints, close } = await open(await serve(withBurst(handles)))
    await gathered(page)
    expect(await page.locator('.life-progress').textContent()).toBe('All 460 posts')
    const words = page.locator('.beginnings')
    expect(await words.locator('div', { hasText: 'First used' }).textContent()).toContain(
      `January 1, 2025 at 12:00 PM by @${handles[0]}`
    )
    const rise = words.locator('div', { hasText: /^Rise/ })
    expect(await rise.textContent()).toContain('October 28, 2025 at')
    expect(await rise.textContent()).toMatch(/40\d posts in that week, \d in the week before/)
    await rise.getByRole('link', { name: /October 28/ }).click()
    await page.locator('article.post, .state').first().waitFor()
    expect(page.url()).toMatch(/\?post=\d+$/)
    await page.goBack()
    // The loaded posts are still there.
    await page.locator('.life-progress', { hasText: 'All 460 posts' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('shows the day of the rise next to the name of a sound', async () => {
    const { page, complaints, close } = await open(await serve(withBurst(handles)))
    await page.locator('.head .took-off', { hasText: 'Rise on Oct 28, 2025' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test.each(['light', 'dark'] as const)(
    'is taken along in %s as the posts that are shown, as a picture of them, and as its query',
    async (colorScheme) => {
      const { page, complaints, close } = await open(await serve(withBurst(handles)), { colorScheme })
      await gathered(page)
      const name = await page.locator('.head h1').textContent()
      const opener = page.getByRole('button', { name: `Export: use over time of ${name}`, exact: true })
      const taken = async (way: RegExp) => {
        await opener.click()
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: way }).click()
        return readFileSync(await (await download).path())
      }
      const csv = parse(await taken(/^CSV file/), { columns: true }) as Record<string, string>[]
      expect(csv).toHaveLength(460)
      expect(csv[0]).toMatchObject({
        post_id: "'1",
        created_at: String(began / 1000),
        plays: '1',
        author_username: handles[0]
      })
      expect(Number(csv[0]?.author_followers)).toBeGreaterThan(1_000_000)

      const svg = (await taken(/^SVG picture/)).toString()
      expect(svg).not.toMatch(/class=|style=|var\(|light-dark|url\(|rgba\(|<script/)
      expect(svg).toContain(`<title>Use over time of ${name}</title>`)
      for (const said of ['rise', 'first use', '1M and more: ']) expect(svg).toContain(said)
      // A sign for each post, and one for each class in the legend.
      const classes = svg.match(/(Under 10K followers|10K to 100K|100K to 1M|1M and more): /g)?.length ?? 0
      expect(classes).toBeGreaterThan(1)
      expect(svg.match(/M[-\d.]+ [-\d.]+m/g)).toHaveLength(460)
      expect(svg.match(/<path[^>]* d="m/g)).toHaveLength(classes)
      const png = await taken(/^PNG picture/)
      const [, width] = /^<svg [^>]*width="(\d+)"/.exec(svg) ?? []
      expect(png.readUInt32BE(16)).toBe(2 * Number(width))
      // Nothing of it stays in the page.
      expect(await page.locator('.life .chart').count()).toBe(0)

      await page.getByRole('button', { name: 'Show less time' }).click()
      const fewer = parse(await taken(/^CSV file/), { columns: true }) as unknown[]
      expect(fewer.length).toBeGreaterThan(0)
      expect(fewer.length).toBeLessThan(460)

      await opener.click()
      await page
        .locator('.life')
        .getByRole('button', { name: /^Query and code/ })
        .click()
      const sheet = page.getByRole('dialog', { name: 'The query behind this part' })
      await sheet.getByText('query ExploreSoundLife').waitFor()
      await sheet.getByRole('button', { name: 'Close' }).click()
      await openCode(page)
      await page.getByRole('dialog', { name: 'The query behind this view' }).getByText('query ExploreSound(').waitFor()
      expect(complaints).toEqual([])
      await close()
    }
  )

  test('of ten thousand posts stays small and is painted once a frame at most', async () => {
    const uses = Array.from({ length: 10_050 }, (_, index) => ({
      at: began + index * 3_600_000,
      plays: (index * 7_919) % 1_000_000,
      by: handles[index % handles.length] ?? null
    }))
    const { page, complaints, close } = await open(await serve(uses))
    await page.getByText('The newest 1,000 of 10,050 posts').waitFor()
    await page.getByText('Oldest loaded post').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await gathered(page)
    const stopped = await page.locator('.life-progress p').textContent()
    expect(stopped).toMatch(/^The newest [1-9],\d{3} of 10,050/)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('The 10,000 newest posts; no older ones are shown').waitFor()
    await gathered(page)

    expect(await page.evaluate<number>(`document.querySelectorAll('.life *').length`)).toBeLessThan(250)
    const paints = await paintsOf(page)
    expect(new Set(paints).size).toBe(paints.length)
    // One for each page that came, one for each answer about its creators, and the frames around them.
    expect(paints.length).toBeLessThan(450)

    // Looking about does not paint.
    const box = await page.locator('.life-plot').boundingBox()
    if (box === null) throw new Error('there is no picture')
    for (let x = 100; x < 600; x += 20) await page.mouse.move(box.x + x, box.y + 100)
    await page.locator('.life .readout a').waitFor()
    expect((await paintsOf(page)).length).toBe(paints.length)
    await page.getByRole('button', { name: 'Show less time' }).click()
    await expect.poll(async () => (await paintsOf(page)).length).toBe(paints.length + 1)
    expect(complaints).toEqual([])
    await close()
  })

  test('shows no rise while posts are loading, and names their number when it stopped', async () => {
    // The newest thousand are as many each day; the burst lies before them, but behind the oldest.
    const even = Array.from({ length: 1_100 }, (_, index) => ({
      at: began + (100 + index) * day,
      plays: 10,
      by: handles[0] ?? null
    }))
    const early = Array.from({ length: 200 }, (_, index) => ({
      at: began + 90 * day + index * (day / 100),
      plays: 10,
      by: handles[0] ?? null
    }))
    const uses = [{ at: began, plays: 10, by: handles[0] ?? null }, ...early, ...even]
    const { page, close } = await openPage(browser, (await serve(uses)).url)
    // The third page of its posts waits until it is let through; what follows it comes at once.
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    let pages = 0
    await page.route('**/graphql', async (route) => {
      const { documentId } = route.request().postDataJSON()
      if (/:ExploreSoundLife$/.test(documentId)) {
        pages += 1
        if (pages > 2) await held
      }
      await route.continue()
    })
    await page.goto(`/?sound=${soundId}`)
    const rise = page.locator('.beginnings div', { hasText: /^Rise/ })
    await page.getByText('The newest 100 of 1,301 posts').waitFor()
    expect(await rise.textContent()).toBe('RiseComputed once the posts are loaded.')
    await expect.poll(() => pages).toBe(3)
    letThrough()
    await gathered(page)
    expect(await rise.textContent()).toMatch(/^RiseNot in the newest 1,000 posts: no week had three times/)
    expect(await page.locator('.head .took-off').count()).toBe(0)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('All 1,301 posts').waitFor()
    await gathered(page)
    expect(await rise.textContent()).toContain('April 1, 2025')
    await page.locator('.head .took-off', { hasText: 'Rise on Apr 1, 2025' }).waitFor()
    await close()
  })

  test('with only its newest posts loaded does not report their first week as the rise', async () => {
    // The busiest week of those that are gathered is the oldest of them.
    const busy = Array.from({ length: 700 }, (_, index) => ({
      at: began + 100 * day + index * (day / 50),
      plays: 10,
      by: handles[0] ?? null
    }))
    const quiet = Array.from({ length: 600 }, (_, index) => ({
      at: began + (120 + index) * day,
      plays: 10,
      by: handles[0] ?? null
    }))
    const { page, close } = await open(await serve([...busy, ...quiet]))
    await page.getByText('The newest 1,000 of 1,300 posts').waitFor()
    await gathered(page)
    const rise = page.locator('.beginnings div', { hasText: /^Rise/ })
    expect(await rise.textContent()).toMatch(/^RisePerhaps before the newest 1,000 posts: their first week had/)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('All 1,300 posts').waitFor()
    await gathered(page)
    expect(await rise.textContent()).toMatch(/^RiseWith its first post/)
    await close()
  })

  test('is walked by keyboard from post to post, in the order of time', async () => {
    const { page, close } = await open(await serve(withBurst(handles)))
    await gathered(page)
    const dot = page.locator('.life-dot')
    await dot.focus()
    const told = page.locator('.life .readout')
    await page.keyboard.press('Home')
    await expect.poll(() => told.textContent()).toContain('January 1, 2025')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => told.textContent()).toContain('January 7, 2025')
    expect(await dot.getAttribute('aria-label')).toContain('January 7, 2025')
    await page.keyboard.press('PageDown')
    await expect.poll(() => told.textContent()).not.toContain('January')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toMatch(/\?post=1$/)
    await close()
  })

  test('shows a post to a pointer that comes near and to a finger, which opens it with a second touch', async () => {
    const server = await serve([{ at: began, plays: 100, by: handles[0] ?? null }, ...withBurst(handles).slice(0, 20)])
    const { page, close } = await open(server, { hasTouch: true, viewport: { width: 390, height: 844 } })
    await gathered(page)
    await page.locator('.life-dot').focus()
    await page.keyboard.press('End')
    const place = await page.locator('.life-dot').boundingBox()
    await page.keyboard.press('Escape')
    await page.evaluate('document.activeElement.blur()')
    if (place === null) throw new Error('there is no dot')
    await page.touchscreen.tap(place.x + 15, place.y + 18)
    await page.locator('.life .readout a', { hasText: 'Open the post' }).waitFor()
    expect(page.url()).toContain('?sound=')
    await page.touchscreen.tap(place.x + 12, place.y + 12)
    await expect.poll(() => page.url()).toMatch(/\?post=\d+$/)
    await close()
  })

  test('is gone through while the sound plays; the line takes the sound along', async () => {
    const { page, close } = await open(await serve(withBurst(handles)))
    await gathered(page)
    const line = page.getByRole('slider', { name: 'Position in the timeline and the sound' })
    const soundAt = () => page.evaluate<number>(`document.querySelector('audio').currentTime`)
    await page.getByRole('button', { name: 'Play the timeline' }).click()
    await expect.poll(async () => Number(await line.getAttribute('aria-valuenow'))).toBeGreaterThan(3)
    await page.locator('.life .readout', { hasText: /^Until .* posts?$/ }).waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    const paints = (await paintsOf(page)).length
    await line.focus()
    await page.keyboard.press('End')
    await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('100')
    const end = await soundAt()
    expect(end).toBeGreaterThan(1)
    await page.keyboard.press('PageDown')
    await expect.poll(soundAt).toBeLessThan(end)
    const box = await line.boundingBox()
    const plot = await page.locator('.life-plot').boundingBox()
    if (box === null || plot === null) throw new Error('there is no line')
    await page.mouse.move(box.x + 12, box.y + 50)
    await page.mouse.down()
    await page.mouse.move(plot.x + plot.width / 2, box.y + 50, { steps: 5 })
    await page.mouse.up()
    await expect.poll(soundAt).toBeLessThan(end * 0.6)
    expect(Number(await line.getAttribute('aria-valuenow'))).toBeLessThan(55)
    expect((await paintsOf(page)).length).toBe(paints)
    await close()
  })

  test('shows less time by buttons and by two fingers, and all of it again', async () => {
    const { page, close } = await open(await serve(withBurst(handles)), { hasTouch: true })
    await gathered(page)
    await page.locator('.life summary', { hasText: 'As a table' }).click()
    const rows = page.locator('.life tbody tr')
    const more = page.getByRole('button', { name: /^50 more of \d+/ })
    expect(await more.textContent()).toContain('460')
    await page.getByRole('button', { name: 'Show less time' }).click()
    await page.getByRole('button', { name: 'Show less time' }).click()
    await expect.poll(() => rows.count()).toBeLessThan(50)
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await expect.poll(() => more.textContent()).toContain('460')
    const box = await page.locator('.life-plot').boundingBox()
    if (box === null) throw new Error('there is no picture')
    const fingers = (apart: number) =>
      [-apart, apart].map((by, id) => ({ x: box.x + box.width / 2 + by, y: box.y + 120, id }))
    const touch = await page.context().newCDPSession(page)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) })
    for (const apart of [80, 160, 320]) {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect.poll(() => rows.count()).toBeLessThan(50)
    await close()
  })

  test('of one post, of none and of a single second says that there is no rise', async () => {
    const one = await open(await serve([{ at: began, plays: 5, by: handles[0] ?? null }]))
    await one.page.getByText('The timeline is too short').waitFor()
    expect(await one.page.locator('.life-progress').textContent()).toBe('All 1 post')
    expect(await one.page.locator('.figures').textContent()).toBe('Post1')
    expect(one.complaints).toEqual([])
    await one.close()
    const none = await open(await serve([]))
    await none.page.getByText('No post uses it.').waitFor()
    expect(none.complaints).toEqual([])
    await none.close()
    const second = await open(
      await serve(
        Array.from({ length: 200 }, (_, index) => ({ at: began, plays: index ** 3, by: handles[index] ?? null }))
      )
    )
    await second.page.getByText('The timeline is too short').waitFor()
    await second.page.locator('.life-dot').focus()
    await second.page.keyboard.press('ArrowLeft')
    await second.page.locator('.life .readout a').waitFor()
    expect(second.complaints).toEqual([])
    await second.close()
  })

  test('marks unknown followers: of deleted accounts, and of accounts without a number', async () => {
    const [first = null] = handles
    const uses = [null, 'nobody.has.this.handle', first].map((by, index) => ({
      at: began + index * day,
      plays: 1_000,
      by
    }))
    const { page, close } = await open(await serve(uses))
    await gathered(page)
    expect(await page.locator('.life-legend li').first().textContent()).toBe('Followers unknown 2')
    await page.locator('.beginnings', { hasText: 'an account that is gone' }).waitFor()
    await close()
  })

  test('keeps what came when the server goes away, and goes on when it is back', async () => {
    const uses = Array.from({ length: 1_300 }, (_, index) => ({
      at: began + index * day,
      plays: index,
      by: handles[0] ?? null
    }))
    const first = await serve(uses)
    const { page, close } = await open(first)
    await page.getByText('The newest 1,000 of 1,300 posts').waitFor()
    await gathered(page)
    await first.close()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'The remaining posts could not be loaded' }).waitFor()
    await page.getByText('The newest 1,000 of 1,300 posts').waitFor()
    await page.locator('.life-plot canvas').waitFor()
    await serve(uses, first.port)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('All 1,300 posts').waitFor()
    await close()
  })

  test.each([
    ['light', 1280],
    ['dark', 360]
  ] as const)('is accessible in %s, %i pixels wide', async (colorScheme, width) => {
    const server = await serve(withBurst(handles))
    const { page, close } = await open(server, { colorScheme, viewport: { width, height: 900 } })
    await gathered(page)
    for (const summary of await page.locator('.life summary').all()) await summary.click()
    await page.locator('.life-dot').focus()
    expect(await seriousViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await close()
  })

  test('is there for a hashtag as well, without a sound to play', async () => {
    const { page, complaints, close } = await openPage(browser, (await serve([])).url)
    await openView(page, views.hashtag ?? '')
    await page.getByText('First used').waitFor()
    await gathered(page)
    await page.getByRole('slider', { name: 'Position in the timeline' }).press('End')
    await page.locator('.life .readout', { hasText: /^Until / }).waitFor()
    expect(await page.getByRole('button', { name: /^Play/ }).count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })
})
