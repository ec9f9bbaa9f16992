import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { bestAndWeakest, medianPlays, postsAWeek } from '../../src/explorer/compare/post-figures.ts'
import { busiest, rhythmOf } from '../../src/explorer/compare/rhythm.ts'
import { leadersOf } from '../../src/explorer/compare/rows.ts'
import { splitPastedHandles } from '../../src/explorer/handles.ts'
import { addressOf, routeOf } from '../../src/explorer/route.ts'
import { rows } from '../dataset.ts'
import { seriousViolations, sidewaysScroll } from './accessibility.ts'
import { hasNoChromium } from './chromium.ts'
import { cellsOf, columnsOf, compared } from './comparison.ts'
import { openView } from './explorer-views.ts'
import { pageInTurn, startOwnPages } from './own-pages.ts'

describe('what a comparison is made of', () => {
  test('an address names creators in their order, each once, and leads back to itself', () => {
    expect(routeOf('?compare=b,A,@c,a')).toEqual({ view: 'compare', names: ['b', 'A', 'c'] })
    expect(addressOf({ view: 'compare', names: ['b', 'A', 'c'] })).toBe('/?compare=b,A,c')
    expect(routeOf('?compare=,,@A,a a,<script>')).toEqual({ view: 'compare', names: ['A', 'a a', '<script>'] })
    expect(routeOf(addressOf({ view: 'compare', names: ['A', 'a a', '<script>'] }).slice(1))).toEqual(
      routeOf('?compare=A,a a,<script>')
    )
    expect(routeOf('?compare=')).toEqual({ view: 'compare', names: [] })
  })

  test('a pasted list may hold handles, addresses of profiles and of this explorer', () => {
    const pasted = `@maya.nguyen, tobi.care;olliepages
      https://www.clips.example/@zadie_whitlock/video/1?x=2
      http://127.0.0.1:4000/?compare=baris.sahin,Maya.Nguyen <b>`
    expect(splitPastedHandles(pasted)).toEqual({
      handles: ['maya.nguyen', 'tobi.care', 'olliepages', 'zadie_whitlock', 'baris.sahin'],
      others: ['<b>']
    })
    expect(splitPastedHandles(' , \n')).toEqual({ handles: [], others: [] })
  })

  test('whoever has the highest value that is known leads, ties too, but nobody where all are the same', () => {
    expect(leadersOf([3, null, 7, 7])).toEqual([false, false, true, true])
    expect(leadersOf([5, 5])).toEqual([false, false])
    expect(leadersOf([null, 5])).toEqual([false, false])
    expect(leadersOf([null, null])).toEqual([false, false])
  })

  test('best and weakest posts are told by the creator’s own median, and none is both', () => {
    const posts = [10, 0, 40, 20].map((plays) => ({ plays }))
    expect(medianPlays(posts)).toBe(15)
    expect(bestAndWeakest(posts, 3)).toEqual({
      best: [
        { post: { plays: 40 }, times: 40 / 15 },
        { post: { plays: 20 }, times: 20 / 15 }
      ],
      weakest: [
        { post: { plays: 0 }, times: 0 },
        { post: { plays: 10 }, times: 10 / 15 }
      ]
    })
    expect(bestAndWeakest([{ plays: 5 }], 3)).toEqual({ best: [{ post: { plays: 5 }, times: 1 }], weakest: [] })
    expect(bestAndWeakest([{ plays: 0 }, { plays: 0 }], 3).best).toEqual([{ post: { plays: 0 }, times: null }])
    expect(bestAndWeakest([], 3)).toEqual({ best: [], weakest: [] })
  })

  test('rhythm is told in UTC, Monday first', () => {
    const rhythm = rhythmOf(['2026-11-16T00:30:00Z', '2026-11-22T23:59:59Z', '2026-11-22T23:00:00Z'])
    expect(rhythm[0]?.[0]).toBe(1)
    expect(rhythm[6]?.[23]).toBe(2)
    expect(busiest(rhythm)).toEqual({ weekday: 'Sunday', hour: 23 })
    const week = ['2026-11-01T00:00:00Z', '2026-11-08T00:00:00Z', '2026-11-15T00:00:00Z']
    expect(postsAWeek(week.map((createdAt) => ({ createdAt })))).toBe(1)
    expect(postsAWeek([{ createdAt: '2026-11-01T00:00:00Z' }])).toBe(null)
  })
})

