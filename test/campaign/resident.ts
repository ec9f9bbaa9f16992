import { Pool } from 'undici'
import { mostResidentMiB, residentMiB } from '../process-figures.ts'
import { serve } from '../served.ts'
import { testKey } from '../server.ts'
import type { Figure } from './figure.ts'

const maxMegabytes = 64
const keys = 500_000
const documents = 500

type Question = { path: string; query?: string }

/** Asks for so many things, eight at a time. */
const askAll = async (url: string, count: number, question: (index: number) => Question): Promise<void> => {
  const pool = new Pool(url, { connections: 8 })
  let next = 0
  const askSome = async () => {
    while (next < count) {
      const { path, query } = question(next++)
      const { statusCode, body } = await pool.request({
        path,
        method: query === undefined ? 'GET' : 'POST',
        headers: { 'x-gateway-key': testKey, 'content-type': 'application/json' },
        ...(query === undefined ? {} : { body: JSON.stringify({ query }) })
      })
      await body.dump()
      if (statusCode >= 500) throw new Error(`${statusCode} for ${path}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, askSome))
  await pool.close()
}

/** Some 14 KB, with 300 names; no two of different numbers are the same document. */
const document = (number: number): string => {
  const names = Array.from(
    { length: 25 },
    (_, index) => `list_of_posts_${number}_${index}: posts(first: 2) { ...F${index % 12} }`
  )
  const fragments = Array.from({ length: 12 }, (_, index) => {
    const captions = Array.from({ length: 25 }, (_, field) => `caption_under_the_post_${number}_${field}: caption`)
    return `fragment F${index} on PostConnection { nodes { ${captions.join(' ')} } }`
  })
  return `{ user(by: { username: "maya.nguyen" }) { ${names.join(' ')} } } ${fragments.join(' ')}`
}

/** What a server takes that keeps as much as it may, in what `ps` shows of it. */
export const resident = async (dataset: string, hear: (figure: Figure) => void): Promise<void> => {
  const run = async (what: string, most: number, count: number, question: (index: number) => Question) => {
    // How much there is to do is not what this is about.
    const server = await serve(dataset, { CACHE_MAX_MB: String(maxMegabytes), MAX_WAIT_MS: '60000' })
    const atStart = Math.round(residentMiB(server.pid))
    const { mostMiB } = await mostResidentMiB(server.pid, () => askAll(server.url, count, question))
    await server.stop()
    hear({
      what: `${what}, CACHE_MAX_MB=${maxMegabytes}`,
      must: `the process stays under ${most} MiB`,
      seen: `${atStart} MiB after the start, ${mostMiB} MiB at most`,
      holds: mostMiB < most
    })
  }
  await run(`${keys.toLocaleString('en')} searches for different keywords`, 350, keys, (index) => ({
    path: `/api/v1/search?keyword=${index.toString(36)}&count=5`
  }))
  const times = 4
  const what = `${documents} different documents of 14 KB with 300 aliases, each sent four times`
  await run(what, 500, documents * times, (index) => ({
    path: '/graphql',
    query: document(Math.floor(index / times))
  }))
}
