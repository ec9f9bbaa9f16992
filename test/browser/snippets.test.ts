import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { examples } from '../../src/services/examples.ts'
import { isLeftOut } from '../ignored-terms.ts'
import { hasNoChromium } from './chromium.ts'
import { pageInTurn, startOwnPages } from './own-pages.ts'

const run = promisify(execFile)
const isThere = (command: string) =>
  run(command, ['--version']).then(
    () => true,
    () => false
  )
const hasNo = async (command: string) =>
  isLeftOut(await isThere(command), `snippets for ${command}, as there is none`, { evenInCi: true })

/** The client is found under the name it has where it is installed. */
const client = new URL('../../src/surfaces/client/client.ts', import.meta.url)
const installed = `data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module'
registerHooks({ resolve: (name, context, next) => next(name === 'clipgraph/client' ? '${client}' : name, context) })`
)}`
const project = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a snippet as it was copied, and gives what it prints. */
const runners: Readonly<Record<string, (text: string) => Promise<{ stdout: string }>>> = {
  curl: (text) => run('sh', ['-c', text]),
  fetch: (text) => run(process.execPath, ['--input-type=module', '-e', text]),
  TypeScript: (text) =>
    run(process.execPath, ['--import', installed, '--input-type=module-typescript', '-e', text], { cwd: project }),
  Python: (text) => run('python3', ['-c', text])
}

describe.skipIf(hasNoChromium)('snippets of the REST reference', async () => {
  const missing: Readonly<Record<string, boolean>> = { curl: await hasNo('curl'), Python: await hasNo('python3') }
  const watched = pageInTurn(startOwnPages(), { permissions: ['clipboard-read', 'clipboard-write'] })

  const copied = async (page: Page, operation: string): Promise<string> => {
    await page.locator(`#${operation} [data-request]`).getByRole('button', { name: 'Copy: Request' }).click()
    return page.evaluate<string>('navigator.clipboard.readText()')
  }

  test.each(Object.keys(runners))('%s runs as it was copied, whatever was typed', async (kind) => {
    if (missing[kind]) return
    const { page } = watched
    await page.goto('/docs')
    const operation = (id: string) => page.locator(`#${id}`)
    await operation('getUser').getByRole('tab', { name: kind }).click()
    const answer = async (id: string) => {
      const { stdout } = (await runners[kind]?.(await copied(page, id))) ?? { stdout: '' }
      return stdout
    }
    expect(await answer('getUser')).toContain(examples.username)
    await operation('listUserPosts').getByRole('textbox', { name: 'count' }).fill('2')
    expect((await answer('listUserPosts')).match(/post_?id/gi)).toHaveLength(2)
    await operation('search').getByRole('textbox', { name: 'keyword' }).fill(`it's "a\\b" \${c} $(d) \`e\` طبخ`)
    expect(await answer('search')).toMatch(/pagination|nodes/)
  })

  test('one choice holds for all of them and for the next visit, and is made by keyboard too', async () => {
    const { page } = watched
    await page.goto('/docs')
    const tabs = (id: string) => page.locator(`#${id}`).getByRole('tab')
    const tab = (id: string, name: string) => page.locator(`#${id}`).getByRole('tab', { name })
    expect(await tabs('getUser').allTextContents()).toEqual(['curl', 'fetch', 'TypeScript', 'Python'])
    const last = tab('getCreatorScorecard', 'Python')
    await last.scrollIntoViewIfNeeded()
    const before = await last.boundingBox()
    await last.click()
    // What was pressed does not move, though everything above it became longer.
    expect(Math.abs(((await last.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2)
    expect(await tab('getUser', 'Python').getAttribute('aria-selected')).toBe('true')
    expect(await page.locator('#getUser').getByRole('tabpanel').textContent()).toContain('import urllib.request')
    await page.reload()
    expect(await tab('getUser', 'Python').getAttribute('aria-selected')).toBe('true')
    await tab('getUser', 'Python').focus()
    await page.keyboard.press('ArrowRight')
    expect(await tab('getUser', 'curl').evaluate((element) => element === element.ownerDocument.activeElement)).toBe(
      true
    )
    expect(await tab('getSound', 'curl').getAttribute('aria-selected')).toBe('true')
  })
})
