import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'
import type { Post } from '../../src/records/post.ts'
import { examples } from '../../src/services/examples.ts'
import { ticksAcross, ticksUp } from '../../src/surfaces/explorer/charts/fit-ticks.ts'
import { countScale, type Scale, shareScale, timeScale } from '../../src/surfaces/explorer/charts/scales.ts'
import { usualOf } from '../../src/surfaces/explorer/charts/statistics.ts'
import { compactCount, percent } from '../../src/surfaces/explorer/format.ts'
import { seriousViolations, sidewaysScroll } from './accessibility.ts'
import { withPosts } from './changed-posts.ts'
import { hasNoChromium } from './chromium.ts'
import { startOwnServer } from './explorer-server.ts'
import { openView } from './explorer-views.ts'
import { startOwnPages } from './own-pages.ts'

const hour = 3_600_000
const day = 24 * hour
const labels = (scale: Scale, count = 6) => scale.ticks(count).map(({ label }) => label)

describe('scales', () => {
  test('counts go by powers of ten, with twos and fives between them where there is room', () => {
    expect(labels(countScale([900, 2_000_000]), 12)).toEqual([
      ...['500', '1K', '2K', '5K', '10K', '20K', '50K', '100K', '200K', '500K', '1M', '2M']
    ])
    expect(labels(countScale([900, 2_000_000]))).toEqual(['1K', '10K', '100K', '1M'])
    expect(labels(countScale([1, 3_000_000_000]), 4)).toEqual(['1', '1K', '1M', '1B'])
  })

  test('zero stands on a baseline of its own, below the least count there is', () => {
    const scale = countScale([0, 10, 1_000])
    expect(scale.ticks(6)[0]).toEqual({ at: 0, label: '0' })
    expect([scale.at(0), scale.at(1_000)]).toEqual([0, 1])
    expect(scale.at(10)).toBeGreaterThan(0.05)
    expect(labels(countScale([10, 1_000]))).not.toContain('0')
  })

  test('a low chart whose lowest count crowds the zero has marks above it all the same', () => {
    const scale = countScale([0, 12, 900_000_000])
    const ticks = ticksUp(scale, 130)
    expect(ticks.length).toBeGreaterThanOrEqual(3)
    expect(ticks[0]?.label).toBe('0')
    for (const [index, { place }] of ticks.entries()) {
      if (index > 0) expect(place - (ticks[index - 1]?.place ?? 0)).toBeGreaterThan(15)
    }
  })

  test.each([[[]], [[0]], [[0, 0]], [[7]], [[1]], [[1_234_567]]])('the counts %j have a scale too', (counts) => {
    const scale = countScale(counts)
    for (const count of counts) expect(scale.at(count)).toBeGreaterThanOrEqual(0)
    for (const count of counts) expect(scale.at(count)).toBeLessThanOrEqual(1)
    expect(labels(scale).length).toBeGreaterThan(0)
  })

  test('time is told in hours within three days, then in days, months and years, the larger unit once', () => {
    const from = new Date(2026, 2, 3, 9).getTime()
    expect(labels(timeScale([from, from + 2 * day]), 4).every((label) => /^\d\d:\d\d$/.test(label))).toBe(true)
    expect(timeScale([from, from + 2 * day]).ticks(4)[0]).toMatchObject({ below: 'Mar 3' })
    expect(labels(timeScale([from, from + 20 * day]))[0]).toMatch(/^Mar \d+$/)
    expect(
      timeScale([from, from + 20 * day])
        .ticks(6)
        .map(({ below }) => below)
        .join('')
    ).toBe('2026')
    expect(labels(timeScale([from, from + 200 * day]))).toContain('Jul')
    expect(labels(timeScale([from, from + 2_000 * day]))).toContain('2030')
    expect(timeScale([from]).at(from)).toBe(0.5)
  })

  test('labels never overlap, whatever the width', () => {
    const from = new Date(2024, 0, 1).getTime()
    for (const pixels of [120, 250, 330, 700, 1_200, 2_500]) {
      for (const span of [hour, day, 3 * day, 30 * day, 400 * day, 4_000 * day]) {
        const ticks = ticksAcross(timeScale([from, from + span]), pixels, 50, 14)
        expect(ticks.length).toBeGreaterThan(0)
        for (const [index, tick] of ticks.entries()) {
          const before = ticks[index - 1]
          if (before) expect(tick.place - before.place).toBeGreaterThan((tick.extent + before.extent) / 2)
        }
      }
    }
    for (const pixels of [40, 80, 200, 500]) {
      for (const scale of [countScale([0, 5, 9_000_000_000]), shareScale([0.01, 0.3])]) {
        const places = ticksUp(scale, pixels).map(({ place }) => place)
        for (const [index, place] of places.entries()) {
          if (index > 0) expect(place - (places[index - 1] ?? 0)).toBeGreaterThan(14)
        }
      }
    }
  })

  test('what is usual is the median and the quartiles, of five values or more', () => {
    expect(usualOf([5, 1, 2, 4, 3])).toEqual({ median: 3, range: [2, 4] })
    expect(usualOf([1, 2, 3, 4])).toEqual({ median: 2.5, range: null })
    expect(usualOf([])).toBe(null)
  })
})

