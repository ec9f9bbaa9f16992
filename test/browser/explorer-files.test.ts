import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, type Route, routeOf, shortcutOf } from '../../src/surfaces/explorer/route.ts'
import { startServer, type TestServer } from '../server.ts'

const folder = new URL('../../built/explorer/', import.meta.url)
const built = (name: string) => readFileSync(new URL(name, folder))
const parts = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== 'explorer.js')

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

describe('the files of the explorer', () => {
  test('are small', () => {
    const size = (name: string) => gzipSync(built(name), { level: 9 }).length
    expect(size('explorer.js')).toBeLessThan(60_000)
    expect(size('explorer.css')).toBeLessThan(10_000)
    // What is loaded when it is seen.
    for (const name of parts) expect([name, size(name) < 60_000]).toEqual([name, true])
  })

  test('hold no path of the machine they were built on', () => {
    for (const name of ['explorer.js', ...parts]) {
      expect(built(name).toString()).not.toContain(process.cwd())
      expect(built(name).toString()).not.toMatch(/node_modules|sourceMappingURL/)
    }
  })

  test.each(['explorer.css', 'explorer.js', ...parts])(
    '%s has an address of its own contents, and is kept for good',
    async (name) => {
      const page = await (await fetch(server.url)).text()
      const path = `${/\/explorer\/[\w-]{12}\//.exec(page)?.[0]}${name}`
      const response = await fetch(server.url + path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe(
        `text/${name.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`
      )
      // What fits into one packet gains nothing.
      expect(response.headers.get('content-encoding')).toBe(built(name).length < 1_024 ? null : 'gzip')
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(await response.text()).toBe(built(name).toString())
      const plain = await fetch(server.url + path, { headers: { 'accept-encoding': 'identity' } })
      expect(plain.headers.get('content-encoding')).toBe(null)
      expect((await fetch(`${server.url}/explorer/000000000000/${name}`)).status).toBe(404)
    }
  )

  test('may do no more than ask this server', async () => {
    const policy = (await fetch(server.url)).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).not.toMatch(/unsafe|http|\*/)
  })
})

test('the page comes soon, even while the data source does not answer', async () => {
  const never = () => new Promise<never>(() => {})
  const stuck = await startServer({
    wrapSource: (source) => ({
      lookUp: never,
      page: never,
      ready: (signal) => source.ready(signal),
      close: () => source.close()
    })
  })
  try {
    const began = performance.now()
    const page = await (await fetch(stuck.url)).text()
    // It waits for a second; who waits for the data gets it after sixty, at the deadline.
    expect(performance.now() - began).toBeLessThan(30_000)
    expect(page).toContain('<div id="explorer"')
    expect(page).toContain('curl -H')
  } finally {
    await stuck.close()
  }
})

describe('the addresses of the explorer', () => {
  const routes: readonly Route[] = [
    { view: 'start' },
    { view: 'search', keyword: 'soup & bread #1', among: 'posts' },
    { view: 'search', keyword: 'мем', among: 'live' },
    { view: 'creator', username: '..', shows: 'posts' },
    { view: 'creator', username: 'maya.nguyen', shows: 'followers' },
    { view: 'sounds', sort: 'new' },
    { view: 'trending', kind: 'hashtags', window: 'week' },
    { view: 'trending', kind: 'posts', window: 'day' },
    { view: 'post', id: '7633399491942701016' },
    { view: 'live', id: '1' }
  ]
  test.each(routes)('%o leads back to itself', (route) => {
    expect(routeOf(new URL(addressOf(route), 'http://localhost').search)).toEqual(route)
  })

  test('one that says nothing is the start', () => {
    for (const search of ['', '?', '?search=', '?search=%20', '?creator=@', '?unknown=1']) {
      expect(routeOf(search)).toEqual({ view: 'start' })
    }
  })

  test('handles and addresses of posts are shortcuts, words are not', () => {
    expect(shortcutOf('@maya')).toEqual({ view: 'creator', username: 'maya', shows: 'posts' })
    expect(shortcutOf('https://www.clips.example/@maya/video/123?x=1')).toEqual({ view: 'post', id: '123' })
    for (const typed of ['maya', '@', '@a b', 'https://www.clips.example/@maya']) expect(shortcutOf(typed)).toBe(null)
  })
})
