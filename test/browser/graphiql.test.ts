import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, launch, mustHaveChromium, openPage, screenshotFolder, type Watched } from './chromium.ts'
import { type OwnServer, startOwnServer } from './explorer-server.ts'

describe.skipIf(!hasChromium && !mustHaveChromium)('GraphiQL in a browser', () => {
  let browser: Browser
  let own: OwnServer
  let watched: Watched
  beforeAll(async () => {
    ;[browser, own] = await Promise.all([launch(), startOwnServer()])
    watched = await openPage(browser, own.url)
  })
  afterAll(async () => {
    await watched?.close()
    await Promise.all([browser?.close(), own?.close()])
  })

  test('opens with the explorer beside tabs of example operations, each of which runs as it stands', async () => {
    const { page } = watched
    await page.goto('/graphql')
    await page.locator('.graphiql-execute-button').waitFor({ timeout: 20_000 })
    const explorer = page.getByRole('button', { name: /GraphiQL Explorer/ })
    await expect.poll(() => explorer.getAttribute('aria-label')).toMatch(/^Hide/)
    const tabs = page.locator('.graphiql-tab-button')
    const count = await tabs.count()
    expect(count).toBeGreaterThanOrEqual(5)
    const ran = new Set<string>()
    for (let index = 0; index < count; index += 1) {
      await tabs.nth(index).click()
      // GraphiQL takes a moment to put a tab into its editors and shows nothing when it has.
      await page.waitForTimeout(500)
      const answered = page.waitForResponse((response) => {
        const asked = response.request().postData() ?? ''
        return asked !== '' && !asked.includes('IntrospectionQuery')
      })
      await page.locator('.graphiql-execute-button').click()
      const response = await answered
      ran.add(response.request().postData() ?? '')
      const answer = (await response.json()) as { data?: object; errors?: unknown }
      expect(answer.errors, `tab ${index + 1}`).toBe(undefined)
      expect(Object.keys(answer.data ?? {})).not.toEqual([])
    }
    expect(ran.size, 'each tab asks something of its own').toBe(count)
    await page.screenshot({ path: join(screenshotFolder, 'graphiql.png') })
    expect(watched.foreign).toEqual([])
    expect(watched.complaints).toEqual([])
  })
})
