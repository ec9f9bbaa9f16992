import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/core/config/config.ts'
import { importFiles } from '../../src/ingest/import.ts'
import { hasNoChromium } from './chromium.ts'
import { openView } from './explorer-views.ts'
import { startOwnPages } from './own-pages.ts'
import { savedFile } from './saved-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-unknown-'))
const dataset = join(folder, 'data.db')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const soundId = '7111111111111111111'
const placeId = '2212'
const handles = ['fir.bench', 'oak.bench']
const postId = (index: number) => String(7_611_111_111_111_111_111n + BigInt(index))

/** Posts of the web, whose file counts their comments alone, and nothing of creators. Nothing of what it says looks like a 0. */
const uncounted = Array.from({ length: 24 }, (_, index) => ({
  id: postId(index),
  desc: 'planing a door #wood',
  createTime: String(1_767_225_611 + index * 86_411),
  author: { id: `68111111111111111${11 + (index % 2)}`, uniqueId: handles[index % 2], nickname: 'Bench' },
  music: { id: soundId, title: 'Slow saw', authorName: 'Oak' },
  poi: { id: placeId, name: 'Mill' },
  challenges: [{ id: '4111', title: 'wood' }],
  video: { cover: 'https://media.example/cover.jpg' },
  stats: { commentCount: 7 }
}))

/** A creator with posts that nobody collected, and a post whose author no file names. */
const alone = 'ash.bench'
const anonymous = postId(100)
const lone = [
  { userInfo: { user: { id: '6811111111111111199', uniqueId: alone }, stats: { followerCount: 12, videoCount: 40 } } },
  { id: anonymous, desc: 'gouge', createTime: '1767225611', stats: { commentCount: 7 } }
]

const pages: Readonly<Record<string, string>> = {
  start: '/',
  creator: `/?creator=${handles[0]}`,
  post: `/?post=${postId(1)}`,
  sound: `/?sound=${soundId}`,
  hashtag: '/?hashtag=4111',
  place: `/?place=${placeId}`,
  'search for posts': '/?search=door',
  'search for creators': '/?search=bench&among=creators',
  'find creators': '/?find=creators',
  'find posts': '/?find=posts',
  'find posts as a grid': '/?find=posts&as=grid',
  comparison: `/?compare=${handles}`,
  list: `/?list=Bench&creators=${handles}`,
  'trending sounds': '/?trending=sounds'
}

