import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasNoChromium, launch, openPage } from './chromium.ts'
import { type OwnServer, startOwnServer } from './explorer-server.ts'
import { openView, views } from './explorer-views.ts'

let server: OwnServer
let browser: Browser
beforeAll(async () => {
  if (hasNoChromium) return
  server = await startOwnServer()
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

describe.skipIf(hasNoChromium)('what a view begins with', () => {
  test.each([
    ...Object.entries(views),
    ['search for a text', '/?search=%22é%22 %3Cb%3E'],
    ['hashtag by name', '/?hashtag=%23fyp'],
    ['creator in capitals', '/?creator=Maya.Nguyen']
  ])('is asked by the page of %s before the script is there, and once', async (name, address) => {
    const { page, complaints, close } = await openPage(browser, server.url)
    const asked: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/graphql') asked.push(request.postData() ?? '')
    })
    if (name !== 'lists') {
      const early = page.waitForRequest('**/graphql')
      await page.route('**/explorer.js', async (route) => {
        await early
        await route.continue()
      })
    }
    await openView(page, address)
    expect(asked.toSorted()).toEqual([...new Set(asked)].sort())
    expect(await page.evaluate('asked.answers.size')).toBe(0)
    const preloaded = await page
      .locator('link[rel=modulepreload]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    const loaded = await page.evaluate<string[]>(
      'performance.getEntriesByType("resource").filter(({ initiatorType }) => initiatorType !== "img").map(({ name }) => new URL(name).pathname)'
    )
    expect(loaded).toEqual(expect.arrayContaining(preloaded))
    expect(complaints).toEqual([])
    await close()
  })
})
