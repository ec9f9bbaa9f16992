import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seriousViolations, sidewaysScroll } from './accessibility.ts'
import { hasNoChromium, launch, openPage } from './chromium.ts'
import { type OwnServer, startOwnServer } from './explorer-server.ts'
import { openView, views } from './explorer-views.ts'

describe.skipIf(hasNoChromium)('where known documents alone are answered', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-known-'))
  let browser: Browser
  let server: OwnServer
  beforeAll(async () => {
    const documentsOnly = join(folder, 'manifest.json')
    writeFileSync(documentsOnly, JSON.stringify({ name: '{ __typename }' }))
    ;[browser, server] = await Promise.all([launch(), startOwnServer({ config: { documentsOnly } })])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('every view of the explorer shows what it should, and sends names alone', async () => {
    const { page, complaints, close } = await openPage(browser, server.url)
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.postDataJSON())
    })
    for (const [name, address] of Object.entries(views)) {
      await openView(page, address)
      // A list is empty at first.
      expect([name, await page.locator('.state').count()]).toEqual([name, name === 'lists' ? 1 : 0])
      const asked = sent.splice(0)
      expect(asked.length, name).toBeGreaterThan(0)
      for (const body of asked) {
        expect(body).toMatchObject({ documentId: expect.stringMatching(/^x-clipgraph:Explore\w+$/) })
        expect(body).not.toHaveProperty('query')
      }
    }
    expect(complaints).toEqual([])
    await close()
  })

  test('a page says why there is no GraphiQL, and leads on', async () => {
    const { page, complaints, close } = await openPage(browser, server.url, { viewport: { width: 320, height: 800 } })
    await page.goto('/graphql')
    expect(await page.locator('h1').innerText()).toBe('Known documents only')
    expect(await seriousViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await page.getByRole('link', { name: 'PERSISTED_QUERY_ONLY' }).click()
    expect(await page.locator('h1').innerText()).toBe('PERSISTED_QUERY_ONLY')
    expect(complaints).toEqual([])
    await close()
  })
})
