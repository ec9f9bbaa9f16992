import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bareEnvironment } from '../bare-environment.ts'
import { childrenSeconds, mostResidentMiB } from '../process-figures.ts'
import { writeFeed } from './import/feed.ts'

/**
 * What an import takes: processor time of a post and memory. `--posts 100000`, or `--gigabytes 5` of input, each time of which takes five minutes and
 * twice the room; `--creators 2000000` brings words without end; `--times 3` tells the least of several.
 */
const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '100000' },
    gigabytes: { type: 'string' },
    creators: { type: 'string', default: '30000' },
    times: { type: 'string', default: '3' }
  }
})
/** 300 MB. */
const mostMemory = 286
const say = (text: string) => process.stdout.write(`${text}\n`)

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-import-costs-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const feed = join(folder, 'feed.json')
const size =
  values.gigabytes === undefined
    ? { posts: Number(values.posts), bytes: Infinity }
    : { posts: Infinity, bytes: Number(values.gigabytes) * 1e9 }
const { posts, bytes } = writeFeed(feed, { ...size, creators: Number(values.creators) })
say(`${posts.toLocaleString('en')} posts in ${(bytes / 1e6).toFixed(0)} MB`)

const main = join(import.meta.dirname, '../../src/main.ts')
const importOnce = async (path: string) => {
  const child = spawn(process.execPath, [main, 'import', feed, '--out', path], {
    env: bareEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit']
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const { value, mostMiB } = await mostResidentMiB(child.pid ?? 0, () => ended)
  if (value !== 0) throw new Error(`the import ended with code ${value}`)
  return mostMiB
}

let least = Number.POSITIVE_INFINITY
let most = 0
for (let time = 0; time < Number(values.times); time += 1) {
  const path = join(folder, `${time}.db`)
  const began = childrenSeconds()
  const mostMiB = await importOnce(path)
  const micros = ((childrenSeconds() - began) * 1e6) / posts
  least = Math.min(least, micros)
  most = Math.max(most, mostMiB)
  say(
    `${micros.toFixed(0)} µs of processor time a post, ${mostMiB} MiB at most, ${Math.round(statSync(path).size / 1e6)} MB`
  )
  rmSync(path)
}
say(
  `least: ${least.toFixed(0)} µs, ${Math.round(1e6 / least).toLocaleString('en')} posts a second of processor time; most memory: ${most} MiB`
)
if (most > mostMemory) {
  say(`more than ${mostMemory} MiB`)
  process.exitCode = 1
}
