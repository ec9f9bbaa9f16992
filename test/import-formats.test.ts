import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Decoded } from '../src/ingest/mapping/decoder.ts'
import { readInputs } from '../src/ingest/read.ts'
import {
  appFeed,
  creatorFeed,
  followerList,
  hashtagFeed,
  mixedFeed,
  researchFeed,
  userSearch,
  webProfile
} from './collected.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-formats-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** All that a file or a document tells. */
const decoded = async (source: { file: string } | { document: unknown }): Promise<Decoded[]> => {
  const file = 'file' in source ? source.file : join(folder, 'document.json')
  if ('document' in source) {
    const { document } = source
    writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document))
  }
  return (await Array.fromAsync(readInputs([file]))).flat().map((read) => read.decoded)
}

const posts = (all: readonly Decoded[]) => all.flatMap((each) => (each.kind === 'post' ? [each.post] : []))
const users = (all: readonly Decoded[]) => all.flatMap((each) => (each.kind === 'user' ? [each.user] : []))
const skipped = (all: readonly Decoded[]) => all.flatMap((each) => (each.kind === 'skipped' ? [each.skipped] : []))

/** The only record of a document, whatever kind it is of. */
const only = async (document: unknown): Promise<Decoded> => {
  const [one, ...more] = await decoded({ document })
  expect(more).toEqual([])
  if (one === undefined) throw new Error('nothing was read')
  return one
}

const onlyPost = async (document: unknown) => {
  const one = await only(document)
  if (one.kind !== 'post') throw new Error(`a ${one.kind}: ${JSON.stringify(one)}`)
  return { ...one.post, seen: one.seen }
}

const id = '6907228749872228686'

