import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { importFiles } from '../src/ingest/import.ts'
import type { Decoded } from '../src/ingest/mapping/decoder.ts'
import { readInputs } from '../src/ingest/read.ts'
import { describeSummary } from '../src/ingest/summary.ts'
import { startServer } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-variants-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const written = (content: unknown): string => {
  const file = join(folder, `${++files}`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const recordOf = (decoded: Decoded): object => {
  switch (decoded.kind) {
    case 'post':
      return decoded.post
    case 'user':
      return decoded.user
    case 'sound':
      return decoded.sound
    case 'live_room':
      return decoded.live_room
    case 'skipped':
      return decoded.skipped
    default:
      return decoded
  }
}
const recordsIn = async (content: unknown): Promise<object[]> =>
  (await Array.fromAsync(readInputs([written(content)]))).flat().map(({ decoded }) => recordOf(decoded))

const summaryOf = async (content: unknown): Promise<string> => {
  const file = written(content)
  return describeSummary(await importFiles({ inputs: [file], path: `${file}.db` }), { isVerbose: true })
}
const refusalOf = (content: unknown): Promise<string> =>
  summaryOf(content).then(
    () => 'imported',
    (error: Error) => error.message
  )

const id = '7620000000000001001'
const address = `https://www.tiktok.com/@oak_bench/video/${id}`
const created_at = 1_742_700_001
const iso = '2025-03-23T03:20:01.000Z'
const wood = [{ id: null, name: 'wood' }]
const tagged = [{ id: '4712', name: 'wood' }]
const oak = { user_id: '6900000000000000001', username: 'oak_bench', display_name: 'Oak' }
const totals = { followers: 1024, following: 12, total_likes: 5555, total_videos: 44 }
const saw = { sound_id: '7100000000000000009', title: 'Slow saw', author: 'Oak' }

/** A table of one row; cells with commas or quotes are quoted. */
const table = (row: Readonly<Record<string, string | number>>, delimiter = ','): string => {
  const cell = (value: string | number) =>
    /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value)
  return `${Object.keys(row).map(cell).join(delimiter)}\n${Object.values(row).map(cell).join(delimiter)}\n`
}

/** Rows of the hosted collector with only some columns, whose keys are paths. */
const flat = {
  'authorMeta.avatar': 'https://cdn.example/a.jpg',
  text: 'saw #wood',
  ...{ diggCount: 1, shareCount: 2, playCount: 3, commentCount: 4, 'videoMeta.duration': 6 },
  createTimeISO: iso,
  webVideoUrl: address
}
const itemOfPage = {
  ...{ id, desc: 'rasp #wood', createTime: created_at, stats: { diggCount: 3, playCount: 10 } },
  author: { id: oak.user_id, uniqueId: 'oak_bench', nickname: 'Oak' }
}
const aweme = {
  ...{ aweme_id: id, desc: 'file #wood', create_time: created_at, statistics: { digg_count: 3, play_count: 10 } },
  author: { uid: oak.user_id, unique_id: 'oak_bench', nickname: 'Oak' }
}
const listed = { uniqueId: 'oak_bench', nickName: 'Oak', secUid: 'MS4', userId: oak.user_id }
const room = {
  ...{ id_str: '7620000000000000100', title: 'Chair', status: 2, user_count: 321 },
  owner: { id_str: oak.user_id, display_id: 'oak_bench', nickname: 'Oak' }
}
const ytdlp = {
  ...{ id, title: 'sanding #wood', timestamp: created_at, view_count: 10, like_count: 3, uploader: 'oak_bench' },
  ...{ extractor_key: 'TikTok', webpage_url: address, duration: 34 }
}

const post = { post_id: id, created_at }
const counts = { plays: 10, likes: 3, comments: 4, shares: 1 }

describe('a file of another tool is read where', () => {
  test.each<[string, unknown, object[]]>([
    [
      'keys are paths, without id, author and list of hashtags',
      [flat],
      [
        {
          ...{ ...post, plays: 3, likes: 1, duration_seconds: 6, share_url: address, hashtags: wood },
          author: { username: 'oak_bench', avatar_url: 'https://cdn.example/a.jpg' }
        }
      ]
    ],
    [
      'keys are paths that name the author',
      [{ ...flat, 'authorMeta.name': 'oak_bench', 'authorMeta.fans': 1024 }],
      [{ ...post, plays: 3, author: { username: 'oak_bench', followers: 1024 } }]
    ],
    [
      'columns are paths with slashes',
      table({
        ...{ id, text: 'saw', createTimeISO: iso, playCount: 3, 'authorMeta/name': 'oak_bench' },
        ...{ 'authorMeta/privateAccount': 'true', 'musicMeta/musicId': saw.sound_id, 'hashtags/0/name': 'wood' },
        ...{ 'effectStickers/0/ID': '3301', 'effectStickers/0/name': 'Golden', 'locationMeta/locationId': '2253' }
      }),
      [
        {
          ...{ ...post, plays: 3, author: { username: 'oak_bench', is_private: true }, hashtags: wood },
          ...{ sound: { sound_id: saw.sound_id }, place: { place_id: '2253' } },
          effects: [{ effect_id: '3301', name: 'Golden' }]
        }
      ]
    ],
    [
      'columns are paths of the page',
      table({
        ...{
          id,
          desc: 'rasp',
          createTime: created_at,
          'author.uniqueId': 'oak_bench',
          'author.privateAccount': 'True'
        },
        ...{ 'stats.playCount': 10, 'stats.diggCount': '3.0', 'video.duration': 12, 'music.id': saw.sound_id }
      }),
      [
        {
          ...{ ...post, plays: 10, likes: 3, duration_seconds: 12, sound: { sound_id: saw.sound_id } },
          author: { username: 'oak_bench', is_private: true }
        }
      ]
    ],
    [
      'keys are paths of the app',
      [{ aweme_id: id, create_time: created_at, 'statistics.play_count': 10, 'author.unique_id': 'oak_bench' }],
      [{ ...post, plays: 10, author: { username: 'oak_bench' } }]
    ],
    [
      'cells are JSON',
      table({
        ...{ id, text: 'old', createTime: created_at, 'authorMeta.name': 'oak_bench', playCount: 3 },
        hashtags: JSON.stringify([{ id: '4712', name: 'wood', title: '' }]),
        effectStickers: JSON.stringify([{ id: '3301', name: 'Golden' }])
      }),
      [{ ...post, hashtags: tagged, effects: [{ effect_id: '3301', name: 'Golden' }] }]
    ],
    [
      'cells are objects as Python writes them',
      table({
        ...{ id, desc: 'rasp', createTime: created_at, stats: "{'diggCount': 3, 'playCount': 10}" },
        author: `{'id': '${oak.user_id}', 'uniqueId': 'oak_bench', 'nickname': "O\\'ak \\"1\\"", 'private': True, 'x': None}`,
        textExtra: "[{'hashtagName': 'wood', 'hashtagId': 4712, 'isCommerce': False}]"
      }),
      [
        {
          ...{ ...post, plays: 10, likes: 3, hashtags: tagged },
          author: { ...oak, display_name: 'O\'ak "1"', is_private: true }
        }
      ]
    ],
    [
      'a caption looks like a list',
      table({ id, text: '[1, 2] [sic]', createTime: created_at, playCount: 3, webVideoUrl: address }),
      [{ caption: '[1, 2] [sic]' }]
    ],
    [
      'an account is private by the name of old files',
      [{ id, text: 'a', createTime: created_at, playCount: 3, authorMeta: { name: 'oak_bench', private: true } }],
      [{ author: { username: 'oak_bench', is_private: true } }]
    ],
    [
      'photos have no cover but their own',
      [
        {
          ...{ id, text: 'a', createTime: created_at, playCount: 3, authorMeta: { name: 'oak_bench' } },
          slideshowImageLinks: [{ tiktokLink: 'https://cdn.example/1.jpg' }]
        }
      ],
      [{ cover_url: 'https://cdn.example/1.jpg', share_url: '@photo' }]
    ],
    [
      'an account has the names of 2019',
      {
        ...{ ...listed, isSecret: true, following: 12, fans: 1024, heart: '5555', video: 44 },
        covers: ['https://cdn.example/a.jpg']
      },
      [{ ...oak, ...totals, is_private: true, avatar_url: 'https://cdn.example/a.jpg' }]
    ],
    [
      'an account of the page has its totals beside it',
      { data: { uniqueId: 'oak_bench', nickname: 'Oak', id: oak.user_id, followerCount: 1024, heartCount: 5555 } },
      [{ ...oak, followers: 1024, total_likes: 5555 }]
    ],
    [
      'an account of the app has the keys of a service',
      {
        followers: [{ id: oak.user_id, unique_id: 'oak_bench', sec_uid: 'MS4', private_account: true, verified: true }]
      },
      [{ user_id: oak.user_id, username: 'oak_bench', is_private: true, verified: true }]
    ],
    [
      'the author of a state is private',
      { ItemModule: { [id]: { ...itemOfPage, author: 'oak_bench', authorPrivate: true } } },
      [{ author: { username: 'oak_bench', is_private: true } }]
    ],
    [
      'hashtags stand in parts of the caption',
      [{ ...itemOfPage, contents: [{ desc: 'x', textExtra: [{ hashtagName: 'wood', hashtagId: '4712' }] }] }],
      [{ hashtags: tagged }]
    ],
    ['hashtags stand in the caption only', [itemOfPage], [{ hashtags: wood }]],
    ['there are no hashtags, as a list says', [{ ...itemOfPage, textExtra: [] }], [{ hashtags: [] }]],
    [
      'hashtags are one text',
      [
        { ...itemOfPage, challenges: 'wood | oak' },
        { ...itemOfPage, challenges: '#wood #oak' }
      ],
      [{ hashtags: [{ name: 'wood' }, { name: 'oak' }] }, { hashtags: [{ name: 'wood' }, { name: 'oak' }] }]
    ],
    [
      'all totals of an author are zero, as the app writes what it does not say',
      [
        {
          ...aweme,
          author: { ...aweme.author, follower_count: 0, following_count: 0, total_favorited: 0, aweme_count: 0 }
        }
      ],
      [{ author: { followers: null, following: null, total_likes: null, total_videos: null } }]
    ],
    [
      'a live room is in a search of the app',
      { data: [{ lives: { ...aweme, desc: '', statistics: {}, rawdata: JSON.stringify(room) } }] },
      [{ username: 'oak_bench' }, { room_id: room.id_str, status: 2, viewer_count: 321 }]
    ],
    [
      'a live room has a square cover',
      {
        user: { uniqueId: 'oak_bench', id: oak.user_id, roomId: room.id_str, followInfo: { followerCount: 1024 } },
        liveRoom: { status: 2, coverUrl: '', squareCoverImg: 'https://cdn.example/s.jpg' }
      },
      [{ room_id: room.id_str, cover_url: 'https://cdn.example/s.jpg', streamer: { followers: 1024 } }]
    ],
    [
      'the research interface was asked for a few fields',
      { data: { videos: [{ id, like_count: 3, create_time: created_at, username: 'oak_bench' }] } },
      [{ ...post, likes: 3, author: { username: 'oak_bench' } }]
    ],
    [
      'a package for R names the author of the research interface',
      table({ video_id: id, author_name: 'oak_bench', view_count: 10, like_count: 3, create_time: iso }),
      [{ ...post, plays: 10, author: { username: 'oak_bench' } }]
    ],
    [
      'the Display interface was asked for a few fields',
      {
        videos: [
          { id, title: 'plane #wood', create_time: created_at, share_url: `${address}?x=1` },
          { id, video_description: 'plane', create_time: created_at, duration: 3, view_count: 0, share_url: address }
        ]
      },
      [
        { ...post, caption: 'plane #wood', share_url: address, author: { username: 'oak_bench' } },
        { ...post, caption: 'plane', duration_seconds: 3, plays: 0, author: { username: 'oak_bench' } }
      ]
    ],
    [
      'yt-dlp did not know the handle',
      { ...ytdlp, webpage_url: `https://www.tiktok.com/@_/video/${id}` },
      [{ author: { username: 'oak_bench' } }]
    ],
    [
      'yt-dlp listed addresses with what a page says of them',
      {
        _type: 'playlist',
        entries: [
          { ...ytdlp, extractor_key: undefined, webpage_url: undefined, ie_key: 'TikTok', url: `${address}?x=1` }
        ]
      },
      [{ ...post, plays: 10, share_url: address, author: { username: 'oak_bench' } }]
    ],
    [
      'yt-dlp knows the day only',
      { ...ytdlp, timestamp: null, upload_date: '20250323' },
      [{ post_id: id, created_at: 1_742_688_000 }]
    ],
    [
      'yt-dlp has a list of covers',
      { ...ytdlp, thumbnails: [{ url: 'https://cdn.example/t.jpg' }] },
      [{ cover_url: 'https://cdn.example/t.jpg' }]
    ],
    [
      'a service has cut a post of the app short',
      { aweme_list: [{ ...aweme, url: address }] },
      [{ ...post, share_url: address }]
    ],
    [
      'a sound has a page of its own',
      {
        musicInfo: {
          music: { id: saw.sound_id, title: 'Slow saw', authorName: 'Oak', original: true },
          author: { ...itemOfPage.author, privateAccount: true },
          stats: { videoCount: 5 }
        }
      },
      [
        { ...saw, is_original: true },
        { ...oak, is_private: true }
      ]
    ],
    [
      'a sound is of the app',
      {
        music_info: { id_str: saw.sound_id, title: 'Slow saw', author: 'Oak', duration: 12, owner_handle: 'oak_bench' }
      },
      [{ ...saw, duration_seconds: 12 }]
    ],
    [
      'a sound is of a service',
      {
        data: { id: saw.sound_id, title: 'Slow saw', play: 'https://cdn.example/m.mp3', author: 'Oak', video_count: 5 }
      },
      [{ ...saw, play_url: 'https://cdn.example/m.mp3' }]
    ],
    [
      '4CAT names the id of the author',
      table({
        ...{
          id,
          author: 'oak_bench',
          author_full: 'Oak',
          author_id: oak.user_id,
          body: 'x',
          unix_timestamp: created_at
        },
        ...{ tiktok_url: address, likes: 3, comments: 4, shares: 1, plays: 10, challenges: 'wood' }
      }),
      [{ ...post, ...counts, author: oak, hashtags: wood }]
    ],
    [
      'recorded network traffic has a page',
      {
        log: {
          entries: [
            {
              startedDateTime: iso,
              response: {
                content: {
                  text: `<html><script id="x" type="application/json">${JSON.stringify({ a: itemOfPage })}</script>`
                }
              }
            }
          ]
        }
      },
      [post]
    ],
    [
      'a page of the app in China has its state in percent signs',
      `<html><script id="RENDER_DATA" type="application/json">${encodeURIComponent(
        JSON.stringify({
          app: {
            videoDetail: {
              ...{
                awemeId: id,
                desc: '木工',
                createTime: created_at,
                video: { duration: 15_333, height: 1920, width: 1080 }
              },
              authorInfo: { uid: '58000000001', nickname: '木匠', uniqueId: 'mujiang.01', followerCount: 10 },
              stats: { diggCount: 100, commentCount: 2, shareCount: 3, collectCount: 4, playCount: 0 }
            }
          }
        })
      )}</script></html>`,
      [
        {
          ...{ ...post, likes: 100, plays: null, saves: 4, duration_seconds: 15 },
          author: { user_id: '58000000001', username: 'mujiang.01', display_name: '木匠', followers: 10 }
        }
      ]
    ]
  ])('%s', async (_, content, expected) => {
    expect(await recordsIn(content)).toMatchObject(expected)
  })
})

describe('a table or list with names of its own is read:', () => {
  test.each<[string, unknown, object]>([
    [
      'pyktok',
      table({
        ...{ video_id: id, video_timestamp: '2025-03-23T03:20:01', video_duration: 12, video_locationcreated: 'GB' },
        ...{ video_diggcount: 3, video_sharecount: 1, video_commentcount: 4, video_playcount: 10 },
        ...{ video_description: 'rasp #wood', video_is_ad: 'False', author_username: 'oak_bench', author_name: 'Oak' },
        ...{ author_followercount: 1024, author_followingcount: 12, author_heartcount: 5555, author_videocount: 44 },
        author_verified: 'True'
      }),
      {
        ...{ ...post, ...counts, duration_seconds: 12, is_ad: false, caption: 'rasp #wood', hashtags: wood },
        author: { username: 'oak_bench', display_name: 'Oak', verified: true, ...totals }
      }
    ],
    [
      'traktok',
      table({
        ...{ video_id: id, video_url: address, video_timestamp: '2025-03-23T03:20:01Z', video_length: 12 },
        ...{ video_title: 'rasp #wood', video_diggcount: 3, video_sharecount: 1, video_commentcount: 4 },
        ...{ video_playcount: 10, author_username: 'oak_bench', author_nickname: 'Oak', author_bio: 'doors' }
      }),
      {
        ...{ ...post, ...counts, duration_seconds: 12, caption: 'rasp #wood', share_url: address },
        author: { username: 'oak_bench', display_name: 'Oak', bio: 'doors' }
      }
    ],
    [
      'Bright Data',
      [
        {
          ...{
            url: address,
            post_id: id,
            description: 'rasp #wood',
            create_time: iso,
            digg_count: 3,
            share_count: '1'
          },
          ...{ collect_count: 2, comment_count: 4, play_count: 10, video_duration: 12, hashtags: ['wood'] },
          ...{ profile_id: oak.user_id, profile_username: 'oak_bench', profile_avatar: 'https://cdn.example/a.jpg' },
          ...{ profile_biography: 'doors', profile_followers: 1024, is_verified: true, width: 576 },
          music: {
            authorname: 'Oak',
            id: saw.sound_id,
            original: true,
            title: 'Slow saw',
            playurl: 'https://cdn.example/m'
          },
          preview_image: 'https://cdn.example/c.jpg',
          timestamp: '2025-04-01T00:00:00.000Z'
        }
      ],
      {
        ...{ ...post, ...counts, saves: 2, duration_seconds: 12, share_url: address, hashtags: wood },
        author: { user_id: oak.user_id, username: 'oak_bench', bio: 'doors', followers: 1024, verified: true },
        sound: { ...saw, is_original: true, play_url: 'https://cdn.example/m' },
        cover_url: 'https://cdn.example/c.jpg'
      }
    ],
    [
      'Bright Data, accounts',
      [
        {
          ...{
            account_id: 'oak_bench',
            nickname: 'Oak',
            biography: 'doors',
            bio_link: 'oak.example',
            is_verified: true
          },
          ...{ followers: 1024, following: 12, likes: 5555, videos_count: 44, id: oak.user_id, is_private: true },
          ...{ profile_pic_url: 'https://cdn.example/a.jpg', profile_pic_url_hd: 'https://cdn.example/al.jpg' },
          top_videos: [{ video_id: id }]
        }
      ],
      {
        ...{ ...oak, ...totals, bio: 'doors', website_url: 'https://oak.example', verified: true, is_private: true },
        ...{ avatar_url: 'https://cdn.example/al.jpg', avatar_thumb_url: 'https://cdn.example/a.jpg' }
      }
    ],
    [
      'n_plays',
      table({
        ...{
          user_name: 'oak_bench',
          user_id: oak.user_id,
          video_id: id,
          video_desc: 'rasp #wood',
          video_time: created_at
        },
        ...{ video_length: 12, video_link: `${address}?lang=en`, n_likes: 3, n_shares: 1, n_comments: 4, n_plays: 10 }
      }),
      {
        ...{ ...post, ...counts, caption: 'rasp #wood', duration_seconds: 12, share_url: address },
        author: { username: 'oak_bench', user_id: oak.user_id }
      }
    ],
    [
      'n_followers',
      table({
        ...{ id, create_time: '2025-03-23 03:20:01', user_name: 'oak_bench', hashtags: "['wood']", song: 'Slow saw' },
        ...{ video_length: 12, n_likes: 3, n_shares: 1, n_comments: 4, n_plays: 10, n_followers: 1024 },
        ...{ n_total_likes: 5555, n_total_vids: 44 }
      }),
      {
        ...{ ...post, ...counts, hashtags: wood, sound: { title: 'Slow saw' } },
        author: { username: 'oak_bench', followers: 1024, total_likes: 5555, total_videos: 44 }
      }
    ],
    [
      'plays',
      table({
        ...{ video_id: id, author: 'oak_bench', description: 'rasp', likes: 3, comments: 4, shares: 1, plays: 10 },
        ...{ hashtags: 'wood', music: 'Slow saw', create_time: '2025-03-23 03:20:01', video_url: address }
      }),
      { ...post, ...counts, caption: 'rasp', hashtags: wood, share_url: address, author: { username: 'oak_bench' } }
    ],
    [
      'authorUsername',
      [
        {
          ...{
            id,
            url: address,
            text: 'rasp #wood',
            createTime: iso,
            durationSeconds: 12,
            cover: 'https://cdn.example/c.jpg'
          },
          ...{ playCount: 10, diggCount: 3, commentCount: 4, shareCount: 1, collectCount: 2, hashtags: ['wood'] },
          ...{ authorUsername: 'oak_bench', authorNickname: 'Oak', authorId: oak.user_id, authorVerified: true },
          music: { id: saw.sound_id, title: 'Slow saw', authorName: 'Oak', isOriginal: true }
        }
      ],
      {
        ...{ ...post, ...counts, saves: 2, duration_seconds: 12, share_url: address, hashtags: wood },
        ...{ author: { ...oak, verified: true }, sound: { ...saw, is_original: true } }
      }
    ],
    [
      'videoId',
      [{ videoId: id, description: 'rasp', createTime: created_at, author: 'oak_bench', stats: { playCount: 10 } }],
      { ...post, plays: 10, caption: 'rasp', author: { username: 'oak_bench' } }
    ],
    [
      'vid_nview',
      table({
        ...{ user_name: 'oak_bench', vid_id: id, vid_caption: 'rasp', vid_posttime: '2025-03-23 03:20:01' },
        ...{ vid_nview: 10, vid_nlike: 3, vid_ncomment: 4, vid_nshare: 1, vid_nsave: 2, vid_hashtags: 'wood' },
        ...{
          vid_duration: '00:12',
          vid_url: address,
          music_id: saw.sound_id,
          music_title: 'Slow saw',
          music_authorName: 'Oak'
        }
      }),
      { ...post, ...counts, saves: 2, caption: 'rasp', hashtags: wood, sound: saw, duration_seconds: 12 }
    ]
  ])('%s', async (_, content, expected) => {
    expect(await recordsIn(content)).toMatchObject([expected])
  })
})

describe('a table of a spreadsheet is read', () => {
  const row = {
    id,
    create_time: created_at,
    username: 'oak_bench',
    video_description: 'x',
    view_count: 10,
    like_count: 3
  }
  test.each<[string, string, object]>([
    [
      'with dots and commas of other countries',
      table({ ...row, view_count: '1.234', like_count: '12.345.678' }, ';'),
      { plays: 1234, likes: 12_345_678 }
    ],
    [
      'with decimal commas',
      table({ ...row, view_count: '10,0', like_count: '1,2M' }, ';'),
      { plays: 10, likes: 1_200_000 }
    ],
    [
      'with milliseconds behind a point',
      table({ ...row, create_time: '1742700001.123', video_duration: '12.345' }),
      { created_at, duration_seconds: 12 }
    ],
    [
      'with decimal points',
      table({ ...row, view_count: '343296.0', like_count: '3.00' }),
      { plays: 343_296, likes: 3 }
    ],
    [
      'with Chinese units',
      table({ ...row, view_count: '1.2万', like_count: '3亿' }),
      { plays: 12_000, likes: 300_000_000 }
    ],
    ['with ids kept as formulas', table({ ...row, id: `="${id}"` }), { post_id: id }],
    ['with a line for Excel before the names', `sep=;\n${table(row, ';')}`, { post_id: id, plays: 10 }],
    ['with a zone by name', table({ ...row, create_time: '2025-03-23 03:20:01 UTC' }), { created_at }],
    ['with times as mail has them', table({ ...row, create_time: 'Sun, 23 Mar 2025 03:20:01 GMT' }), { created_at }],
    [
      'with times as scripts write them',
      table({ ...row, create_time: 'Sun Mar 23 2025 04:20:01 GMT+0100 (Central European Standard Time)' }),
      { created_at }
    ]
  ])('%s', async (_, content, expected) => {
    expect(await recordsIn(content)).toMatchObject([expected])
  })

  test.each(['3/4/2025 3:20', '23.03.2025', 'last week'])(
    'whose time is %s says that it cannot be read',
    async (time) => {
      expect(await recordsIn(table({ ...row, create_time: time }))).toMatchObject([
        { reason: expect.stringMatching(/^unreadable creation time: write it as/), example: `${id} at "${time}"` }
      ])
    }
  )
})

test.each<[string, unknown]>([
  ['7620000000000001024.0', table({ id: '7620000000000001024.0', create_time: created_at, username: 'oak_bench' })],
  ['7.62e18', `[{"id": 7.62e18, "desc": "x", "createTime": ${created_at}, "stats": {}}]`]
])('an id that became %s says what happened to it', async (_, content) => {
  expect(await recordsIn(content)).toMatchObject([
    { reason: expect.stringContaining('post id without its last digits, as spreadsheets write it') }
  ])
})

test('what a script printed as Python is read', async () => {
  const item = `{'id': '${id}', 'desc': "it's", 'createTime': ${created_at}, 'isAd': False, 'author': {'uniqueId': 'oak_bench'}, 'stats': {'playCount': 10, 'x': None}}`
  const expected = { ...post, plays: 10, caption: "it's", is_ad: false }
  expect(await recordsIn(`[${item}, ${item}]`)).toMatchObject([expected, expected])
  expect(await recordsIn(`${item}\n${item}\n`)).toMatchObject([expected, expected])
})

test.each([
  ['a page saved with its files', 'From: <Saved by a browser>\nSnapshot-Content-Location: https://secret.example/\n'],
  ['settings', 'Name: secret\nOther: secret\n']
])('%s is refused as text with labels, and not shown', async (_, content) => {
  const message = await refusalOf(content)
  expect(message).toContain('text with labels, neither JSON nor a table')
  expect(message).not.toContain('secret')
})

test('nothing is called the rest where nothing was read', async () => {
  expect(await recordsIn('<html><body>Forbidden</body></html>')).toEqual([
    { reason: 'a page or script without records in it', example: 'no content' }
  ])
  expect(await recordsIn('id,text\n')).toEqual([{ reason: 'a table without rows', example: 'no content' }])
})

describe('what is no record is named as what it is:', () => {
  const comments = {
    ...{ id: '7300000000000000001', author: 'someone', author_full: 'Some', body: 'nice', unix_timestamp: created_at },
    ...{ likes: 4, post_id: id, comment_url: `https://m.tiktok.com/v/${id}.html`, is_comment_on_comment: 'no' }
  }
  test.each<[string, unknown, object]>([
    ['comments of 4CAT', table(comments), { reason: 'a comment, not a post' }],
    [
      'comments of a service',
      { comments: [{ id: '73', video_id: id, text: 'nice', create_time: 1, digg_count: 1, reply_total: 0 }] },
      { reason: 'a comment, not a post' }
    ],
    ['a hashtag of the app', { ch_info: { cid: '4712', cha_name: 'wood' } }, { reason: 'a hashtag without a post' }],
    [
      'a hashtag of the page',
      { challengeInfo: { challenge: { id: '4712', title: 'wood', profileThumb: '' }, stats: { viewCount: 1 } } },
      { reason: 'a hashtag without a post' }
    ],
    [
      'a hashtag of an old collector',
      { challengeId: '4712', challengeName: 'wood', covers: [] },
      { reason: 'a hashtag without a post' }
    ],
    [
      'a list of yt-dlp',
      { _type: 'playlist', id: 'MS4', title: 'oak_bench', extractor_key: 'TikTokUser' },
      { reason: 'a list of yt-dlp without its posts' }
    ],
    [
      'an error of a collector',
      [{ error: 'Post not found or private', url: address }],
      { reason: 'an error instead of a record', example: 'Post not found or private' }
    ],
    [
      'an error of the research interface',
      { data: {}, error: { code: 'invalid_params', message: 'bad query' } },
      { reason: 'an error instead of a record', example: 'invalid_params: bad query' }
    ],
    [
      'an error of a service',
      { code: -1, msg: 'Url parsing is failed' },
      { reason: 'an error instead of a record', example: 'Url parsing is failed' }
    ],
    [
      'an error of the app',
      { status_code: 8, status_msg: 'Please login first', data: {} },
      { reason: 'an error instead of a record', example: 'Please login first' }
    ],
    [
      'an error of the page',
      { statusCode: 10_202, userInfo: {} },
      { reason: 'an error instead of a record', example: 'code 10202' }
    ],
    [
      'an answer without error',
      { code: 200, message: 'success', data: { x: 1 } },
      { reason: 'unknown format', example: 'it has "code", "message", "data"' }
    ],
    [
      'a card for other pages',
      { version: '1.0', type: 'video', html: '<blockquote>x</blockquote>' },
      { reason: 'unknown format', example: 'it has "version", "type", "html"' }
    ],
    [
      'an account without a handle',
      { data: { user: { open_id: 'x', display_name: 'Oak', avatar_url: 'https://cdn.example/a.jpg' } } },
      { reason: 'no valid username' }
    ]
  ])('%s', async (_, content, expected) => {
    expect(await recordsIn(content)).toMatchObject([expected])
  })

  test('who has saved a page is none of its accounts', async () => {
    const viewer = { uid: '6900000000000000999', uniqueId: 'viewer_bench', nickName: 'Viewer' }
    const state = {
      'webapp.app-context': { user: viewer },
      'webapp.video-detail': { itemInfo: { itemStruct: itemOfPage } }
    }
    expect(await recordsIn({ __DEFAULT_SCOPE__: state })).toMatchObject([post])
    expect(
      await recordsIn({ AppContext: { appContext: { user: viewer } }, ItemModule: { [id]: itemOfPage } })
    ).toMatchObject([post])
  })

  test.each<[string, unknown]>([
    ['messages alone', { 'Direct Messages': { 'Chat History': { 'with secret': [{ Content: 'secret' }] } } }],
    ['a list of watched videos as text', 'Date: 2024-01-01 00:00:00 UTC\nLink: https://secret.example/\n'],
    ['a list of posts as text', 'Date: 2024-01-01 00:00:00 UTC, secret\nLink: https://secret.example/\n'],
    ['comments as text', 'Comment: secret, secret\nDate: 2024-01-01 00:00:00\n'],
    ['messages as text', '>>> Chat History with secret::\n2024-01-01 00:00:00 UTC secret: secret\n']
  ])('the archive of a personal account that is %s is refused and not shown', async (_, content) => {
    const message = await refusalOf(content)
    expect(message).toContain('the archive of a personal account, which is private and not imported')
    expect(message).not.toContain('secret')
    expect(message).not.toContain('2024')
  })
})

test('posts of an account that is private by any of its names are hidden', async () => {
  const hidden = { id, text: 'hidden', createTime: created_at, playCount: 3 }
  for (const feed of [
    [{ ...hidden, authorMeta: { name: 'oak_bench', private: true } }],
    [
      { ...hidden, authorMeta: { name: 'oak_bench' } },
      { ...listed, isSecret: true }
    ],
    [{ ItemModule: { [id]: { ...itemOfPage, author: 'oak_bench', authorPrivate: true } } }],
    [{ ...aweme, author: { ...aweme.author, private_account: true } }]
  ]) {
    const file = written(feed)
    await importFiles({ inputs: [file], path: `${file}.db` })
    const server = await startServer({ dataset: `${file}.db` })
    const { data } = await server.query(
      `{ user(by: {username: "oak_bench"}) { isPrivate } post(by: {postId: "${id}"}) { id } }`
    )
    await server.close()
    expect(data).toEqual({ user: { isPrivate: true }, post: null })
  }
})

describe('a summary', () => {
  test('says nothing is missing that stands under another name, and names formats in their plural', async () => {
    const lines = await summaryOf({
      itemListData: [
        {
          itemInfos: { id, createTime: created_at, text: 'x', playCount: 3, isOfficial: true },
          authorInfos: { uniqueId: 'oak_bench' },
          textExtra: [{ HashtagName: 'wood', HashtagId: '4712' }]
        }
      ]
    })
    expect(lines).toContain('Keys of web posts of 2019 that are not read: "itemInfos.isOfficial" (1)')
    expect(lines).not.toContain('hashtags without an id')
  })

  test('does not name as unread what gives the time of collection', async () => {
    const meta = { timestamp_collected: 1_742_800_000_000 }
    expect(await summaryOf([{ ...itemOfPage, __import_meta: meta }])).not.toContain('__import_meta')
  })

  test('tells an author without a handle from one with an impossible handle', async () => {
    const nameless = { ...aweme.author, unique_id: '', short_id: '0' }
    expect(await summaryOf([{ ...aweme, author: nameless }])).toContain('  1 post without a username of its author')
    const impossible = { ...aweme.author, unique_id: 'not a handle' }
    expect(await summaryOf([{ ...aweme, author: impossible }])).toContain('impossible username')
  })
})
