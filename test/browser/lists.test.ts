import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { addressOf, routeOf } from '../../src/surfaces/explorer/route.ts'
import { rows } from '../dataset.ts'
import { seriousViolations, sidewaysScroll } from './accessibility.ts'
import { hasNoChromium } from './chromium.ts'
import { columnOf, compared, handlesIn } from './comparison.ts'
import { openView } from './explorer-views.ts'
import { pageInTurn, startOwnPages } from './own-pages.ts'
import { savedFile } from './saved-file.ts'

const [first = '', second = '', third = ''] = rows<{ username: string }>(
  'SELECT username FROM users WHERE is_private = 0 AND total_videos > 20 ORDER BY followers DESC LIMIT 3'
).map(({ username }) => username)

test('the address of a list carries its name and its creators, and leads back to itself', () => {
  const shared = { view: 'list', name: 'Spring & summer', handles: ['maya.nguyen', 'tobi.care'] } as const
  expect(addressOf(shared)).toBe('/?list=Spring+%26+summer&creators=maya.nguyen,tobi.care')
  expect(routeOf(addressOf(shared).slice(1))).toEqual(shared)
  expect(routeOf('?list=Own')).toEqual({ view: 'list', name: 'Own', handles: null })
  expect(routeOf('?lists')).toEqual({ view: 'lists' })
  // Links of the time when there was one list.
  expect(routeOf('?shortlist')).toEqual({ view: 'list', name: 'Shortlist', handles: null })
})

