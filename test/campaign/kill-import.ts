import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { bareEnvironment } from '../bare-environment.ts'
import { dump } from '../dump.ts'
import { writeFeed } from './import/feed.ts'

/**
 * Ends an import by SIGKILL at ten random moments, goes on with it each time, and compares what came of it with one that nobody
 * interrupted. `--posts 20000`, `--kills 10`, `--seed 1`.
 */
const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000) }
  }
})
const [posts, kills, seed] = [Number(values.posts), Number(values.kills), Number(values.seed)]
const say = (text: string) => process.stdout.write(`${text}\n`)

const main = join(import.meta.dirname, '../../src/main.ts')
const folder = mkdtempSync(join(tmpdir(), 'clipgraph-kills-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

type Ended = { code: number | null; ms: number }
/** `killAfterMs`: null for one that may end by itself. */
const run = (args: readonly string[], killAfterMs: number | null): Promise<Ended> =>
  new Promise((resolve) => {
    const began = performance.now()
    const child = spawn(process.execPath, [main, 'import', ...args], {
      env: bareEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit']
    })
    const killing = killAfterMs === null ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    child.once('close', (code) => {
      clearTimeout(killing)
      resolve({ code, ms: performance.now() - began })
    })
  })

/** From 0 to 1. */
const random = (number: number): number => (Math.imul(number ^ (seed * 7_919), 0x9e3779b1) >>> 0) / 2 ** 32

const contents = (path: string) => {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const words = db.prepare('SELECT kind, word, things FROM search_words ORDER BY 1, 2').all()
    return { ...dump(db), words: words.map((row) => ({ ...row })) }
  } finally {
    db.close()
  }
}

const feeds = ['first', 'second'].map((name) => join(folder, `${name}.json`))
for (const [index, feed] of feeds.entries())
  writeFeed(feed, { posts: posts / 2, bytes: Infinity, from: index * Math.round(posts / 3) })
say(`seed ${seed}: ${posts.toLocaleString('en')} posts in two files`)

const whole = join(folder, 'whole.db')
const uninterrupted = await run([...feeds, '--into', whole], null)
if (uninterrupted.code !== 0) throw new Error('the import that nobody interrupts failed')

const path = join(folder, 'killed.db')
const rejects = ['--rejects', join(folder, 'rejects.ndjson')]
let killed = 0
let ended: Ended
// What is killed before anything is in leaves nothing to go on with.
const begun = () => readdirSync(folder).includes('killed.db.part')
do {
  const after = killed < kills ? uninterrupted.ms * (0.1 + 0.9 * random(killed + 1)) : null
  ended = await run(begun() ? ['--resume', '--into', path] : [...feeds, ...rejects, '--into', path], after)
  if (ended.code === null) {
    killed += 1
    say(`killed after ${Math.round(ended.ms)} ms of some ${Math.round(uninterrupted.ms)}`)
  } else if (ended.code !== 0) throw new Error(`ended with code ${ended.code}`)
  else if (killed < kills) {
    say(`done before the moment came: begun again`)
    rmSync(path)
  }
} while (killed < kills || ended.code !== 0)

const isSame = isDeepStrictEqual(contents(path), contents(whole))
const left = readdirSync(folder).filter((name) => /^killed\.db./.test(name))
say(
  `killed ${killed} times; what came of it is ${isSame ? 'the same' : 'NOT the same'}; ${left.length} files are left behind`
)
if (!isSame || left.length > 0) process.exitCode = 1