const usernamesOf = (where: string, count: number) =>
  rows<{ username: string }>(`SELECT username FROM users WHERE ${where} LIMIT ${count}`).map(({ username }) => username)

const withPosts = usernamesOf('is_private = 0 AND total_videos > 20 ORDER BY followers DESC', 8)
const [first = '', second = '', third = ''] = withPosts
const [isPrivate = ''] = usernamesOf('is_private = 1', 1)
const [hasNone = ''] = usernamesOf('is_private = 0 AND total_videos = 0', 1)
const [rightToLeft = ''] = usernamesOf(
  "is_private = 0 AND total_videos > 9 AND substr(display_name, 1, 1) BETWEEN 'א' AND 'ي'",
  1
)

const comparisonOf = (names: readonly string[]) => addressOf({ view: 'compare', names })

describe.skipIf(hasNoChromium)('the shortlist and the comparison', () => {
  const own = startOwnPages()
  const watched = pageInTurn(own)
  let page: Page
  beforeEach(() => {
    ;({ page } = watched)
  })

  const open = async (names: readonly string[]) => {
    await page.goto(comparisonOf(names))
    await compared(page)
  }

  test('a comparison is one query, and moving a column asks for nothing', async () => {
    const asked: unknown[] = []
    page.on('request', (request) => {
      const { documentId } = request.url().endsWith('/graphql') ? request.postDataJSON() : {}
      // The foot of every page asks of when the data are.
      if (/Compare$/.test(documentId)) asked.push(request.postDataJSON())
    })
    await open([first, second, third])
    expect(asked.length).toBe(1)
    expect(asked[0]).toMatchObject({ variables: { usernames: [first, second, third].sort() } })
    await page.getByRole('button', { name: `Move @${third} to the left` }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${comparisonOf([first, third, second])}`)
    expect(await columnsOf(page)).toEqual([first, third, second])
    // Whoever moves it by keyboard can go on doing so.
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe(`Move @${third} to the left`)
    expect(await page.getByRole('button', { name: `Move @${first} to the left` }).getAttribute('aria-disabled')).toBe(
      'true'
    )
    expect(asked.length).toBe(1)
    await page.getByRole('button', { name: `Remove @${first} from the comparison` }).click()
    await page.waitForURL(`**${comparisonOf([third, second])}`)
    await page.goBack()
    await page.goBack()
    await page.waitForURL(`**${comparisonOf([first, second, third])}`)
    expect(await columnsOf(page)).toEqual([first, second, third])
  })

  test('shows numbers, charts on the same scales, rhythm, what is shared, and posts that lead on', async () => {
    await open([first, second, third])
    expect(await cellsOf(page, 'Followers')).toHaveLength(3)
    // Who leads is said in words, too.
    const followers = rows<{ username: string; followers: number }>(
      `SELECT username, followers FROM users WHERE username IN ('${first}', '${second}', '${third}') ORDER BY followers DESC`
    )
    const leader = [first, second, third].indexOf(followers[0]?.username ?? '')
    const told = await cellsOf(page, 'Followers')
    expect(told.map((text) => text.includes('leads with'))).toEqual([0, 1, 2].map((index) => index === leader))

    const charts = page.locator('.multiple .chart svg')
    await charts.first().scrollIntoViewIfNeeded()
    expect(await charts.count()).toBe(6)
    const axes = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.multiple .chart:first-of-type .axis')].map((each) => each.textContent)`
    )
    expect(new Set(axes.filter((text) => text !== '')).size).toBe(1)

    const rhythm = page.getByRole('table', { name: /posts by weekday and hour, UTC/ }).first()
    expect(await rhythm.getByRole('row').count()).toBe(8)
    const counts = await rhythm.locator('tbody td').allTextContents()
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(30)
    expect(counts.length).toBe(7 * 24)
    await page.getByRole('heading', { name: 'Hashtags they share' }).waitFor()
    await page.getByRole('heading', { name: 'Sounds they share' }).waitFor()

    const [{ post_id: best } = { post_id: '' }] = rows<{ post_id: string }>(
      `SELECT post_id FROM (SELECT post_id, plays FROM posts WHERE author_pk = (SELECT pk FROM users WHERE username = '${first}') ORDER BY created_at DESC LIMIT 30)
      ORDER BY plays DESC LIMIT 1`
    )
    const link = page.locator('.ranked').first().getByRole('link').first()
    expect(await link.getAttribute('href')).toBe(`/?post=${best}`)
    await link.click()
    await page.locator('article.post').waitFor()
  })

  test('of eight, one that is private, one that is gone and one without posts say so, and the others are shown', async () => {
    const eight = [...withPosts.slice(0, 5), isPrivate, 'nobody.at.all', hasNone]
    await open(eight)
    expect(await columnsOf(page)).toEqual(eight)
    const lacks = (index: number) => page.locator('.column-head').nth(index).locator('.lacks')
    expect(await lacks(5).textContent()).toMatch(/^Private/)
    expect(await lacks(6).textContent()).toMatch(/^No such creator/)
    expect(await lacks(7).textContent()).toBe('No posts yet')
    expect(await page.locator('.lacks').count()).toBe(3)
    const plays = await cellsOf(page, 'Median plays')
    expect(plays.map((text) => text.includes('unknown'))).toEqual([...Array(5).fill(false), true, true, true])
    expect(await page.locator('.multiple .rhythm').count()).toBe(5)
    // Eight are all that fit.
    expect(await page.getByLabel('Add a creator').count()).toBe(0)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('more than eight: the first eight are shown, and the page names the others', async () => {
    await open([...withPosts, 'one.more', 'and.another'])
    expect(await columnsOf(page)).toEqual(withPosts)
    expect(await page.locator('.note').textContent()).toContain('Not shown: @one.more, @and.another')
  })

  test('an address edited by hand shows what can be understood of it', async () => {
    await page.goto(`/?compare=,,@${first.toUpperCase()},a a,${first},<script>alert(1)</script>,${second}`)
    await compared(page)
    expect((await columnsOf(page)).map((name) => name.toLowerCase())).toEqual([first, second])
    expect(await page.locator('.note').textContent()).toContain('“a a”, “<script>alert(1)</script>”')
    expect(await page.locator('main script').count()).toBe(0)
  })

  test('fewer than two invite to add, by handle or by address', async () => {
    await page.goto('/?compare=')
    await page.getByRole('heading', { name: 'Whom do you want to compare?' }).waitFor()
    const field = page.getByLabel('Add a creator')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Enter a handle first.').waitFor()
    await field.fill('what is this')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${comparisonOf(['what', 'is', 'this'])}`)
    await page.goto(`/?compare=${first}`)
    await page.getByRole('heading', { name: 'Add one more creator to compare' }).waitFor()
    await field.fill('<b>')
    await page.keyboard.press('Enter')
    await page.getByText('“<b>” does not look like a handle.').waitFor()
    await field.fill(`https://www.clips.example/@${second}/video/1`)
    await page.keyboard.press('Enter')
    await compared(page)
    expect(await columnsOf(page)).toEqual([first, second])
  })

  test('the server going away leaves what is there, says so in its place, and goes on when asked', async () => {
    await open([first, second])
    await page.route('**/graphql', (route) => route.abort())
    await page.getByLabel('Add a creator').fill(`@${third}`)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'The server does not answer' }).waitFor()
    expect(await columnsOf(page)).toEqual([first, second, third])
    expect((await cellsOf(page, 'Followers')).map((text) => text.includes('unknown'))).toEqual([false, false, true])
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => cellsOf(page, 'Followers')).not.toContain('–unknown')
    expect(await page.getByRole('alert').count()).toBe(0)
    watched.complaints.splice(0)
  })

  test('the shortlist is filled by pasting, holds 500 and says so, stays in the browser, and comes back when cleared', async () => {
    await page.goto('/?shortlist')
    const field = page.getByLabel('Paste handles or addresses')
    const add = page.getByRole('button', { name: 'Add to the shortlist' })
    await field.fill(`@${first}, ${first.toUpperCase()}\nhttps://www.clips.example/@${second} <b> ?`)
    await add.click()
    await page.getByText('2 added. 2 not understood: “<b>”, “?”.').waitFor()
    await field.fill([second, ...Array.from({ length: 501 }, (_, index) => `creator.${index}`)].join('\n'))
    await add.click()
    await page.getByText('498 added. 1 was on it already. 3 not added: the shortlist holds at most 500.').waitFor()
    expect(await page.locator('.shortlisted li').count()).toBe(500)
    expect(await page.locator('.intro').textContent()).toContain('500 of 500')

    await page.getByRole('button', { name: 'Clear the shortlist' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Undo: put 500 back' }).waitFor()
    expect(await page.locator('.shortlisted li').count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.reload()
    await expect.poll(() => page.locator('.shortlisted li').count()).toBe(500)

    // Eight of them can be compared; the ninth cannot be chosen.
    await page.getByRole('button', { name: 'Choose the first 8' }).click()
    expect(await page.getByRole('checkbox', { name: '@creator.100' }).isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Compare 8' }).click()
    await compared(page)
    expect(await columnsOf(page)).toEqual([
      first,
      second,
      ...Array.from({ length: 6 }, (_, index) => `creator.${index}`)
    ])
    // Elsewhere there is no room for more, and the tray leads to choosing.
    await openView(page, `/?creator=${third}`)
    const toggle = page.getByRole('button', { name: 'The shortlist is full: it holds 500' })
    expect(await toggle.getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('link', { name: 'Choose whom to compare' }).waitFor()
  })

  test('the shortlist is the same in every tab, and what others wrote in its place does no harm', async () => {
    await openView(page, `/?creator=${first}`)
    const other = await page.context().newPage()
    await openView(other, `/?creator=${second}`)
    const toggle = other.getByRole('button', { name: `Shortlist @${second}` })
    await toggle.focus()
    await other.keyboard.press('Enter')
    expect(await toggle.getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('complementary', { name: 'Shortlist' }).getByText('1 creator', { exact: true }).waitFor()
    await other.getByRole('button', { name: `Remove @${second} from the shortlist` }).click()
    await other.getByRole('button', { name: 'Undo' }).click()
    expect(await toggle.getAttribute('aria-pressed')).toBe('true')
    await other.close()
    for (const kept of ['{', '{"a":1}', '[1,"<script>",null]']) {
      await page.evaluate(`localStorage.setItem('clipgraph-shortlist', ${JSON.stringify(kept)})`)
      await openView(page, '/?shortlist')
      await page.getByText('0 of 500').waitFor()
    }
  })

  test.each(['light', 'dark'] as const)(
    'is accessible on a phone in %s colours, where the numbers scroll sideways by keyboard',
    async (colorScheme) => {
      page = await watched.again({ viewport: { width: 390, height: 800 }, colorScheme })
      await open([first, rightToLeft, isPrivate, second])
      expect(await seriousViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      const numbers = page.getByRole('region', { name: 'Numbers side by side' })
      await numbers.focus()
      await page.keyboard.press('ArrowRight')
      await expect
        .poll(() => page.evaluate<number>("document.querySelector('.sideways').scrollLeft"))
        .toBeGreaterThan(0)
      const name = page.getByRole('rowheader', { name: 'Followers', exact: true })
      const left = async (locator: typeof name) => (await locator.boundingBox())?.x ?? -1
      // What a row is about stays in sight.
      expect(Math.abs((await left(name)) - (await left(numbers)))).toBeLessThan(2)
      for (const address of ['/?shortlist', '/?compare=', `/?report=${rightToLeft}`]) {
        await openView(page, address)
        expect([address, await seriousViolations(page)]).toEqual([address, []])
        expect([address, await sidewaysScroll(page)]).toEqual([address, 0])
      }
    }
  )

  const reported = [
    ...withPosts.slice(0, 2),
    rightToLeft,
    isPrivate,
    hasNone,
    ...['display_name', 'bio'].flatMap((field) =>
      usernamesOf(`is_private = 0 AND total_videos > 20 ORDER BY length(${field}) DESC`, 2)
    )
  ]

  test('a report is one page of A4 and of Letter, and nothing of it is cut', async () => {
    for (const username of reported) {
      await openView(page, `/?report=${username}`)
      await page.locator('.report').waitFor()
      for (const format of ['A4', 'Letter'] as const) {
        const pdf = (await page.pdf({ format, printBackground: true })).toString('latin1')
        expect([username, format, pdf.match(/\/Type\s*\/Page\b/g)?.length]).toEqual([username, format, 1])
      }
    }
    await openView(page, `/?report=${first}`)
    for (const name of ['Scorecard', 'Rhythm (UTC)', 'The 30 newest posts']) {
      await page.getByRole('heading', { name, exact: true }).waitFor()
    }
    const source = page.locator('.source')
    expect(await source.textContent()).toMatch(
      new RegExp(`${own.server.url}/\\?creator=${first}.*Data as of \\w+ \\d+, \\d+`)
    )
    // As wide as an A4 page without its margins.
    await page.setViewportSize({ width: 703, height: 1_032 })
    await page.emulateMedia({ media: 'print' })
    const beyond = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.report *')]
        .filter((each) => each.getBoundingClientRect().right > 704 || each.getBoundingClientRect().bottom > 1032)
        .map((each) => each.outerHTML.slice(0, 80))`
    )
    expect(beyond).toEqual([])
    for (const name of ['.top', '.foot', '.report-acts']) expect(await page.locator(name).isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate('globalThis.print = () => { globalThis.wasPrinted = true }; null')
    await page.getByRole('button', { name: 'Print report' }).click()
    expect(await page.evaluate('globalThis.wasPrinted')).toBe(true)
  })

  test('a wide window is used: a report stands in two columns, and few creators beside their charts', async () => {
    const boxOf = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox()
      if (box === null) throw new Error(`there is no ${selector}`)
      return { ...box, end: box.x + box.width, bottom: box.y + box.height }
    }
    for (const width of [1280, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      await openView(page, `/?report=${first}`)
      const [report, top, scores, plays] = await Promise.all(
        ['.report', '.top .theme', '[aria-labelledby=scores]', '[aria-labelledby=plays]'].map(boxOf)
      )
      expect(report?.end).toBeGreaterThan((top?.end ?? 0) - 20)
      expect(plays?.x).toBeGreaterThan(scores?.end ?? 0)
      expect(plays?.y).toBeLessThan(scores?.bottom ?? 0)

      await openView(page, `/?compare=${first},${second}`)
      await compared(page)
      const [numbers, charts] = await Promise.all(['.numbers', '[aria-labelledby=charts]'].map(boxOf))
      expect(charts?.x).toBeGreaterThan(numbers?.end ?? 0)
      expect(charts?.y).toBeLessThan((numbers?.y ?? 0) + 50)
    }
  })

  const longest = ['username', 'display_name'].flatMap((field) => usernamesOf(`1 ORDER BY length(${field}) DESC`, 2))

  test('names of creators are there in full in a window 360 pixels wide, and two creators fit side by side', async () => {
    await page.setViewportSize({ width: 360, height: 800 })
    const cut = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('.name, .who .quiet, .column-head .handle, .by a, .numbers th')]
          .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
          .map(({ textContent }) => textContent)`
      )
    for (const address of ['/', '/?search=with&among=creators', '/?search=home', `/?compare=${longest.join()}`]) {
      await openView(page, address)
      expect([address, await cut()]).toEqual([address, []])
    }
    await openView(page, `/?compare=${longest.slice(0, 2).join()}`)
    await compared(page)
    expect(
      await page.evaluate<number>(
        `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.sideways'))`
      )
    ).toBe(0)
  })

  test('a report on nobody says so', async () => {
    const response = await page.goto('/?report=nobody.at.all')
    await page.getByRole('heading', { level: 1, name: 'No such creator' }).waitFor()
    expect(response?.status()).toBe(404)
    watched.complaints.splice(0)
  })
})