describe('the samples', () => {
  test.skipIf(mixedFeed.isLeftOut || creatorFeed.isLeftOut)('of the collector give all their posts', async () => {
    const mixed = await decoded(mixedFeed)
    expect([mixed.length, posts(mixed).length]).toEqual([500, 500])
    expect(new Set(posts(mixed).map((post) => post.author?.user_id)).size).toBe(428)
    const own = await decoded(creatorFeed)
    expect(posts(own)).toHaveLength(40)
    const author = { followers: 398_700, following: 425, total_likes: 20_400_000, total_videos: 263 }
    for (const post of posts(own)) expect(post.author).toMatchObject(author)
    for (const each of own) {
      expect('seen' in each && each.seen.rounded).toContain('author.followers')
      expect('seen' in each && each.seen.rounded).not.toContain('author.following')
    }
  })

  test.skipIf(appFeed.isLeftOut)('of the app: ids from texts, milliseconds, hashtags with repeats', async () => {
    const feed = await decoded(appFeed)
    expect([feed.length, posts(feed).length, new Set(posts(feed).map((post) => post.post_id)).size]).toEqual([
      12, 12, 10
    ])
    const { aweme_list } = JSON.parse(readFileSync(appFeed.file, 'utf8')) as {
      aweme_list: { text_extra: { hashtag_name: string }[] }[]
    }
    const tags = aweme_list.map((post) => post.text_extra.flatMap(({ hashtag_name }) => hashtag_name || []))
    expect(posts(feed)[0]).toMatchObject({
      post_id: '7486805280628787136',
      created_at: 1_743_157_697,
      plays: 103_842,
      likes: 9843,
      comments: 162,
      shares: 101,
      saves: 342,
      reposts: 0,
      is_ad: false,
      duration_seconds: 12,
      video_height: 1024,
      author: { user_id: '7456636093873951104', username: 'xafxd71', verified: false, is_private: false },
      sound: { sound_id: '7486805328552617713', duration_seconds: 12, is_original: true }
    })
    expect(posts(feed).map((post) => post.hashtags.map(({ name }) => name))).toEqual(tags)
    for (const post of posts(feed)) expect(post.share_url).not.toContain('?')
  })

  test.skipIf(hashtagFeed.isLeftOut)('of a hashtag: times as text, authors with their totals', async () => {
    const feed = await decoded(hashtagFeed)
    expect([feed.length, posts(feed).length]).toEqual([46, 46])
    expect(posts(feed)[0]).toMatchObject({
      post_id: '6741415979169342763',
      created_at: 1_569_608_224,
      plays: 20_900_000,
      comments: 3450,
      author: {
        username: 'qpqkfcrjwklkkg',
        followers: 69_000,
        total_likes: 4_800_000,
        total_videos: 31,
        is_private: false
      },
      sound: { sound_id: '6741167958500445678', author: 'zij', is_original: true }
    })
    expect(feed[0]).toMatchObject({
      seen: { rounded: new Set(['plays', 'likes', 'shares', 'author.followers', 'author.total_likes']) }
    })
  })

  test.skipIf(userSearch.isLeftOut || followerList.isLeftOut)(
    'of accounts: a search has totals, followers have none',
    async () => {
      const found = users(await decoded(userSearch))
      expect(found).toHaveLength(48)
      expect(found[0]).toMatchObject({
        username: 'mmhbye',
        followers: 49_963,
        following: 0,
        total_likes: 73_190,
        total_videos: 3
      })
      expect(found.filter((user) => user.is_private === true)).toHaveLength(1)
      // What a search tells of an account by itself is a fact, a single video too.
      expect(found.filter((user) => user.total_videos === 1)).toHaveLength(1)
      const followers = users(await decoded(followerList))
      expect(followers).toHaveLength(100)
      for (const user of followers) {
        expect(user).toMatchObject({
          followers: null,
          following: null,
          total_likes: null,
          total_videos: null,
          verified: null
        })
        expect(user.avatar_url).toMatch(/^https:/)
      }
    }
  )

  test.skipIf(researchFeed.isLeftOut)('of research: 64-bit ids that are JSON numbers stay exact', async () => {
    const feed = posts(await decoded(researchFeed))
    const ids = [...readFileSync(researchFeed.file, 'utf8').matchAll(/"id":\s*(\d+)/g)].map(([, digits]) => digits)
    expect(feed.map((post) => post.post_id)).toEqual(ids)
    expect(feed).toHaveLength(14)
    expect(feed[0]).toMatchObject({
      post_id: '7320768197095427261',
      sound: { sound_id: '7159460239070844780', title: null },
      plays: 4,
      author: { username: 'y.gxczgi', user_id: null }
    })
    expect(feed.filter((post) => post.likes === null)).toHaveLength(1)
  })

  test.skipIf(webProfile.isLeftOut)('of a profile’s page: the exact totals, not the rounded ones', async () => {
    const [account, ...more] = await decoded(webProfile)
    expect(more).toEqual([])
    expect(account).toMatchObject({
      kind: 'user',
      user: { username: 'aw.803', followers: 427_682, total_likes: 6_764_096, total_videos: 1605, is_private: false },
      seen: { rounded: null }
    })
  })
})

