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

  test.each(
    Object.entries(views).flatMap(([name, address]) =>
      ([1280, 390] as const).map((width) => [name, width, address] as const)
    )
  )('%s, %i pixels wide, stays where it is', async (_name, width, address) => {
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
    const { shift, shifted } = await paintsOf(page)
    expect(shift, shifted.join('\n')).toBeLessThan(mostShift)
    await close()
  })
})
