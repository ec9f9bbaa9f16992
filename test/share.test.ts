import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../src/core/errors.ts'
import type { App } from '../src/host/app.ts'
import { examples } from '../src/services/examples.ts'
import { countedSource } from './counted-source.ts'
import { failingSource } from './failing-source.ts'
import { textOf } from './markup.ts'
import { startOwnKey } from './own-key.ts'
import { startServer } from './server.ts'

const ownKey = 'cg_key-of-this-run'

/** What a page says about itself, by the names of its tags. */
const aboutOf = (page: string) => ({
  title: textOf(/<title>(.*?)<\/title>/.exec(page)?.[1] ?? ''),
  canonical: textOf(/<link rel="canonical" href="(.*?)">/.exec(page)?.[1] ?? ''),
  tags: Object.fromEntries(
    [...page.matchAll(/<meta (?:name|property)="(.*?)" content="(.*?)">/g)].map(([, name = '', content = '']) => [
      name,
      textOf(content)
    ])
  )
})

const open = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers })
  return { status: response.status, headers: response.headers, ...aboutOf(await response.text()) }
}

/** As a request looks that a proxy on this machine passes on: its page carries no key. */
const fromElsewhere = { 'x-forwarded-for': '203.0.113.9' }

let own: App
beforeAll(async () => {
  own = await startOwnKey(ownKey)
})
afterAll(() => own.close())

describe('a page of the explorer says what its address shows', () => {
  test.each([
    ['/', /^clipgraph · Short-video data as one graph$/, /graph/],
    [`/?creator=${examples.username}`, /^Maya Nguyen .*\(@maya\.nguyen\) · clipgraph$/, /followers/],
    [`/?creator=@MAYA.nguyen&shows=reposts`, /^Reposts of Maya Nguyen .*\(@maya\.nguyen\) · clipgraph$/, /followers/],
    [`/?creator=${examples.username}&shows=followers`, /^Followers of Maya Nguyen/, /followers/],
    [`/?post=${examples.postId}`, /post by Maya Nguyen .* · clipgraph$/, /plays/],
    [`/?sound=${examples.soundId}`, /, sound by .* · clipgraph$/, /used in .* posts?/],
    [`/?hashtag=${examples.challengeId}`, /^#\S+ · clipgraph$/, /Posts with #/],
    [`/?place=${examples.placeId}`, /, place · clipgraph$/, /posts? tagged/],
    [`/?collection=${examples.collectionId}`, /, collection · clipgraph$/, /collection of/],
    [`/?effect=${examples.effectId}`, /, effect · clipgraph$/, /uses/],
    [`/?live=${examples.roomId}`, /live room of .* · clipgraph$/, /live room of @/],
    ['/?search=home+cook', /^Posts for home cook · clipgraph$/, /graph/],
    ['/?search=a&among=creators', /^Creators for a · clipgraph$/, /graph/],
    ['/?sounds=new', /^Newest sounds · clipgraph$/, /graph/]
  ])('%s', async (path, title, description) => {
    const page = await open(own.url + path)
    expect(page.status).toBe(200)
    expect(page.title).toMatch(title)
    expect(page.tags.description).toMatch(description)
    expect(page.tags).toMatchObject({
      'og:site_name': 'clipgraph',
      'og:description': page.tags.description,
      'og:url': page.canonical
    })
    expect(page.canonical.startsWith(`${own.url}/`)).toBe(true)
  })

  test('and the same thing has one address, however it was spelled', async () => {
    const addresses = ['/?creator=Maya.Nguyen', `/?creator=@${examples.username}&shows=posts&utm_source=mail`]
    for (const path of addresses) {
      expect((await open(own.url + path)).canonical).toBe(`${own.url}/?creator=${examples.username}`)
    }
  })

  test('a hashtag has the address of its number, by whichever name it was called', async () => {
    const byNumber = await open(`${own.url}/?hashtag=${examples.challengeId}`)
    const name = /^#(\S+)/.exec(byNumber.title)?.[1] ?? ''
    for (const called of [name, name.toUpperCase(), `#${name}`, ` # ${name} `]) {
      const page = await open(`${own.url}/?hashtag=${encodeURIComponent(called)}`)
      expect(page).toMatchObject({ status: 200, title: byNumber.title, canonical: byNumber.canonical })
      expect(page.tags['og:image']).toBe(byNumber.tags['og:image'])
    }
    for (const called of ['nosuchhashtaganywhere', '#', '%F0%9F%A6%84'.repeat(300)]) {
      const page = await open(`${own.url}/?hashtag=${encodeURIComponent(called)}`)
      expect(page).toMatchObject({ status: 404, title: 'No such hashtag · clipgraph' })
    }
  })

  test('a sound has the address of its number, by its title, author and flag, too', async () => {
    const facts = Buffer.from('Sound:~["Sunday Highway","The Cobalt Canopies",false]').toString('base64url')
    const [byFacts, byNumber] = [`${own.url}/?sound=${facts}`, `${own.url}/?sound=${examples.soundId}`]
    expect(await open(byFacts)).toMatchObject({ status: 200, canonical: byNumber, title: (await open(byNumber)).title })
  })

  test('what an address or the data say stays text', async () => {
    const page = await (await fetch(`${own.url}/?search=${encodeURIComponent('"><script>alert(1)</script>')}`)).text()
    expect(page).not.toContain('<script>alert')
    expect(aboutOf(page).title).toBe('Posts for "><script>alert(1)</script> · clipgraph')
  })
})

describe('an address that names nothing', () => {
  test.each([
    ['creator', '/?creator=nobody.here'],
    ['creator', '/?creator=..'],
    ['post', '/?post=1'],
    ['post', '/?post=not-a-number'],
    ['sound', '/?sound=1'],
    ['hashtag', '/?hashtag=1'],
    ['place', '/?place=1'],
    ['collection', '/?collection=1'],
    ['effect', '/?effect=1'],
    ['live room', '/?live=1']
  ])('of a %s is a page with status 404: %s', async (what, path) => {
    const page = await open(own.url + path)
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.title).toBe(`No such ${what} · clipgraph`)
    expect(page.tags.robots).toBe('noindex')
  })
})

