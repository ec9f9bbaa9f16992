import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/core/config/config.ts'
import { appShapedTable, startAppShaped } from '../app-shaped-vendor.ts'
import { vendorKey } from '../app-vendor.ts'
import { hasNoChromium } from './chromium.ts'
import { openView } from './explorer-views.ts'
import { startOwnPages } from './own-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-source-pages-'))
const table = join(folder, 'mine.json')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(hasNoChromium)('the explorer over a live source', () => {
  let vendor: Awaited<ReturnType<typeof startAppShaped>>
  beforeAll(async () => {
    vendor = await startAppShaped()
    writeFileSync(table, JSON.stringify(appShapedTable(vendor.url)))
  })
  afterAll(() => vendor.close())
  const { data } = readConfig({ DATA_URL: `source:${table}`, SOURCE_KEY: vendorKey })
  if (data.kind !== 'source') throw new Error('a source was named')
  const own = startOwnPages({
    config: { data: { ...data, access: { ...data.access, callFile: join(folder, 'calls.db') } } }
  })

  test('marks what the source lacks before anybody tries it, and says why', async () => {
    const { page, close } = await own.open()
    await openView(page, '/')
    expect(
      await page.getByText(/^The data come live from the source app-shaped\. Not available here: .*effects/).isVisible()
    ).toBe(true)
    const trending = page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Trending' })
    expect(await trending.getAttribute('title')).toContain('has no list of everything')
    await openView(page, '/?effect=1')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Not available here')
    expect(
      await page.getByText(/which has no effects\. The source app-shaped has no getEffect: it offers/).isVisible()
    ).toBe(true)
    await openView(page, '/?creator=oak_bench')
    expect(await page.getByRole('link', { name: 'Reposts' }).getAttribute('title')).toContain('has no reposts')
    expect(await page.getByRole('link', { name: 'Followers' }).getAttribute('title')).toBeNull()
    await close()
  })
})
