import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer, testKey } from '../server.ts'
import { hasNoChromium } from './chromium.ts'
import { answerText, execute, panelButton, plain, questions, textOf, whole } from './graphiql-page.ts'
import { pageInTurn, startOwnPages } from './own-pages.ts'

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

  test.each([1280, 2560])('query and answer share a window of %i pixels', async (width) => {
    const page = await again({ viewport: { width, height: 900 } })
    await page.goto('/graphql')
    await whole(page)
    await expect.poll(() => share(page)).toBeCloseTo(0.5, 1)
    expect((await widthOf(page, '.graphiql-editors')) + (await widthOf(page, '.graphiql-response'))).toBeGreaterThan(
      width * 0.85
    )
    // No line is cut.
    expect(
      await page.evaluate(`monaco.editor.getEditors()
        .filter((editor) => /operation|response/.test(editor.getModel().uri.path))
        .filter((editor) => editor.getScrollWidth() > editor.getLayoutInfo().contentWidth).length`)
    ).toBe(0)
  })

  test('panels of documents and of the query builder open when asked for', async () => {
    const { page } = watched
    await page.goto('/graphql')
    await whole(page)
    await panelButton(page, 'Documentation Explorer').click()
    await page.locator('.graphiql-plugin').getByText('Docs', { exact: true }).waitFor()
    await panelButton(page, 'GraphiQL Explorer').click()
    await page.locator('.graphiql-explorer-root').getByText('followersCount').first().waitFor()
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

    await key.fill('another')
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
    await panelButton(page, 'Documentation Explorer').click()
    await page
      .getByRole('link', { name: 'Scorecard', exact: true })
      .or(page.getByText('ScorecardScores'))
      .first()
      .waitFor()
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

  test('says where errors are in the query as it is written', async () => {
    const { page } = watched
    // Printed anew, the query would have the field elsewhere.
    const query =
      'query Nobody {\n\n  # A comment.\n  user(by: {username: "no-such-user"})\n  {\n    displayName\n  }\n}'
    await page.goto(addressOf(query))
    await whole(page)
    await execute(page, 'Nobody')
    await expect.poll(() => answerText(page)).toContain('NOT_FOUND')
    expect(JSON.parse(await answerText(page)).errors[0].locations).toEqual([{ line: 4, column: 3 }])
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
  })
})
