import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { isLeftOut } from '../ignored-terms.ts'

/** The shell has no window around its pages, which would be drawn too, and takes half as long. */
const shell = '/usr/bin/chromium-headless-shell'
const executablePath = process.env.CHROMIUM ?? (existsSync(shell) ? shell : '/usr/bin/chromium')

export const hasNoChromium: boolean = isLeftOut(
  existsSync(executablePath),
  `pages in a browser, as there is none at ${executablePath}; set CHROMIUM, or install it`
)

/** Only what hangs meets it. */
const maxWaitMs = 120_000

export const launch = (): Promise<Browser> =>
  // Containers often lack what the sandbox needs; only this project's own pages are opened.
  chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'], timeout: maxWaitMs })

/** A page, with what it complained about and every host it asked for something. */
export type Watched = { page: Page; complaints: string[]; foreign: string[]; close: () => Promise<void> }

export const openPage = async (
  browser: Browser,
  ownUrl: string,
  options: BrowserContextOptions = {}
): Promise<Watched> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, baseURL: ownUrl, ...options })
  const complaints: string[] = []
  const foreign: string[] = []
  const { host } = new URL(ownUrl)
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && url.host !== host) foreign.push(request.url())
  })
  // Pages that this one opens are waited for as long.
  context.setDefaultTimeout(maxWaitMs)
  const page = await context.newPage()
  return { page, complaints, foreign, close: () => context.close() }
}
