import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { row } from '../dataset.ts'
import { failingSource } from '../failing-source.ts'
import { seriousViolations, sidewaysScroll } from './accessibility.ts'
import { hasNoChromium } from './chromium.ts'
import { startOwnServer } from './explorer-server.ts'
import { openView } from './explorer-views.ts'
import { startOwnPages } from './own-pages.ts'

const countOf = (table: string) => row<{ count: number }>(`SELECT count(*) AS count FROM ${table}`).count

/** Scrolls to the picture, which is loaded when it is seen. */
const toPicture = async (page: Page) => {
  await page.locator('.walk').waitFor()
  // At once: what stands in its place until it is loaded is gone in the next moment.
  await page.evaluate(`document.querySelector('.walk').scrollIntoView()`)
  await page.locator('.graph-map svg').waitFor()
}

const query = (page: Page) => page.locator('.walk-query pre').textContent()

describe.skipIf(hasNoChromium)('the graph, drawn on the start page', () => {
  const own = startOwnPages()
  const open = async (options: BrowserContextOptions = {}, other = own.server) => {
    const watched = await own.open(options, other.url)
    await openView(watched.page, '/')
    await toPicture(watched.page)
    return watched
  }

  test('tells how much there is of each kind, and leads into it', async () => {
    const { page, complaints, close } = await open()
    const posts = countOf('posts').toLocaleString('en')
    const link = page.getByRole('link', { name: new RegExp(`^Posts ${posts}, start with `) })
    expect(await link.getAttribute('href')).toMatch(/^\/\?post=\d+$/)
    await page.getByRole('link', { name: /^Sounds [\d,]+, start with / }).click()
    await page.locator('.here .kind', { hasText: 'Sound' }).waitFor()
    await page.locator('.here').getByRole('link', { name: 'Open the page' }).click()
    await expect.poll(() => page.url()).toMatch(/\?sound=\d+$/)
    expect(complaints).toEqual([])
    await close()
  })

  test('is walked from a creator to a post, its sound, the posts of that and their creators; the query grows along and gives it', async () => {
    const { page, close } = await open()
    const step = async (field: string) => {
      const edge = page.locator('.edges > li', {
        has: page.locator('.field code', { hasText: new RegExp(`^${field}$`) })
      })
      await edge.locator('.stop').first().click()
      await page.locator('.path code', { hasText: field }).last().waitFor()
    }
    await page.locator('.here', { hasText: '@maya.nguyen' }).waitFor()
    await step('posts')
    await page.locator('.here .kind', { hasText: 'Post' }).waitFor()
    await step('sound')
    await page.locator('.here .kind', { hasText: 'Sound' }).waitFor()
    await step('posts')
    await page.locator('.here .kind', { hasText: 'Post' }).waitFor()
    await step('author')
    await page.locator('.here .kind', { hasText: 'User' }).waitFor()

    expect(await page.locator('.path code').allTextContents()).toEqual(['posts', 'sound', 'posts', 'author'])
    const name = (await page.locator('.here h3').textContent())?.slice(1)
    const response = await fetch(`${own.server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gateway-key': own.server.key },
      body: JSON.stringify({ query: await query(page) })
    })
    const { data, errors } = (await response.json()) as {
      data: { user: { posts: { nodes: { sound: { posts: { nodes: { author: { username: string } }[] } } }[] } } }
      errors?: unknown
    }
    expect(errors).toBe(undefined)
    const authors = data.user.posts.nodes.flatMap(({ sound }) =>
      sound?.posts.nodes.map(({ author }) => author?.username)
    )
    expect(authors).toContain(name)

    // Any stop can be gone back to; the query is shorter again.
    await page.locator('.path').getByRole('button').first().click()
    await page.locator('.here', { hasText: '@maya.nguyen' }).waitFor()
    expect(await query(page)).not.toContain('posts')
    await close()
  })

  test('is walked by keyboard alone, and is where it was when somebody comes back from a page', async () => {
    const { page, close } = await open()
    await page.getByRole('link', { name: /^Hashtags / }).focus()
    await page.keyboard.press('Enter')
    await page.locator('.here .kind', { hasText: 'Hashtag' }).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('here')
    // The page of the hashtag, its first post.
    await page.locator('.edges .stop').first().waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('.here .kind', { hasText: 'Post' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toMatch(/\?post=\d+$/)
    await page.goBack()
    await toPicture(page)
    await page.locator('.here .kind', { hasText: 'Post' }).waitFor()
    expect(await page.locator('.path li').count()).toBe(2)
    await close()
  })

  test('never makes a query deeper than the server takes', async () => {
    const { page, close } = await open()
    for (let steps = 0; steps < 9; steps += 1) {
      const kind = await page.locator('.here .kind').textContent()
      const field = kind === 'Post' ? 'author' : 'posts'
      const edge = page.locator('.edges > li', {
        has: page.locator('.field code', { hasText: new RegExp(`^${field}$`) })
      })
      await edge.locator('.stop').first().click()
      await page.locator('.here .kind', { hasText: kind === 'Post' ? 'User' : 'Post' }).waitFor()
      const response = await fetch(`${own.server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-gateway-key': own.server.key },
        body: JSON.stringify({ query: await query(page) })
      })
      expect(((await response.json()) as { errors?: unknown }).errors).toBe(undefined)
    }
    await close()
  })

  test('says that nothing leads on from an effect', async () => {
    const { page, close } = await open()
    await page.getByRole('link', { name: /^Effects / }).click()
    await page.getByText('This has no further links').waitFor()
    await close()
  })

  test('is drawn without counts where the source has none', async () => {
    const silent = await startOwnServer({
      wrapSource: (source) => failingSource(source, (kind) => (kind === 'dataset' ? { value: null } : undefined))
    })
    const { page, close } = await open({}, silent)
    await page.getByRole('link', { name: /^Creators start with @/ }).click()
    await page.locator('.edges .stop').first().waitFor()
    expect(await page.locator('.kind-box').count()).toBe(8)
    await close()
    await silent.close()
  })

  test.each([
    ['light', 1280],
    ['dark', 360]
  ] as const)('is accessible in %s, %i pixels wide', async (colorScheme, width) => {
    const { page, close } = await open({ colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    await page.locator('.edges .stop').first().waitFor()
    expect(await seriousViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await close()
  })
})
