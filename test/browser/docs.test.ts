import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examples } from '../../src/services/examples.ts'
import { operations } from '../../src/surfaces/rest/operations.ts'
import { guides } from '../../src/surfaces/site/docs/guides.ts'
import { startServer, type TestServer, testKey } from '../server.ts'
import { moderateViolations, seriousViolations, sidewaysScroll } from './accessibility.ts'
import { hasNoChromium } from './chromium.ts'
import { pageInTurn, startOwnPages } from './own-pages.ts'

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent || document.activeElement.id')

describe.skipIf(hasNoChromium)('the docs in a browser', () => {
  const own = startOwnPages()
  const watched = pageInTurn(own)
  let configured: TestServer
  beforeAll(async () => {
    configured = await startServer()
  })
  afterAll(() => configured?.close())

  /** The browser itself reports an answer that refuses: nothing else, and no other. */
  const showsRefusal = async () => {
    await expect.poll(() => watched.complaints).toHaveLength(1)
    expect(watched.complaints.splice(0)).toEqual([
      expect.stringMatching(/^Failed to load resource: .* status of 40[0134] /)
    ])
  }

  const operation = (page: Page, id: string) => {
    const section = page.locator(`#${id}`)
    return {
      section,
      field: (name: string) => section.getByRole('textbox', { name, exact: true }),
      button: (name: string) => section.getByRole('button', { name, exact: true }),
      answer: section.locator('[data-answer] pre'),
      status: section.locator('[data-answer] .status'),
      curl: section.locator('[data-request] > .code pre')
    }
  }

  test('a call is tried with other values, an invalid one, and leads to the page of its error', async () => {
    const { page } = watched
    await page.goto('/docs#listUserPosts')
    const { section, field, button, answer, status, curl } = operation(page, 'listUserPosts')
    expect(await field('username').inputValue()).toBe(examples.username)
    await field('count').fill('2')
    expect(await curl.textContent()).toBe(
      `curl -H 'x-gateway-key: ${own.server.key}' '${own.server.url}/api/v1/users/${examples.username}/posts?count=2'`
    )
    await button('Send').click()
    await section.getByText(/^Answer, 200 OK in \d+ ms, /).waitFor()
    const body = JSON.parse((await answer.textContent()) ?? '') as { data: unknown[]; pagination: { cursor: string } }
    expect(body.data).toHaveLength(2)
    expect(await section.locator('.headers').textContent()).toContain('x-request-id')

    await button('Next page').click()
    await page.waitForFunction(`document.querySelector('#listUserPosts [data-answer] pre').textContent.length > 0`)
    expect(await field('cursor').inputValue()).toBe(body.pagination.cursor)
    await expect.poll(async () => JSON.parse((await answer.textContent()) ?? '').data[0].post_id).not.toBe(undefined)

    await field('count').fill('ten')
    await field('count').press('Enter')
    await section.getByText(/^Answer, 400 Bad Request/).waitFor()
    await showsRefusal()
    expect(await status.textContent()).toBe('400 Bad Request')
    expect(await field('count').getAttribute('aria-invalid')).toBe('true')
    expect(await section.locator('.problem:not([hidden])').textContent()).toMatch(/whole number from 1 to 100.*"ten"/)
    await section.getByRole('link', { name: 'About INVALID_PARAM' }).click()
    await page.getByRole('heading', { level: 1, name: 'INVALID_PARAM' }).waitFor()
  })

  test('resetting brings the example back', async () => {
    const { page } = watched
    await page.goto('/docs')
    const { field, button, answer, curl } = operation(page, 'getUser')
    const before = [await answer.textContent(), await curl.textContent()]
    await field('region').fill(examples.region)
    await button('Send').click()
    await button('Reset').waitFor()
    await expect.poll(() => answer.textContent()).not.toBe(before[0])
    await button('Reset').click()
    expect([await answer.textContent(), await curl.textContent()]).toEqual(before)
    expect(await field('region').inputValue()).toBe('')
    expect(await button('Reset').isVisible()).toBe(false)
  })

  test('what was sent and means nothing to the operation is told beside the answer', async () => {
    const { page } = watched
    await page.goto('/docs')
    const { section, button } = operation(page, 'listUserPosts')
    // The form has no field for it: another page, or an extension, adds it on the way.
    await page.route('**/api/v1/**', (route) => route.continue({ url: `${route.request().url()}&limit=3&a%20b` }))
    await button('Send').click()
    await section.getByText('Sent, but nothing this operation takes: limit, a b').waitFor()
    expect(await section.locator('.headers').textContent()).toContain('x-ignored-parameterslimit, a%20b')
    await page.unroute('**/api/v1/**')
    await button('Send').click()
    await section.getByText('Sent, but nothing').waitFor({ state: 'detached' })
  })

  test('a path needs its values, and what is typed goes into the address as text', async () => {
    const { page } = watched
    await page.goto('/docs')
    const { section, field, button, curl } = operation(page, 'getUser')
    await field('username').fill('')
    await button('Send').click()
    expect(await section.locator('.problem:not([hidden])').textContent()).toContain('part of the path')
    await field('username').fill(`a/b?c=d#e'"<img src=x>`)
    expect(await curl.textContent()).toContain(`users/a%2Fb%3Fc%3Dd%23e'\\''%22%3Cimg%20src%3Dx%3E'`)
    await button('Send').click()
    await section.getByText(/^Answer, 400/).waitFor()
    await showsRefusal()
    expect(await section.locator('img').count()).toBe(0)
  })

  test('every operation answers to its example', async () => {
    const { page } = watched
    await page.goto('/docs')
    const sections = page.locator('.operation')
    const count = await sections.count()
    expect(count).toBe(operations.length)
    for (let index = 0; index < count; index++) {
      const section = sections.nth(index)
      await section.getByRole('button', { name: 'Send', exact: true }).click()
      await section.getByText(/^Answer, 200 OK in/).waitFor()
    }
  })

  test('a server that is gone is said to be, and the page goes on working', async () => {
    const { page } = watched
    await page.goto('/docs')
    const { section, button } = operation(page, 'getUser')
    await page.route('**/api/v1/**', (route) => route.abort())
    await button('Send').click()
    await section.getByText('The request did not get through.').waitFor()
    await page.unroute('**/api/v1/**')
    await button('Send').click()
    await section.getByText(/^Answer, 200 OK/).waitFor()
    await expect.poll(() => watched.complaints).toHaveLength(1)
    expect(watched.complaints.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
  })

  test('where keys are configured it asks for one, keeps it for the tab, and says when it is refused', async () => {
    const page = await watched.again({}, configured.url)
    await page.goto('/docs')
    const { section, field, button, curl } = operation(page, 'getUser')
    await button('Send').click()
    const dialog = page.getByRole('dialog', { name: 'A key is needed' })
    await dialog.waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await dialog.isVisible()).toBe(false)

    await button('Send').click()
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await section.getByText(/^Answer, 401 Unauthorized/).waitFor()
    await showsRefusal()
    await button('Use another key').click()
    await page.keyboard.type(testKey)
    await page.keyboard.press('Enter')
    await section.getByText(/^Answer, 200 OK/).waitFor()
    expect(await curl.textContent()).toContain(testKey)

    await page.reload()
    await field('username').press('Enter')
    await section.getByText(/^Answer, 200 OK/).waitFor()
    await page.getByRole('button', { name: 'Forget it' }).click()
    expect(await curl.textContent()).toContain('YOUR_KEY')
    await page.reload()
    await button('Send').click()
    await dialog.waitFor()
  })

  test('the schema is filtered while typing, and links to what is hidden show it', async () => {
    const { page } = watched
    await page.goto('/docs/schema')
    const types = page.locator('[data-entry]:visible')
    const all = await types.count()
    await page.keyboard.press('/')
    await page.keyboard.type('tier')
    await expect.poll(() => types.count()).toBeLessThan(all)
    expect(await page.locator('#PartnershipTier').isVisible()).toBe(true)
    expect(await page.locator('#Sound').isVisible()).toBe(false)
    expect(await page.locator('.toc a[href="#Sound"]').isVisible()).toBe(false)
    expect(await page.locator('.filter output').textContent()).toMatch(/^\d+ types?, \d+ fields?$/)
    expect(new URL(page.url()).searchParams.get('q')).toBe('tier')

    await page.getByRole('searchbox').fill('User.posts')
    expect(await page.locator('[id="User.posts"]').isVisible()).toBe(true)
    expect(await page.locator('[id="User.bio"]').isVisible()).toBe(false)
    await page.locator('[id="User.posts"] td.type a').click()
    await expect.poll(() => page.locator('#PostConnection').isVisible()).toBe(true)
    expect(await page.getByRole('searchbox').inputValue()).toBe('')

    await page.getByRole('searchbox').fill('no such thing')
    await page.getByText('Nothing here has').waitFor()
    expect(await types.count()).toBe(0)
    await page.getByRole('button', { name: 'Show everything' }).click()
    expect(await types.count()).toBe(all)

    await page.goto('/docs/schema?q=bio')
    await expect.poll(() => types.count()).toBeLessThan(all)
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    expect(await types.count()).toBe(all)
  })

  test('the REST reference is filtered by operations, parameters and fields of records', async () => {
    const { page } = watched
    await page.goto('/docs')
    const entries = page.locator('[data-entry]:visible')
    const all = await entries.count()
    const input = page.getByRole('searchbox')
    await input.fill('sound')
    await expect.poll(() => entries.count()).toBeLessThan(all)
    expect(await page.locator('#getSound').isVisible()).toBe(true)
    expect(await page.locator('#getUser').isVisible()).toBe(false)
    expect(await page.locator('.toc a[href="#getUser"]').isVisible()).toBe(false)
    expect(await page.locator('#envelope').isVisible()).toBe(false)
    expect(await page.locator('.filter output').textContent()).toMatch(/^\d+ operations, \d+ records, \d+ fields$/)

    expect(await page.locator('#getSound details').getAttribute('open')).toBe(null)

    // A field of a record is shown in its table, which is folded else.
    await input.fill('Post.plays')
    await expect.poll(() => page.locator('#record-Post tbody tr:visible').count()).toBe(1)
    await page.keyboard.press('Escape')
    expect(await entries.count()).toBe(all)
    expect(await page.locator('#record-Post table').isVisible()).toBe(false)
    await page.locator('#getPost').getByRole('link', { name: 'Post', exact: true }).click()
    await page.locator('#record-Post table').waitFor()
  })

  test('the way from REST to GraphQL is filtered by operations and fields', async () => {
    const { page } = watched
    await page.goto('/docs/map')
    const entries = page.locator('[data-entry]:visible')
    const all = await entries.count()
    // What the page suggests finds something, and no words of buttons are looked at.
    await page.getByRole('searchbox').fill('cursor')
    await expect.poll(() => entries.count()).toBeLessThan(all)
    expect(await entries.count()).toBeGreaterThan(0)
    await page.getByRole('searchbox').fill('copy')
    await page.locator('#getUser').waitFor({ state: 'hidden' })
    expect(await page.locator('#getSound').isVisible()).toBe(true)
    await page.getByRole('searchbox').fill('max_time')
    await expect.poll(() => entries.count()).toBe(1)
    await page.getByRole('searchbox').fill('User.posts')
    await page.locator('#listUserPosts').waitFor()
    await expect.poll(() => entries.count()).toBe(1)
    expect(await page.locator('#listUserPosts').isVisible()).toBe(true)
    expect(await page.locator('#from-rest').isVisible()).toBe(false)
    expect(await page.locator('.toc a[href="#getUser"]').isVisible()).toBe(false)
    expect(await page.locator('.filter output').textContent()).toBe('1 operation')
    // A link to what is filtered out shows it.
    await page.locator('.toc a[href="#names"]').click()
    await page.locator('#names').waitFor()
    expect(await entries.count()).toBe(all)
  })

  test('the list beside a page follows what is read and stays in sight', async () => {
    const { page } = watched
    for (const [path, part] of [
      ['/docs', 'getCreatorScorecard'],
      ['/docs/schema', 'SearchConnection'],
      ['/docs/map', 'getCreatorScorecard']
    ] as const) {
      await page.goto(path)
      const ids = await page.evaluate<string[]>(
        `[...document.querySelectorAll('.toc a[href^="#"]')].map(({ hash }) => hash.slice(1))`
      )
      const id = ids.includes(part) ? part : (ids.at(-3) ?? '')
      await page.locator(`[id="${id}"]`).evaluate((element) => element.scrollIntoView())
      const link = page.locator(`.toc a[href="#${id}"]`)
      await expect.poll(() => link.getAttribute('aria-current')).toBe('location')
      expect(await page.locator('.toc [aria-current]').count()).toBe(1)
      const box = await link.boundingBox()
      expect(box?.y).toBeGreaterThan(50)
      expect(box?.y).toBeLessThan(900)
    }
  })

  test('what a link leads to comes to stand below the filter', async () => {
    const { page } = watched
    const below = (id: string) =>
      page.evaluate<number>(
        `document.getElementById('${id}').getBoundingClientRect().top - document.querySelector('.filter').getBoundingClientRect().bottom`
      )
    for (const [path, ids] of [
      ['/docs/schema', ['User.posts', 'Sound', 'PageInfo', 'SoundSort.HOT']],
      ['/docs', ['listUserPosts', 'record-Post', 'group-sounds']],
      ['/docs/map', ['names', 'getPost', 'group-sounds']]
    ] as const) {
      for (const id of ids) {
        await page.goto(`${path}#${id}`)
        await expect.poll(() => below(id)).toBeGreaterThanOrEqual(0)
        expect(await below(id)).toBeLessThan(100)
      }
    }
    await page.goto('/docs/schema')
    await page.locator('[id="Query.user"] td.type a').click()
    await expect.poll(() => below('User')).toBeGreaterThanOrEqual(0)
  })

  test('text that runs from right to left keeps its place among what does not', async () => {
    const { page } = watched
    await page.goto('/docs')
    const { section, field, button } = operation(page, 'search')
    await field('keyword').fill('طبخ منزلي')
    await button('Send').click()
    await section.getByText(/^Answer, 200 OK/).waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
    await page.getByRole('searchbox').fill('طبخ')
    await page.getByText('Nothing here has').waitFor()
    expect(await sidewaysScroll(page)).toBe(0)
  })

  test('every page leads to every other place, and marks its own', async () => {
    const { page } = watched
    const marks = {
      '/graphql': 'GraphiQL',
      '/docs': 'REST',
      '/docs/errors': 'REST',
      '/docs/schema': 'Schema',
      '/docs/tables': 'Guides'
    }
    for (const [path, name] of Object.entries(marks)) {
      await page.goto(path)
      const site = page.getByRole('navigation', { name: 'Site' })
      expect(await site.getByRole('link').allTextContents()).toEqual([
        'Creators',
        'Posts',
        'Trending',
        'Lists',
        'Compare',
        'GraphiQL',
        'REST',
        'Schema',
        'Guides'
      ])
      expect(await site.locator('[aria-current]').allTextContents()).toEqual([name])
    }
  })

  test('the map leads to the operation, the field, and to GraphiQL with the query ready to run', async () => {
    const { page } = watched
    await page.goto('/docs/map')
    await page.getByRole('link', { name: '/users/{username}/posts', exact: true }).first().click()
    expect(new URL(page.url()).hash).toBe('#listUserPosts')
    const section = page.locator('#listUserPosts')
    await section.getByRole('link', { name: 'Try it' }).click()
    await page.waitForURL('**/docs#listUserPosts')
    await page.goBack()
    await section.getByRole('link', { name: 'User.posts' }).click()
    await page.waitForURL('**/docs/schema#User.posts')
    await page.goBack()
    await section.getByRole('link', { name: 'Open in GraphiQL' }).click()
    await page.getByRole('button', { name: 'ListUserPosts' }).waitFor()
    await page.locator('.graphiql-execute-button').click()
    await page.locator('.result-window', { hasText: '"postId"' }).waitFor()
  })

  test('without scripts all pages can be read, and nothing is offered that would not work', async () => {
    const page = await watched.again({ javaScriptEnabled: false })
    await page.goto('/docs')
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await page.locator('#getUser td[data-label="Example"]').first().textContent()).toBe(examples.username)
    await page.goto('/docs/schema')
    expect(await page.getByRole('searchbox').count()).toBe(0)
    expect(await page.locator('#User').isVisible()).toBe(true)
  })

  test('can be used by keyboard alone', async () => {
    const { page } = watched
    await page.goto('/docs')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to content')
    const { section, field } = operation(page, 'getSound')
    await field('soundId').focus()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Send')
    await page.keyboard.press('Space')
    await section.getByText(/^Answer, 200 OK/).waitFor()
    // What happened is told to those who do not see it.
    expect(await page.getByRole('status').last().textContent()).toMatch(/^One sound: 200 OK in \d+ ms/)
  })

  const places = [
    ...['/docs', '/docs/schema', '/docs/map', '/docs/errors', '/docs/errors/INVALID_PARAM', '/docs/limits'],
    ...['/docs/guides', ...guides.map(({ path }) => path)]
  ]
  // What axe finds of colours is the same at each width, and of all else in each colour.
  test.each([
    ['light', 1280, [1280, 2560]],
    ['dark', 390, [360]]
  ] as const)('is accessible in %s, %i pixels wide, and fits windows like that', async (colorScheme, width, widths) => {
    const page = await watched.again({ colorScheme })
    for (const path of places) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      expect([path, await moderateViolations(page)]).toEqual([path, []])
      for (const other of widths) {
        await page.setViewportSize({ width: other, height: 900 })
        expect([path, other, await sidewaysScroll(page)]).toEqual([path, other, 0])
        // All places of the site stand in one line, or behind one button.
        const menu = page.getByRole('button', { name: 'Menu' })
        const box = await (other < 896 ? menu : page.locator('.site')).boundingBox()
        expect(box?.height).toBeLessThan(50)
      }
    }
  })
})