describe('the collector of today', () => {
  const item = {
    id,
    text: 'hello',
    createTimeISO: '2025-05-18T08:55:28.000Z',
    isAd: true,
    authorMeta: {
      id: '7424447537598055456',
      name: 'mona',
      nickName: 'Mona',
      bioLink: 'linktr.ee/mona',
      avatar: 'https://media.example/small.jpg',
      originalAvatarUrl: 'https://media.example/large.jpg',
      privateAccount: true,
      fans: '12.3K',
      heart: '1,234,567',
      video: 55
    },
    musicMeta: { musicId: '75', musicName: 'Waves', originalCoverMediumUrl: 'https://media.example/s.jpg' },
    locationMeta: { locationId: '22', locationName: 'Pier', address: 'By the sea', cityCode: '51', countryCode: 'US' },
    videoMeta: { height: 1024, width: 576, duration: 97, coverUrl: 'https://media.example/c.jpg' },
    webVideoUrl: 'https://www.example/@mona/video/1',
    diggCount: 1916,
    playCount: '1.2M',
    collectCount: 1807,
    repostCount: 3,
    hashtags: [{ name: 'sea' }]
  }

  test('tells private accounts, links, places, covers, ads and saves', async () => {
    expect(await onlyPost([item])).toMatchObject({
      created_at: 1_747_558_528,
      is_ad: true,
      plays: 1_200_000,
      saves: 1807,
      reposts: 3,
      cover_url: 'https://media.example/c.jpg',
      author: {
        username: 'mona',
        is_private: true,
        website_url: 'https://linktr.ee/mona',
        avatar_url: 'https://media.example/large.jpg',
        avatar_thumb_url: 'https://media.example/small.jpg',
        followers: 12_300,
        total_likes: 1_234_567
      },
      sound: { cover_url: 'https://media.example/s.jpg' },
      place: { place_id: '22', name: 'Pier', address: 'By the sea', city_code: '51', country_code: null },
      seen: { rounded: new Set(['plays', 'author.followers']) }
    })
  })

  test('has profiles without posts, and lists of profiles', async () => {
    const { authorMeta } = item
    for (const document of [[{ authorMeta, input: 'mona' }], [authorMeta]]) {
      expect(await only(document)).toMatchObject({
        kind: 'user',
        user: { username: 'mona', is_private: true, total_videos: 55 }
      })
    }
  })

  test.each([
    [
      { fans: 0, heart: 0, video: 0 },
      { followers: null, total_likes: null, total_videos: null }
    ],
    [
      { fans: 0, heart: 77, video: 1 },
      { followers: null, total_likes: 77, total_videos: null }
    ],
    [
      { fans: 5, heart: 2000, video: 1 },
      { followers: 5, total_likes: 2000, total_videos: 1 }
    ],
    [
      { fans: 0, heart: 2000, video: 12 },
      { followers: 0, total_likes: 2000, total_videos: 12 }
    ]
  ])('%j of the author of a liked post is read as %j: what stands for unknown is no fact', async (totals, expected) => {
    const author = { id: '5', name: 'mona', ...totals }
    expect((await onlyPost([{ ...item, authorMeta: author }])).author).toMatchObject(expected)
  })
})

