import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Decoded } from '../src/ingest/decoder.ts'
import { mappings } from '../src/ingest/formats/formats.ts'
import { readInputs } from '../src/ingest/read.ts'

const folder = join(import.meta.dirname, 'formats')

const readFile = async (name: string): Promise<Decoded[]> =>
  (await Array.fromAsync(readInputs([join(folder, name)]))).flat().map(({ decoded }) => decoded)

const firstOf = async (name: string) => {
  const [first] = await readFile(name)
  if (first === undefined || first.kind === 'skipped') throw new Error(`${name}: ${JSON.stringify(first)}`)
  return first.kind === 'post' ? first.post : first.kind === 'user' ? first.user : first
}

const id = '7701000000000000001'
const counts = { plays: 1234, likes: 56, comments: 7, shares: 3 }
const totals = { followers: 4321, total_likes: 98_765, total_videos: 40 }
const author = { user_id: '6801000000000000001', username: 'lena.bakes', display_name: 'Lena' }
const sound = { sound_id: '7001000000000000001', title: 'Warm oven', author: 'Lena' }
const frame = { duration_seconds: 21, video_height: 1024, video_width: 576 }
const cover_url = 'https://media.example/cover.jpg'
const share_url = `https://clips.example/@lena.bakes/video/${id}`
const hashtags = [{ id: '4101', name: 'sourdough' }]
const named = [{ id: null, name: 'sourdough' }]
const post = { post_id: id, created_at: 1_767_225_600 }

/** What the first record of each sample says. */
const samples: Readonly<Record<string, object>> = {
  'collector-post.json': {
    ...{ ...post, ...counts, ...frame, saves: 9, reposts: 2, cover_url, share_url, hashtags },
    author: { ...author, ...totals, verified: true, bio: 'bread', website_url: 'https://lena.example' },
    sound: { ...sound, is_original: true },
    place: { place_id: '2201', name: 'Mill', city_code: '51' }
  },
  'collector-post-flat.json': {
    ...{ ...post, ...counts, ...frame, share_url, hashtags: [...named, { id: null, name: 'bread' }] },
    author: { username: 'lena.bakes', followers: 4321 },
    sound: { sound_id: sound.sound_id, title: 'Warm oven' }
  },
  'collector-author.json': { ...author, ...totals },
  'collector-user.json': { ...author, ...totals, is_private: false },
  'app-post.json': {
    ...{ ...post, ...counts, ...frame, saves: 9, reposts: 2, cover_url, share_url, hashtags },
    author: { ...author, verified: false, followers: 4321, avatar_url: 'https://media.example/large.jpg' },
    sound: { ...sound, is_original: true },
    place: { place_id: '2201', name: 'Mill' }
  },
  'app-account.json': { ...author, ...totals, verified: true },
  'web-post.json': {
    ...{ ...post, ...counts, saves: 9, reposts: 2, cover_url, hashtags },
    ...{ duration_seconds: 0, video_height: 1440, video_width: 1080 },
    author: { ...author, followers: 4321 },
    sound: { ...sound, is_original: true },
    place: { place_id: '2201', name: 'Mill', address: '1 Mill Road' }
  },
  'web-state.json': { ...post, ...counts, ...frame, cover_url, hashtags, author, sound },
  'web-post-of-2019.json': {
    ...{ post_id: id, created_at: 1_567_225_600, ...counts, ...frame, cover_url, hashtags },
    author: { ...author, ...totals, is_private: false },
    sound: { ...sound, is_original: true }
  },
  'web-profile.json': { ...author, ...totals, website_url: 'https://lena.example' },
  'web-account.json': { ...author, verified: true },
  'research-post.json': {
    ...{ ...post, ...counts, saves: 9, duration_seconds: 21, hashtags },
    author: { username: 'lena.bakes' },
    sound: { sound_id: sound.sound_id }
  },
  'research-post.tsv': {
    ...{ ...post, ...counts, saves: 9, duration_seconds: 21, hashtags: [...named, { id: null, name: 'bread' }] },
    sound: { sound_id: sound.sound_id }
  },
  'research-account.json': { username: 'lena.bakes', bio: 'bread', ...totals },
  'display-post.json': {
    ...{ ...post, ...counts, ...frame, cover_url, share_url, hashtags: named },
    author: { username: 'lena.bakes' }
  },
  'yt-dlp-post.info.json': {
    ...{ ...post, ...counts, ...frame, saves: 9, cover_url, share_url, hashtags: named },
    author,
    sound: { sound_id: null, title: 'Warm oven', author: 'Lena' }
  },
  'tikwm-post.json': {
    ...{ ...post, ...counts, saves: 9, duration_seconds: 21, cover_url, hashtags: named },
    author,
    sound: { ...sound, is_original: true }
  },
  '4cat-post.csv': {
    ...{ ...post, ...counts, caption: 'first bread\n#sourdough', is_ad: false, cover_url, share_url },
    hashtags: [...named, { id: null, name: 'bread' }],
    author: { username: 'lena.bakes', display_name: 'Lena', ...totals },
    sound
  }
}

describe('the sample of a format', () => {
  test.each(Object.keys(samples))('%s is read', async (name) => {
    expect(await firstOf(name)).toMatchObject(samples[name] ?? {})
  })

  test('is there for every format', () => {
    expect(readdirSync(folder).toSorted()).toEqual(Object.keys(samples).toSorted())
    const named = Object.keys(samples).map((name) => name.split('.')[0]?.replaceAll('-', ' '))
    const formats = mappings.map(({ name }) => name.toLowerCase().replaceAll('-', ' '))
    expect(formats.filter((format) => !named.includes(format))).toEqual([])
  })
})