/** A 0 by itself, as a number or a share; not in a time, a date, a larger number or the range of a score. */
const zero = /(?<![\p{L}\d.,:#-])0(\.0)?%?(?! to 100|[\d.,:]*\d|[\p{L}])/u

describe.skipIf(hasNoChromium)('a number that no source has given', () => {
  beforeAll(async () => {
    writeFileSync(join(folder, 'posts.json'), JSON.stringify(uncounted))
    writeFileSync(join(folder, 'lone.json'), JSON.stringify(lone))
    await importFiles({ inputs: [join(folder, 'posts.json'), join(folder, 'lone.json')], path: dataset })
  })
  const own = startOwnPages({ config: { data: readConfig({ DATA_URL: `sqlite:${dataset}` }).data } })

  test('is shown as a dash, and never as 0, on any page, in its title and in what others show of its link', async () => {
    const { page, close } = await own.open({ viewport: { width: 1280, height: 6000 } })
    const found: Record<string, string[]> = {}
    const dashes = new Set<string>()
    for (const [name, address] of Object.entries(pages)) {
      await openView(page, address)
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
      const head = await page.evaluate<string[]>(
        `[document.title, ...Array.from(document.querySelectorAll('meta[name=description], meta[property]'), ({ content }) => content)]`
      )
      // Axes begin at 0, and there are hours without posts.
      await page.evaluate(`document.querySelectorAll('main svg, .rhythm, .rhythm-legend').forEach((it) => it.remove())`)
      const shown = (await page.locator('main').innerText()).split('\n')
      // What charts and icons say to those who do not see them.
      const labels = await page.evaluate<string[]>(
        `Array.from(document.querySelectorAll('main [aria-label], main [title]'), (it) => it.ariaLabel ?? it.title)`
      )
      const zeros = [...head, ...shown, ...labels].filter((text) => zero.test(text))
      if (zeros.length > 0) found[name] = zeros
      if (shown.some((text) => /(^|\s)–(\s|$)/.test(text))) dashes.add(name)
    }
    expect(found).toEqual({})
    expect([...dashes]).toEqual(
      expect.arrayContaining([
        'creator',
        'post',
        'find creators',
        'find posts',
        'comparison',
        'list',
        'search for posts'
      ])
    )
    await close()
  })

  test('is no reason to say that a creator published nothing, or that an account is gone', async () => {
    const { page, close } = await own.open()
    const said: Record<string, string> = {}
    for (const address of [
      `/?creator=${alone}`,
      `/?creator=${alone}&shows=reposts`,
      `/?creator=${alone}&shows=followers`,
      `/?compare=${alone},${handles[0]}`,
      `/?post=${anonymous}`
    ]) {
      await openView(page, address)
      said[address] = await page.locator('main').innerText()
    }
    const [posts, reposts, followers, compared, post] = Object.values(said)
    expect(posts).toContain('The data contain no posts of this creator.')
    expect(reposts).toContain('The data contain no reposts of this creator.')
    expect(followers).toContain('The data list no followers of this creator.')
    expect(compared).toContain('No posts here')
    expect(post).toContain('Who published this is unknown.')
    await close()
  })

  test('takes the room of a sentence, not that of a chart', async () => {
    const { page, close } = await own.open({ viewport: { width: 1280, height: 2000 } })
    await openView(page, `/?creator=${handles[0]}`)
    const panel = page.locator('.panel.history[aria-busy="false"]')
    await panel.waitFor()
    expect((await panel.boundingBox())?.height).toBeLessThan(150)
    await close()
  })

  test('is not among the suggestions of the search either', async () => {
    const { page, close } = await own.open()
    await openView(page, '/')
    for (const typed of ['bench', '#wo']) {
      await page.getByRole('combobox').fill(typed)
      await expect.poll(() => page.getByRole('option').first().innerText()).toMatch(new RegExp(typed.slice(0, 3), 'i'))
      expect((await page.getByRole('option').allInnerTexts()).filter((text) => zero.test(text))).toEqual([])
    }
    await close()
  })

  test('is an empty cell in every file, and null in lines of JSON', async () => {
    const { page, close } = await own.open({ viewport: { width: 1280, height: 6000 } })
    let files = 0
    for (const [name, address] of Object.entries(pages)) {
      await openView(page, address)
      const menus = page.getByRole('button', { name: /^Export.*: / })
      for (const menu of await menus.all()) {
        const csv = (await savedFile(page, menu, 'CSV file')).bytes.toString()
        files += 1
        expect([
          name,
          await menu.getAttribute('aria-label'),
          csv.split('\r\n').filter((row) => /(^|,)0(\.0)?(,|$)/.test(row))
        ]).toEqual([name, await menu.getAttribute('aria-label'), []])
      }
    }
    expect(files).toBeGreaterThan(12)
    await openView(page, pages['find posts'] ?? '')
    const lines = (
      await savedFile(page, page.getByRole('button', { name: /^Export all/ }), 'NDJSON file')
    ).bytes.toString()
    expect(lines).toContain('"plays":null')
    expect(lines).not.toMatch(/:0[,}]/)
    await close()
  })

  test('is the same in the files of the server', async () => {
    const ask = (path: string, accept: string) =>
      fetch(own.server.url + path, { headers: { accept, 'x-gateway-key': own.server.key } }).then((it) => it.text())
    const path = `/api/v1/users/${handles[0]}/posts`
    expect(await ask(path, 'text/csv; unknown=empty')).not.toMatch(/,0(,|\r)/)
    expect(await ask(path, 'application/x-ndjson; unknown=empty')).toContain('"plays":null')
    // The contract of the JSON knows no null there.
    expect(await ask(path, 'application/json')).toContain('"plays":0')
  })
})