describe('other shapes', () => {
  const webItem = {
    id,
    desc: 'hi #sea',
    createTime: '1700000000',
    author: { id: '9', uniqueId: 'mona', nickname: 'Mona', privateAccount: false },
    music: { id: '8', title: 'Waves', authorName: 'Sea', original: false },
    challenges: [{ id: '1', title: 'sea' }],
    stats: { playCount: 1_200_000, diggCount: 12, commentCount: 0, shareCount: 1 },
    statsV2: { playCount: '1234567', diggCount: '12', collectCount: '7', repostCount: '2' },
    video: { duration: 5, height: 1024, width: 576, cover: 'https://media.example/c.jpg' }
  }

  test('a post of a page is read with its exact totals', async () => {
    expect(await onlyPost({ itemList: [webItem], hasMore: true })).toMatchObject({
      post_id: id,
      plays: 1_234_567,
      saves: 7,
      reposts: 2,
      hashtags: [{ id: '1', name: 'sea' }],
      seen: { rounded: null }
    })
  })

  test('a post’s own page is found however deep it lies', async () => {
    expect(await onlyPost({ itemInfo: { itemStruct: webItem }, statusCode: 0 })).toMatchObject({ post_id: id })
  })

  test('a profile’s page gives the account and its posts; rounded totals are marked where there are no others', async () => {
    const page = {
      user: { id: '9', uniqueId: 'mona', secret: true, bioLink: { link: 'mona.example/x' } },
      stats: { followerCount: 427_700, videoCount: 12 }
    }
    const all = await decoded({ document: { userInfo: { ...page, itemList: [webItem] } } })
    expect(all.map((each) => each.kind)).toEqual(['user', 'post'])
    expect(all[0]).toMatchObject({
      user: {
        username: 'mona',
        is_private: true,
        website_url: 'https://mona.example/x',
        followers: 427_700,
        total_videos: 12
      },
      seen: { rounded: new Set(['followers']) }
    })
  })

  test('posts of the app are found in what a search wraps around them, and dated by its clock', async () => {
    const aweme_info = {
      aweme_id: id,
      create_time: 1_700_000_000,
      desc: 'x',
      author: { unique_id: 'mona', uid: '9', custom_verify: 'Popular' },
      cha_list: null
    }
    const post = await onlyPost({ data: [{ type: 1, aweme_info }], extra: { now: 1_750_000_000_000 } })
    expect(post).toMatchObject({ author: { verified: true }, hashtags: [], seen: { collectedAt: 1_750_000_000 } })
  })

  test('an author may be a bare username, or missing', async () => {
    expect((await onlyPost([{ ...webItem, author: 'mona' }])).author).toMatchObject({ username: 'mona', user_id: null })
    expect(await onlyPost([{ ...webItem, author: undefined }])).toMatchObject({ author: null, author_refused: false })
    expect(await onlyPost([{ ...webItem, author: 'mo na' }])).toMatchObject({ author: null, author_refused: true })
  })

  test('accounts of the app are found in what a search wraps around them', async () => {
    const all = await decoded({
      document: { user_list: [{ user_info: { uid: '9', unique_id: 'mona', follower_count: 3 } }] }
    })
    expect(users(all)).toMatchObject([{ username: 'mona', followers: 3 }])
  })

  test('one list may mix formats; what none knows is told by its keys', async () => {
    const all = await decoded({
      document: [
        webItem,
        { aweme_id: id, create_time: 5, desc: 'x' },
        { uid: '1', unique_id: 'lisa' },
        { cat: 1, dog: 2 },
        null
      ]
    })
    expect(all.map((each) => each.kind)).toEqual(['post', 'post', 'user', 'skipped', 'skipped'])
    expect(skipped(all)).toMatchObject([
      { reason: 'unknown format', example: 'it has "cat", "dog"' },
      { reason: 'not an object', example: 'null' }
    ])
  })

  test.each([
    { cid: '71', text: 'nice', create_time: 5, digg_count: 3, aweme_id: id },
    { id: '71', video_id: id, parent_comment_id: id, text: 'nice', like_count: 3, create_time: 5 },
    {
      cid: '71',
      createTime: 5,
      createTimeISO: '2025-01-01T00:00:00.000Z',
      text: 'nice',
      diggCount: 3,
      replyCommentTotal: 0
    }
  ])('%j is a comment and no post', async (comment) => {
    expect(await only([comment])).toEqual({
      kind: 'skipped',
      skipped: { reason: 'a comment, not a post', example: '71' }
    })
  })
})

