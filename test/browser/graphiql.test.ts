import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { examples } from '../../src/services/examples.ts'
import { gatedSource } from '../gated-source.ts'
import { startServer, type TestServer, testKey } from '../server.ts'
import { moderateViolations, sidewaysScroll } from './accessibility.ts'
import { hasNoChromium } from './chromium.ts'
import { startOwnServer } from './explorer-server.ts'
import { answerText, execute, plain, questions, whole } from './graphiql-page.ts'
import { pageInTurn, startOwnPages } from './own-pages.ts'

const ownQuery = `query Asked($username: String!) {\n  user(by: { username: $username }) {\n    displayName\n  }\n}\n`
const ownVariables = JSON.stringify({ username: examples.username }, null, 2)
const ownAddress = (more: Readonly<Record<string, string>> = {}) =>
  `/graphql?${new URLSearchParams({ query: ownQuery, variables: ownVariables, ...more })}`

const partsAddress = `/graphql?${new URLSearchParams({
  query: `query Parts {\n  user(by: { username: "${examples.username}" }) {\n    displayName\n    ... @defer {\n      followers(first: 1) {\n        nodes {\n          id\n        }\n      }\n    }\n  }\n}\n`
})}`

describe.skipIf(hasNoChromium)('GraphiQL in a browser', () => {
  const own = startOwnPages()
  const watched = pageInTurn(own)
  const { again } = watched
  let configured: TestServer
  beforeAll(async () => {
    configured = await startServer()
  })
  afterAll(() => configured?.close())

  /** Keeps the editor on its way until it is let in. */
  const holdEditor = async (page: Page) => {
    let letIn = () => {}
    const held = new Promise<void>((resolve) => {
      letIn = resolve
    })
    await page.route('**/graphiql.js', async (route) => {
      await held
      await route.continue()
    })
    return () => letIn()
  }
  const focused = (page: Page) => page.evaluate<string>('document.activeElement.tagName')
  test('opens with tabs of example operations, each of which runs as it stands', async () => {
    const { page } = watched
    await page.goto('/graphql')
    await whole(page)
    const tabs = page.locator('.graphiql-tab-button')
    const editor = page.locator('.graphiql-query-editor .view-lines')
    const count = await tabs.count()
    expect(count).toBeGreaterThanOrEqual(5)
    for (let index = 0; index < count; index += 1) {
      const tab = tabs.nth(index)
      await tab.click()
      // A tab is named after its operation.
      const operation = (await tab.innerText()).trim()
      await expect.poll(() => editor.innerText()).toMatch(new RegExp(`query\\s${operation}\\b`))
      await execute(page, operation)
      await expect.poll(() => answerText(page)).toContain('"data"')
      expect(await answerText(page)).not.toContain('"errors"')
    }
  })

  test('shows deferred parts as they arrive', async () => {
    const { wrap, open } = gatedSource(['userFollowers'])
    const slow = await startOwnServer({ wrapSource: wrap })
    onTestFinished(() => slow.close())
    const page = await again({}, slow.url)
    await page.goto(partsAddress)
    await whole(page)
    await execute(page, 'Parts')
    const results = () => page.locator('.result-window .view-lines').innerText()
    await expect.poll(results).toContain('"displayName"')
    expect(await results()).not.toContain('"followers"')
    open()
    await expect.poll(results).toContain('"followers"')
    const { data, errors } = JSON.parse(await answerText(page))
    expect([errors, data.user]).toEqual([
      undefined,
      { displayName: expect.any(String), followers: { nodes: [{ id: expect.any(String) }] } }
    ])
  })

  test('stopped while it waits for a part, lets the server stop as well', async () => {
    const { wrap, ended } = gatedSource(['userFollowers'])
    const slow = await startOwnServer({ wrapSource: wrap })
    onTestFinished(() => slow.close())
    const page = await again({}, slow.url)
    await page.goto(partsAddress)
    await whole(page)
    await execute(page, 'Parts')
    await expect.poll(() => answerText(page)).toContain('"displayName"')
    await page.getByRole('button', { name: /^Stop query/ }).click()
    await expect.poll(() => ended).toEqual(['userFollowers'])
  })

  test('is there for reading, writing and running before the editor has come, and keeps what was done then', async () => {
    const { page } = watched
    const letIn = await holdEditor(page)
    await page.goto('/graphql')
    const { query, variables, answer, state, open } = plain(page)
    expect(await query.inputValue()).toContain('query FirstLook')
    expect(await page.getByRole('link', { name: 'clipgraph', exact: true }).getAttribute('href')).toBe('/')
    await query.fill(ownQuery)
    await variables.fill(ownVariables)
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => answer.textContent()).toContain('"displayName"')
    await expect.poll(() => state.textContent()).toBe('Answered, 200.')
    letIn()
    // Whoever writes is not interrupted.
    await open.waitFor()
    expect(await query.inputValue()).toBe(ownQuery)
    const asked = questions(page)
    await open.click()
    await whole(page)
    const lines = (part: string) => page.locator(`${part} .view-lines`).first()
    await expect.poll(() => lines('.graphiql-query-editor').innerText()).toMatch(/query\sAsked/)
    await expect.poll(() => lines('.result-window').innerText()).toContain('"displayName"')
    await expect.poll(() => lines('.graphiql-editor-tool').innerText()).toContain(examples.username)
    expect(asked.filter((text) => text.includes('Asked'))).toEqual([])
    expect(await focused(page)).toBe('MAIN')
  })

  test('works without the editor where that cannot be loaded, and loads it when asked again', async () => {
    const { page } = watched
    await page.route('**/graphiql.js', (route) => route.abort(), { times: 1 })
    await page.goto('/graphql')
    const { query, run, answer, state, open } = plain(page)
    await expect.poll(() => state.textContent()).toContain('could not be loaded')
    await query.fill('query Again { __typename }')
    await run.click()
    await expect.poll(() => answer.textContent()).toContain('"__typename"')
    watched.complaints.length = 0
    // Asked for once more, it may come.
    await open.click()
    await whole(page)
    expect(await answerText(page)).toContain('"__typename"')
  })

  test('lays out a query and its variables', async () => {
    const { page } = watched
    const query = 'query Asked($username:String!){user(by:{username:$username}){displayName}}'
    const variables = '{"username":"x",   "more":[{"a":null}]}'
    await page.goto(`/graphql?${new URLSearchParams({ query, variables })}`)
    await whole(page)
    await page.getByRole('button', { name: /^Prettify query/ }).click()
    // The editor's elements stand in no order.
    const lines = async (part: string) => {
      const shown = await page.evaluate<string[]>(
        `[...document.querySelector('${part} .view-lines').querySelectorAll('.view-line')]
          .sort((one, other) => one.offsetTop - other.offsetTop)
          .map(({ innerText }) => innerText)`
      )
      return shown.join('\n').replaceAll('\u00a0', ' ').trimEnd().split('\n')
    }
    await expect
      .poll(() => lines('.graphiql-query-editor'))
      .toEqual([
        'query Asked($username: String!) {',
        '  user(by: {username: $username}) {',
        '    displayName',
        '  }',
        '}'
      ])
    await expect
      .poll(() => lines('.graphiql-editor-tool'))
      .toEqual(['{', '  "username": "x",', '  "more": [', '    {', '      "a": null', '    }', '  ]', '}'])
  })

  test('a query that a page of this server leads to is run with its variables, once', async () => {
    const { page } = watched
    await page.goto('/docs')
    const asked = questions(page)
    await page.evaluate(`location.href = ${JSON.stringify(ownAddress({ run: '' }))}`)
    await whole(page)
    await expect.poll(() => page.locator('.result-window').innerText()).toContain('"displayName"')
    await expect.poll(() => page.locator('.graphiql-editor-tool').innerText()).toContain(examples.username)
    expect(asked.filter((text) => text.includes('Asked'))).toHaveLength(1)
    await page.reload()
    await whole(page)
    expect(asked.filter((text) => text.includes('Asked'))).toHaveLength(1)
  })

  test('a query that came from elsewhere waits until it is run', async () => {
    const { page } = watched
    const asked = questions(page)
    await page.goto(ownAddress({ run: '' }))
    await whole(page)
    await expect.poll(() => page.locator('.graphiql-query-editor').innerText()).toMatch(/query\sAsked/)
    expect(asked.filter((text) => text.includes('Asked'))).toEqual([])
  })

  test('asks for a key where it has none, and knows the one that was typed in the explorer', async () => {
    const page = await again({ viewport: { width: 390, height: 844 } }, configured.url)
    await page.goto('/graphql')
    const { key, run, answer, state } = plain(page)
    await run.click()
    expect(await state.textContent()).toBe('A key is needed.')
    await page.keyboard.type(testKey)
    await page.keyboard.press('Enter')
    await expect.poll(() => answer.textContent()).toContain('"followersCount"')
    await page.goto('/docs')
    await page.goto('/graphql')
    expect(await key.inputValue()).toBe(testKey)
    await key.fill('wrong')
    await key.press('Enter')
    await expect.poll(() => answer.textContent()).toContain('UNAUTHORIZED')
    await expect.poll(() => watched.complaints).toHaveLength(1)
    watched.complaints.length = 0
  })

  test('what is wrong with variables is told beside them', async () => {
    const page = await again({ viewport: { width: 390, height: 844 } })
    await page.goto('/graphql')
    const { variables, run, state } = plain(page)
    await variables.fill('{"first":')
    await run.click()
    expect(await state.textContent()).toBe('The variables are not JSON.')
    await page.getByLabel('Example').selectOption({ label: 'SearchPosts' })
    expect(JSON.parse(await variables.inputValue())).toHaveProperty('keyword')
  })

  test('light and dark follow the switch of all pages, and the choice holds', async () => {
    const { page } = watched
    await page.goto('/docs/guides')
    await page.getByRole('button', { name: 'Dark colours' }).click()
    await page.goto('/graphql')
    await whole(page)
    await page.locator('body.graphiql-dark').waitFor()
    await page.getByRole('button', { name: 'Dark colours', pressed: true }).click()
    await page.locator('body.graphiql-light').waitFor()
    await page.goto('/docs')
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
  })

  test('costs little at the second visit: its files are there already', async () => {
    const { page } = watched
    await page.goto('/graphql')
    await whole(page)
    const load = () =>
      page.evaluate(() =>
        [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => {
          // Entries of both kinds tell it.
          const { name, transferSize } = entry as PerformanceResourceTiming
          return [name, transferSize] as const
        })
      )
    const filesIn = (loaded: Awaited<ReturnType<typeof load>>) => loaded.filter(([name]) => name.includes('/graphiql/'))
    // Workers of the editor load by themselves, after all else, and some of them only at the second visit.
    await expect.poll(async () => (await load()).some(([name]) => /worker/.test(name))).toBe(true)
    const first = new Set(filesIn(await load()).map(([name]) => name))
    expect(first.size).toBeGreaterThanOrEqual(3)
    await page.goto('/graphql')
    await whole(page)
    const loaded = await load()
    const again = filesIn(loaded).filter(([name]) => first.has(name))
    expect(again.length).toBeGreaterThanOrEqual(2)
    expect(again.filter(([, bytes]) => bytes > 0)).toEqual([])
    expect(loaded.find(([name]) => name.endsWith('/graphql'))?.[1]).toBeLessThan(20_000)
  })

  test('a small window keeps the small editor, the panes below each other, until it asks for GraphiQL', async () => {
    const page = await again({ viewport: { width: 390, height: 844 } })
    const files: string[] = []
    page.on('request', (request) => files.push(new URL(request.url()).pathname))
    await page.goto('/graphql')
    const { query, answer, run, open } = plain(page)
    await open.waitFor()
    expect(files.filter((path) => path.endsWith('/graphiql.js'))).toEqual([])
    const boxes = await Promise.all([query, answer].map((part) => part.boundingBox()))
    expect(boxes[1]?.y).toBeGreaterThan((boxes[0]?.y ?? 0) + (boxes[0]?.height ?? 0))
    // Wherever the page is scrolled to, the button to run is on it.
    await answer.scrollIntoViewIfNeeded()
    await page.evaluate('scrollTo(0, 0)')
    await run.click()
    await expect.poll(() => answer.textContent()).toContain('"data"')
    // And what came is in sight, below that button.
    const below = async () => ((await answer.boundingBox())?.y ?? 0) - ((await run.boundingBox())?.y ?? 0)
    await expect.poll(async () => (await answer.boundingBox())?.y).toBeLessThan(844 / 2)
    expect(await below()).toBeGreaterThan(30)
    expect(await sidewaysScroll(page)).toBe(0)
  })

  test('without scripts the query can be read, and nothing is offered that would not work', async () => {
    const page = await again({ javaScriptEnabled: false })
    await page.goto(ownAddress())
    expect(await page.locator('#query').inputValue()).toBe(ownQuery)
    expect(await page.getByRole('button').count()).toBe(0)
  })

  // What axe finds of colours is the same at each width, and of all else in each colour.
  test.each([
    ['light', 1280, [2560, 1280]],
    ['dark', 390, [320, 390]]
  ] as const)(
    'the small editor is accessible in %s, and fits windows around %i pixels wide',
    async (colorScheme, width, widths) => {
      const page = await again({ colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' })
      await page.route('**/graphiql.js', (route) => route.abort())
      await page.goto('/graphql')
      const { run, answer } = plain(page)
      await run.click()
      await expect.poll(() => answer.textContent()).toContain('"data"')
      expect(await moderateViolations(page)).toEqual([])
      for (const other of widths) {
        await page.setViewportSize({ width: other, height: 900 })
        await expect.poll(() => sidewaysScroll(page), { message: `${other}` }).toBe(0)
      }
      watched.complaints.length = 0
    }
  )
})