describe('data are told to those only who may have them', () => {
  const byAddress = { status: 200, title: '@maya.nguyen · clipgraph' }

  test('a server with keys says no more than the address does, of what is there and what is not, and reads nothing', async () => {
    const source = countedSource()
    const server = await startServer({ wrapSource: source.wrap })
    try {
      await open(`${server.url}/`)
      source.take()
      expect(await open(`${server.url}/?creator=${examples.username}`)).toMatchObject(byAddress)
      expect(await open(`${server.url}/?creator=nobody.here`)).toMatchObject({ status: 200 })
      expect(await open(`${server.url}/?post=1`)).toMatchObject({ status: 200, title: 'Post · clipgraph' })
      expect(source.take()).toEqual([])
    } finally {
      await server.close()
    }
  })

  test('nor does one that made its own key to whoever gets no key with the page', async () => {
    expect(await open(`${own.url}/?creator=${examples.username}`, fromElsewhere)).toMatchObject(byAddress)
  })

  test('with PUBLIC_PREVIEWS everyone is told what an address names, and a key is needed for all else', async () => {
    const server = await startServer({ config: { publicPreviews: true } })
    try {
      const page = await open(`${server.url}/?creator=${examples.username}`, fromElsewhere)
      expect(page.title).toMatch(/^Maya Nguyen .*\(@maya\.nguyen\)/)
      expect((await open(`${server.url}/?creator=nobody.here`, fromElsewhere)).status).toBe(404)
      expect((await fetch(`${server.url}/api/v1/users/${examples.username}`)).status).toBe(401)
    } finally {
      await server.close()
    }
  })
})