describe('the time of collection', () => {
  const seconds = 1_742_800_000
  const item = { id, desc: 'x', createTime: 5, author: { uniqueId: 'mona' }, stats: { playCount: 3 } }
  const app = { aweme_id: id, create_time: 5, desc: 'x' }
  const account = { user: { uniqueId: 'mona' }, stats: { followerCount: 3 } }

  test.each([
    ['beside the record', { nav_index: '1:1:0', item_id: id, timestamp_collected: seconds * 1e3, data: item }],
    ['moved into the record', { ...item, __import_meta: { item_id: id, timestamp_collected: seconds * 1e3 } }],
    ['in seconds', { ...item, scrapedAt: seconds }],
    ['in microseconds', { ...item, collected_at: seconds * 1e6 }],
    ['as text', { ...item, collectedAt: '2025-03-24T07:06:40.000Z' }],
    ['of the server', { status_code: 0, aweme_list: [app], extra: { now: seconds * 1e3 } }],
    ['of the server, in seconds', { aweme_detail: app, extra: { now: seconds } }],
    ['far outside', { extra: { now: seconds * 1e3 }, data: { list: [{ card: { aweme_info: app } }] } }],
    ['inside another', { extra: { now: 1_600_000_000_000 }, a: { extra: { now: seconds * 1e3 }, list: [app] } }],
    ['beside another that is no time', { ...item, scrapedAt: 'yesterday', collectedAt: seconds }]
  ])('%s', async (_, document) => {
    expect((await onlyPost(document)).seen.collectedAt).toBe(seconds)
  })

  test('of a page counts for the posts on it', async () => {
    const page = { ...account, itemList: [item, { ...item, scrapedAt: seconds - 60 }], scrapedAt: seconds }
    const all = await decoded({ document: { userInfo: page } })
    expect(all.map((each) => 'seen' in each && each.seen.collectedAt)).toEqual([seconds, seconds, seconds - 60])
  })

  test('counts however large a page is, and wherever it stands', async () => {
    const list = Array.from({ length: 40 }, (_, index) => ({ ...app, aweme_id: `${index + 1}`, more: 'x'.repeat(2e4) }))
    for (const page of [
      { aweme_list: list, extra: { now: seconds * 1e3 } },
      { data: { aweme_list: list }, meta: { timestamp: '2025-03-24T07:06:40Z' } }
    ]) {
      const all = await decoded({ document: page })
      expect(all).toHaveLength(40)
      expect(new Set(all.map((each) => 'seen' in each && each.seen.collectedAt))).toEqual(new Set([seconds]))
    }
  })

  test('is unknown where it is to come', async () => {
    const ahead = Math.floor(Date.now() / 1000) + 3 * 86_400
    for (const scrapedAt of [ahead, ahead * 1e3, ahead * 1e6, new Date(ahead * 1e3).toISOString()]) {
      expect((await onlyPost({ ...item, scrapedAt })).seen.collectedAt).toBeNull()
    }
  })
})

describe('negative numbers are marked, and unknown', () => {
  const negative = -2_000_000_000
  test.each([
    [
      'the collector',
      { id, createTime: 5, text: 'x', playCount: negative, diggCount: 3, authorMeta: { name: 'mona', fans: -1 } },
      ['plays', 'author.followers']
    ],
    [
      'a page',
      {
        id,
        desc: 'x',
        createTime: 5,
        author: { uniqueId: 'mona' },
        stats: { playCount: negative, diggCount: -5, commentCount: 2 },
        statsV2: { playCount: '-7', diggCount: '12' },
        authorStats: { heart: negative, heartCount: negative, videoCount: 3 }
      },
      ['plays', 'author.total_likes']
    ],
    [
      'the app',
      {
        aweme_id: id,
        create_time: 5,
        desc: 'x',
        statistics: { play_count: 3, share_count: negative },
        author: { uid: '9', unique_id: 'mona', total_favorited: negative }
      },
      ['shares', 'author.total_likes']
    ],
    [
      'the research interface',
      { id, create_time: 5, video_description: 'x', view_count: '-1,000', like_count: 3 },
      ['plays']
    ],
    ['this API', { post_id: id, created_at: 5, caption: 'x', plays: 3, saves: -1 }, ['saves']]
  ])('in posts of %s', async (_, element, fields) => {
    const { seen, author, ...post } = await onlyPost([element])
    expect(seen).toEqual({ collectedAt: null, rounded: null, negative: new Set(fields) })
    const read: Readonly<Record<string, unknown>> = {
      ...post,
      ...Object.fromEntries(Object.entries(author ?? {}).map(([name, value]) => [`author.${name}`, value]))
    }
    for (const field of fields) expect(read[field] ?? null).toBeNull()
  })

  test.each([
    { name: 'mona', fans: negative, privateAccount: false },
    { uid: '9', unique_id: 'mona', follower_count: String(negative) },
    { user: { uniqueId: 'mona' }, stats: { followerCount: negative } },
    { user_id: '9', username: 'mona', followers: -1 }
  ])('in accounts: %j', async (account) => {
    expect(await only([account])).toMatchObject({
      user: { followers: null },
      seen: { negative: new Set(['followers']) }
    })
  })

  test('but no zero, however it is written, and nothing missing', async () => {
    const post = { post_id: id, created_at: 5, caption: 'x', plays: '0', likes: '-0', shares: null, comments: '-' }
    expect((await onlyPost(`[${JSON.stringify(post).replace('"0"', '-0')}]`)).seen.negative).toBeNull()
  })
})

