import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { examples } from '../../src/services/examples.ts'
import { hasNoChromium } from './chromium.ts'
import { openCode, openView, settled, views } from './explorer-views.ts'
import { pageInTurn, startOwnPages } from './own-pages.ts'

describe.skipIf(hasNoChromium)('the explorer', () => {
  const own = startOwnPages()
  const watched = pageInTurn(own)

  test('leads from a search to a creator, a post, its sound and a hashtag, and back', async () => {
    const { page } = watched
    await openView(page, '/')
    await page.getByRole('combobox').fill('maya')
    await page.getByRole('option', { name: /@maya\.nguyen/ }).click()
    await page.getByRole('heading', { level: 1, name: /Maya Nguyen/ }).waitFor()
    expect(new URL(page.url()).search).toBe('?creator=maya.nguyen')
    await page.getByRole('img', { name: /^Creator authority score: \d+ of 100/ }).waitFor()
    await page.getByRole('group', { name: 'Plays of each post over time' }).waitFor()

    await page.locator('.tile a').first().click()
    await page.locator('article.post').waitFor()
    await page.locator('article.post a[href^="/?sound="]').click()
    await page.locator('.kind', { hasText: /sound|track/i }).waitFor()
    expect(page.url()).toContain('?sound=')
    expect(await page.locator('.tile').count()).toBeGreaterThan(0)

    await page.goBack()
    await page.locator('article.post').waitFor()
    await page.goto(`/?post=${examples.postId}`)
    await page.locator('.chips a[href^="/?hashtag="]').first().click()
    await page.getByRole('heading', { level: 1, name: /^#/ }).waitFor()
    expect(await page.title()).toMatch(/^#.* · clipgraph$/)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: /^#/ }).waitFor()
  })

  test('can be used by keyboard alone', async () => {
    const { page } = watched
    const { keyboard } = page
    await openView(page, '/')
    await keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content')
    await keyboard.press('Enter')
    const field = page.getByRole('combobox')
    for (let steps = 0; steps < 4; steps++) {
      if ((await page.evaluate('document.activeElement.getAttribute("role")')) === 'combobox') break
      await keyboard.press('Tab')
    }
    await keyboard.type('home')
    await page.getByRole('option').first().waitFor()
    expect(await field.getAttribute('aria-expanded')).toBe('true')
    await keyboard.press('ArrowUp')
    expect(await page.getByRole('option').last().getAttribute('aria-selected')).toBe('true')
    await keyboard.press('ArrowDown')
    expect(await field.getAttribute('aria-activedescendant')).toBe(null)
    await keyboard.press('Escape')
    expect(await field.getAttribute('aria-expanded')).toBe('false')
    expect(await field.inputValue()).toBe('home')
    await keyboard.press('ArrowDown')
    await page.getByRole('option').first().waitFor()
    // The last ones are words to search for.
    await keyboard.press('ArrowUp')
    const active = await field.getAttribute('aria-activedescendant')
    expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true')
    await keyboard.press('Enter')
    await page.locator('.tile').first().waitFor()
    expect(page.url()).toContain('?search=')

    // Focus goes to the content: the way to the first post is short.
    await page.waitForURL(/search=/)
    await page.waitForFunction('document.activeElement.closest("main") !== null')
    for (let steps = 0; steps < 8; steps++) {
      await keyboard.press('Tab')
      if (await page.evaluate<boolean>('document.activeElement.matches(".tile a")')) break
    }
    await keyboard.press('Enter')
    await page.locator('article.post').waitFor()
    await page.getByRole('button', { name: 'Query and code', exact: true }).focus()
    await keyboard.press('Enter')
    await page.getByRole('link', { name: 'Run it in GraphiQL' }).waitFor()
  })

  test('opens what was typed at once when it is a handle or the address of a post', async () => {
    const { page } = watched
    await openView(page, '/?search=home')
    await page.getByRole('combobox').fill(`@${examples.username}`)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /Maya Nguyen/ }).waitFor()
    await page.getByRole('combobox').fill(examples.postUrl)
    await page.keyboard.press('Enter')
    await page.locator('article.post').waitFor()
    expect(page.url()).toContain(examples.postId)
  })

  test('loads more by itself when the end of a list comes near, by button too, and keeps it on the way back', async () => {
    const { page } = watched
    await openView(page, views.creator ?? '')
    const tiles = page.locator('.tile')
    expect(await tiles.count()).toBe(30)
    await page.locator('.feed-end').scrollIntoViewIfNeeded()
    await expect.poll(() => tiles.count()).toBeGreaterThanOrEqual(54)
    const before = await tiles.count()
    await page.getByRole('button', { name: 'More posts' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => tiles.count()).toBeGreaterThan(before)
    const walked = await tiles.count()
    const links = await page.evaluate<string[]>('Array.from(document.querySelectorAll(".tile > a"), (it) => it.href)')
    expect(new Set(links).size).toBe(links.length)
    await page.locator('.tile > a').nth(40).click()
    await page.locator('article.post').waitFor()
    expect(await page.evaluate('scrollY')).toBe(0)
    await page.goBack()
    await settled(page)
    expect(await tiles.count()).toBeGreaterThanOrEqual(walked)
    await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(1_000)
  })

  test('a list says when it is at its end', async () => {
    const { page } = watched
    await openView(page, '/?search=sourdough&among=creators')
    await expect
      .poll(() => page.locator('.feed-end, .state').first().textContent())
      .toMatch(/no more|All \d+|No creators/)
  })

  test('the query behind a view opens in GraphiQL with its variables, and runs', async () => {
    const { page } = watched
    await openView(page, views.sound ?? '')
    await openCode(page)
    const popup = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Run it in GraphiQL' }).click()
    const graphiql = await popup
    await graphiql.locator('.graphiql-execute-button').waitFor()
    // The address has what the editors are filled from; the run button waits until they are.
    expect(new URL(graphiql.url()).searchParams.get('query')).toContain('query ExploreSound(')
    await expect.poll(() => graphiql.locator('.graphiql-query-editor').textContent()).toContain('ExploreSound')
    const answered = graphiql.waitForResponse((response) => {
      return response.url().endsWith('/graphql') && (response.request().postData() ?? '').includes('ExploreSound')
    })
    await graphiql.locator('.graphiql-execute-button').click()
    const answer = (await (await answered).json()) as { data: { sound: { soundId: string } }; errors?: unknown }
    expect(answer.errors).toBe(undefined)
    expect(answer.data.sound.soundId).toBe(examples.soundId)
    watched.complaints.length = 0
  })

  test('the REST calls beside a view work as they stand and give the same', async () => {
    const { page } = watched
    await openView(page, views.creator ?? '')
    const followers = await page.locator('.figures data').first().getAttribute('value')
    await openCode(page)
    const commands = await page.locator('[aria-label^="curl command"] code').allTextContents()
    expect(commands).toHaveLength(5)
    const answers = await Promise.all(
      commands.map(async (command) => {
        const [, key = '', url = ''] = /^curl -H '([^']+)' '([^']+)'$/.exec(command) ?? []
        const { stdout } = await promisify(execFile)('curl', ['-s', '-H', key, url])
        return JSON.parse(stdout)
      })
    )
    expect(answers.map(({ error }) => error)).toEqual(commands.map(() => null))
    expect(String(answers[0].data.followers)).toBe(followers)
    const first = await page.locator('.tile > a').first().getAttribute('href')
    expect(first).toBe(`/?post=${answers[1].data[0].post_id}`)
  })

  // Lists ask by whom they hold.
  const withCode = Object.entries(views).filter(([name]) => !['lists', 'a list from a link'].includes(name))
  test('every REST call of every view answers, and so does its query', async () => {
    const { page } = watched
    for (const [name, address] of withCode) {
      await openView(page, address)
      await openCode(page)
      const commands = await page.locator('[aria-label^="curl command"] code').allTextContents()
      // What the whole says of itself, what rises, and lists by conditions are in the graph alone.
      expect([name, commands.length === 0]).toEqual([name, address === '/' || /^\/\?(trending|find)=/.test(address)])
      for (const command of commands) {
        const url = /'(http[^']+)'$/.exec(command)?.[1] ?? ''
        const { status } = await fetch(url, { headers: { 'x-gateway-key': own.server.key } })
        expect([name, url, status]).toEqual([name, url, 200])
      }
      const graphiql = await page
        .getByRole('dialog')
        .getByRole('link', { name: 'Run it in GraphiQL' })
        .getAttribute('href')
      const { searchParams } = new URL(graphiql ?? '', own.server.url)
      const response = await fetch(`${own.server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-gateway-key': own.server.key },
        body: JSON.stringify({
          query: searchParams.get('query'),
          variables: JSON.parse(searchParams.get('variables') ?? '{}')
        })
      })
      expect([name, ((await response.json()) as { errors?: unknown }).errors]).toEqual([name, undefined])
    }
  })
})
