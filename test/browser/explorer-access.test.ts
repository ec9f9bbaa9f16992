import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { row } from '../dataset.ts'
import { seriousViolations, sidewaysScroll } from './accessibility.ts'
import { hasNoChromium } from './chromium.ts'
import { everyPage, openCode, openView, views } from './explorer-views.ts'
import { startOwnPages } from './own-pages.ts'

/** Pages of the docs and GraphiQL have tests of their own. */
const ownPages = everyPage.filter(([, address]) => !/^\/(docs|graphql)/.test(address))

/** What moves on a page, by its class. */
const moving = (page: Page) =>
  page.evaluate<string[]>(
    `Array.from(document.querySelectorAll('*')).filter((it) => {
      const { transitionDuration, animationName } = getComputedStyle(it)
      return animationName !== 'none' || !/^0s(, 0s)*$/.test(transitionDuration)
    }).map(({ className }) => String(className))`
  )

describe.skipIf(hasNoChromium)('each page of a server', () => {
  const own = startOwnPages()

  // To open a page costs most: whatever is asked of it is asked while it is there.
  test.each([
    ['light', 2560, 360],
    ['dark', 768, 320]
  ] as const)(
    'is accessible in %s, quiet on the console and asks only its own host, and fits a window %i pixels wide, and when that becomes %i',
    async (scheme, width, narrower) => {
      const reducedMotion = scheme === 'dark' ? 'reduce' : 'no-preference'
      const { page, complaints, foreign, close } = await own.open({ colorScheme: scheme, reducedMotion })
      const fits = async (name: string, to: number) => {
        await page.setViewportSize({ width: to, height: 844 })
        // What is drawn for a width is drawn anew a moment after the width is another.
        await expect.poll(() => sidewaysScroll(page), { message: `${name}, ${to}` }).toBe(0)
      }
      for (const [name, address] of ownPages) {
        await page.setViewportSize({ width, height: 844 })
        await openView(page, address)
        expect([name, await seriousViolations(page)]).toEqual([name, []])
        expect([name, await page.evaluate('document.body.textContent.isWellFormed()')]).toEqual([name, true])
        if (reducedMotion === 'reduce') expect([name, await moving(page)]).toEqual([name, []])
        await fits(name, width)
        await fits(name, narrower)
        // A dialog hides from readers what it stands over.
        if ((await page.locator('.behind').count()) > 0) {
          await openCode(page)
          expect([name, 'code', await seriousViolations(page)]).toEqual([name, 'code', []])
        }
        // Of a page that is not there the browser tells the status, and nothing else is wrong.
        expect([name, complaints.splice(0).filter((complaint) => !complaint.includes('404'))]).toEqual([name, []])
      }
      expect(foreign).toEqual([])
      await close()
    },
    600_000
  )

  test('keeps still for those who ask for less motion, the docs and GraphiQL too', async () => {
    const { page, close } = await own.open({ reducedMotion: 'reduce' })
    for (const [name, address] of everyPage.filter((each) => !ownPages.includes(each))) {
      await openView(page, address)
      expect([name, await moving(page)]).toEqual([name, []])
    }
    await close()
  })

  test('lets names and texts from right to left run as they are written, in a page from left to right', async () => {
    const { username } = row<{ username: string }>(
      "SELECT username FROM users WHERE display_name GLOB '*[ا-ي]*' AND is_private = 0 LIMIT 1"
    )
    const { page, close } = await own.open({ viewport: { width: 360, height: 844 } })
    for (const address of [`/?creator=${username}`, `/?search=${username}&among=creators`]) {
      await openView(page, address)
      expect([address, await seriousViolations(page), await sidewaysScroll(page)]).toEqual([address, [], 0])
      expect(await page.evaluate(`getComputedStyle(document.querySelector('main')).direction`)).toBe('ltr')
    }
    await close()
  })

  test('leaves the search room for a word or two, however wide the window is', async () => {
    const { page, close } = await own.open()
    await openView(page, '/?lists')
    for (const width of [360, 720, 768, 960, 1024, 2560]) {
      await page.setViewportSize({ width, height: 844 })
      const box = await page.getByRole('combobox').boundingBox()
      expect.soft(box?.width, `${width}`).toBeGreaterThan(200)
    }
    await close()
  })

  test('uses a wide window: six posts in a row', async () => {
    const { page, close } = await own.open({ viewport: { width: 1920, height: 900 } })
    await openView(page, views.place ?? '')
    const tops = await page.evaluate<number[]>(
      `Array.from(document.querySelectorAll('.tile'), (it) => it.getBoundingClientRect().top).slice(0, 12)`
    )
    expect(tops.map((top) => tops.indexOf(top))).toEqual([0, 0, 0, 0, 0, 0, 6, 6, 6, 6, 6, 6])
    await close()
  })

  test('has the suggestions and the key form accessible too', async () => {
    const { page, close } = await own.open()
    await openView(page, '/')
    await page.getByRole('combobox').fill('ma')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await seriousViolations(page)).toEqual([])
    await close()
    // Whoever comes through a proxy gets no key with the page.
    const away = await own.open({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.9' } })
    await away.page.goto('/')
    await away.page.getByLabel('Key for x-gateway-key').waitFor()
    expect(await seriousViolations(away.page)).toEqual([])
    await away.close()
  })
})