describe('answers of this API', () => {
  const post = {
    post_id: id,
    caption: 'hello',
    created_at: 1_700_000_000,
    is_ad: false,
    plays: 5,
    likes: 4,
    comments: 3,
    shares: 2,
    saves: 1,
    reposts: 0,
    cover_url: null,
    share_url: 'https://www.example/@mona/video/1',
    sound_id: '8',
    sound_title: 'Waves',
    sound_author: 'Sea',
    sound_is_original: false,
    hashtags: [{ id: '1', name: 'sea' }],
    author_username: 'mona',
    author_display_name: 'Mona',
    author_verified: true,
    author_avatar_url: 'https://media.example/a.jpg',
    duration_seconds: 9,
    video_height: 1024,
    video_width: 576
  }
  const user = {
    user_id: '9',
    username: 'mona',
    display_name: 'Mona',
    website_url: 'https://mona.example/',
    followers: 0,
    following: 1,
    total_likes: 2,
    total_videos: 1,
    verified: true,
    is_private: true,
    bio: null,
    avatar_url: null,
    avatar_thumb_url: null
  }
  const sound = {
    sound_id: '8',
    title: 'Waves',
    author: 'Sea',
    duration_seconds: 9,
    is_original: false,
    is_copyrighted: true,
    posts_count: 4,
    cover_url: null,
    play_url: null
  }
  const place = { place_id: '22', name: 'Pier', address: null, city_code: '51', country_code: '840', posts_count: 2 }
  const meta = { request_id: 'x', timestamp: '2025-06-01T00:00:00.000Z', cached: false, version: '2025-01' }

  test.each([
    ['post', post],
    ['user', user],
    ['sound', sound],
    ['place', place]
  ])('a %s is read from an envelope, a page of them and lines, dated by the envelope', async (kind, record) => {
    const envelope = { meta, data: record, pagination: null, error: null }
    const page = { ...envelope, data: [record], pagination: { cursor: null, has_more: false } }
    for (const document of [envelope, page]) {
      expect(await only(document)).toMatchObject({ kind, seen: { collectedAt: 1_748_736_000 } })
    }
    const lines = await decoded({ document: `${JSON.stringify(record)}\n${JSON.stringify(record)}\n` })
    expect(lines.map((each) => each.kind)).toEqual([kind, kind])
    const { posts_count: _, ...told } = record as Record<string, unknown>
    if (kind !== 'post') expect(lines[0]).toMatchObject({ [kind]: told })
  })

  test('a post keeps everything it says', async () => {
    const read = await onlyPost(post)
    expect(read).toMatchObject({
      post_id: id,
      caption: 'hello',
      saves: 1,
      sound: { sound_id: '8', title: 'Waves', is_original: false },
      hashtags: [{ id: '1', name: 'sea' }]
    })
    const { author_display_name: display_name, author_avatar_url: avatar_thumb_url } = post
    expect(read.author).toEqual({ user_id: null, username: 'mona', display_name, verified: true, avatar_thumb_url })
  })

  test.each([
    [{ room_id: '5', title: 'x', status: 2 }, 'a live room without a valid id, status or streamer'],
    [{ effect_id: '5', name: '' }, 'an effect without a valid id or name']
  ])('%j is named and passed over', async (record, reason) => {
    expect(await only({ meta, data: record })).toMatchObject({ kind: 'skipped', skipped: { reason, example: '5' } })
  })
})
