import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { examples } from '../../src/services/examples.ts'
import { row, rows } from '../dataset.ts'
import { seriousViolations } from './accessibility.ts'
import { hasNoChromium } from './chromium.ts'
import { startOwnServer } from './explorer-server.ts'
import { openView, views } from './explorer-views.ts'
import { pageInTurn, startOwnPages } from './own-pages.ts'

const values = (sql: string) => rows<{ value: string }>(sql).map(({ value }) => value)

/** A page with the search field and next to nothing else to load. */
const bare = '/?lists'

describe.skipIf(hasNoChromium)('ways into the data', () => {
  const own = startOwnPages()
  const watched = pageInTurn(own)
  let page: Page
  beforeEach(() => {
    ;({ page } = watched)
  })

  const field = () => page.getByRole('combobox')
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })

  describe('the start page', () => {
    test('leads to what people do, to the most followed creators in their order, and to what is used most', async () => {
      await openView(page, '/')
      const jobs = page.getByRole('navigation', { name: 'What to do' }).getByRole('link')
      expect(await jobs.locator('strong').allTextContents()).toEqual([
        ...['Find creators', 'Find posts', 'Trending', 'Lists', 'Compare']
      ])
      const creators = values(
        'SELECT username AS value FROM users WHERE is_private = 0 AND total_videos > 0 ORDER BY followers DESC LIMIT 6'
      )
      const linked = await page.evaluate<string[]>(
        'Array.from(document.querySelectorAll("[aria-labelledby=creators] a"), (it) => new URLSearchParams(it.search).get("creator"))'
      )
      expect(linked).toEqual(creators)
      const [room] = values(
        'SELECT room_id AS value FROM live_rooms WHERE status = 2 ORDER BY viewer_count DESC LIMIT 1'
      )
      await page.locator(`[aria-labelledby=popular] a[href="/?live=${room}"]`).click()
      await page.locator('.kind', { hasText: 'Live room' }).waitFor()
    })

    test('takes three windows of a phone at most, and leads to a first query and the references', async () => {
      const phone = await own.open({ viewport: { width: 390, height: 844 } })
      await openView(phone.page, '/')
      expect(await phone.page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(2_532)
      const links = await phone.page.evaluate<string[]>(
        'Array.from(document.querySelectorAll("[aria-labelledby=developers] a"), (it) => it.getAttribute("href"))'
      )
      expect(links.slice(1)).toEqual(['/docs', '/docs/schema', '/docs/guides'])
      await phone.page.getByRole('link', { name: 'Run a first query in GraphiQL' }).click()
      await phone.page.getByText('"topSounds"').first().waitFor()
      await phone.close()
    })

    test('says how much there is and of when, and so does the foot of every page', async () => {
      await openView(page, '/')
      expect(await page.locator('.extent').textContent()).toMatch(
        /1,000 creators.*20,000 posts.*as of (May 31|Jun 1), 2026/
      )
      // The start page has said it already, and does not ask a second time.
      expect(await page.locator('footer').textContent()).not.toContain('Data as of')
      await page.goto(views.sound ?? '')
      await page
        .locator('footer')
        .getByText(/Data as of (May 31|Jun 1), 2026\./)
        .waitFor()
    })

    test('does not call popular what a source cannot know to be', async () => {
      const untelling = await startOwnServer({
        wrapSource: (source) => ({
          lookUp: async (kind, keys, signal) =>
            kind === 'dataset' || kind === 'completions' ? keys.map(() => null) : source.lookUp(kind, keys, signal),
          page: (kind, key, request, signal) => source.page(kind, key, request, signal),
          ready: (signal) => source.ready(signal),
          close: () => source.close()
        })
      })
      const other = await own.open({}, untelling.url)
      await openView(other.page, '/')
      await other.page.getByText('This source has no popularity data').waitFor()
      await other.page.getByRole('heading', { level: 2, name: 'Some creators' }).waitFor()
      expect(await other.page.locator('main').textContent()).not.toMatch(
        /most (followed|played|used|watched)|data as of/i
      )
      // The words of its suggestions are all there is of them.
      await other.page.getByRole('combobox').fill('home')
      await other.page.getByRole('group', { name: 'Search for' }).waitFor()
      expect(other.complaints).toEqual([])
      await other.close()
      await untelling.close()
    })
  })

  describe('the search field', () => {
    test('offers things before words, and a thing leads to its page', async () => {
      await openView(page, '/')
      await field().fill('ma')
      await page.getByRole('group', { name: 'Search for' }).waitFor()
      const groups = await page.locator('[role=group] .kind').allTextContents()
      expect(groups.at(-1)).toBe('Search for')
      expect(groups).toEqual(expect.arrayContaining(['Creators', 'Hashtags', 'Places']))
      const place = page.getByRole('group', { name: 'Places' }).getByRole('option').first()
      const name = (await place.locator('bdi').first().textContent()) ?? ''
      await place.click()
      await heading(name).waitFor()
      expect(page.url()).toContain('?place=')
    })

    test('a sound’s title leads to the sound', async () => {
      const { title, sound_id } = row<{ title: string; sound_id: string }>(
        `SELECT title, sound_id FROM sounds WHERE sound_id IS NOT NULL AND posts_count > 20
         AND title GLOB '[A-Z]*[a-z] [A-Z]*[a-z]' GROUP BY lower(title) HAVING count(*) = 1 ORDER BY posts_count DESC LIMIT 1`
      )
      await openView(page, bare)
      await field().fill(title)
      await page.getByRole('group', { name: 'Sounds' }).getByRole('option', { name: title }).first().click()
      await heading(title).waitFor()
      expect(page.url()).toContain(`?sound=${sound_id}`)
    })

    test('a handle and Enter open the creator, with or without @ and in any case', async () => {
      for (const typed of [examples.username, `@${examples.username}`, examples.username.toUpperCase()]) {
        await openView(page, bare)
        await field().fill(typed)
        await page.keyboard.press('Enter')
        await heading(/Maya Nguyen/).waitFor()
      }
    })

    test('an address with the name of a hashtag leads to the hashtag, whose address is its number', async () => {
      const { name, hashtag_id } = row<{ name: string; hashtag_id: string }>(
        `SELECT name, hashtag_id FROM hashtags WHERE hashtag_id IS NOT NULL AND name = 'silentunboxing'`
      )
      await openView(page, '/')
      await openView(page, `/?hashtag=%23${name.toUpperCase()}`)
      await heading(`#${name}`).waitFor()
      await page.waitForURL(`**/?hashtag=${hashtag_id}`)
      expect(await page.title()).toBe(`#${name} · clipgraph`)
      // Nothing lies between it and where one came from.
      await page.goBack()
      await heading(/^Find creators/).waitFor()
    })

    test('an address with a name that no hashtag has leads on to the search for it', async () => {
      await page.route('**/?hashtag=*', async (route) => {
        // A page that is not there is a complaint of the browser's console.
        const response = await route.fetch()
        expect(response.status()).toBe(404)
        await route.fulfill({ response, status: 200 })
      })
      await openView(page, '/?hashtag=nosuchhashtaganywhere')
      await heading('No such hashtag').waitFor()
      await page.getByRole('link', { name: 'Search for it' }).click()
      await page.waitForURL('**/?search=nosuchhashtaganywhere')
    })

    test('a hashtag and Enter open the hashtag, and one that does not exist is searched for as such', async () => {
      const { name, hashtag_id } = row<{ name: string; hashtag_id: string }>(
        `SELECT name, hashtag_id FROM hashtags h JOIN hashtag_posts p ON p.hashtag_pk = h.pk
         WHERE name GLOB '[a-z]*[a-z]' AND hashtag_id IS NOT NULL GROUP BY h.pk ORDER BY count(*) DESC LIMIT 1`
      )
      await openView(page, '/')
      await field().fill(`#${name}`)
      await page.keyboard.press('Enter')
      await heading(`#${name}`).waitFor()
      expect(page.url()).toContain(`?hashtag=${hashtag_id}`)
      await field().fill('#nobodyhasthisone')
      await page.keyboard.press('Enter')
      await heading(/Results for/).waitFor()
      await page.getByRole('heading', { name: 'No posts for “#nobodyhasthisone”' }).waitFor()
    })

    test('a word that is no handle is searched for, one with a dot that nobody has too', async () => {
      await openView(page, bare)
      await field().fill('cooking')
      await page.keyboard.press('Enter')
      await heading(/Results for/).waitFor()
      expect(new URL(page.url()).searchParams.get('search')).toBe('cooking')
      await field().fill('nobody.has.this')
      await page.keyboard.press('Enter')
      await page.waitForURL(/search=nobody\.has\.this/)
    })

    test('a slash, Ctrl-K and ⌘K lead to it from any page, and Escape back; a slash that is typed is a slash', async () => {
      await openView(page, views.post ?? '')
      const link = page.locator('.chips a').first()
      for (const keys of ['/', 'Control+k', 'Meta+k']) {
        await link.focus()
        await page.keyboard.press(keys)
        await expect.poll(() => field().evaluate((it) => it === it.ownerDocument.activeElement)).toBe(true)
        expect([keys, await field().inputValue()]).toEqual([keys, ''])
        await page.keyboard.press('Escape')
        await expect.poll(() => link.evaluate((it) => it === it.ownerDocument.activeElement)).toBe(true)
      }
      await field().focus()
      await page.keyboard.type('a/b')
      expect(await field().inputValue()).toBe('a/b')
    })

    test('is a combobox of groups for those who listen', async () => {
      await openView(page, bare)
      await page.keyboard.press('/')
      await page.keyboard.type('ma')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('ArrowDown')
      const active = await field().getAttribute('aria-activedescendant')
      expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true')
      expect(
        await page
          .getByRole('status')
          .filter({ hasText: /suggestions?$/ })
          .count()
      ).toBe(1)
      expect(await seriousViolations(page)).toEqual([])
      await page.keyboard.press('Enter')
      await page.waitForURL(/\?(creator|hashtag|place|sound)=/)
    })

    test.each(['🍞🏽', 'שלום', '#قهوة', '  ', '%_\\', '<b>x</b>', 'a'.repeat(300)])(
      '“%s” breaks nothing',
      async (typed) => {
        await openView(page, bare)
        await field().fill(typed)
        await page.keyboard.press('Enter')
        if (typed.trim() === '') expect(new URL(page.url()).search).toBe(new URL(bare, page.url()).search)
        else await page.waitForURL(/\?(search|hashtag)=/)
        await page.getByRole('heading', { level: 1 }).waitFor()
      }
    )
  })

  describe('a post', () => {
    test('leads on from the mentions and hashtags of its caption', async () => {
      const { post_id, caption } = row<{ post_id: string; caption: string }>(
        `SELECT post_id, caption FROM posts WHERE caption GLOB '*@[a-z]*' AND caption GLOB '*#[a-z]*' ORDER BY pk LIMIT 1`
      )
      await openView(page, `/?post=${post_id}`)
      const text = page.locator('article.post .clamped p')
      expect(await text.textContent()).toBe(caption)
      const [, handle = ''] = /@([\w.]*\w)/.exec(caption) ?? []
      expect(
        await text
          .getByRole('link', { name: `@${handle}` })
          .first()
          .getAttribute('href')
      ).toBe(`/?creator=${encodeURIComponent(handle)}`)
      const [tag = ''] = /#[a-z]\w*/.exec(caption) ?? []
      await text.getByRole('link', { name: tag, exact: true }).first().click()
      await heading(tag).waitFor()
    })

    test.for([
      ['More of this creator', 'author_pk'],
      ['More with this sound', 'sound_pk']
    ] as const)('leads on to six under “%s”, be it one of them itself or not', async ([title, key]) => {
      const posts = values(
        `SELECT post_id AS value FROM posts WHERE ${key} = (
           SELECT ${key} FROM posts WHERE ${key} IS NOT NULL GROUP BY ${key} HAVING count(*) > 12 ORDER BY ${key} LIMIT 1
         ) ORDER BY created_at DESC`
      )
      for (const post of [posts.at(0), posts.at(-1)]) {
        await openView(page, `/?post=${post}`)
        expect(await page.getByRole('region', { name: title }).getByRole('article').count()).toBe(6)
      }
    })

    test('shows its public address as a link out, and copies it', async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await openView(page, views.post ?? '')
      const link = page.getByRole('link', { name: /^Open at / })
      expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
        examples.postUrl,
        'noopener noreferrer'
      ])
      await page.getByRole('button', { name: 'Copy address' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(examples.postUrl)
    })
  })

  describe('nothing is a dead end:', () => {
    test('a place leads to the creators, sounds and hashtags of its posts', async () => {
      await openView(page, views.place ?? '')
      for (const name of ['Creators', 'Sounds', 'Hashtags']) {
        expect(
          await page
            .getByRole('list', { name: `${name} in these posts` })
            .getByRole('link')
            .count()
        ).toBeGreaterThan(0)
      }
      await page.getByRole('list', { name: 'Sounds in these posts' }).getByRole('link').first().click()
      await page.waitForURL(/\?sound=/)
    })

    test('a collection leads to who made it and on from its posts', async () => {
      await openView(page, views.collection ?? '')
      await page.locator('.tile .way').first().waitFor()
      await page.locator('.head a[href^="/?creator="]').click()
      await page.locator('.handle').waitFor()
    })

    test('an effect leads to posts and creators about its topic, and says why', async () => {
      await openView(page, views.effect ?? '')
      await page.getByText('No source tells which posts use an effect.').waitFor()
      await page.locator('[aria-labelledby=about-posts] .tile .way').first().click()
      await page.locator('article.post').waitFor()
    })

    test('a creator on the air leads to the room', async () => {
      const { handle, room_id } = row<{ handle: string; room_id: string }>(
        'SELECT handle, room_id FROM live_rooms l JOIN users u ON u.pk = l.user_pk WHERE status = 2 ORDER BY viewer_count DESC LIMIT 1'
      )
      await openView(page, `/?creator=${handle}`)
      await page.getByRole('link', { name: 'Live now' }).click()
      await page.waitForURL(`**/?live=${room_id}`)
    })

    test('a sound is said to be heard in part', async () => {
      const [sound] = values('SELECT sound_id AS value FROM sounds WHERE play_url IS NOT NULL LIMIT 1')
      await openView(page, `/?sound=${sound}`)
      await page.getByText('Preview, 0:03').waitFor()
    })
  })
})