const address = `/?creator=${examples.username}`

/** The charts come when they are about to be seen. */
const openCharts = async (page: Page): Promise<Locator> => {
  await openView(page, address)
  await page.locator('.panels').scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 400)
  await page.locator('.charts svg').first().waitFor()
  return page.locator('.charts')
}

const plays = (charts: Locator) => charts.getByRole('group', { name: 'Plays of each post over time' })
const engagement = (charts: Locator) => charts.getByRole('group', { name: 'Engagement of each post over time' })

describe.skipIf(hasNoChromium)('the charts of a creator', () => {
  const own = startOwnPages()

  /** The charts over other posts than the data set has. */
  const chartsOf = async (change: (posts: readonly Post[]) => Post[], width = 1280) => {
    const changed = await startOwnServer({ wrapSource: withPosts(change) })
    const watched = await own.open({ viewport: { width, height: 900 } }, changed.url)
    const charts = await openCharts(watched.page)
    const close = async () => {
      await watched.close()
      await changed.close()
      expect(watched.complaints).toEqual([])
    }
    return { ...watched, charts, close }
  }

  const newest = async (): Promise<Post[]> => {
    const path = `/api/v1/users/${examples.username}/posts?count=30`
    const response = await fetch(own.server.url + path, { headers: { 'x-gateway-key': own.server.key } })
    return ((await response.json()) as { data: Post[] }).data
  }

  test('have a dot a post, and tell what is usual in words as it is drawn', async () => {
    const { page, close, complaints } = await own.open()
    const charts = await openCharts(page)
    const posts = await newest()
    expect(await plays(charts).locator('.point').count()).toBe(posts.length)
    expect(await engagement(charts).locator('.point').count()).toBe(posts.length)
    expect(await charts.locator('path').count()).toBe(await charts.locator('.icon path').count())
    const usual = usualOf(posts.map((post) => post.plays))
    const [from = 0, to = 0] = usual?.range ?? []
    expect(await charts.textContent()).toContain(
      `the band is the middle half of the posts, ${compactCount(from)} to ${compactCount(to)}; the dashed line is the median, ${compactCount(usual?.median ?? 0)}`
    )
    // As far up as the words say: the band ends where posts of its quartiles would stand.
    const scale = countScale(posts.map((post) => post.plays))
    const band = plays(charts).locator('.range')
    expect(Number(await band.getAttribute('y')) / 200).toBeCloseTo(1 - scale.at(to), 3)
    expect(Number(await band.getAttribute('height')) / 200).toBeCloseTo(scale.at(to) - scale.at(from), 3)
    expect(complaints).toEqual([])
    await close()
  })

  test('tell about the dot the pointer comes near, in both panels, and lead to its post', async () => {
    const { page, close } = await own.open()
    const charts = await openCharts(page)
    const [post] = (await newest()).toSorted((a, b) => b.plays - a.plays)
    const dot = plays(charts).locator(`a[href="/?post=${post?.post_id}"]`)
    await dot.scrollIntoViewIfNeeded()
    const box = await dot.boundingBox()
    if (box === null) throw new Error('the dot is not drawn')
    await page.mouse.move(box.x + box.width / 2 + 16, box.y + box.height / 2 + 12)
    await charts.locator('.tip').waitFor()
    expect(await charts.locator('.tip').count()).toBe(1)
    expect(await charts.locator('.tip').textContent()).toContain(`${compactCount(post?.plays ?? 0)} plays`)
    const rate = post === undefined ? 0 : (post.likes + post.comments + post.shares) / post.plays
    expect(await charts.locator('.tip').textContent()).toContain(`${percent(rate)} engagement`)
    expect(await charts.locator('.point.active').count()).toBe(2)
    await page.mouse.click(box.x + box.width / 2 + 16, box.y + box.height / 2 + 12)
    await page.locator('article.post').waitFor()
    expect(new URL(page.url()).search).toBe(`?post=${post?.post_id}`)
    await close()
  })

  test('are one stop of the Tab key each; the arrow keys go through the posts by time, and Enter opens one', async () => {
    const { page, close } = await own.open()
    const charts = await openCharts(page)
    const inTime = (await newest()).toSorted((a, b) => a.created_at - b.created_at)
    const focused = () => page.evaluate<string | null>('document.activeElement.getAttribute("href")')
    const way = (index: number) => `/?post=${inTime.at(index)?.post_id}`
    expect(await plays(charts).locator('[tabindex="0"]').count()).toBe(1)
    expect(await engagement(charts).locator('[tabindex="0"]').count()).toBe(1)
    await charts.getByRole('button', { name: /^Export/ }).focus()
    await page.keyboard.press('Tab')
    expect(await focused()).toBe(way(0))
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toMatch(
      /^Post of \w+ \d+, \d{4} at .*: [\d.]+[KMB]? plays$/
    )
    expect(await charts.locator('.tip').textContent()).toContain('plays')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe(way(2))
    await page.keyboard.press('ArrowLeft')
    expect(await focused()).toBe(way(1))
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowRight')
    expect(await focused()).toBe(way(-1))
    await page.keyboard.press('Home')
    expect(await focused()).toBe(way(0))
    await page.keyboard.press('Escape')
    expect(await charts.locator('.tip').count()).toBe(0)
    await page.keyboard.press('End')
    await page.keyboard.press('Tab')
    expect(await engagement(charts).locator(':focus').count()).toBe(1)
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('As a table')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.locator('article.post').waitFor()
    expect(new URL(page.url()).search).toBe(way(-1).slice(1))
    await close()
  })

  test('a finger looks at a dot first, and goes with its second touch', async () => {
    const { page, close } = await own.open({
      hasTouch: true,
      viewport: { width: 390, height: 844 }
    })
    const charts = await openCharts(page)
    const dot = plays(charts).locator('.point').nth(4)
    const href = await dot.getAttribute('href')
    await dot.tap({ force: true })
    await charts.locator('.tip').waitFor()
    expect(new URL(page.url()).search).toBe(address.slice(1))
    await dot.tap({ force: true })
    await page.locator('article.post').waitFor()
    expect(new URL(page.url()).search).toBe(href?.slice(1))
    await close()
  })

  test('have hours on the axis when all posts are of less than three days', async () => {
    const { charts, close } = await chartsOf((posts) =>
      posts.map((post, index) => ({ ...post, created_at: 1_780_000_000 - index * 5_000 }))
    )
    const told = await engagement(charts).locator('.axis text').allTextContents()
    expect(told.filter((text) => /^\d\d:\d\d/.test(text)).length).toBeGreaterThan(1)
    expect(told.some((text) => /^\d\d:\d\d[A-Z][a-z]{2} \d+$/.test(text))).toBe(true)
    await close()
  })

  test('posts that nobody played stand on a baseline, and their engagement is unknown', async () => {
    const { charts, close } = await chartsOf((posts) =>
      posts.map((post, index) => (index % 10 === 0 ? { ...post, plays: 0, likes: 0, comments: 0, shares: 0 } : post))
    )
    expect(await plays(charts).locator('.point').count()).toBe(30)
    expect(
      await plays(charts)
        .getByRole('link', { name: /: 0 plays$/ })
        .count()
    ).toBe(3)
    expect(await plays(charts).locator('.axis text').first().textContent()).toBe('0')
    const bottom = await plays(charts)
      .getByRole('link', { name: /: 0 plays$/ })
      .first()
      .locator('.dot')
      .getAttribute('cy')
    expect(Number(bottom)).toBe(200)
    expect(await engagement(charts).locator('.point').count()).toBe(27)
    await charts.locator('summary').click()
    expect(await charts.locator('.numbers td', { hasText: 'unknown' }).count()).toBe(3)
    await close()
  })

  test('one post is charted too, and nothing is said to be usual of it', async () => {
    const { charts, close } = await chartsOf((posts) => posts.slice(0, 1))
    expect(await plays(charts).locator('.point').count()).toBe(1)
    expect(await charts.textContent()).toMatch(/1 post of/)
    expect(await charts.textContent()).not.toContain('middle half')
    expect(await charts.locator('.range').count()).toBe(0)
    await close()
  })

  test('a post without an id is a dot that leads nowhere', async () => {
    const { page, charts, close } = await chartsOf((posts) =>
      posts.map((post, index) => (index === 29 ? { ...post, post_id: null } : post))
    )
    expect(await plays(charts).locator('a.point').count()).toBe(29)
    await charts.getByRole('button', { name: /^Export/ }).focus()
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('img')
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).search).toBe(address.slice(1))
    await close()
  })

  test.each([320, 390, 768, 1280, 2560])(
    'fit a window %i pixels wide, and no label stands on another',
    async (width) => {
      const { page, close } = await own.open({ viewport: { width, height: 900 } })
      await openCharts(page)
      expect(await sidewaysScroll(page)).toBe(0)
      const clashes = await page.evaluate<string[]>(`Array.from(document.querySelectorAll('.chart svg'), (svg) => {
      const texts = Array.from(svg.querySelectorAll('.axis text'), (text) => [text.textContent, text.getBoundingClientRect()])
      const frame = svg.getBoundingClientRect()
      const out = texts.filter(([, { left, right, top, bottom }]) =>
        left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom)
      const over = texts.flatMap(([text, a], index) => texts.slice(index + 1).flatMap(([other, b]) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom ? [text + ' and ' + other] : []))
      return [...out.map(([text]) => text), ...over]
    }).flat()`)
      expect(clashes).toEqual([])
      await close()
    }
  )

  test.each(['light', 'dark'] as const)('are accessible in %s, with a dot that is looked at', async (colorScheme) => {
    const { page, complaints, close } = await own.open({ colorScheme })
    const charts = await openCharts(page)
    await plays(charts).locator('.point').nth(7).focus()
    await charts.locator('.tip').waitFor()
    await charts.locator('summary').click()
    expect(await seriousViolations(page)).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  test('thousands of posts are drawn, and the keyboard and the pointer find each', async () => {
    const { page, complaints, close } = await own.open()
    await page.route('**/thousands', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><main id="main"></main>' })
    )
    await page.goto('/thousands')
    await page.addScriptTag({ content: await thousands(), type: 'module' })
    const first = plays(page.locator('.charts'))
    await first.waitFor()
    expect(await first.locator('.point').count()).toBe(5_000)
    await first.locator('[tabindex="0"]').focus()
    await page.keyboard.press('End')
    expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe('/?post=1')
    await page.locator('.tip').waitFor()
    const box = await first.boundingBox()
    if (box === null) throw new Error('the chart is not drawn')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    // Two panels, one dot in each, and no other was drawn anew for it.
    await expect.poll(() => page.locator('.point.active').count()).toBe(2)
    expect(complaints).toEqual([])
    await close()
  })
})

/** A script that charts 5,000 posts: more than a creator's page asks for at once. */
const thousands = async (): Promise<string> => {
  const charts = fileURLToPath(new URL('../../src/surfaces/explorer/parts/creator-charts.tsx', import.meta.url))
  const code = `
    import { h, render } from 'preact'
    import { CreatorCharts } from ${JSON.stringify(charts)}
    const posts = Array.from({ length: 5000 }, (_, index) => ({
      postId: String(index + 1), caption: null, createdAt: new Date(1780000000000 - index * 3600000).toISOString(),
      plays: Math.round(10 ** (2 + (index * 7919 % 5000) / 1000)), likes: 5, comments: 3, shares: 2
    }))
    render(h(CreatorCharts, { username: 'somebody', posts }), document.getElementById('main'))
  `
  const build = await rolldown({
    input: 'thousands',
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    platform: 'browser',
    tsconfig: false,
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [
      {
        name: 'thousands',
        resolveId: (id) => (id === 'thousands' ? fileURLToPath(new URL('thousands.js', import.meta.url)) : null),
        load: (id) => (id.endsWith('/thousands.js') ? code : null)
      }
    ]
  })
  const { output } = await build.generate({ format: 'es', codeSplitting: false })
  await build.close()
  return output[0].code
}
