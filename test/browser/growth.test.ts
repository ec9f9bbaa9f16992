import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { examples } from '../../src/services/examples.ts'
import { growthScale } from '../../src/surfaces/explorer/charts/scales.ts'
import { row } from '../dataset.ts'
import { seriousViolations, sidewaysScroll } from './accessibility.ts'
import { hasNoChromium } from './chromium.ts'
import { startOwnServer } from './explorer-server.ts'
import { openView } from './explorer-views.ts'
import { startOwnPages } from './own-pages.ts'
import { savedFile } from './saved-file.ts'

describe('a scale of growth', () => {
  const labels = (counts: readonly number[], from: 'zero' | 'least' = 'least') =>
    growthScale(counts, from)
      .ticks(5)
      .map(({ label }) => label)

  test('begins near the least count, or at zero, with labels that differ', () => {
    expect(labels([75_000_000, 151_000_000])).toEqual(['60M', '80M', '100M', '120M', '140M', '160M'])
    expect(labels([424_836, 13_564_087], 'zero')[0]).toBe('0')
    for (const counts of [
      [23_000_000, 23_020_000],
      [9_990_000, 9_995_000],
      [7, 7],
      [0, 0],
      [0, 3],
      [100_040, 100_050]
    ]) {
      const told = labels(counts)
      expect(told.length).toBeGreaterThan(1)
      expect(new Set(told).size).toBe(told.length)
      const scale = growthScale(counts, 'least')
      for (const count of counts) expect(scale.at(count)).toBeGreaterThanOrEqual(0)
      for (const count of counts) expect(scale.at(count)).toBeLessThanOrEqual(1)
    }
  })

  test('has no parts of a follower', () => {
    for (const label of labels([5, 6])) expect(label).toMatch(/^\d+$/)
  })
})

const creator = `/?creator=${examples.username}`
const youngPost = () =>
  row<{ post_id: string; plays: number }>(
    'SELECT post_id, plays FROM posts WHERE plays > 10000 ORDER BY created_at DESC LIMIT 1 OFFSET 200'
  )

describe.skipIf(hasNoChromium)('the history', () => {
  const own = startOwnPages()

  test.each([320, 390, 600, 1280, 2560])(
    'of followers is a chart of a year, %i pixels wide, that moves nothing',
    async (width) => {
      const { page, complaints, close } = await own.open({ viewport: { width, height: 900 } })
      const asked = Promise.withResolvers<void>()
      const counts = Promise.withResolvers<void>()
      await page.route('**/graphql', async (route) => {
        if (route.request().postData()?.includes('ExploreCreatorHistory') === true) {
          asked.resolve()
          await counts.promise
        }
        await route.continue()
      })
      await openView(page, creator)
      const place = page.locator('.history')
      await place.waitFor()
      await page.evaluate(`document.querySelector('.history').scrollIntoView()`)
      await asked.promise
      const reserved = await place.boundingBox()
      counts.resolve()
      const panel = page.getByRole('region', { name: 'Followers over the last year' })
      await panel.locator('svg').first().waitFor()
      expect((await panel.boundingBox())?.height).toBe(reserved?.height)
      expect(await sidewaysScroll(page)).toBe(0)
      const dots = panel.locator('.point')
      expect(await dots.count()).toBe(53)
      const { followers } = row<{ followers: number }>(
        'SELECT followers FROM users WHERE username = ?',
        examples.username
      )
      const count = followers.toLocaleString('en')
      expect(await dots.last().getAttribute('aria-label')).toBe(`Jun 1, 2026: ${count} followers`)
      expect(await panel.locator('.chart-text').textContent()).toMatch(
        /^151\.4M followers on Jun 1, 2026, [\d.]+M more \(\+[\d.]+%\) than 30 days before\. /
      )
      await panel.locator('summary').click()
      expect(await panel.locator('tbody tr').first().textContent()).toContain(count)
      expect(await panel.locator('tbody tr').count()).toBe(53)
      expect(complaints).toEqual([])
      await close()
    }
  )

  test.each(['light', 'dark'] as const)(
    'of plays begins with the publication, in %s, and is exported',
    async (colorScheme) => {
      const { page, complaints, close } = await own.open({ colorScheme, acceptDownloads: true })
      const { post_id, plays } = youngPost()
      await openView(page, `/?post=${post_id}`)
      const panel = page.getByRole('region', { name: 'Plays since publication' })
      await panel.locator('svg').first().waitFor()
      expect(await panel.locator('.point').last().getAttribute('aria-label')).toBe(
        `Jun 1, 2026: ${plays.toLocaleString('en')} plays`
      )
      expect(await panel.locator('.axis text').first().textContent()).toBe('0')
      await panel.locator('.point').first().focus()
      await page.keyboard.press('End')
      expect(await panel.locator('.tip').textContent()).toContain(`${plays.toLocaleString('en')} plays`)
      expect(await seriousViolations(page)).toEqual([])
      const { bytes } = await savedFile(page, panel.getByRole('button', { name: /^Export/ }), 'CSV file')
      const rows = bytes.toString().trim().split(/\r?\n/)
      expect(rows[0]).toBe('observed_at,plays,change,likes,comments,shares,saves,reposts')
      expect(rows.at(-1)).toContain(`,${plays},`)
      expect(complaints).toEqual([])
      await close()
    }
  )

  test('of a private creator is public, as the profile is', async () => {
    const { page, close } = await own.open()
    const { username } = row<{ username: string }>('SELECT username FROM users WHERE is_private LIMIT 1')
    await openView(page, `/?creator=${username}`)
    await page.getByRole('region', { name: 'Followers over the last year' }).locator('svg').first().waitFor()
    await close()
  })

  test('of a post that was observed once is a sentence', async () => {
    const { page, close } = await own.open()
    const { post_id } = row<{ post_id: string }>('SELECT post_id FROM posts ORDER BY created_at DESC LIMIT 1')
    await openView(page, `/?post=${post_id}`)
    await page.getByText('Not observed often enough to draw').waitFor()
    await close()
  })
})