describe('a data source that is slow or fails', () => {
  const withSource = async (wrap: Parameters<typeof startOwnKey>[1], work: (url: string) => Promise<void>) => {
    const app = await startOwnKey(ownKey, wrap)
    try {
      await work(app.url)
    } finally {
      await app.close()
    }
  }

  test('does not hold the page up: it says what its address does', async () => {
    await withSource(
      (source) => ({
        lookUp: () => new Promise<never>(() => {}),
        page: () => new Promise<never>(() => {}),
        ready: (signal) => source.ready(signal),
        close: () => source.close()
      }),
      async (url) => {
        const pages = await Promise.all(
          Array.from({ length: 40 }, (_, index) => open(`${url}/?creator=somebody.${index}`))
        )
        for (const [index, page] of pages.entries()) {
          expect(page).toMatchObject({ status: 200, title: `@somebody.${index} · clipgraph` })
        }
      }
    )
  })

  test('is no reason to say that something is not there', async () => {
    await withSource(
      (source) => failingSource(source, () => ({ thrown: new ApiError('UPSTREAM_ERROR') })),
      async (url) => {
        expect(await open(`${url}/?creator=${examples.username}`)).toMatchObject({ status: 200 })
      }
    )
  })
})

/** A PNG: its width and height in pixels. */
const pictureAt = async (url: string) => {
  const response = await fetch(url)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  return { size: [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] }
}

describe('the picture of a link', () => {
  test('is the icon of the site where the record has none, or one in SVG', async () => {
    for (const path of ['/', `/?creator=${examples.username}`, '/?creator=nobody.here']) {
      expect((await open(own.url + path)).tags['og:image']).toBe(`${own.url}/icon-512.png`)
    }
  })

  test('is the record’s own for whoever may know it', async () => {
    const picture = 'https://pictures.example/maya.jpeg'
    const app = await startOwnKey(ownKey, (source) => ({
      lookUp: async (kind, keys, signal) => {
        const found = await source.lookUp(kind, keys, signal)
        return found.map((each) => ({ ...each, avatar_url: picture })) as typeof found
      },
      page: source.page.bind(source),
      ready: (signal) => source.ready(signal),
      close: () => source.close()
    }))
    try {
      const address = `${app.url}/?creator=${examples.username}`
      expect((await open(address)).tags['og:image']).toBe(picture)
      expect((await open(address, fromElsewhere)).tags['og:image']).toBe(`${app.url}/icon-512.png`)
    } finally {
      await app.close()
    }
  })
})

describe('the explorer can be installed', () => {
  test('its manifest names icons that are as large as it says', async () => {
    const page = await (await fetch(own.url)).text()
    const [, manifestPath = ''] = /<link rel="manifest" href="(.*?)">/.exec(page) ?? []
    const response = await fetch(own.url + manifestPath)
    expect(response.headers.get('content-type')).toContain('application/manifest+json')
    const manifest = (await response.json()) as {
      name: string
      display: string
      icons: { src: string; sizes: string; purpose: string }[]
    }
    expect(manifest).toMatchObject({ name: 'clipgraph', start_url: '/', display: 'standalone' })
    expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(new Set(['any', 'maskable']))
    for (const { src, sizes } of manifest.icons) {
      expect((await pictureAt(own.url + src)).size.join('x')).toBe(sizes)
    }
    const [, touchIcon = ''] = /<link rel="apple-touch-icon" href="(.*?)">/.exec(page) ?? []
    expect((await pictureAt(own.url + touchIcon)).size).toEqual([180, 180])
  })
})

describe('a path that leads nowhere', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  test.each(['/nowhere', '/docs/nowhere', '/docs/errors/NONSENSE', '/media/nothing.svg', '/%zz'])(
    'is a page with ways on for people: %s',
    async (path) => {
      const response = await fetch(own.url + path, { headers: browser })
      expect(response.status).toBe(path === '/%zz' ? 400 : 404)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      const page = await response.text()
      expect(page).toMatch(/<title>(No such page|This page cannot be shown) · clipgraph<\/title>/)
      // It is none of the places that it leads to.
      expect(page).not.toContain('aria-current=')
      for (const link of ['/', '/graphql', '/docs', '/docs/schema', '/docs/guides']) {
        expect(page).toContain(`href="${link}"`)
      }
    }
  )

  test('and the envelope for programs, as below /api for everyone', async () => {
    for (const [path, headers] of [
      ['/nowhere', { accept: '*/*' }],
      ['/nowhere', {}],
      ['/api/v1/nowhere', { ...browser, 'x-gateway-key': ownKey }]
    ] as const) {
      const response = await fetch(own.url + path, { headers })
      expect(response.status).toBe(404)
      expect(((await response.json()) as { error: { code: string } }).error.code).toBe('NOT_FOUND')
    }
  })
})
