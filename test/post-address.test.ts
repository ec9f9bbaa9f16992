import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import { readPostAddress } from '../src/records/identifiers.ts'
import { shortcutOf } from '../src/surfaces/explorer/route.ts'
import { startServer, type TestServer } from './server.ts'

/** What stands behind the host of the platform's addresses of a post, by its id. */
const forms: readonly ((id: string) => string)[] = [
  (id) => `/@some.one/video/${id}`,
  (id) => `/@some.one/photo/${id}`,
  (id) => `/@some.one/note/${id}`,
  (id) => `/video/${id}`,
  (id) => `/v/${id}.html`,
  (id) => `/v/${id}`,
  (id) => `/embed/${id}`,
  (id) => `/embed/v2/${id}`,
  (id) => `/player/v1/${id}`,
  (id) => `/share/video/${id}`,
  (id) => `/share/item/${id}`,
  (id) => `/i18n/share/video/${id}/`,
  (id) => `/foryou?item_id=${id}`,
  (id) => `/?lang=en&item_id=${id}`
]
const hosts = ['www.clips.example', 'm.clips.example', 'clips.example', 'CLIPS.example:8443', '127.0.0.1']
const anId = fc.stringMatching(/^\d{1,20}$/)

describe('the address of a post', () => {
  test('gives its id in every form, at every host, in any case, whatever is around it', () => {
    fc.assert(
      fc.property(
        anId,
        fc.constantFrom(...forms),
        fc.constantFrom(...hosts),
        fc.constantFrom('https://', 'http://', 'HTTPS://'),
        fc.constantFrom('', 'x=1', 'u=/video/2&lang=en'),
        fc.constantFrom('', '#t=5', '#/video/3'),
        fc.boolean(),
        (id, form, host, scheme, query, fragment, isUpperCase) => {
          const path = form(id)
          const spelled = isUpperCase && !path.includes('?') ? path.toUpperCase() : path
          const joined = query === '' ? spelled : `${spelled}${spelled.includes('?') ? '&' : '?'}${query}`
          expect(readPostAddress(scheme + host + joined + fragment)).toEqual({ id })
        }
      )
    )
  })

  test('is nothing where no id is named for sure', () => {
    const id = '7633399491942701016'
    for (const text of [
      `https://clips.example/music/song-${id}`,
      `https://clips.example/@video/${id}`,
      `https://clips.example/@v/live/${id}`,
      `https://clips.example/place/town-${id}`,
      `https://clips.example/share/music/${id}`,
      `https://clips.example/share/user/${id}`,
      `https://clips.example/v/${id}.htm`,
      `https://clips.example/v/${id}x`,
      `https://clips.example/video/${id}00`,
      `https://clips.example/embed/@some.one`,
      `https://clips.example/player/${id}`,
      `https://clips.example/?item_id=${id}&item_id=1`,
      `https://clips.example/?item_id=${id}x`,
      'https://clips.example/?item_id=',
      `https://clips.example/?q=/video/${id}`,
      `https://clips.example/#/video/${id}`,
      `ftp://clips.example/video/${id}`,
      'https://clips.example/@some.one',
      'https://clips.example/'
    ]) {
      expect([text, readPostAddress(text)]).toEqual([text, null])
    }
  })

  test('differs from a short link, which leads to one', () => {
    for (const text of [
      'https://vm.clips.example/ZMabc123/',
      'vt.clips.example/ZSabc123',
      'https://www.clips.example/t/ZTabc123/?x=1',
      'https://v.clips.example/iAbc-123/'
    ]) {
      expect([text, readPostAddress(text)]).toEqual([text, 'short link'])
    }
  })

  test('is read out of any text without a failure, and gives nothing that is not in it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true })), (text) => {
        const address = readPostAddress(text)
        if (address !== null && address !== 'short link') {
          expect(address.id).toMatch(/^\d{1,20}$/)
          expect(text).toContain(address.id)
        }
      })
    )
  })

  test('leads on in the explorer where it is typed with its scheme', () => {
    for (const form of forms) {
      expect(shortcutOf(`https://www.clips.example${form('123')}`)).toEqual({ view: 'post', id: '123' })
    }
    expect(shortcutOf('https://vm.clips.example/ZMabc123/')).toBe(null)
  })
})

describe('posts that were imported', () => {
  const posts = forms.map((form, index) => {
    const id = `76200000000000002${10 + index}`
    return {
      id,
      share_url: `https://m.clips.example${form(id)}`,
      desc: `post ${index}`,
      createTime: 1_780_000_000 + index
    }
  })
  let folder: string
  let server: TestServer
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clipgraph-addresses-'))
    const file = join(folder, 'web.json')
    const author = { id: '1', uniqueId: 'some.one', nickname: 'Some One' }
    const stats = { playCount: 1, diggCount: 1, commentCount: 0, shareCount: 0 }
    writeFileSync(file, JSON.stringify({ itemList: posts.map((post) => ({ ...post, author, stats, video: {} })) }))
    await importFiles({ inputs: [file], path: join(folder, 'data.db') })
    server = await startServer({ dataset: join(folder, 'data.db') })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('are found by the addresses that the server gives, over REST and in the graph', async () => {
    for (const { id, share_url } of posts) {
      const { body } = await server.get<{ share_url: string }>(`/api/v1/posts?videoId=${id}`)
      expect(body.data.share_url).toBe(share_url)
      const found = await server.get(`/api/v1/posts?url=${encodeURIComponent(share_url)}`)
      expect([share_url, found.status, found.body.data]).toEqual([share_url, 200, body.data])
      const { data } = await server.query('query ($url: String!) { post(by: { url: $url }) { postId } }', {
        url: share_url
      })
      expect(data).toEqual({ post: { postId: id } })
    }
  })

  test('are not looked for by a link that leads to one: the answer says what to give instead', async () => {
    const url = 'https://vm.clips.example/ZMabc123/'
    const { status, body } = await server.get(`/api/v1/posts?url=${encodeURIComponent(url)}`)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      code: 'INVALID_PARAM',
      details: { param: 'url', reason: expect.stringMatching(/^is a short link, which does not name a post: open it /) }
    })
  })
})
