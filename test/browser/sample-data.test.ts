import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/core/config/config.ts'
import { importFiles } from '../../src/ingest/import.ts'
import { seedDataset } from '../../src/ingest/seed/seed.ts'
import { hasNoChromium } from './chromium.ts'
import { openView } from './explorer-views.ts'
import { startOwnPages } from './own-pages.ts'
import { savedFile } from './saved-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-sample-pages-'))
const dataset = join(folder, 'data.db')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(hasNoChromium)('sample data', () => {
  beforeAll(() => {
    const post = {
      id: '6907228749872000001',
      text: 'hello',
      createTime: 1_608_214_517,
      authorMeta: { name: 'someone' }
    }
    writeFileSync(join(folder, 'feed.json'), JSON.stringify([post]))
    seedDataset({ path: dataset, users: 10, posts: 40, seed: 1, until: '2026-06-01' })
  })
  const own = startOwnPages({ config: { data: readConfig({ DATA_URL: `sqlite:${dataset}` }).data } })
  const notice = 'Sample data, invented'

  test('say so on every page, on paper and in the names of files, until an import has replaced them', async () => {
    const { page, close } = await own.open()
    const mark = page.getByText(notice, { exact: true })
    for (const address of [
      '/',
      '/?find=creators',
      '/?find=posts',
      '/?creator=maya.nguyen',
      '/?lists',
      '/?trending=sounds'
    ]) {
      await openView(page, address)
      expect([address, await mark.isVisible()]).toEqual([address, true])
      await page.emulateMedia({ media: 'print' })
      expect([address, await mark.isVisible()]).toEqual([address, true])
      await page.emulateMedia({ media: 'screen' })
    }
    await openView(page, '/?find=posts')
    const exporting = page.getByRole('button', { name: /^Export all/ })
    expect((await savedFile(page, exporting, 'CSV file')).name).toMatch(/^sample-posts-.+\.csv$/)

    await importFiles({ inputs: [join(folder, 'feed.json')], path: dataset, replaces: true })
    const whole = async () => {
      await openView(page, '/?find=posts')
      return mark.count()
    }
    await expect.poll(whole).toBe(0)
    // A browser asks before a page saves a second file.
    const later = await own.open()
    await openView(later.page, '/?find=posts')
    const { name, bytes } = await savedFile(
      later.page,
      later.page.getByRole('button', { name: /^Export all/ }),
      'CSV file'
    )
    expect(name).toMatch(/^posts-/)
    expect(bytes.toString()).toContain('someone')
    await later.close()
    await close()
  })

  test('are not what a page shows any more whose next answer is of other data', async () => {
    seedDataset({ path: dataset, users: 10, posts: 40, seed: 1, until: '2026-06-01', replaces: true })
    const { page, close } = await own.open()
    const mark = page.getByText(notice, { exact: true })
    const isMarked = async () => {
      await openView(page, '/?find=posts')
      return mark.count()
    }
    await expect.poll(isMarked).toBe(1)
    await importFiles({ inputs: [join(folder, 'feed.json')], path: dataset, replaces: true })
    const search = page.locator('.search input')
    let count = 0
    const ask = async () => {
      count += 1
      await search.fill(`someone ${count}`)
      await search.press('Enter')
      return mark.count()
    }
    await expect.poll(ask).toBe(0)
    await close()
  })
})