describe.skipIf(hasNoChromium)('lists of creators', () => {
  const own = startOwnPages()
  const watched = pageInTurn(own)
  let page: Page
  beforeEach(() => {
    ;({ page } = watched)
  })

  const paste = async (text: string) => {
    await page.getByLabel('Paste handles or addresses').fill(text)
    await page.getByRole('button', { name: 'Add to the list' }).click()
  }
  const handles = () => handlesIn(page)

  test('a list keeps a name of the greatest length, and so does another one of the same name', async () => {
    await openView(page, '/?lists')
    const name = 'n'.repeat(60)
    const other = `${'n'.repeat(58)} 2`
    for (const expected of [name, other]) {
      await page.goto(`/?list=${name}&creators=${first}`)
      await page.getByRole('button', { name: 'Save to my lists' }).click()
      await expect.poll(() => new URL(page.url()).search).toBe(`?${new URLSearchParams({ list: expected })}`)
    }
    await page.reload()
    await page.getByRole('link', { name: other }).first().waitFor()
    expect(await handles()).toEqual([first])
  })

  test('a list that the browser has no room for is not shown as kept', async () => {
    await openView(page, '/?lists')
    await page.evaluate(`Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }`)
    await paste(first)
    await page.getByText('not kept: this browser allows no storage, or it is full').waitFor()
  })

  test('a list is filled by pasting, sorted by any number, and marks who does not exist', async () => {
    await openView(page, '/?lists')
    await paste(`@${third}, ${third.toUpperCase()}\nhttps://www.clips.example/@${first} nobody_x1 ${second} <b> ?`)
    await page.getByText('4 added. 2 not understood: “<b>”, “?”.').waitFor()
    await page.getByText('No such creator').waitFor()
    expect(await handles()).toEqual([third, first, 'nobody_x1', second])
    await page.getByRole('button', { name: 'Followers', exact: true }).click()
    expect(await handles()).toEqual([first, second, third, 'nobody_x1'])
    await page.getByRole('button', { name: 'Followers', exact: true }).click()
    expect(await handles()).toEqual([third, second, first, 'nobody_x1'])
    for (const title of ['Growth, 30 days', 'Engagement', 'Authority', 'Tier', 'Niche', 'Last post']) {
      expect((await columnOf(page, title)).map((text) => text.includes('unknown'))).toEqual([false, false, false, true])
    }

    // Who does not exist cannot be compared.
    expect(await page.getByRole('checkbox', { name: 'Choose @nobody_x1' }).isDisabled()).toBe(true)
    for (const name of [first, second]) await page.getByRole('checkbox', { name: `Choose @${name}` }).check()
    await page.getByRole('link', { name: 'Compare 2' }).click()
    await compared(page)
    expect(await handlesIn(page)).toEqual([first, second])
  })

  test('a list goes to a colleague as a link, and into a spreadsheet with its numbers', async () => {
    await openView(page, '/?lists')
    await page.getByText('New list, rename, delete').click()
    await page.getByLabel('New list').fill('Spring campaign')
    await page.getByLabel('New list').press('Enter')
    await page.waitForURL('**/?list=Spring+campaign')
    await paste(`${first} ${second}`)
    await page.locator('.table .titled').nth(1).waitFor()
    const { bytes } = await savedFile(
      page,
      page.getByRole('button', { name: 'Export: Spring campaign', exact: true }),
      'CSV file'
    )
    const lines: Record<string, string>[] = parse(bytes, { columns: true })
    expect(lines.map(({ username }) => username)).toEqual([first, second])
    expect(Number(lines[0]?.followers)).toBeGreaterThan(Number(lines[1]?.followers))
    expect(Number(lines[0]?.last_post_at)).toBeLessThan(4_000_000_000)

    // The colleague has lists of their own.
    const link = addressOf({ view: 'list', name: 'Spring campaign', handles: [first, second] })
    page = await watched.again({})
    await openView(page, link)
    await page.getByRole('heading', { level: 1, name: 'Spring campaign' }).waitFor()
    expect(await handles()).toEqual([first, second])
    await page.getByRole('button', { name: 'Save to my lists' }).click()
    await page.waitForURL('**/?list=Spring+campaign')
    await page.reload()
    expect(await handles()).toEqual([first, second])
  })

  test('lists have names: one is made, renamed, added to, deleted and brought back', async () => {
    await openView(page, `/?creator=${first}`)
    await page.getByRole('button', { name: `Add @${first} to Shortlist` }).click()
    await openView(page, '/?lists')
    const manage = page.getByText('New list, rename, delete')
    await manage.click()
    await page.getByLabel('New list').fill('Shortlist')
    await page.getByRole('button', { name: 'New list' }).click()
    // A name that is taken gets a number.
    await page.waitForURL('**/?list=Shortlist+2')
    await manage.click()
    await page.getByLabel('Rename').fill('Autumn')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.waitForURL('**/?list=Autumn')
    // The newest list is the one that buttons add to.
    await openView(page, `/?creator=${second}`)
    await page.getByRole('button', { name: `Add @${second} to Autumn` }).click()
    await openView(page, '/?list=Shortlist')
    expect(await handles()).toEqual([first])
    await page.getByRole('button', { name: 'Add to this list from now on' }).click()
    await openView(page, '/?list=Autumn')
    expect(await handles()).toEqual([second])
    await manage.click()
    await page.getByRole('button', { name: 'Delete this list' }).click()
    expect(await handles()).toEqual([first])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'Autumn (1)' }).click()
    expect(await handles()).toEqual([second])
    await openView(page, '/?list=No+such')
    await page.getByRole('heading', { name: 'No such list in this browser' }).waitFor()
  })

  test('a list holds 500 and says so, and is the same in every tab', async () => {
    await openView(page, '/?lists')
    await paste(Array.from({ length: 501 }, (_, index) => `creator.${index}`).join('\n'))
    await page.getByText('500 added. 1 not added: a list holds at most 500.').waitFor()
    expect(await page.locator('.table tbody tr').count()).toBe(500)
    await openView(page, `/?creator=${third}`)
    const toggle = page.getByRole('button', { name: 'Shortlist is full: it holds 500' })
    expect(await toggle.getAttribute('aria-disabled')).toBe('true')
    const other = await page.context().newPage()
    await openView(other, '/?lists')
    await other.getByRole('button', { name: 'Remove @creator.7', exact: true }).click()
    await page.getByRole('button', { name: `Add @${third} to Shortlist` }).click()
    await other
      .getByRole('row')
      .filter({ hasText: `@${third}` })
      .waitFor()
    await other.close()
  })

  test('a list kept by an earlier version is there, and other data in its place do no harm', async () => {
    await openView(page, '/?lists')
    await page.evaluate(`localStorage.setItem('clipgraph-shortlist', '["${first}","<script>",null]')`)
    await openView(page, '/?lists')
    expect(await handles()).toEqual([first])
    const withNotes = [second, first].map((handle) => ({ handle, note: 'asks for 500' }))
    const stored = JSON.stringify({ lists: [{ name: 'Spring', entries: withNotes }], current: 'Spring' })
    await page.evaluate(`localStorage.setItem('clipgraph-lists', ${JSON.stringify(stored)})`)
    await openView(page, '/?list=Spring')
    expect(await handles()).toEqual([second, first])
    await page.getByRole('button', { name: `Remove @${first}` }).click()
    await page.reload()
    await page.getByText('1 creator of at most 500').waitFor()
    expect(await handles()).toEqual([second])
    for (const kept of ['{', '[]', '{"lists":{"a":1}}', '{"lists":[{"name":"<b>","entries":[1,{"handle":"<i>"}]}]}']) {
      await page.evaluate(`localStorage.clear(), localStorage.setItem('clipgraph-lists', ${JSON.stringify(kept)})`)
      await openView(page, '/?lists')
      await page.getByText('0 creators of at most 500').waitFor()
    }
  })

  test.each(['light', 'dark'] as const)('lists are accessible on a phone in %s colours', async (colorScheme) => {
    page = await watched.again({ viewport: { width: 320, height: 800 }, colorScheme })
    await openView(page, addressOf({ view: 'list', name: 'Campaign', handles: [first, 'nobody_x1', second] }))
    await page.getByText('No such creator').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await page.getByRole('button', { name: 'Save to my lists' }).click()
    await page.getByRole('button', { name: `Remove @${first}` }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  })
})
