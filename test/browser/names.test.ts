import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/core/config/config.ts'
import { importFiles } from '../../src/ingest/import.ts'
import { hasNoChromium } from './chromium.ts'
import { openView } from './explorer-views.ts'
import { pageInTurn, startOwnPages } from './own-pages.ts'
import { savedFile } from './saved-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-names-'))
const dataset = join(folder, 'data.db')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const post = (index: number, hashtags: readonly object[]) => ({
  id: String(7_611_111_111_111_111_111n + BigInt(index)),
  text: 'planing a door #wood #2024',
  createTime: 1_767_225_611 + index * 86_411,
  authorMeta: { id: '6811111111111111111', name: 'fir.bench', nickName: 'Fir Bench' },
  musicMeta: { musicName: 'Slow saw', musicAuthor: 'Oak', musicOriginal: true },
  playCount: 100 + index,
  hashtags
})

const importing = async (name: string, posts: readonly object[]) => {
  writeFileSync(join(folder, name), JSON.stringify(posts))
  await importFiles({ inputs: [join(folder, name)], path: dataset })
}

/** Feeds that name hashtags and sounds without their ids. */
describe.skipIf(hasNoChromium)('a hashtag or sound that has a name alone', () => {
  beforeAll(async () => {
    await importing('first.json', [
      post(1, [{ name: 'wood' }, { name: '2024' }, { name: 'oak' }]),
      post(2, [{ name: 'wood' }, { name: '2024' }])
    ])
    await importing('second.json', [post(3, [{ id: '4111', name: 'oak' }])])
  })
  const own = startOwnPages({ config: { data: readConfig({ DATA_URL: `sqlite:${dataset}` }).data } })
  const watched = pageInTurn(own)
  let page: Page
  beforeEach(() => {
    ;({ page } = watched)
  })
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  const tiles = (count: number) => expect.poll(() => page.locator('.tile').count()).toBe(count)
  const openSound = async () => {
    await openView(page, '/')
    await page.locator('#popular ~ dl').getByRole('link', { name: 'Slow saw' }).click()
    await heading('Slow saw').waitFor()
  }

  test('has a page with its posts and its use, to which the start page leads', async () => {
    await openView(page, '/')
    for (const name of ['#wood', '#2024']) {
      await page.locator('#popular ~ dl').getByRole('link', { name }).click()
      await heading(name).waitFor()
      await tiles(2)
      await page.locator('.beginnings').getByText('2 posts, every one counted').waitFor()
      await page.goBack()
    }
    await openSound()
    await tiles(3)
    await page.locator('.beginnings').getByText('3 posts, every one counted').waitFor()
    expect(await page.locator('.figures').innerText()).toMatch(/Posts\s+3/)
    expect(await page.title()).toBe('Slow saw, sound by Oak · clipgraph')
  })

  test('is linked by its posts and by what the search field suggests', async () => {
    await openView(page, `/?post=${post(1, []).id}`)
    const article = page.locator('article.post')
    expect(await article.getByRole('link', { name: '#wood' }).first().getAttribute('href')).toBe('/?hashtag=wood')
    await article.locator('.chips').getByRole('link', { name: '#2024' }).click()
    await heading('#2024').waitFor()
    await page.goBack()
    await article.getByRole('link', { name: 'Slow saw' }).click()
    await heading('Slow saw').waitFor()
    await page.getByRole('combobox').fill('#wo')
    await page.getByRole('option', { name: '#wood' }).click()
    await heading('#wood').waitFor()
    await page.goBack()
    await heading('Slow saw').waitFor()
    await page.getByRole('combobox').fill('#WOOD')
    await page.keyboard.press('Enter')
    await heading('#wood').waitFor()
  })

  test('has a file of its posts', async () => {
    for (const [open, count] of [
      [() => openView(page, '/?hashtag=wood'), 2],
      [openSound, 3]
    ] as const) {
      await open()
      await tiles(count)
      const { bytes } = await savedFile(page, page.getByRole('button', { name: /^Export all/ }), 'CSV for scripts')
      const [head, ...lines] = bytes.toString().trim().split('\r\n')
      expect(head).toBe('post_id,caption,created_at,author_username,plays,likes')
      expect(lines).toHaveLength(count)
      expect(lines[0]).toContain('fir.bench')
    }
  })

  test('tells others its name where its link is shared', async () => {
    const shared = async (address: string) => (await fetch(own.server.url + address)).text()
    expect(await shared('/?hashtag=wood')).toContain('<title>#wood · clipgraph</title>')
    await openSound()
    expect(await shared(new URL(page.url()).search)).toContain('<title>Slow saw, sound by Oak · clipgraph</title>')
  })

  test('is found by its name when an id has come later', async () => {
    await openView(page, '/?hashtag=oak')
    await page.waitForURL('**/?hashtag=4111')
    await heading('#oak').waitFor()
    await tiles(2)
  })

  test('is said not to exist where it does not', async () => {
    const ids = ['Sound:~["No such","Oak",true]', 'User:#6811111111111111111']
    for (const id of ids) {
      await openView(page, `/?sound=${Buffer.from(id).toString('base64url')}`)
      await page.getByRole('heading', { level: 1, name: 'No such sound' }).waitFor()
    }
    await openView(page, '/?hashtag=nosuch')
    await page.getByRole('heading', { level: 1, name: 'No such hashtag' }).waitFor()
    watched.complaints.length = 0
  })
})