describe.skipIf(hasNoChromium)('the trending page', () => {
  const own = startOwnPages()

  const askedBy = (page: Page): string[] => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/graphql') asked.push(request.postData() ?? '')
    })
    return asked
  }
  const trending = (asked: readonly string[]) => asked.filter((body) => body.includes('ExploreTrending'))

  test('ranks each kind by one query, in the time of its address', async () => {
    const { page, complaints, close } = await own.open()
    const asked = askedBy(page)
    await openView(page, '/')
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Trending' }).click()
    const rows = page.locator('.table tbody tr')
    await rows.first().waitFor()
    expect(trending(asked)).toHaveLength(1)
    const tabs = page.getByRole('navigation', { name: 'What rises' })
    for (const [kind, type] of [
      ['Hashtags', 'hashtag'],
      ['Creators', 'creator'],
      ['Posts', 'post'],
      ['Sounds', 'sound']
    ] as const) {
      await tabs.getByRole('link', { name: kind }).click()
      await page.locator(`.table tbody a[href^="/?${type}="]`).first().waitFor()
      expect(new URL(page.url()).search).toBe(`?trending=${kind.toLowerCase()}`)
      const rates = (await page.locator('.table td strong').allTextContents()).map((text) =>
        text.startsWith('×') ? Number(text.slice(1).replaceAll(',', '')) * 100 : Number.parseFloat(text.slice(1))
      )
      expect(rates.length).toBeGreaterThan(1)
      expect(rates).toEqual(rates.toSorted((a, b) => b - a))
    }
    // What was asked before is known.
    expect(trending(asked)).toHaveLength(4)
    await page.getByRole('navigation', { name: 'Time' }).getByRole('link', { name: '30 days' }).click()
    await page.getByText('in the last 30 days:').waitFor()
    expect(new URL(page.url()).search).toBe('?trending=sounds&window=month')
    expect(await page.title()).toBe('Trending sounds of the last 30 days · clipgraph')
    expect(trending(asked)).toHaveLength(5)
    expect(complaints).toEqual([])
    await close()
  })

  test('shows the two counts of a growth, and the time between them', async () => {
    const { page, close } = await own.open({ acceptDownloads: true })
    await openView(page, '/?trending=posts')
    expect(await page.locator('.table thead th').allTextContents()).toEqual([
      ...['Post', 'Growth in 7 days', 'From plays', 'To plays', 'Within']
    ])
    await page.getByRole('button', { name: /^Export/ }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^CSV file/ }).click()
    const rows = parse(readFileSync(await (await download).path()), { columns: true }) as Record<string, string>[]
    expect(rows.length).toBe(await page.locator('.table tbody tr').count())
    for (const { growth_rate, count_before, count, hours } of rows) {
      expect(Number(growth_rate)).toBeCloseTo(Number(count) / Number(count_before) - 1, 5)
      expect(Math.abs(Number(hours) / (7 * 24) - 1)).toBeLessThanOrEqual(0.25)
    }
    await close()
  })

  test.each(['light', 'dark'] as const)('is accessible and fits in %s', async (colorScheme) => {
    const { page, close } = await own.open({ colorScheme, viewport: { width: 320, height: 800 } })
    for (const kind of ['sounds', 'hashtags', 'creators', 'posts']) {
      await openView(page, `/?trending=${kind}&window=month`)
      await page.locator('.table').waitFor()
      expect(await seriousViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
    }
    await close()
  })

  test('goes on as one scrolls, to the end of the ranking', async () => {
    const { page, complaints, close } = await own.open()
    await openView(page, '/?trending=posts')
    const rows = page.locator('.table tbody tr')
    await rows.first().waitFor()
    for (let count = 0; count !== 500; count = await rows.count()) {
      await page.locator('.feed-end').scrollIntoViewIfNeeded()
      await expect.poll(() => rows.count()).toBeGreaterThan(count)
    }
    await page.getByText('All 500 posts are loaded.').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('says what nothing rises by, where nothing does', async () => {
    const { page, close } = await own.open()
    await openView(page, '/?trending=sounds&window=day')
    await page.getByRole('heading', { name: 'No sounds rose enough in the last 24 hours' }).waitFor()
    await close()
  })

  test('and the charts say why they are not there over a deployment that is asked by REST alone', async () => {
    const { server } = own
    const facade = await startOwnServer({
      config: { data: { kind: 'upstream', url: new URL(server.url), key: server.key }, upstreamBatch: false }
    })
    const { page, close } = await own.open({}, facade.url)
    await openView(page, '/?trending=sounds')
    await page.getByRole('heading', { name: 'What rises is not known here' }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await openView(page, `/?post=${youngPost().post_id}`)
    await page.getByText('gives today’s counts only').waitFor()
    await close()
    await facade.close()
  })
})
