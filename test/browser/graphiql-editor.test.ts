import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examples } from '../../src/services/examples.ts'
import { startServer, type TestServer, testKey } from '../server.ts'
import { moderateViolations, sidewaysScroll } from './accessibility.ts'
import { hasNoChromium, screenshotFolder } from './chromium.ts'
import { answerText, execute, panelButton, plain, questions, textOf, whole } from './graphiql-page.ts'
import { pageInTurn, startOwnPages } from './own-pages.ts'

const ownQuery = 'query Asked($username: String!) {\n  user(by: { username: $username }) {\n    displayName\n  }\n}\n'
const ownVariables = JSON.stringify({ username: examples.username }, null, 2)
const addressOf = (query: string, variables?: string) =>
  `/graphql?${new URLSearchParams({ query, ...(variables === undefined ? {} : { variables }) })}`

describe.skipIf(hasNoChromium)('GraphiQL', () => {
  const own = startOwnPages()
  const watched = pageInTurn(own)
  const { again } = watched
  let configured: TestServer
  beforeAll(async () => {
    configured = await startServer()
  })
  afterAll(() => configured?.close())

  const widthOf = async (page: Page, part: string) => (await page.locator(part).boundingBox())?.width ?? 0
  /** Width of the query as a part of that of query and answer. */
  const share = async (page: Page) => {
    const [query, answer] = [await widthOf(page, '.graphiql-editors'), await widthOf(page, '.graphiql-response')]
    return query / (query + answer)
  }
  const stored = (page: Page) =>
    page.evaluate<string>('JSON.stringify([{ ...localStorage }, location.href, document.documentElement.innerText])')

  test.each([1280, 2560])('query and answer share a window of %i pixels, and nothing else is open', async (width) => {
    const page = await again({ viewport: { width, height: 900 } })
    await page.goto('/graphql')
    await whole(page)
    await expect.poll(() => share(page)).toBeCloseTo(0.5, 1)
    expect((await widthOf(page, '.graphiql-editors')) + (await widthOf(page, '.graphiql-response'))).toBeGreaterThan(
      width * 0.85
    )
    for (const hidden of ['.graphiql-plugin', '.graphiql-editor-tool']) {
      expect([hidden, await page.locator(hidden).isVisible()]).toEqual([hidden, false])
    }
    // No line is cut.
    expect(
      await page.evaluate(`monaco.editor.getEditors()
        .filter((editor) => /operation|response/.test(editor.getModel().uri.path))
        .filter((editor) => editor.getScrollWidth() > editor.getLayoutInfo().contentWidth).length`)
    ).toBe(0)
  })

  test('the bar between them is moved by pointer and by arrow keys', async () => {
    const { page } = watched
    await page.goto('/graphql')
    await whole(page)
    const bar = page.getByRole('separator')
    expect(await bar.getAttribute('aria-valuenow')).toBe('50')
    const { x = 0, y = 0 } = (await bar.boundingBox()) ?? {}
    await page.mouse.move(x + 4, y + 300)
    await page.mouse.down()
    await page.mouse.move(x - 200, y + 300)
    await page.mouse.up()
    await expect.poll(() => share(page)).toBeLessThan(0.4)
    const before = await share(page)
    await bar.focus()
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowRight')
    await expect.poll(() => share(page)).toBeGreaterThan(before + 0.15)
    for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowLeft')
    await expect.poll(() => share(page)).toBeCloseTo(0.2, 1)
  })

  test('panels open when asked for, each under a name of its own', async () => {
    const { page } = watched
    await page.goto('/graphql')
    await whole(page)
    const panel = page.locator('.graphiql-plugin')
    for (const [name, heading] of [
      ['Documentation', 'Docs'],
      ['Query builder', 'Query builder'],
      ['History', 'History']
    ] as const) {
      await panelButton(page, name).click()
      await expect.poll(() => panel.innerText()).toMatch(new RegExp(`^\\s*${heading}`))
      // "Explorer" is the name of other pages.
      expect(await page.locator('#root').innerHTML()).not.toMatch(
        />[^<]*\bExplorer\b|(?:label|title)="[^"]*\bExplorer\b/
      )
      // Tips at the pointer and at the focus are no part of the page.
      await page.mouse.click(400, 20)
      await page.locator('.graphiql-tooltip').waitFor({ state: 'detached' })
      expect([name, await moderateViolations(page)]).toEqual([name, []])
      await page.screenshot({ path: join(screenshotFolder, `graphiql-${name}.png`) })
    }
    await panelButton(page, 'History').click()
    await expect.poll(() => panel.isVisible()).toBe(false)
  })

  test('sends the key of its field, which shows none of it and is in no text', async () => {
    const { page } = watched
    await page.goto('/graphql')
    await whole(page)
    const { key } = plain(page)
    expect([await key.getAttribute('type'), await key.inputValue()]).toEqual(['password', own.server.key])
    expect((await execute(page, 'FirstLook'))['x-gateway-key']).toBe(own.server.key)
    await expect.poll(() => answerText(page)).toContain('"data"')
    await page.getByRole('button', { name: 'Headers' }).click()
    const texts = await page.evaluate<string>(
      'JSON.stringify(monaco.editor.getModels().map((model) => model.getValue()))'
    )
    expect(texts + (await stored(page))).not.toContain(own.server.key)

    // Another key, and the schema with it.
    const schema = page.waitForRequest((request) => request.postData()?.includes('IntrospectionQuery') ?? false)
    await key.fill('another')
    await key.press('Enter')
    expect((await schema).headers()['x-gateway-key']).toBe('another')
    expect((await execute(page, 'FirstLook'))['x-gateway-key']).toBe('another')
    await expect.poll(() => answerText(page)).toContain('UNAUTHORIZED')
    // Headers that are written come before it.
    await page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden)').click()
    await page.keyboard.type('{"X-Gateway-Key": "written"}')
    await expect.poll(async () => (await execute(page, 'FirstLook'))['x-gateway-key']).toBe('written')
    expect(watched.complaints.every((text) => text.includes('401'))).toBe(true)
    watched.complaints.length = 0
  })

  test('without a key waits for one, then opens with the schema', async () => {
    const page = await again({}, configured.url)
    const asked = questions(page)
    await page.goto('/graphql')
    const { key, state } = plain(page)
    await expect.poll(() => state.textContent()).toBe('Enter your key to run queries.')
    expect(asked).toEqual([])
    await key.fill(testKey)
    await key.press('Enter')
    await whole(page)
    expect(await key.inputValue()).toBe(testKey)
    await expect.poll(() => answerText(page)).toContain('"followersCount"')
    await panelButton(page, 'Documentation').click()
    await page
      .getByRole('link', { name: 'Scorecard', exact: true })
      .or(page.getByText('ScorecardScores'))
      .first()
      .waitFor()
  })

  test('lists what was run, and opens it again after a reload', async () => {
    const { page } = watched
    await page.goto(addressOf(ownQuery, ownVariables))
    await whole(page)
    await execute(page, 'Asked')
    await expect.poll(() => answerText(page)).toContain('"displayName"')
    await expect.poll(() => stored(page)).toMatch(/graphiql:queries[^}]*Asked/)
    await page.goto('/graphql')
    await whole(page)
    await expect.poll(() => textOf(page, 'operation.graphql')).toContain('FirstLook')
    await panelButton(page, 'History').click()
    await page.locator('.graphiql-history-item').getByRole('button', { name: 'Asked', exact: true }).click()
    await expect.poll(() => textOf(page, 'operation.graphql')).toBe(ownQuery)
    await expect.poll(() => textOf(page, 'variables.json')).toBe(ownVariables)
  })

  test('shares an address of query and variables, without the key', async () => {
    const page = await again({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto('/graphql')
    await whole(page)
    await page.getByRole('button', { name: 'SearchPosts' }).click()
    await expect.poll(() => textOf(page, 'variables.json')).toContain('keyword')
    const [query, variables] = [await textOf(page, 'operation.graphql'), await textOf(page, 'variables.json')]
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const address = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(address).not.toContain(own.server.key)
    expect(Object.fromEntries(new URL(address).searchParams)).toEqual({ query, variables })
    await page.getByRole('button', { name: 'Share' }).waitFor()

    const asked = questions(page)
    await page.evaluate('localStorage.clear()')
    await page.goto(address)
    await whole(page)
    expect([await textOf(page, 'operation.graphql'), await textOf(page, 'variables.json')]).toEqual([query, variables])
    expect(asked.filter((text) => text.includes('SearchPosts'))).toEqual([])
  })

  test('has the address to share in the address bar where pages get no clipboard, and says when it is too long', async () => {
    const { page } = watched
    await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })')
    await page.goto('/graphql')
    await whole(page)
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Copy the address above' }).waitFor()
    expect(new URL(page.url()).searchParams.get('query')).toContain('FirstLook')
    await page.getByRole('button', { name: 'Share' }).waitFor()
    await page.evaluate(
      `monaco.editor.getModels().find(({ uri }) => uri.path.endsWith('operation.graphql')).setValue('# long\\n'.repeat(2000))`
    )
    await expect.poll(() => page.url()).not.toContain('FirstLook')
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Too long to share' }).waitFor()
  })

  test('says where errors are, and marks them in the query until it is edited', async () => {
    const { page } = watched
    // Printed anew, the query would have the field elsewhere.
    const query =
      'query Nobody {\n\n  # A comment.\n  user(by: {username: "no-such-user"})\n  {\n    displayName\n  }\n}'
    await page.goto(addressOf(query))
    await whole(page)
    await execute(page, 'Nobody')
    await expect.poll(() => answerText(page)).toContain('NOT_FOUND')
    expect(JSON.parse(await answerText(page)).errors[0].locations).toEqual([{ line: 4, column: 3 }])
    const marks = () =>
      page.evaluate<unknown[]>(
        `monaco.editor.getModelMarkers({ owner: 'answer' }).map(({ message, startLineNumber, startColumn, endColumn }) =>
          [message, startLineNumber, startColumn, endColumn])`
      )
    expect(await marks()).toEqual([['User no-such-user was not found.', 4, 3, 7]])
    await page.locator('.graphiql-query-editor .squiggly-error').waitFor()
    await page.locator('.graphiql-query-editor .view-lines').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' ')
    await expect.poll(marks).toEqual([])
  })

  test('shows a first answer, asked once at each visit and from the cache at the next', async () => {
    const { page } = watched
    const asked = questions(page)
    const first = () => asked.filter((text) => text.includes('FirstLook')).length
    await page.goto('/graphql')
    await whole(page)
    await expect.poll(() => answerText(page)).toContain('"followersCount"')
    expect(first()).toBe(1)
    await page.reload()
    await whole(page)
    await expect.poll(() => answerText(page)).toContain('"followersCount"')
    expect(first()).toBe(2)
    expect(JSON.parse(await answerText(page)).extensions.meta.cached).toBe(true)

    // Its tab keeps it, and others say what to do for one.
    await page.getByRole('button', { name: 'SearchPosts' }).click()
    await page.locator('.result-window').getByText('Run the query with Ctrl-Enter').waitFor()
    await page.getByRole('button', { name: 'FirstLook' }).click()
    await expect.poll(() => answerText(page)).toContain('"followersCount"')
    expect(first()).toBe(2)
  })

  test('has the colours of the page in light and dark, and follows its switch', async () => {
    const { page } = watched
    await page.goto('/graphql')
    await whole(page)
    const colours = () =>
      page.evaluate<{ back: string[]; keyword: string; accent: string }>(`(() => {
        const colourOf = (element, name) => getComputedStyle(element)[name]
        const probe = document.body.appendChild(Object.assign(document.createElement('i'), { style: 'color: var(--accent)' }))
        const accent = colourOf(probe, 'color')
        probe.remove()
        const keyword = [...document.querySelectorAll('.graphiql-query-editor .view-line span span')].find((one) => one.innerText === 'query')
        return {
          back: [document.body, document.querySelector('.graphiql-container')].map((one) => colourOf(one, 'backgroundColor')),
          keyword: keyword && colourOf(keyword, 'color'),
          accent
        }
      })()`)
    const agree = async () => {
      const { back, keyword, accent } = await colours()
      return back[0] === back[1] && keyword === accent
    }
    await expect.poll(agree).toBe(true)
    const { accent } = await colours()
    await page.getByRole('button', { name: 'Dark colours' }).click()
    await expect.poll(agree).toBe(true)
    expect((await colours()).accent).not.toBe(accent)
    // There is one switch.
    await page.getByRole('button', { name: 'Settings' }).click()
    expect(await page.getByRole('dialog').innerText()).not.toContain('Theme')
  })

  test.each(['light', 'dark'] as const)(
    'fits a phone of 320 pixels in %s, with everything in reach',
    async (colorScheme) => {
      const page = await again({ colorScheme, viewport: { width: 320, height: 700 }, reducedMotion: 'reduce' })
      await page.goto('/graphql')
      await expect.poll(() => plain(page).answer.textContent()).toContain('"followersCount"')
      expect(await page.evaluate('scrollY')).toBe(0)
      await plain(page).open.click()
      await whole(page)
      for (const name of ['Documentation', 'Query builder', 'History']) {
        await panelButton(page, name).click()
        await page.locator('.graphiql-plugin').getByText(name.slice(0, 3)).first().waitFor()
        expect([name, await sidewaysScroll(page)]).toEqual([name, 0])
      }
      await panelButton(page, 'History').click()
      await execute(page, 'FirstLook')
      await expect.poll(() => answerText(page)).toContain('"data"')
      const { key } = plain(page)
      for (const part of [key, page.getByRole('button', { name: 'Share' }), page.locator('.graphiql-execute-button')]) {
        const { x = -1, width = 0 } = (await part.boundingBox()) ?? {}
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x + width).toBeLessThanOrEqual(320)
      }
      const [query, answer] = await Promise.all(
        ['.graphiql-editors', '.graphiql-response'].map((part) => page.locator(part).boundingBox())
      )
      expect(answer?.y).toBeGreaterThanOrEqual((query?.y ?? 0) + (query?.height ?? 0))
      expect(await moderateViolations(page)).toEqual([])
      expect(
        await page.evaluate(`document.getAnimations().filter(({ playState }) => playState === 'running').length`)
      ).toBe(0)
      await page.screenshot({ path: join(screenshotFolder, `graphiql-320-${colorScheme}.png`), fullPage: true })
    }
  )
})
