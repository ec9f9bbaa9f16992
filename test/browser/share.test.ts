import { describe, expect, test } from 'vitest'
import { examples } from '../../src/services/examples.ts'
import { textOf } from '../markup.ts'
import { hasNoChromium } from './chromium.ts'
import { openView, settled, views } from './explorer-views.ts'
import { startOwnPages } from './own-pages.ts'

const creator = `/?creator=${examples.username}`

describe.skipIf(hasNoChromium)('links and tabs of the explorer', () => {
  const own = startOwnPages()

  test('each view is called the same by the server that writes its page and by the explorer in it', async () => {
    const { page, complaints, close } = await own.open()
    const addresses = [...Object.values(views), '/?creator=nobody.here', '/?post=1', '/?post=not-a-number', '/?live=1']
    const titles: string[] = []
    for (const address of addresses) {
      const written = /<title>(.*?)<\/title>/.exec(await (await fetch(own.server.url + address)).text())?.[1] ?? ''
      await openView(page, address)
      expect([address, await page.title()]).toEqual([address, textOf(written)])
      titles.push(textOf(written))
    }
    for (const title of titles) expect(title).toMatch(/(^| · )clipgraph($| · )/)
    // Two addresses of posts name nothing; all else is told apart.
    expect(new Set(titles).size).toBe(titles.length - 1)
    // The status of a page that is not there is told on the console, and by nothing else.
    expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
    await close()
  })

  test('the title follows links, tabs, and the way back', async () => {
    const { page, close } = await own.open()
    await openView(page, creator)
    const first = await page.title()
    await page.getByRole('link', { name: 'Followers', exact: true }).click()
    await expect.poll(() => page.title()).toBe(`Followers of ${first}`)
    await page.getByRole('link', { name: 'Trending', exact: true }).click()
    await expect.poll(() => page.title()).toBe('Trending sounds of the last 7 days · clipgraph')
    await page.goBack()
    await page.goBack()
    await expect.poll(() => page.title()).toBe(first)
    await page.getByRole('link', { name: 'clipgraph', exact: true }).click()
    await expect.poll(() => page.title()).toBe('clipgraph · Short-video data as one graph')
    await close()
  })

  test.each([
    ['of a creator', creator, ['Reposts', 'Followers', 'Posts']],
    ['of a search', '/?search=home', ['Creators', 'Live rooms', 'Posts']],
    ['of the sound library', '/?sounds=hot', ['Newest', 'Most used']],
    ['of the trending page', '/?trending=hashtags', ['Sounds', 'Posts', 'Hashtags']]
  ])('tabs %s leave the reader where they are, and the focus on the tab', async (_, address, names) => {
    const { page, close } = await own.open({ viewport: { width: 390, height: 600 } })
    await openView(page, address)
    const tabs = page.locator('.tabs')
    const topOf = () => page.evaluate<number>(`Math.round(document.querySelector('.tabs').getBoundingClientRect().top)`)
    await page.evaluate(`scrollTo(0, document.querySelector('.tabs').getBoundingClientRect().top - 100)`)
    const before = await topOf()
    expect(before).toBe(100)
    for (const name of names) {
      await tabs.getByRole('link', { name, exact: true }).click()
      await tabs.locator('a[aria-current=page]', { hasText: new RegExp(`^${name}$`) }).waitFor()
      await settled(page)
      expect([name, await topOf()]).toEqual([name, before])
      expect(await page.evaluate('document.activeElement.textContent')).toContain(name)
    }
    await close()
  })

  test('another view begins at its top, with the focus on its content', async () => {
    const { page, close } = await own.open()
    await openView(page, '/?search=home')
    await page.evaluate('scrollTo(0, 400)')
    await page.locator('.by a').first().click()
    await page.locator('.head').waitFor()
    expect(await page.evaluate('scrollY')).toBe(0)
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main')
    await close()
  })

  test('an address that names nothing is a 404 that says so, with ways on', async () => {
    const { page, close } = await own.open()
    const response = await page.goto('/?creator=nobody.here')
    expect(response?.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: 'No such creator' }).waitFor()
    expect((await page.goto('/nowhere'))?.status()).toBe(404)
    await page.getByRole('link', { name: 'Explore', exact: true }).click()
    await settled(page)
    await close()
  })

  test('light or dark is chosen in the top bar, for every page and the next visit', async () => {
    const { page, close } = await own.open({ colorScheme: 'light' })
    const back = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    await openView(page, creator)
    const light = await back()
    const button = page.getByRole('button', { name: 'Dark colours' })
    expect(await button.getAttribute('aria-pressed')).toBe('false')
    await button.click()
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    const dark = await back()
    expect(dark).not.toBe(light)
    await page.reload()
    await settled(page)
    expect(await back()).toBe(dark)
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    for (const path of ['/docs', '/nowhere']) {
      await page.goto(path)
      expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    }
    await close()
  })

  test('on a phone the tabs of a creator are on the first screen, below numbers in one row', async () => {
    const { page, close } = await own.open({ viewport: { width: 390, height: 844 } })
    await openView(page, creator)
    const box = await page.locator('.tabs').boundingBox()
    expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThan(844)
    const tops = await page.evaluate<number[]>(
      `Array.from(document.querySelectorAll('.head .figures > div'), (it) => Math.round(it.getBoundingClientRect().top))`
    )
    expect(tops.length).toBe(4)
    expect(new Set(tops).size).toBe(1)
    await close()
  })
})
