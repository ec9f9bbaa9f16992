import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { examples } from '../../src/services/examples.ts'
import { hasNoChromium } from './chromium.ts'
import { columnOf, compared, handlesIn } from './comparison.ts'
import { openCode, openView } from './explorer-views.ts'
import { pageInTurn, startOwnPages } from './own-pages.ts'

/** The query of the view as code of a kind, as it lands in the clipboard. */
const copiedCode = async (page: Page, kind: string): Promise<string> => {
  await page.getByRole('radio', { name: kind }).check()
  const code = page.getByRole('region', { name: `The query with ${kind}` })
  const shown = await code.textContent()
  await page.locator('.code', { has: code }).getByRole('button', { name: /^Copy/ }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(shown)
  return shown ?? ''
}

/** What people come with, each from the first page they see to what they wanted. */
describe.skipIf(hasNoChromium)('somebody', () => {
  const own = startOwnPages()
  const walker = pageInTurn(own, { permissions: ['clipboard-read', 'clipboard-write'] })

  test('chooses three of twenty creators and hands them to a colleague', async () => {
    const { page } = walker
    // Five of those who were found look promising; they are added to the list where they stand.
    await openView(page, '/?search=a&among=creators')
    const cards = page.locator('.person-card')
    await expect.poll(() => cards.count()).toBeGreaterThan(19)
    for (const index of [0, 3, 7, 12, 18]) {
      await cards
        .nth(index)
        .getByRole('button', { name: /^Add @/ })
        .click()
    }
    const tray = page.getByRole('complementary', { name: 'Current list' })
    await expect.poll(() => tray.textContent()).toContain('5 creators')

    // Side by side, two of them do not convince.
    await tray.getByRole('link', { name: 'Compare 5' }).click()
    await compared(page)
    const five = await handlesIn(page)
    expect(five.length).toBe(5)
    await page.getByRole('button', { name: 'Query and code' }).click()
    await page.locator('.cost', { hasText: /^Cost: \d+ of 1,000 points, \d+ reads, \d+ ms\.$/ }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    for (const name of [five[1], five[4]]) {
      await page.getByRole('button', { name: `Remove @${name} from the comparison` }).click()
    }
    await page.getByRole('heading', { level: 1, name: '3 creators compared' }).waitFor()
    await compared(page)
    const three = [five[0], five[2], five[3]]
    expect(await handlesIn(page)).toEqual(three)
    expect(new URL(page.url()).search).toBe(`?compare=${three.join(',')}`)

    // The colleague opens the address and sees the same.
    const colleague = await own.open()
    await colleague.page.goto(page.url())
    await compared(colleague.page)
    expect(await handlesIn(colleague.page)).toEqual(three)
    for (const name of ['Followers', 'Authority', 'Median plays']) {
      expect(await columnOf(colleague.page, name)).toEqual(await columnOf(page, name))
    }
    expect(colleague.complaints).toEqual([])
    await colleague.close()
  })

  test('finds what is rising this week and who began it', async () => {
    const { page } = walker
    // From the first page to the sounds that rise, and to the fastest.
    await openView(page, '/')
    await page
      .getByRole('navigation', { name: 'What to do' })
      .getByRole('link', { name: /^Trending/ })
      .click()
    const title = (await page.locator('.table tbody .name').first().textContent()) ?? ''
    await page.locator('.table tbody a').first().click()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()

    // Who began it is in its first post, and is one step further.
    const beginning = page.locator('.beginnings > div', { hasText: 'First post' })
    const creator = (await beginning.getByRole('link', { name: /^@/ }).textContent()) ?? ''
    await beginning.getByRole('link').first().click()
    await page.locator('article.post').waitFor()
    await page.locator('article.post a[href^="/?sound="]', { hasText: title }).waitFor()
    await page.locator('article.post .person').first().click()
    await expect.poll(() => page.locator('.head .handle').textContent()).toContain(creator)
  })

  test('has all posts of a creator from the code of a page', async () => {
    const { page } = walker
    // The creator is found by the handle; the code of the view is copied.
    await openView(page, '/')
    await page.getByRole('combobox').fill(`@${examples.username}`)
    await page.keyboard.press('Enter')
    await page.locator('.tile > a').first().waitFor()
    const posts = await page.evaluate<string[]>(
      `Array.from(document.querySelectorAll('.tile > a'), ({ search }) => new URLSearchParams(search).get('post'))`
    )
    await openCode(page)
    const program = await copiedCode(page, 'TypeScript')

    // Pasted as it is into Node, it prints the posts, those of the page first.
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module-typescript',
      '--eval',
      program
    ])
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { postId: string })
    expect(rows.slice(0, posts.length).map(({ postId }) => postId)).toEqual(posts)
    expect(rows.length).toBeGreaterThan(posts.length)
  })
})
