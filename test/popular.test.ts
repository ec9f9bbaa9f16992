import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import { startDeployment, startFacade } from './chain.ts'
import { rows } from './dataset.ts'
import { startServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

type Asked = Record<string, unknown>

const ask = async (selection: string): Promise<Asked> => {
  const { data, errors } = await server.query<{ dataset: Asked }>(`{ dataset { ${selection} } }`)
  expect(errors).toBe(undefined)
  return data?.dataset ?? {}
}

const one = (sql: string) => rows<{ value: unknown }>(sql)[0]?.value
const all = (sql: string) => rows<{ value: unknown }>(sql).map(({ value }) => value)

describe('what a data set says of itself', () => {
  test('is how much there is of each kind', async () => {
    const names = ['creators', 'posts', 'sounds', 'hashtags', 'places', 'effects', 'collections', 'liveRooms']
    const said = await ask(names.map((name) => `${name}Count`).join(' '))
    expect(said).toEqual({
      creatorsCount: one('SELECT count(*) AS value FROM users'),
      postsCount: one('SELECT count(*) AS value FROM posts'),
      soundsCount: one('SELECT count(*) AS value FROM sounds WHERE sound_id IS NOT NULL OR posts_count > 0'),
      hashtagsCount: one('SELECT count(*) AS value FROM hashtags'),
      placesCount: one('SELECT count(*) AS value FROM places'),
      effectsCount: one('SELECT count(*) AS value FROM effects'),
      collectionsCount: one('SELECT count(*) AS value FROM collections'),
      liveRoomsCount: one('SELECT count(*) AS value FROM live_rooms WHERE status = 2')
    })
  })

  test('is the day it was made for', async () => {
    expect(await ask('asOf')).toEqual({ asOf: '2026-06-01T00:00:00.000Z' })
  })

  test('is who is followed most among public creators with posts', async () => {
    const { topCreators } = await ask('topCreators { username }')
    expect(topCreators).toEqual(
      all(`SELECT username AS value FROM users u WHERE is_private = 0 AND EXISTS (SELECT 1 FROM posts WHERE author_pk = u.pk)
        ORDER BY followers DESC, pk LIMIT 12`).map((username) => ({ username }))
    )
  })

  test('is which posts of public creators were played most', async () => {
    const { topPosts } = await ask('topPosts { postId }')
    expect(topPosts).toEqual(
      all(`SELECT post_id AS value FROM posts p JOIN users u ON u.pk = p.author_pk WHERE u.is_private = 0
        ORDER BY plays DESC, p.pk LIMIT 12`).map((postId) => ({ postId }))
    )
  })

  test('is which hashtags, sounds and places most posts have', async () => {
    const said = await ask(
      'topHashtags { postsCount node { hashtagId name } } topSounds { postsCount } topPlaces { postsCount }'
    )
    const found = rows<{ id: string; name: string; posts: number }>(
      `SELECT hashtag_id AS id, name, count(*) AS posts FROM hashtag_posts t JOIN hashtags h ON h.pk = t.hashtag_pk
       WHERE hashtag_id IS NOT NULL GROUP BY h.pk ORDER BY posts DESC, h.pk LIMIT 12`
    )
    expect(said.topHashtags).toEqual(
      found.map(({ id, name, posts }) => ({ postsCount: posts, node: { hashtagId: id, name } }))
    )
    const counts = (table: string) =>
      all(`SELECT posts_count AS value FROM ${table} WHERE posts_count > 0 ORDER BY posts_count DESC LIMIT 12`).map(
        (postsCount) => ({ postsCount })
      )
    expect(said.topSounds).toEqual(counts('sounds'))
    expect(said.topPlaces).toEqual(counts('places'))
  })

  test('is which rooms on the air have most viewers, and which effects are used most', async () => {
    const said = await ask('topLiveRooms { viewerCount isLive } topEffects { userCount }')
    expect(said).toEqual({
      topLiveRooms: all(
        'SELECT viewer_count AS value FROM live_rooms WHERE status = 2 ORDER BY viewer_count DESC LIMIT 12'
      ).map((viewerCount) => ({ viewerCount, isLive: true })),
      topEffects: all('SELECT user_count AS value FROM effects ORDER BY user_count DESC LIMIT 12').map((userCount) => ({
        userCount
      }))
    })
  })

  test('is one read, whatever is asked of it', async () => {
    const { extensions } = await server.query(
      `{ dataset { asOf postsCount topCreators { username bio followersCount } topPosts { caption author { username } }
         topHashtags { node { name } } topLiveRooms { title streamer { displayName } } topSounds { title postsCount } } }`
    )
    expect(extensions?.cost?.reads).toBe(1)
  })

  test('is nothing over an upstream, which cannot tell', async () => {
    const deployment = await startDeployment()
    const facade = await startFacade(deployment.url)
    const { data, errors } = await facade.query('{ dataset { asOf postsCount } }')
    expect({ data, errors }).toEqual({ data: { dataset: null }, errors: undefined })
    await Promise.all([facade.close(), deployment.close()])
  })
})

describe('of imported data', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'clipgraph-popular-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const user = (user_id: string, username: string, more: object) => ({ user_id, username, ...more })
  const post = (post_id: string, author_username: string, plays: number | null, day: number) => ({
    ...{ post_id, author_username, plays, likes: 5, created_at: Date.UTC(2025, 0, day) / 1000 },
    hashtags: [{ id: '7', name: 'bread' }]
  })

  const said = async (path: string) => {
    const imported = await startServer({ dataset: path })
    const { data } = await imported.query<{ dataset: Asked }>(
      `{ dataset { asOf creatorsCount postsCount topCreators { username } topPosts { postId } topHashtags { postsCount node { name } } } }`
    )
    await imported.close()
    return data?.dataset
  }

  test('what is unknown or private is not popular, and each import counts anew', async () => {
    const path = join(folder, 'imported.db')
    const read = async (lines: readonly object[]) => {
      const file = join(folder, 'feed.ndjson')
      writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
      await importFiles({ inputs: [file], path })
    }
    await read([
      user('1', 'hidden', { followers: 900, is_private: true }),
      user('2', 'baker', { followers: 20 }),
      user('3', 'nobody_posts', { followers: 500 }),
      post('6800000000000000001', 'hidden', 1_000, 1),
      post('6800000000000000002', 'baker', 10, 2),
      post('6800000000000000003', 'untold', 30, 3),
      post('6800000000000000004', 'baker', null, 4)
    ])
    expect(await said(path)).toEqual({
      asOf: '2025-01-04T00:00:00.000Z',
      creatorsCount: 4,
      postsCount: 3,
      topCreators: [{ username: 'baker' }],
      topPosts: [{ postId: '6800000000000000003' }, { postId: '6800000000000000002' }],
      topHashtags: [{ postsCount: 3, node: { name: 'bread' } }]
    })
    await read([user('4', 'untold', { followers: 70 }), post('6800000000000000005', 'untold', 40, 6)])
    expect(await said(path)).toMatchObject({
      asOf: '2025-01-06T00:00:00.000Z',
      postsCount: 4,
      topCreators: [{ username: 'untold' }, { username: 'baker' }],
      topPosts: [{ postId: '6800000000000000005' }, {}, {}]
    })
  })
})
