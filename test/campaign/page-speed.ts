import type { Browser, Page } from 'playwright-core'
import { moderateViolations } from '../browser/accessibility.ts'
import { launch } from '../browser/chromium.ts'
import { everyPage, settled } from '../browser/explorer-views.ts'
import { startOwnDataServer } from '../browser/own-data-server.ts'
import { paintsOf, watchPaints } from '../browser/paints.ts'

/**
 * How fast every page is and what axe finds on it: first visits, each in a fresh browser profile, on a fast line and on a slow one; then what
 * people do next in the explorer. Prints medians, and ends with 1 where a page is beyond a limit. `npm run campaign -- page-speed 5 sound`: rounds, three unless
 * said, and the pages whose names contain a word; a round of all takes two minutes.
 */
const [rounds, named] = [Number(process.argv[2] ?? 3), process.argv[3] ?? '']
const say = (text: string) => process.stdout.write(`${text}\n`)

/** What a page may take on the slow line until it can be used and until its largest part is painted, what it may load, and how far it may shift. */
const limits = { usableMs: 2_500, largestMs: 4_000, kB: 200, shift: 0.1 } as const

/** Slow 4G as Lighthouse has it, on a phone whose processor is a quarter as fast as this one. */
const slow = { latency: 150, downloadThroughput: (1_600 * 1_024) / 8, uploadThroughput: (750 * 1_024) / 8 } as const
const slowerProcessor = 4

type Line = 'fast' | 'slow'
type Visit = {
  kB: number
  paintMs: number
  largestMs: number
  usableMs: number
  shift: number
  findings: readonly string[]
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Its entry may come a little after the content. */
const firstPaint = async (page: Page) => {
  const entry = await page.waitForFunction<number>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`
  )
  return entry.jsonValue()
}

/** A first visit. A view can be used when it shows what it is about, GraphiQL when a query can be typed, other pages when they are read. */
const visit = async (browser: Browser, address: string, line: Line): Promise<Visit> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript({ content: watchPaints })
  const devtools = await context.newCDPSession(page)
  let bytes = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await devtools.send('Network.enable')
  if (line === 'slow') {
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...slow })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor })
  }
  const began = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await settled(page)
  if (address.endsWith('/graphql')) await page.getByRole('textbox').first().waitFor()
  const usableMs = performance.now() - began
  const kB = bytes / 1_000
  const paintMs = await firstPaint(page)
  // What is loaded behind the first content may shift it.
  await page.waitForLoadState('networkidle')
  const { largestMs, shift } = await paintsOf(page)
  const findings = line === 'fast' ? await moderateViolations(page) : []
  await context.close()
  return { kB, paintMs, largestMs, usableMs, shift, findings }
}

const taken = new Map<string, number[]>()

const timed = async (what: string, work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  taken.set(what, [...(taken.get(what) ?? []), performance.now() - began])
}

/** What people do next, with the first visit behind them. */
const goOn = async (browser: Browser, url: string) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.goto(url)
  await settled(page)
  const option = page.getByRole('option')
  await timed('typing: suggestions on show (120 ms of it waiting for the typing to stop)', async () => {
    await page.getByRole('combobox').fill('home')
    await option.first().waitFor()
  })
  await timed('search: results on show', async () => {
    await page.keyboard.press('Enter')
    await page.locator('h1.results').waitFor()
    await page.locator('.tile').first().waitFor()
  })
  await timed('creator: scorecard and chart on show', async () => {
    await page.locator('.by a').first().click()
    await page.locator('.dial').waitFor()
    await page.locator('.chart svg').first().waitFor()
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

const number = (value: number, digits: number, limit = Number.POSITIVE_INFINITY) =>
  `${value.toFixed(digits)}${value > limit ? '!' : ' '}`.padStart(9)
const seconds = (
  visits: readonly Visit[],
  what: 'paintMs' | 'largestMs' | 'usableMs',
  limitMs = Number.POSITIVE_INFINITY
) => number(median(visits.map((visit) => visit[what])) / 1_000, 2, limitMs / 1_000)
const shift = (visits: readonly Visit[]) => number(median(visits.map((visit) => visit.shift)), 3, limits.shift)

const server = await startOwnDataServer()
const browser = await launch()
const findings: string[] = []
let isBeyond = false
try {
  say(
    `A first visit, medians of ${rounds}. Limits: usable within ${limits.usableMs / 1_000} s and its largest part painted within ${limits.largestMs / 1_000} s on the slow line, ${limits.kB} kB before, a layout shift of ${limits.shift}; ! is beyond.`
  )
  say('slow: 1.6 Mbit/s, 150 ms, a processor a quarter as fast')
  say(`${''.padEnd(24)}       kB    paint  largest   usable    shift    paint  largest   usable    shift      axe`)
  say(`${''.padEnd(24)}             fast s   fast s   fast s     fast   slow s   slow s   slow s     slow findings`)
  for (const [name, path] of everyPage.filter(([name]) => name.includes(named))) {
    const visits: Record<Line, Visit[]> = { fast: [], slow: [] }
    for (let count = 0; count < rounds; count++) {
      for (const line of ['fast', 'slow'] as const) visits[line].push(await visit(browser, server.url + path, line))
    }
    const { fast, slow } = visits
    const kB = median(fast.map((visit) => visit.kB))
    const found = fast[0]?.findings ?? []
    findings.push(...found.map((finding) => `${name}: ${finding}`))
    const row = [
      number(kB, 1, limits.kB),
      seconds(fast, 'paintMs'),
      seconds(fast, 'largestMs'),
      seconds(fast, 'usableMs'),
      shift(fast),
      seconds(slow, 'paintMs'),
      seconds(slow, 'largestMs', limits.largestMs),
      seconds(slow, 'usableMs', limits.usableMs),
      shift(slow),
      number(found.length, 0, 0)
    ].join('')
    isBeyond ||= row.includes('!')
    say(`${name.padEnd(24)}${row}`)
  }
  for (let count = 0; count < rounds; count++) await goOn(browser, server.url)
} finally {
  await browser.close()
  await server.close()
}
for (const finding of findings) say(finding)
say('\nWhat people do next, on the fast line:')
for (const [what, numbers] of taken) say(`${median(numbers).toFixed(0).padStart(6)} ms ${what}`)
process.exitCode = isBeyond ? 1 : 0
