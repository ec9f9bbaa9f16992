import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import { collected } from './collected.ts'
import { startServer, type TestServer } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-field-samples-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What an address under /api/v1 answers, or the missing fields of `post: ID` or `user: HANDLE`. */
type Expected = Readonly<Record<string, unknown>>

const dataAt = async (server: TestServer, address: string): Promise<unknown> => {
  const [, what = '', key = ''] = /^missing (\w+) (.+)$/.exec(address) ?? []
  if (what === '') return (await server.get(`/api/v1${address}`)).body.data
  const by = what === 'post' ? `postId: "${key}"` : `username: "${key}"`
  const { data } = await server.query(`{ ${what}(by: { ${by} }) { missingFields } }`)
  return (data?.[what] as { missingFields: string[] } | undefined)?.missingFields
}

const oak = { username: 'oak_bench', display_name: 'Oak' }
const author = { author_username: 'oak_bench', author_display_name: 'Oak' }
const saw = { sound_id: '7100000000000000009', sound_title: 'Slow saw', sound_author: 'Oak' }
const size = { video_height: 1024, video_width: 576 }
const wood = { id: '4712', name: 'wood' }
const named = (name: string) => ({ id: null, name })
const at = (post: string) => `/posts?videoId=${post}`
const address = (post: string, kind = 'video') => `https://www.tiktok.com/@oak_bench/${kind}/${post}`
const lists = (...names: string[]) => expect.arrayContaining(names)

