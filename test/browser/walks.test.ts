import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { examples } from '../../src/services/examples.ts'
import { hasNoChromium, screenshotFolder } from './chromium.ts'
import { columnOf, compared, handlesIn } from './comparison.ts'
import { openCode, openView } from './explorer-views.ts'
import { pageInTurn, startOwnPages } from './own-pages.ts'
import { newReactProject } from './react-project.ts'

/** A page of somebody else, on an address of its own. */
const startSite = async (script: string): Promise<{ url: string; close: () => void }> => {
  const server = createServer(({ url }, response) => {
    if (url === '/main.js') response.setHeader('content-type', 'text/javascript; charset=utf-8').end(script)
    else
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(
          '<!doctype html><html lang="en"><title>Posts</title><link rel="icon" href="data:,"><main id="root"></main><script type="module" src="/main.js"></script>'
        )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

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

  test('builds a page of a creator’s posts from a snippet', async () => {
    const { page } = walker
    // The creator is found by the handle; the query behind the view is copied in two kinds.
    await openView(page, '/')
    await page.getByRole('combobox').fill(`@${examples.username}`)
    await page.keyboard.press('Enter')
    await page.locator('.tile > a').first().waitFor()
    const posts = await page.evaluate<string[]>(
      `Array.from(document.querySelectorAll('.tile > a'), ({ search }) => new URLSearchParams(search).get('post'))`
    )
    await openCode(page)
    const fetched = await copiedCode(page, 'fetch')
    const component = await copiedCode(page, 'React')

    // The first kind, pasted as it is into Node, tells what there is.
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', fetched])
    const told = JSON.parse(stdout) as { user: { posts: { nodes: { postId: string; caption: string | null }[] } } }
    const { nodes } = told.user.posts
    expect(nodes.slice(0, posts.length).map(({ postId }) => postId)).toEqual(posts.slice(0, nodes.length))

    // The second goes into a new project, where a list takes the place of the JSON, and a type names what the list shows.
    const [anyData, ownData] = [
      'type Data = Record<string, unknown>',
      'type Data = { user: { posts: { nodes: { postId: string; caption: string | null; coverUrl: string | null }[] } } }'
    ] as const
    expect(component.split(anyData)).toHaveLength(2)
    const [pasted, list] = [
      'return <pre>{JSON.stringify(data, null, 2)}</pre>',
      `return (
    <ul>
      {data.user.posts.nodes.map(({ postId, caption, coverUrl }) => (
        <li key={postId}><img src={coverUrl ?? ''} alt="" width="90" /> {caption}</li>
      ))}
    </ul>
  )`
    ] as const
    expect(component.split(pasted)).toHaveLength(2)
    const project = newReactProject({
      'creator.tsx': component.replace(anyData, ownData).replace(pasted, list),
      'main.tsx': `import { createRoot } from 'react-dom/client'
import { ExploreCreator } from './creator.tsx'
createRoot(document.querySelector('#root')!).render(<ExploreCreator />)
`
    })
    try {
      expect(await project.check()).toBe('')
      const site = await startSite(await project.build())

      // The page asks the server from an address of its own, and shows the posts.
      const visitor = await own.open({}, site.url)
      await visitor.page.goto('/')
      const items = visitor.page.getByRole('listitem')
      await expect.poll(() => items.allTextContents()).toEqual(nodes.map(({ caption }) => ` ${caption ?? ''}`))
      await visitor.page.screenshot({ path: join(screenshotFolder, 'walk-page-of-a-creator.png') })
      expect(visitor.complaints).toEqual([])
      await visitor.close()
      site.close()
    } finally {
      project.remove()
    }
  })
})
