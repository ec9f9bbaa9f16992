import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { testKey } from '../server.ts'
import type { Figure } from './figure.ts'

const maxMegabytes = 64
const keys = 500_000
const documents = 500

/** Memory of a process that is in RAM, in MiB. */
const residentOf = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

/** A server in a process of its own, and how large that was at its largest. */
const startProcess = async (dataset: string) => {
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
  const child = spawn(process.execPath, [main, 'serve'], {
    env: {
      ...{ PATH: process.env.PATH, PORT: '0', DATA_URL: `sqlite:${dataset}`, GATEWAY_KEYS: testKey },
      CACHE_MAX_MB: String(maxMegabytes)
    },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  let url: string | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (url !== undefined) break
  }
  child.stdout.resume()
  const pid = child.pid
  if (url === undefined || pid === undefined) throw new Error('the server did not start')
  const pool = new Pool(url, { connections: 8 })
  let largest = 0
  /** Asks for so many things, eight at a time. */
  const askAll = async (count: number, request: (index: number) => { path: string; query?: string }) => {
    let next = 0
    const askSome = async () => {
      while (next < count) {
        const index = next++
        const { path, query } = request(index)
        const { statusCode, body } = await pool.request({
          path,
          method: query === undefined ? 'GET' : 'POST',
          headers: { 'x-gateway-key': testKey, 'content-type': 'application/json' },
          ...(query === undefined ? {} : { body: JSON.stringify({ query }) })
        })
        await body.dump()
        if (statusCode >= 500) throw new Error(`${statusCode} for ${path}`)
        if (index % 100 === 0) largest = Math.max(largest, residentOf(pid))
      }
    }
    await Promise.all(Array.from({ length: 8 }, askSome))
  }
  return {
    askAll,
    atStart: residentOf(pid),
    atMost: () => largest,
    async close() {
      await pool.close()
      child.kill()
      await once(child, 'close')
    }
  }
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
  const run = async (
    what: string,
    most: number,
    ask: (server: Awaited<ReturnType<typeof startProcess>>) => Promise<void>
  ) => {
    const server = await startProcess(dataset)
    await ask(server)
    const atMost = server.atMost()
    await server.close()
    hear({
      what: `${what}, CACHE_MAX_MB=${maxMegabytes}`,
      must: `the process stays under ${most} MiB`,
      seen: `${server.atStart} MiB after the start, ${atMost} MiB at most`,
      holds: atMost < most
    })
  }
  await run(`${keys.toLocaleString('en')} searches for different keywords`, 350, ({ askAll }) =>
    askAll(keys, (index) => ({ path: `/api/v1/search?keyword=${index.toString(36)}&count=5` }))
  )
  await run(`${documents} different documents of 14 KB with 300 aliases, each sent four times`, 500, ({ askAll }) =>
    askAll(documents * 4, (index) => ({ path: '/graphql', query: document(index >> 2) }))
  )
}