const readings: Readonly<Record<string, Expected>> = {
  'apify_overview.json': {
    [at('7620000000000000002')]: {
      ...{
        ...author,
        author_display_name: 'oak_bench',
        ...size,
        ...saw,
        sound_is_original: true,
        duration_seconds: 40
      },
      ...{ caption: 'planing a door #wood', created_at: 1_774_327_578, hashtags: [named('wood')] },
      ...{ plays: 34_567, likes: 344, comments: 8, shares: 7, saves: 77, share_url: address('7620000000000000002') },
      author_avatar_url: 'https://cdn.example/a.jpg'
    },
    '/users/oak_bench': { user_id: '6900000000000000001', followers: 1234 }
  },
  'display_api.json': {
    [at('7620000000000000400')]: {
      ...{ author_username: 'oak_bench', ...size, duration_seconds: 42, cover_url: 'https://cdn.example/c.jpg' },
      ...{ caption: 'plane iron #wood', created_at: 1_742_700_020, plays: 100, likes: 5, comments: 1, shares: 2 },
      share_url: address('7620000000000000400')
    }
  },
  // One account, first by its number, then by its handle.
  'douyin.json': {
    [at('7362000000000000001')]: {
      ...{ author_username: 'mujiang.01', author_display_name: '木匠', caption: '木工 #榫卯', plays: 0, likes: 100 },
      ...{ duration_seconds: 15, video_height: 1920, video_width: 1080, sound_id: '7362000000000000100' },
      ...{ hashtags: [{ id: '1580000000000001', name: '榫卯' }], saves: 4 },
      share_url: 'https://www.iesdouyin.com/share/video/7362000000000000001/'
    },
    'missing post 7362000000000000001': lists('PLAYS'),
    [at('7362000000000000002')]: { video_height: 1440, video_width: 1080, duration_seconds: 0, share_url: null },
    'missing post 7362000000000000002': lists('PLAYS'),
    '/users/by-id/58000000001': { display_name: '木匠', followers: 10, bio: '手作' }
  },
  'sigi_state.json': {
    [at('7620000000000000010')]: {
      ...{ ...author, ...size, ...saw, sound_is_original: true, duration_seconds: 12, hashtags: [wood] },
      ...{ caption: 'clamp #wood', created_at: 1_742_700_006, plays: 10, likes: 3, comments: 1 }
    },
    '/users/oak_bench': {
      ...{
        ...oak,
        user_id: '6900000000000000001',
        verified: true,
        bio: 'doors',
        avatar_url: 'https://cdn.example/al.jpg'
      },
      ...{ followers: 1024, following: 12, total_likes: 5555, total_videos: 44 }
    }
  },
  'web_2019.json': {
    [at('6820000000000000001')]: {
      ...{ author_username: 'old_oak', author_display_name: 'Old Oak', ...size, duration_seconds: 15 },
      ...{ caption: 'old lathe #wood', created_at: 1_588_000_000, plays: 900, likes: 50, comments: 4, shares: 2 },
      ...{ sound_id: '6800000000000000002', sound_title: 'Slow saw', sound_is_original: true, hashtags: [wood] },
      cover_url: 'https://cdn.example/c.jpg'
    },
    '/users/old_oak': {
      user_id: '6700000000000000001',
      followers: 77,
      following: 3,
      total_likes: 1200,
      total_videos: 9
    }
  },
  'zeeschuimer_times.ndjson': {
    [at('7620000000000000011')]: {
      ...{ ...author, ...size, ...saw, plays: 3_000_000_001, likes: 100, comments: 1, saves: 2, hashtags: [wood] },
      ...{ duration_seconds: 12, share_url: address('7620000000000000011') }
    },
    'missing post 7620000000000000011': ['SHARE_URL', 'LANGUAGE'],
    '/users/oak_bench': { user_id: '6900000000000000001', followers: 1024 },
    '/places/22535796481503570': { name: 'Old Mill', address: '1 Mill Rd' }
  },
  'fourcat.csv': {
    [at('7620000000000000009')]: {
      ...{ ...author, ...saw, caption: 'hinge #wood', created_at: 1_742_700_005, plays: 10, likes: 3, comments: 1 },
      ...{ hashtags: [named('wood')], share_url: address('7620000000000000009') }
    },
    '/users/oak_bench': { followers: 1024, total_likes: 1, total_videos: 44 }
  },
  'research.csv': {
    [at('7620000000000000008')]: {
      ...{ author_username: 'oak_bench', caption: 'two lines\nof text, #wood', duration_seconds: 9, saves: 2 },
      ...{
        created_at: 1_742_700_004,
        plays: 10,
        likes: 3,
        comments: 1,
        sound_id: saw.sound_id,
        hashtags: [named('wood')]
      }
    }
  },
  'research_taginfo.json': {
    [at('7620000000000000007')]: {
      ...{ plays: 10, likes: 3, saves: 2, sound_id: saw.sound_id, hashtags: [{ id: '4711', name: 'turning' }] },
      share_url: address('7620000000000000007')
    },
    '/challenges/4711/posts': [{ post_id: '7620000000000000007' }]
  },
  'research_traktok.json': {
    [at('702874395068494965')]: {
      ...{ author_username: 'oak_bench', caption: 'desk #avengers', plays: 1050, likes: 3, comments: 2 },
      ...{ created_at: 1_633_823_999, sound_id: '703847506349838790', hashtags: [named('avengers')] }
    }
  },
  'research_user.json': {
    '/users/oak_bench': {
      ...{ ...oak, bio: 'doors', website_url: 'https://oak.example', avatar_url: 'https://cdn.example/a.jpg' },
      ...{ followers: 1024, following: 12, total_likes: 5555, total_videos: 44, verified: false }
    }
  },
  'ytdlp.info.json': {
    [at('7620000000000000006')]: {
      ...{
        ...author,
        ...size,
        caption: 'sanding a table #sand #wood',
        duration_seconds: 34,
        created_at: 1_742_700_002
      },
      ...{ plays: 625_700, likes: 12_345, comments: 41, shares: 88, saves: 210, sound_title: 'original sound' },
      ...{ hashtags: [named('sand'), named('wood')], share_url: address('7620000000000000006') }
    },
    '/users/oak_bench': { user_id: '6900000000000000001' }
  },
  'tikwm.json': {
    [at('7620000000000000004')]: {
      ...{ ...author, caption: 'glue test #glue', duration_seconds: 19, created_at: 1_742_700_001, saves: 55 },
      ...{ plays: 91_234, likes: 4567, comments: 89, shares: 12, cover_url: 'https://cdn.example/o.jpg' },
      ...{ sound_id: '7100000000000000010', sound_title: 'original sound - Oak', sound_is_original: true },
      ...{ hashtags: [named('glue')], share_url: address('7620000000000000004', 'photo') }
    },
    '/users/oak_bench': { user_id: '6900000000000000001' }
  },
  'live_room.json': {
    '/live/7620000000000000100': {
      ...{ title: 'Building a chair', status: 2, is_live: true, viewer_count: 321, like_count: 4567 },
      streamer: oak
    },
    '/live/oak_bench/alive': { username: 'oak_bench', is_alive: true },
    '/search/live?keyword=chair': [
      { room_id: '7620000000000000100', cover_url: 'https://cdn.example/l.jpg', viewer_count: 321 }
    ],
    '/users/oak_bench': { user_id: '6900000000000000001', followers: 1024, following: 12 }
  },
  'live_room_of_user.json': {
    '/live/7620000000000000100': {
      ...{ title: 'Building a chair', status: 2, is_live: true, viewer_count: 321 },
      streamer: { ...oak, avatar_url: 'https://cdn.example/a.jpg' }
    },
    '/live/oak_bench/alive': { username: 'oak_bench', is_alive: true },
    '/users/oak_bench': { user_id: '6900000000000000001', followers: 1024, following: 12, is_private: false }
  },
  'photo_post.json': {
    [at('7620000000000000200')]: {
      ...{ ...author, ...saw, caption: 'rasp #wood', plays: 10, likes: 3, comments: 1, hashtags: [wood] },
      ...{ cover_url: 'https://cdn.example/cov.jpg', video_height: 1440, video_width: 1080, duration_seconds: 0 },
      share_url: address('7620000000000000200', 'photo')
    },
    'missing post 7620000000000000200': ['SAVES', 'REPOSTS', 'SHARE_URL', 'COUNTRY', 'LANGUAGE']
  }
}

describe('a file of another tool says, once imported and served, what stands in it:', () => {
  for (const [name, expected] of Object.entries(readings)) {
    const { file, isLeftOut } = collected(join('field', name))
    test.skipIf(isLeftOut)(name, async () => {
      const dataset = join(folder, `${name}.db`)
      const summary = await importFiles({ inputs: [file], path: dataset })
      expect([summary.skipped, summary.tied]).toEqual([[], []])
      const server = await startServer({ dataset })
      try {
        for (const [address, value] of Object.entries(expected)) {
          const answer = await dataAt(server, address)
          if (Array.isArray(value) && address.startsWith('missing')) expect(answer, address).toEqual(value)
          else expect({ [address]: answer }).toMatchObject({ [address]: value })
        }
      } finally {
        await server.close()
      }
    })
  }
})
