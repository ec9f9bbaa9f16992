import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Cache } from '../../src/cache/cache.ts'
import { Reads } from '../../src/cache/reads.ts'
import { Memory } from '../../src/core/memory.ts'
import { Scope } from '../../src/core/scope.ts'
import type { Page, Source } from '../../src/store/source.ts'
import type { Figure } from './figure.ts'

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What is held, without what only waits for the collector. */
export const heapBytes = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

export const postOf = (index: number) => ({
  post_id: String(7_000_000_000_000_000_000n + BigInt(index)),
  caption: `caption number ${index} with some words in it, and a few more #tag${index % 90}`,
  created_at: 1_700_000_000 + index,
  is_ad: false,
  plays: index * 10,
  likes: index,
  comments: 1,
  shares: 2,
  saves: 3,
  reposts: 4,
  cover_url: `https://media.example/covers/${index}.jpg`,
  share_url: `https://clips.example/@someone/video/${index}`,
  sound_id: String(index),
  sound_title: `sound ${index}`,
  sound_author: 'someone',
  sound_is_original: index % 2 === 0,
  hashtags: [{ id: String(index), name: `tag${index % 90}` }],
  author_username: `author.${index % 5_000}`,
  author_display_name: `Author ${index % 5_000}`,
  author_verified: false,
  author_avatar_url: null,
  duration_seconds: 15,
  video_height: 1_920,
  video_width: 1_080
})

/** A source that finds five posts for any keyword. */
const source: Pick<Source, 'page'> = {
  async page(_kind, key): Promise<Page<never>> {
    const first = Number(key.replace(/\D/g, ''))
    const items = [0, 1, 2, 3, 4].map((index) => postOf(first * 5 + index))
    // Only searches are asked for below.
    return { items: items as never[], positions: items.map((item) => item.post_id), next: null, total: null }
  }
}

/** Searches for so many different keywords, and tells how much memory that took at its worst. */
export const searchDistinct = async (keywords: number, maxBytes: number) => {
  const cache = new Cache({ memory: new Memory(maxBytes) })
  const reads = new Reads({ source: source as Source, cache })
  collectGarbage()
  const before = process.memoryUsage()
  let bytes = 0
  let heap = 0
  for (let index = 0; index < keywords; index += 1) {
    const { signal } = new AbortController()
    const scope = new Scope({ requestId: '', signal, startedAt: 0 })
    await reads.page(scope, 'searchTop', `keyword ${index}`, { count: 5, after: null })
    bytes = Math.max(bytes, cache.bytes)
    // As requests do, which come one by one and not in one turn of the event loop.
    if (index % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    if (index % Math.ceil(keywords / 10) === 0 || index === keywords - 1) {
      heap = Math.max(heap, heapBytes() - before.heapUsed)
    }
  }
  const resident = process.memoryUsage().rss - before.rss
  await cache.close()
  return { bytes, heap, resident }
}

const script = fileURLToPath(new URL('search-distinct.ts', import.meta.url))

/** The same in a process that holds nothing else. */
export const searchDistinctAlone = async (
  keywords: number,
  maxBytes: number,
  nodeOptions: readonly string[] = []
): ReturnType<typeof searchDistinct> => {
  const given = [...nodeOptions, script, String(keywords), String(maxBytes)]
  const { stdout } = await promisify(execFile)(process.execPath, given)
  return JSON.parse(stdout)
}

/** Keywords without end against the memory bound, in a process whose heap may be half as large again. */
export const memory = async (_dataset: string, hear: (figure: Figure) => void): Promise<void> => {
  const maxBytes = 256 * 1024 * 1024
  const limits = [`--max-old-space-size=${megabytes(maxBytes * 1.5)}`, '--max-semi-space-size=4']
  const { bytes, heap, resident } = await searchDistinctAlone(1_000_000, maxBytes, limits)
  hear({
    what: '1,000,000 distinct keywords, memory cache bounded to 256 MiB, heap limited to half as much again',
    must: 'what is kept stays under the bound; the process grows by half as much again at most',
    seen: `cache ${megabytes(bytes)} MiB by its own estimate; ${megabytes(heap)} MiB of heap held; process grown by ${megabytes(resident)} MiB`,
    holds: bytes <= maxBytes && heap <= maxBytes && resident <= maxBytes * 1.5
  })
}
