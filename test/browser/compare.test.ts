import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { bestAndWeakest, medianPlays, postsAWeek } from '../../src/surfaces/explorer/compare/post-figures.ts'
import { busiest, rhythmOf } from '../../src/surfaces/explorer/compare/rhythm.ts'
import { splitPastedHandles } from '../../src/surfaces/explorer/handles.ts'
import { addressOf, routeOf } from '../../src/surfaces/explorer/route.ts'
import { highestOf, inOrder, type ShownColumn } from '../../src/surfaces/explorer/table/column.ts'
import { rows } from '../dataset.ts'
import { seriousViolations, sidewaysScroll } from './accessibility.ts'
import { hasNoChromium } from './chromium.ts'
import { columnOf, compared, handlesIn } from './comparison.ts'
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

  test('a table marks the highest known value, none where all are the same, and sorts unknown ones last', () => {
    const column: ShownColumn<number | null> = { id: 'value', title: 'Value', value: (row) => row, isNumber: true }
    expect(highestOf([3, null, 7, 7], column)).toBe(7)
    expect(highestOf([5, 5], column)).toBe(null)
    expect(highestOf([null, 5], column)).toBe(null)
    expect(highestOf([null, null], column)).toBe(null)
    const sorted = (isDescending: boolean) => inOrder([2, null, 9, 0], [column], { column: 'value', isDescending })
    expect(sorted(true)).toEqual([9, 2, 0, null])
    expect(sorted(false)).toEqual([0, 2, 9, null])
    expect(inOrder([2, 1], [column], null)).toEqual([2, 1])
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

describe.skipIf(hasNoChromium)('the comparison', () => {
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

  test('a comparison is one query, and sorting asks for nothing', async () => {
    const asked: unknown[] = []
    page.on('request', (request) => {
      const { documentId } = request.url().endsWith('/graphql') ? request.postDataJSON() : {}
      // The foot of every page asks of when the data are.
      if (/Compare$/.test(documentId)) asked.push(request.postDataJSON())
    })
    await open([third, first, second])
    expect(asked.length).toBe(1)
    expect(asked[0]).toMatchObject({ variables: { usernames: [first, second, third].sort() } })
    expect(await handlesIn(page)).toEqual([third, first, second])
    await page.getByRole('button', { name: 'Followers' }).focus()
    await page.keyboard.press('Enter')
    expect(await handlesIn(page)).toEqual([first, second, third])
    expect(await page.locator('th[aria-sort=descending]').textContent()).toBe('Followers')
    await page.keyboard.press('Enter')
    expect(await handlesIn(page)).toEqual([third, second, first])
    expect(asked.length).toBe(1)
    await page.getByRole('button', { name: `Remove @${third} from the comparison` }).click()
    await page.waitForURL(`**${comparisonOf([first, second])}`)
    await page.goBack()
    await page.waitForURL(`**${comparisonOf([third, first, second])}`)
    expect((await handlesIn(page)).toSorted()).toEqual([first, second, third].sort())
  })

  test('shows numbers, charts on the same scales, posting times, what is shared, and posts that lead on', async () => {
    await open([second, first, third])
    // The highest is marked, in words too; the first has the most followers.
    expect((await columnOf(page, 'Followers')).map((text) => text.includes('highest'))).toEqual([false, true, false])

    const charts = page.locator('.multiple .chart svg')
    await charts.first().scrollIntoViewIfNeeded()
    expect(await charts.count()).toBe(3)
    const axes = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.multiple .chart')].map(({ textContent }) => textContent)`
    )
    expect(new Set(axes).size).toBe(1)

    const rhythm = page.getByRole('table', { name: /posts by weekday and hour, UTC/ }).nth(1)
    expect(await rhythm.getByRole('row').count()).toBe(8)
    const counts = await rhythm.locator('tbody td').allTextContents()
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(30)
    expect(counts.length).toBe(7 * 24)
    const shared = page.getByRole('region', { name: 'Hashtags and sounds they share' }).getByRole('link').first()
    expect(await shared.getAttribute('href')).toMatch(/^\/\?(hashtag|sound)=\d+$/)

    const [{ post_id: best } = { post_id: '' }] = rows<{ post_id: string }>(
      `SELECT post_id FROM (SELECT post_id, plays FROM posts WHERE author_pk = (SELECT pk FROM users WHERE username = '${second}') ORDER BY created_at DESC LIMIT 30)
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
    expect(await handlesIn(page)).toEqual(eight)
    const lacks = (index: number) => page.locator('tbody tr').nth(index).locator('.lacks')
    expect(await lacks(5).textContent()).toMatch(/^Private/)
    expect(await lacks(6).textContent()).toMatch(/^No such creator/)
    expect(await lacks(7).textContent()).toBe('No posts yet')
    expect(await page.locator('.lacks').count()).toBe(3)
    const plays = await columnOf(page, 'Median plays')
    expect(plays.map((text) => text.includes('unknown'))).toEqual([...Array(5).fill(false), true, true, true])
    expect(await page.locator('.multiple .rhythm').count()).toBe(5)
    // Eight are all that fit.
    expect(await page.getByLabel('Add a creator').count()).toBe(0)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('more than eight: the first eight are shown, and the page names the others', async () => {
    await open([...withPosts, 'one.more', 'and.another'])
    expect(await handlesIn(page)).toEqual(withPosts)
    expect(await page.locator('.note').textContent()).toContain('Not shown: @one.more, @and.another')
  })

  test('an address edited by hand shows what can be understood of it', async () => {
    await page.goto(`/?compare=,,@${first.toUpperCase()},a a,${first},<script>alert(1)</script>,${second}`)
    await compared(page)
    expect((await handlesIn(page)).map((name) => name.toLowerCase())).toEqual([first, second])
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
    expect(await handlesIn(page)).toEqual([first, second])
  })

  test('the server going away leaves what is there, says so in its place, and goes on when asked', async () => {
    await open([first, second])
    await page.route('**/graphql', (route) => route.abort())
    await page.getByLabel('Add a creator').fill(`@${third}`)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'The server does not answer' }).waitFor()
    expect(await handlesIn(page)).toEqual([first, second, third])
    expect((await columnOf(page, 'Followers')).map((text) => text.includes('unknown'))).toEqual([false, false, true])
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => columnOf(page, 'Followers')).not.toContain('–unknown')
    expect(await page.getByRole('alert').count()).toBe(0)
    watched.complaints.splice(0)
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
      await expect.poll(() => page.evaluate<number>("document.querySelector('.table').scrollLeft")).toBeGreaterThan(0)
      const name = page.getByRole('rowheader').first()
      const left = async (locator: typeof name) => (await locator.boundingBox())?.x ?? -1
      // What a row is about stays in sight.
      expect(Math.abs((await left(name)) - (await left(numbers)))).toBeLessThan(2)
      for (const address of ['/?lists', '/?compare=']) {
        await openView(page, address)
        expect([address, await seriousViolations(page)]).toEqual([address, []])
        expect([address, await sidewaysScroll(page)]).toEqual([address, 0])
      }
    }
  )

  test('addresses of reports lead to the page of the creator, which leaves on paper what can only be clicked', async () => {
    await openView(page, `/?report=${first}`)
    await page.locator('.head .figures').waitFor()
    await page.emulateMedia({ media: 'print' })
    for (const name of ['.brand', '.top nav', '.head .actions', '.toolbar', '.tabs']) {
      expect([name, await page.locator(name).first().isVisible()]).toEqual([name, false])
    }
    expect(await page.locator('.scorecard').isVisible()).toBe(true)
    expect(await page.locator('.tile').nth(12).isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate('window.print = () => { window.isPrinted = true }')
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    expect(await page.evaluate('window.isPrinted')).toBe(true)
  })
})
