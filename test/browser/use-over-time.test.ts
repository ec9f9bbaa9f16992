import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { ApiError } from '../../src/core/errors.ts'
import { failingSource } from '../failing-source.ts'
import { seriousViolations, sidewaysScroll } from './accessibility.ts'
import { hasNoChromium } from './chromium.ts'
import { type OwnServer, startOwnServer } from './explorer-server.ts'
import { openCode, openView, views } from './explorer-views.ts'
import { startOwnPages } from './own-pages.ts'
import { savedFile } from './saved-file.ts'
import { began, day, playableSound, someHandles, type Use, withBurst, withUses } from './used-sound.ts'

const panelOf = (page: Page) => page.getByRole('region', { name: 'Use over time' })

describe.skipIf(hasNoChromium)('the use of a sound over time', () => {
  const own = startOwnPages()
  const handles = someHandles(300)
  const soundId = playableSound()
  const servers: OwnServer[] = []
  afterAll(() => Promise.all(servers.map((server) => server.close())))

  const open = async (uses: readonly Use[], options = {}) => {
    const server = await startOwnServer({ wrapSource: (source) => withUses(source, soundId, uses) })
    servers.push(server)
    const watched = await own.open(options, server.url)
    const asked: string[] = []
    watched.page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname === '/graphql') asked.push(/x-clipgraph:(\w+)/.exec(request.postData() ?? '')?.[1] ?? '')
    })
    await openView(watched.page, `/?sound=${soundId}`)
    return { ...watched, asked, panel: panelOf(watched.page) }
  }

  test('is when, by whom first, and by whom most, in one query', async () => {
    const { page, panel, asked, complaints, close } = await open(withBurst(handles))
    const told = panel.locator('.beginnings')
    await told.waitFor()
    const words = (await told.locator('div').allTextContents()).map((text) => text.replaceAll(/\s+/g, ' '))
    expect(words[0]).toMatch(new RegExp(`^First post hereJan 1, 2025 by @${handles[0]} \\([\\d.]+M followers\\)$`))
    expect(words[1]).toMatch(/^Rapid riseFrom Oct 2[89], 2025: 4\d\d posts in seven days, \d in the seven before$/)
    expect(words[2]).toBe('Posts460 posts, every one counted')
    await panel.getByRole('heading', { name: 'Posts for each week' }).waitFor()
    const biggest = panel.getByRole('region', { name: 'Most played posts' }).locator('tbody tr')
    expect(await biggest.locator('.number').allTextContents()).toEqual(['400K', '399K', '398K', '397K', '396K'])
    expect(await panel.getByRole('region', { name: 'Creators with most posts' }).locator('tbody tr').count()).toBe(5)
    await page.waitForLoadState('networkidle')
    expect(asked.toSorted()).toEqual(['ExploreAsOf', 'ExploreSound', 'ExploreSoundUse'])
    expect(complaints).toEqual([])
    await close()
  })

  test('is exported as its days, and a query', async () => {
    const { page, panel, complaints, close } = await open(withBurst(handles))
    const opener = panel.getByRole('button', { name: /^Export: use over time of / })
    const rows = parse((await savedFile(page, opener, 'CSV file')).bytes, { columns: true }) as Record<string, string>[]
    expect(rows[0]).toEqual({ day: String(Date.UTC(2025, 0, 1) / 1_000), posts: '1', plays: '1' })
    expect(rows.reduce((sum, { posts }) => sum + Number(posts), 0)).toBe(460)
    await opener.click()
    await panel.getByRole('button', { name: /^Query and code/ }).click()
    const sheet = page.getByRole('dialog', { name: 'The query behind this part' })
    await sheet.getByText('query ExploreSoundUse').waitFor()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await openCode(page)
    await page.getByRole('dialog', { name: 'The query behind this view' }).getByText('query ExploreSound(').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('has bars that keyboard and pointer find', async () => {
    const { page, panel, close } = await open(withBurst(handles))
    const bars = panel.locator('.point')
    await bars.first().waitFor()
    expect(await panel.locator('.chart [tabindex="0"]').count()).toBe(1)
    await panel.locator('.chart [tabindex="0"]').focus()
    await page.keyboard.press('Home')
    expect(await panel.locator('.tip').textContent()).toBe('Week from Dec 30, 20241 post, 1 play')
    await page.keyboard.press('ArrowRight')
    expect(await panel.locator('.tip').textContent()).toContain('Week from Jan 6, 2025')
    await page.keyboard.press('Escape')
    expect(await panel.locator('.tip').count()).toBe(0)
    const highest = panel.getByRole('img', { name: /^Week from Oct 27, 2025: 4\d\d posts/ })
    const box = await highest.boundingBox()
    if (box === null) throw new Error('there is no bar')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 3)
    await panel.locator('.tip', { hasText: 'Week from Oct 27, 2025' }).waitFor()
    await close()
  })

  test('says of how many posts it is made where a list is read up to a limit only', async () => {
    const uses = Array.from({ length: 1_500 }, (_, index) => ({
      at: began + index * (day / 4),
      plays: index,
      by: handles[index % 7] ?? null
    }))
    const { panel, close } = await open(uses)
    const told = panel.locator('.beginnings')
    await told.getByText(/^Only the newest 1,000 are counted here/).waitFor()
    await told.getByText('Oldest of these posts').waitFor()
    expect(await told.textContent()).not.toContain('First post')
    await told.getByText('None', { exact: true }).waitFor()
    await close()
  })

  test('of one post, of an unknown account, and of no post says so', async () => {
    const one = await open([{ at: began, plays: 5, by: null }])
    await one.panel.getByText('an unknown account').waitFor()
    await one.panel.locator('.beginnings').getByText('None', { exact: true }).waitFor()
    expect(await one.panel.locator('.point').count()).toBe(1)
    expect(one.complaints).toEqual([])
    await one.close()
    const none = await open([])
    await none.panel.getByText('The data contain no posts with it.').waitFor()
    expect(none.complaints).toEqual([])
    await none.close()
  })

  test('that does not load says why, in its place, and loads when asked again', async () => {
    let isDown = true
    const shaky = await startOwnServer({
      wrapSource: (source) =>
        failingSource(source, (kind) =>
          isDown && kind === 'filteredPosts' ? { thrown: new ApiError('UPSTREAM_ERROR') } : undefined
        )
    })
    servers.push(shaky)
    const { page, close } = await own.open({}, shaky.url)
    await openView(page, views.hashtag ?? '')
    const panel = panelOf(page)
    await panel.getByRole('heading', { name: 'Not loaded' }).waitFor()
    isDown = false
    await panel.getByRole('button', { name: 'Try again' }).click()
    await panel.locator('.beginnings').waitFor()
    await close()
  })

  test.each([
    ['light', 1280, 'sound'],
    ['dark', 320, 'sound'],
    ['light', 390, 'hashtag']
  ] as const)('is accessible in %s, %i pixels wide, of a %s', async (colorScheme, width, view) => {
    const { page, complaints, close } = await own.open({ colorScheme, viewport: { width, height: 900 } })
    await openView(page, views[view] ?? '')
    const panel = panelOf(page)
    await panel.locator('.point').first().waitFor()
    for (const summary of await panel.locator('summary').all()) await summary.click()
    await panel.locator('.point').first().focus()
    expect(await seriousViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })
})
