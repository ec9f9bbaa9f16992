import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { startApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { seedDataset, seedDefaults } from '../../src/dataset/seed/seed.ts'
import { createLog } from '../../src/telemetry/log.ts'
import { launch } from '../browser/chromium.ts'

/**
 * How fast the explorer is, in the way Lighthouse tells it: first load in a fresh browser profile each time, and what people do
 * next. Prints medians of a few rounds, and what the bundle weighs. Takes about half a minute.
 */
const rounds = Number(process.argv[2] ?? 7)
const say = (text: string) => process.stdout.write(`${text}\n`)

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const taken = new Map<string, number[]>()
const note = (what: string, ms: number) => taken.set(what, [...(taken.get(what) ?? []), ms])

const timed = async (what: string, work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  note(what, performance.now() - began)
}

/** What the browser itself measured of the page it loaded. */
const loadTimes = (page: Page) =>
  page.evaluate<{ domContentLoaded: number; firstPaint: number; bytes: number }>(`(async () => {
    const [page] = performance.getEntriesByType('navigation')
    const firstPaint = await new Promise((resolve) => {
      new PerformanceObserver((list) => {
        const paint = list.getEntriesByName('first-contentful-paint')[0]
        if (paint !== undefined) resolve(paint.startTime)
      }).observe({ type: 'paint', buffered: true })
    })
    const loaded = [page, ...performance.getEntriesByType('resource')].filter(({ name }) => !name.includes('/media/'))
    return {
      domContentLoaded: page.domContentLoadedEventEnd,
      firstPaint,
      bytes: loaded.reduce((sum, { transferSize }) => sum + transferSize, 0)
    }
  })()`)

const round = async (browser: Browser, url: string) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await timed('first load: popular posts on show', async () => {
    await page.goto(url, { waitUntil: 'commit' })
    await page.locator('.tile').first().waitFor()
  })
  const { domContentLoaded, firstPaint, bytes } = await loadTimes(page)
  note('first load: DOMContentLoaded', domContentLoaded)
  note('first load: first contentful paint', firstPaint)
  note('first load: kB over the wire without pictures', bytes / 1_000)

  const option = page.getByRole('option')
  await timed('typing: suggestions on show (120 ms of it waiting for the typing to stop)', async () => {
    await page.getByRole('combobox').fill('home')
    await option.first().waitFor()
  })
  await timed('search: results on show', async () => {
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /Results/ }).waitFor()
    await page.locator('.tile').first().waitFor()
  })
  await timed('creator: scorecard and chart on show', async () => {
    await page.locator('.by a').first().click()
    await page.locator('.dial').waitFor()
    await page.locator('.chart canvas').waitFor()
  })
  await timed('back: results on show again', async () => {
    await page.goBack()
    await page.locator('.tile').first().waitFor()
  })
  await timed('reload of a creator with files kept', async () => {
    await page.goForward({ waitUntil: 'commit' })
    await page.reload({ waitUntil: 'commit' })
    await page.locator('.dial').waitFor()
  })
  await context.close()
}

const directory = mkdtempSync(join(tmpdir(), 'clipgraph-speed-'))
const dataset = join(directory, 'data.db')
await seedDataset({ path: dataset, ...seedDefaults })
const key = 'cg_page-speed'
const app = await startApp({
  config: readConfig({ PORT: '0', DATA_URL: `sqlite:${dataset}`, LOG_LEVEL: 'silent' }),
  log: createLog('silent'),
  keys: [key],
  demoKey: key
})
const browser = await launch()
try {
  for (let count = 0; count < rounds; count++) await round(browser, app.url)
} finally {
  await browser.close()
  await app.close()
  rmSync(directory, { recursive: true, force: true })
}

for (const [what, numbers] of taken)
  say(`${median(numbers).toFixed(0).padStart(6)} ${what.includes('kB') ? '  ' : 'ms'} ${what}`)
for (const name of ['explorer.js', 'explorer.css']) {
  const bytes = readFileSync(new URL(`../../src/site/landing/explorer/${name}`, import.meta.url))
  const kB = (size: number) => (size / 1_000).toFixed(1)
  say(`${name}: ${kB(bytes.length)} kB, ${kB(gzipSync(bytes, { level: 9 }).length)} kB in gzip`)
}
