import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { hasNoChromium } from './chromium.ts'
import { openView, views } from './explorer-views.ts'
import { startOwnPages } from './own-pages.ts'
import { paintsOf, watchPaints } from './paints.ts'

/** Above this a page is said to need improvement: web.dev/articles/cls. */
const mostShift = 0.1

/** Long enough that each answer comes in a frame of its own. */
const delayMs = 250

describe.skipIf(hasNoChromium)('with late answers', () => {
  const own = startOwnPages()

  const shiftOf = async (address: string, width: number) => {
    const { page, close } = await own.open({ viewport: { width, height: 844 } })
    await page.addInitScript({ content: watchPaints })
    await page.route(/\/graphql$|\/explorer\/(?!.*explorer\.(js|css)$)/, async (route) => {
      await pause(delayMs)
      await route.continue()
    })
    await openView(page, address)
    await page.waitForLoadState('networkidle')
    // Layout and observers run once more.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
    const paints = await paintsOf(page)
    await close()
    return { width, ...paints }
  }

  test.each(Object.entries(views))('%s stays where it is, in a wide window and on a phone', async (_, address) => {
    for (const { width, shift, shifted } of await Promise.all([shiftOf(address, 1280), shiftOf(address, 390)])) {
      expect(shift, `${width} pixels: ${shifted.join('\n')}`).toBeLessThan(mostShift)
    }
  })
})
