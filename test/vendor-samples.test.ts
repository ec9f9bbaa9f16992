import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readInputs } from '../src/ingest/read.ts'
import { endpointsOf, isVendorMissing } from './vendor-endpoints.ts'

/** What stands in each answer, read by hand, in its order: records by some of their numbers, or why there is none. Others' names stay in the package. */
const expected: Readonly<Record<string, readonly (Readonly<Record<string, unknown>> | string)[]>> = {
  '/v1/tiktok/profile': [{ followers: 4_100_000, following: 74, total_likes: 190_400_000, total_videos: 2017 }],
  '/v1/tiktok/profile/region': [{ country: 'US' }],
  '/v1/tiktok/user/audience': ['unknown format'],
  '/v1/tiktok/collection/videos': [
    { collection_id: expect.any(String), owner: null },
    { plays: 865_200, likes: 113_000, comments: 359, shares: 15_700, saves: 18_900, duration_seconds: 68 }
  ],
  '/v3/tiktok/profile/videos': [
    {
      ...{ plays: 141_567, likes: 18_651, comments: 152, shares: 237, saves: 274, duration_seconds: 89 },
      author: expect.objectContaining({ followers: 4_248_754, total_likes: 197_202_536, total_videos: 2038 }),
      sound: expect.objectContaining({ is_original: true, duration_seconds: 89 })
    }
  ],
  '/v2/tiktok/video': [
    {
      ...{ plays: 355_687, likes: 44_855, comments: 270, shares: 3100, saves: 980, created_at: 1_737_673_396 },
      author: expect.objectContaining({ followers: null })
    }
  ],
  '/v1/tiktok/video/transcript': ['unknown format'],
  '/v1/tiktok/user/live': [{ status: 2, viewer_count: 804, started_at: 1_751_744_708 }],
  '/v1/tiktok/live': [{ status: 2, viewer_count: 268, like_count: 4317 }],
  '/v1/tiktok/video/comments': ['a comment, not a post'],
  '/v1/tiktok/video/comment/replies': ['a comment, not a post', 'a comment, not a post'],
  '/v1/tiktok/user/following': [
    { followers: 137_712, following: 3, total_likes: 1_388_072, total_videos: 121 },
    ...Array.from({ length: 19 }, () => ({ followers: expect.any(Number) }))
  ],
  '/v1/tiktok/user/followers': [{ followers: 0, following: 5, total_likes: 0 }],
  '/v1/tiktok/search/users': [{ followers: 32_691_341, total_likes: 247_401_086, total_videos: 71 }],
  '/v1/tiktok/search/suggestions': ['unknown format'],
  '/v1/tiktok/search/hashtag': [
    { plays: 852_942_803, likes: 68_933_772, comments: 2_901_351, saves: 4_220_877, duration_seconds: 10 }
  ],
  '/v1/tiktok/search/keyword': [
    {
      ...{ plays: 31_677, likes: 355, comments: 5, shares: 22, saves: 30, duration_seconds: 83 },
      author: expect.objectContaining({ followers: 25, following: 63 })
    }
  ],
  '/v1/tiktok/search/top': [
    { plays: 2_674_660, likes: 570_679, comments: 2555, shares: 146_329, saves: 75_335, created_at: 1_774_326_345 },
    { plays: 1383, likes: 45, comments: 4, shares: 6, saves: 3, created_at: 1_776_335_565 }
  ],
  '/v1/tiktok/creators/popular': [
    { followers: 431_339, total_likes: 129_772_610 },
    { plays: 2_062_831, likes: 229_970, created_at: 1_722_007_452, author: null },
    { plays: 5_537_679, likes: 576_288, created_at: 1_702_403_085, author: null },
    { followers: expect.any(Number) },
    { plays: 173_445, likes: 7661, author: null },
    { plays: 368_129, likes: 47_442, author: null }
  ],
  '/v1/tiktok/song': [{ duration_seconds: 60, is_original: false }],
  '/v1/tiktok/song/videos': [
    { plays: 2_932_976, likes: 197_747, comments: 347, shares: 26_467, saves: 10_436, duration_seconds: 9 }
  ],
  '/v1/tiktok/get-trending-feed': [
    // Its author has no handle but in the address.
    { plays: 1_443_873, likes: 71_423, comments: 646, shares: 8440, saves: 21_957, author: expect.any(Object) },
    { plays: 589_406, likes: 6035, comments: 27, shares: 192, saves: 442, author: expect.any(Object) }
  ],
  '/v1/tiktok/shop/search': ['unknown format'],
  '/v1/tiktok/shop/products': ['unknown format'],
  // Videos beside a product. Their lengths are in milliseconds, and the author has no handle.
  '/v1/tiktok/product': [{ plays: 324_944, likes: 1812, duration_seconds: 57, author: null }],
  '/v1/tiktok/shop/product/reviews': ['unknown format'],
  '/v1/tiktok/user/showcase': ['unknown format'],
  '/v1/kwai/profile': ['unknown format'],
  '/v1/kwai/user/posts': ['a post of another site'],
  '/v1/kwai/post': ['a post of another site']
}

describe.skipIf(isVendorMissing)('an answer as a seller of data documents it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-vendor-samples-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(['tiktok-apis.js', 'tiktok-shop-apis.js', 'kwai-apis.js'])(
    'is read, or refused for what it is: %s',
    async (name) => {
      for (const { path, sampleResponse } of await endpointsOf(name)) {
        const file = join(folder, `${path.replaceAll('/', '_')}.json`)
        writeFileSync(file, JSON.stringify(sampleResponse))
        const elements = (await Array.fromAsync(readInputs([file]))).flat()
        const records = elements.map(({ decoded }) =>
          decoded.kind === 'skipped' ? decoded.skipped.reason : Object(decoded)[decoded.kind]
        )
        expect({ path, records }).toMatchObject({ path, records: expected[path] ?? 'an answer of the table' })
      }
    }
  )

  test('stands in the table, and nothing else does', async () => {
    const names = ['tiktok-apis.js', 'tiktok-shop-apis.js', 'kwai-apis.js']
    const paths = (await Promise.all(names.map(endpointsOf))).flat().map(({ path }) => path)
    expect(paths.sort()).toEqual(Object.keys(expected).sort())
    expect(paths.length).toBe(30)
  })
})
