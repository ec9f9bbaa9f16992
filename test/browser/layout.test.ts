import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { row } from '../dataset.ts'
import { startServer, type TestServer } from '../server.ts'
import { hasNoChromium } from './chromium.ts'
import { openCode, openView, views } from './explorer-views.ts'
import { layoutFaults } from './layout-faults.ts'
import { startOwnPages } from './own-pages.ts'

const widths = [390, 768, 1024, 1440]

const { username: isPrivate } = row<{ username: string }>('SELECT username FROM users WHERE is_private = 1 LIMIT 1')

const pages = {
  ...views,
  'private creator': `/?creator=${isPrivate}`,
  'nothing found': '/?search=qqqxzzy',
  'unknown creator': '/?creator=nobody.here'
}

/** The faults of a page at each width that has any. */
const faultsAt = async (page: Page, name: string): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {}
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    // Charts follow the width of the window a moment later.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
    const faults = await layoutFaults(page)
    if (faults.length > 0) found[`${name}, ${width}`] = faults
  }
  return found
}

describe.skipIf(hasNoChromium)(`the text of the explorer, at ${widths.join(', ')} pixels`, () => {
  const own = startOwnPages()
  let keyed: TestServer
  beforeAll(async () => {
    keyed = await startServer()
  })
  afterAll(() => keyed?.close())

  test('is neither squeezed, cut nor overlapped on any page, and no label runs into another', async () => {
    const { page, close } = await own.open({ reducedMotion: 'reduce' })
    const found: Record<string, string[]> = {}
    for (const [name, address] of Object.entries(pages)) {
      await openView(page, address)
      Object.assign(found, await faultsAt(page, name))
      // The sheet lies over the page, which is not looked at while it is open.
      if ((await page.locator('.behind').count()) === 0) continue
      await openCode(page)
      Object.assign(found, await faultsAt(page, `query and code of ${name}`))
    }
    expect(found).toEqual({})
    await close()
  })

  test('is in order where the page asks for a key', async () => {
    const { page, close } = await own.open({}, keyed.url)
    await openView(page, '/')
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.getByText('Enter the key first.').waitFor()
    expect(await faultsAt(page, 'key form')).toEqual({})
    await close()
  })

  // What the pages of this project had, or may have one day: the look at them must see it.
  test.each([
    ['broken word', '<div style="width: 5ch; overflow-wrap: anywhere">foryoupage</div>'],
    ['squeezed', '<div style="width: 4ch">one two six ten old new big red</div>'],
    ['cut', '<div style="width: 9ch; overflow: hidden; white-space: nowrap">no room for all of it</div>'],
    ['overlap', '<div style="height: 0">The first line</div><div>The other line</div>'],
    ['runs together', '<div><b>SessionKey</b><span>for the header</span></div>'],
    ['of two words', '<label>SessionKey for the header</label>'],
    ['wider than its window', '<div style="width: 3000px">wide</div>'],
    [
      'in a row of its own',
      `<section>${'<ul style="display: flex; flex-wrap: wrap; width: 6ch"><li>one 1</li><li>two 2</li><li>six 6</li><li>ten 10</li></ul>'}</section>`
    ]
  ])('would be found: %s', async (fault, markup) => {
    const { page, close } = await own.open()
    await page.setContent(`<!doctype html><main>${markup}</main>`)
    expect((await layoutFaults(page)).join('\n')).toContain(fault)
    await page.setContent('<!doctype html><main><label>Key for the header</label> <input></main>')
    expect(await layoutFaults(page)).toEqual([])
    await close()
  })
})