describe.skipIf(hasNoChromium)('a data set of one post', () => {
  const ownFolder = mkdtempSync(join(tmpdir(), 'clipgraph-one-'))
  const data = readConfig({ DATA_URL: `sqlite:${join(ownFolder, 'data.db')}` }).data
  afterAll(() => rmSync(ownFolder, { recursive: true, force: true }))
  beforeAll(async () => {
    writeFileSync(
      join(ownFolder, 'post.json'),
      JSON.stringify([
        {
          ...post(1, [{ name: 'wood' }]),
          musicMeta: { musicName: 'Slow saw', musicAuthor: 'Oak' },
          diggCount: 5,
          playCount: undefined
        }
      ])
    )
    await importFiles({ inputs: [join(ownFolder, 'post.json')], path: join(ownFolder, 'data.db') })
  })
  const own = startOwnPages({ config: { data } })
  const watched = pageInTurn(own)

  test('suggests only what is in it, and counts it in the singular', async () => {
    const { page } = watched
    await openView(page, '/')
    expect((await page.locator('.extent').innerText()).replace(/\s+/g, ' ')).toMatch(
      /1 creator .*1 post .*1 sound .*1 hashtag( |$)/
    )
    const examples = page.getByRole('list', { name: 'Examples of searches' }).getByRole('link')
    expect(await examples.allTextContents()).toEqual(['wood'])
    await examples.click()
    await page.locator('.toolbar').getByText('1 post shown').waitFor()
    await page.getByRole('button', { name: /^Export all 1 post:/ }).waitFor()
  })

  test('is what the examples of GraphiQL, the reference and the page without scripts are about', async () => {
    const html = async (path: string) =>
      (await fetch(own.server.url + path, { headers: { accept: 'text/html' } })).text()
    for (const path of ['/', '/docs', '/graphql']) {
      const text = await html(path)
      expect([path, text.includes('fir.bench'), text.includes('maya.nguyen')]).toEqual([path, true, false])
    }
    expect(await html('/docs')).toContain(`/api/v1/posts?videoId=${post(1, []).id}`)
    expect((await own.server.examples()).username).toBe('fir.bench')
  })

  test('has no regularity of posting to score', async () => {
    const { page } = watched
    await openView(page, '/?creator=fir.bench')
    const score = page.locator('.scorecard dl > div').filter({ hasText: 'Consistency' })
    expect(await score.locator('.value').innerText()).toBe('–')
    expect(await score.innerText()).toContain('three posts')
    await page.getByText('From the newest post, computed').waitFor()
    // A line of no length with round ends is a dot.
    expect(await page.locator('.dial circle').count()).toBe(1)
  })

  test('does not call a sound licensed of which no feed says so', async () => {
    const { page } = watched
    await openView(page, '/')
    await page.locator('#popular ~ dl').getByRole('link', { name: 'Slow saw' }).click()
    await page.getByRole('heading', { level: 1, name: 'Slow saw' }).waitFor()
    expect(await page.locator('main .kind').innerText()).toBe('Sound')
    const shared = await (await fetch(page.url())).text()
    expect(shared).toContain('content="Sound, used in 1 post."')
  })

  test('has tables in the colour of their panel', async () => {
    const page = await watched.again({ colorScheme: 'dark' })
    await openView(page, '/?hashtag=wood')
    await page.locator('.panel .table tbody th').first().waitFor()
    const colours = await page.evaluate<string[]>(
      `['.panel:has(.table)', '.panel .table tbody th'].map((it) => getComputedStyle(document.querySelector(it)).backgroundColor)`
    )
    expect(colours[0]).toBe(colours[1])
  })
})
