import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasNoChromium, launch, openPage, screenshotFolder, type Watched } from './chromium.ts'
import { type OwnServer, startOwnServer } from './explorer-server.ts'

describe.skipIf(hasNoChromium)('GraphiQL in a browser', () => {
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
    const execute = page.locator('.graphiql-execute-button')
    await execute.waitFor()
    const explorer = page.getByRole('button', { name: /GraphiQL Explorer/ })
    await expect.poll(() => explorer.getAttribute('aria-label')).toMatch(/^Hide/)
    const tabs = page.locator('.graphiql-tab-button')
    const editor = page.locator('.graphiql-query-editor .view-lines')
    const results = page.locator('.result-window .view-lines')
    const count = await tabs.count()
    expect(count).toBeGreaterThanOrEqual(5)
    const ran = new Set<unknown>()
    page.on('request', (request) => {
      if (request.method() === 'POST') ran.add(request.postDataJSON().operationName)
    })
    for (let index = 0; index < count; index += 1) {
      const tab = tabs.nth(index)
      await tab.click()
      // A tab is named after its operation.
      const operation = (await tab.innerText()).trim()
      await expect.poll(() => editor.innerText()).toMatch(new RegExp(`query\\s${operation}\\b`))
      // GraphiQL takes up what its editors hold a moment after they show it: whoever is faster than that runs it again.
      const run = () => execute.click().then(() => page.waitForTimeout(200).then(() => results.innerText()))
      await expect.poll(run, { interval: 300 }).toContain('"data"')
      expect(await results.innerText()).not.toContain('"errors"')
      expect(ran).toContain(operation)
    }
    await page.screenshot({ path: join(screenshotFolder, 'graphiql.png') })
    expect(watched.foreign).toEqual([])
    expect(watched.complaints).toEqual([])
  })

  test('costs little at the second visit: its files are there already', async () => {
    const { page } = watched
    await page.goto('/graphql')
    await page.locator('.graphiql-execute-button').waitFor()
    const loaded = await page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => {
        // Entries of both kinds tell it.
        const { name, transferSize } = entry as PerformanceResourceTiming
        return [name, transferSize] as const
      })
    )
    const files = loaded.filter(([name]) => name.includes('/graphiql/'))
    expect(files.length).toBeGreaterThanOrEqual(2)
    expect(files.filter(([, bytes]) => bytes > 0)).toEqual([])
    expect(loaded.find(([name]) => name.endsWith('/graphql'))?.[1]).toBeLessThan(20_000)
    expect(watched.complaints).toEqual([])
  })
})
