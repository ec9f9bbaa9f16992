import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { launch, openPage, type Watched } from './chromium.ts'
import { type OwnServer, startOwnServer } from './explorer-server.ts'

/** What the tests of a suite begin with. */
export type OwnPages = {
  readonly browser: Browser
  readonly server: OwnServer
  /** Opens a page of the server, or of another one. */
  open: (options?: BrowserContextOptions, url?: string) => Promise<Watched>
}

/** A browser and a server that made its own key, as long as the tests of this suite run. */
export const startOwnPages = (options: Parameters<typeof startOwnServer>[0] = {}): OwnPages => {
  let browser: Browser
  let server: OwnServer
  beforeAll(async () => {
    ;[browser, server] = await Promise.all([launch(), startOwnServer(options)])
  })
  afterAll(() => Promise.all([browser?.close(), server?.close()]))
  return {
    get browser() {
      return browser
    },
    get server() {
      return server
    },
    open: (more, url = server.url) => openPage(browser, url, more)
  }
}

/** A page for each test of this suite, or another one in its place. */
export type PageInTurn = {
  readonly page: Page
  /** What it complained about so far. */
  readonly complaints: string[]
  again: (options: BrowserContextOptions, url?: string) => Promise<Page>
}

/** When a test is over, nothing may be left that its page complained about, and nothing may have been asked of any other host. */
export const pageInTurn = (own: OwnPages, options: BrowserContextOptions = {}): PageInTurn => {
  let watched: Watched
  beforeEach(async () => {
    watched = await own.open(options)
  })
  afterEach(async () => {
    await watched.close()
    expect(watched.complaints).toEqual([])
    expect(watched.foreign).toEqual([])
  })
  return {
    get page() {
      return watched.page
    },
    get complaints() {
      return watched.complaints
    },
    async again(more, url) {
      await watched.close()
      watched = await own.open({ ...options, ...more }, url)
      return watched.page
    }
  }
}
