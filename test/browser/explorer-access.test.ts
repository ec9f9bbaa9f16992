import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seriousViolations, sidewaysScroll } from './accessibility.ts'
import { hasNoChromium, launch, openPage, screenshotFolder } from './chromium.ts'
import { type OwnServer, startOwnServer } from './explorer-server.ts'
import { openView, views } from './explorer-views.ts'

const fileName = (name: string, ...more: string[]) =>
  join(screenshotFolder, `${[name, ...more].join(' ').replaceAll(' ', '-')}.png`)

const everyView = [
  ...Object.entries(views),
  ['nothing found', '/?search=qqqxzzy'],
  ['unknown creator', '/?creator=nobody.here']
] as const

describe.skipIf(hasNoChromium)('each view of the explorer', () => {
  let browser: Browser
  let server: OwnServer
  beforeAll(async () => {
    ;[browser, server] = await Promise.all([launch(), startOwnServer()])
    process.stderr.write(`screenshots are in ${screenshotFolder}\n`)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test.each(['light', 'dark'] as const)(
    'is accessible in %s, quiet on the console and asks only its own host',
    async (scheme) => {
      const { page, complaints, foreign, close } = await openPage(browser, server.url, { colorScheme: scheme })
      for (const [name, address] of everyView) {
        await openView(page, address)
        await page.locator('.behind summary').click()
        expect([name, await seriousViolations(page)]).toEqual([name, []])
        await page.locator('.behind summary').click()
        await page.screenshot({ path: fileName(name, scheme) })
        expect([name, complaints.splice(0)]).toEqual([name, []])
      }
      expect(foreign).toEqual([])
      await close()
    },
    300_000
  )

  test.each([320, 390, 768])(
    'fits a window %i pixels wide',
    async (width) => {
      const { page, close } = await openPage(browser, server.url, { viewport: { width, height: 844 } })
      for (const [name, address] of everyView) {
        await openView(page, address)
        await page.locator('.behind summary').click()
        expect([name, await sidewaysScroll(page)]).toEqual([name, 0])
        await page.locator('.behind summary').click()
        await page.screenshot({ path: fileName(name, String(width)) })
      }
      await close()
    },
    300_000
  )

  test('keeps still for those who ask for less motion', async () => {
    const { page, close } = await openPage(browser, server.url, { reducedMotion: 'reduce' })
    await openView(page, '/')
    const moving = await page.evaluate<number>(
      `Array.from(document.querySelectorAll('*')).filter((it) => {
        const { transitionDuration, animationName } = getComputedStyle(it)
        return animationName !== 'none' || !/^0s(, 0s)*$/.test(transitionDuration)
      }).length`
    )
    expect(moving).toBe(0)
    await close()
  })

  test('has the suggestions and the key form accessible too', async () => {
    const { page, close } = await openPage(browser, server.url)
    await openView(page, '/')
    await page.getByRole('combobox').fill('ma')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await seriousViolations(page)).toEqual([])
    await page.screenshot({ path: fileName('suggestions') })
    await close()
    // Whoever comes through a proxy gets no key with the page.
    const away = await openPage(browser, server.url, { extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.9' } })
    await away.page.goto('/')
    await away.page.getByLabel('Key for x-gateway-key').waitFor()
    expect(await seriousViolations(away.page)).toEqual([])
    await away.page.screenshot({ path: fileName('key') })
    await away.close()
  })
})
