import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { serve } from '../served.ts'
import { connect, type Surface, surfaces } from './scale/ask.ts'
import { type Made, makeData, openData } from './scale/data.ts'
import { type Seen, sizeName, tablesOf } from './scale/page.ts'
import { filling, type Key, reads } from './scale/reads.ts'

const usage = `Measures what the commonest reads cost over data sets of several sizes, and writes docs/scale.md. Takes some minutes for each size.

  --store <name>   sqlite, or postgres: copies in databases of its own, written to docs/scale-postgresql.md (sqlite)
  --sizes <n,n>    how many posts the data sets have (20000,200000,2000000)
  --to <n>         adds a size, such as 10000000
  --rounds <n>     rounds that count (9)
  --requests <n>   requests for each read in a round (100)
  --keep <folder>  where data sets are kept, and taken from when they are there; without it they are deleted
  --quick          data sets of 2,000 and 4,000 posts and one short round, to see that everything works

What is written must be of all sizes: with --sizes or --quick the page is printed only.
`

const { values: options } = parseArgs({
  options: {
    store: { type: 'string', default: 'sqlite' },
    sizes: { type: 'string' },
    to: { type: 'string' },
    rounds: { type: 'string' },
    requests: { type: 'string' },
    keep: { type: 'string' },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false }
  }
})

const store = options.store === 'postgres' ? 'postgres' : 'sqlite'
const isPostgres = store === 'postgres'

const say = (text: string) => process.stderr.write(`${text}\n`)

const sizes = (options.sizes ?? (options.quick ? '2000,4000' : '20000,200000,2000000')).split(',').map(Number)
if (options.to !== undefined) sizes.push(Number(options.to))
const rounds = Number(options.rounds ?? (options.quick ? 1 : 9))
const requests = Number(options.requests ?? (options.quick ? 5 : 100))
/** Rounds before those that count: for the compiler. */
const warmUps = options.quick ? 0 : 4

/** So little that nothing is still there when it is asked for again, after all that was asked for meanwhile. */
const cacheMiB = 1
/** Answers out of the cache among those of a read, at most: of lists that are few in a small data set. */
const mostCached = 0.05

/** A server over one data set, and what is asked of it. */
const startSize = async ({ posts, path, data: url }: Made) => {
  const data = openData(path)
  const keys: Key[][] = []
  for (const read of reads) keys.push(await read.keys(data))
  const fill = await filling.keys(data)
  await data.close()
  const served = await serve(path, { DATA_URL: url, CACHE_MAX_MB: String(cacheMiB), LOG_LEVEL: 'silent' })
  const connection = connect(served)
  await connection.ask('REST', filling, fill)
  return {
    posts,
    /** Keys of a read in the order of their turns, the next ones each time. */
    ask(surface: Surface, index: number, turn: number) {
      const all = keys[index] ?? []
      const read = reads[index]
      if (all.length === 0 || read === undefined) return null
      const chosen = Array.from({ length: Math.min(requests, all.length) }, (_, place) => {
        return all[(turn * requests + place) % all.length] as Key
      })
      return connection.ask(surface, read, chosen)
    },
    async stop() {
      await connection.close()
      await served.stop()
    }
  }
}

const measure = async (made: readonly Made[]): Promise<{ seen: Seen[]; cached: ReadonlyMap<string, number> }> => {
  const servers: Awaited<ReturnType<typeof startSize>>[] = []
  for (const each of made) {
    say(`${sizeName(each.posts)}: looking for things to ask about`)
    servers.push(await startSize(each))
  }
  const seen: Seen[] = surfaces.flatMap((surface) =>
    reads.flatMap((read) => made.map(({ posts }) => ({ surface, read, posts, ms: [], micros: [], elements: [] })))
  )
  const cached = new Map<string, number>()
  for (let round = -warmUps; round < rounds; round += 1) {
    say(round < 0 ? 'warming up' : `round ${round + 1} of ${rounds}`)
    for (const [place, surface] of surfaces.entries()) {
      for (const [index, read] of reads.entries()) {
        // What else the machine does hits all sizes alike, and none is always the first.
        for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
          const batch = await server.ask(surface, index, (round + warmUps) * surfaces.length + place)
          if (batch === null || round < 0) continue
          const one = seen.find((one) => one.surface === surface && one.read === read && one.posts === server.posts)
          one?.ms.push(...batch.ms)
          one?.micros.push(batch.micros)
          one?.elements.push(batch.elements)
          const name = `${read.name}, ${surface}, ${sizeName(server.posts)}`
          cached.set(name, (cached.get(name) ?? 0) + batch.cached / batch.ms.length / rounds)
        }
      }
    }
  }
  for (const server of servers) await server.stop()
  return { seen: seen.filter(({ ms }) => ms.length > 0), cached }
}

/** What is small may be in the cache before that is full. */
const notCold = (cached: ReadonlyMap<string, number>): string => {
  const shares = [...cached].filter(([, share]) => share > mostCached)
  if (shares.length === 0) return ''
  const told = shares.map(([name, share]) => `${name}, ${Math.round(100 * share)} %`)
  return `\n\nOf some small answers more than a twentieth came out of the cache all the same: ${told.join('; ')}.`
}

const main = async () => {
  if (options.help) return say(usage)
  const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'clipgraph-scale-'))
  mkdirSync(folder, { recursive: true })
  if (options.keep === undefined) process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  const made: Made[] = []
  for (const posts of sizes) {
    say(`${sizeName(posts)}: the data set`)
    made.push(await makeData(folder, posts, store))
  }
  const { seen, cached } = await measure(made).finally(() => Promise.all(made.map(({ remove }) => remove())))
  const page = `# What size costs${isPostgres ? ' in a PostgreSQL' : ''}

Written by \`npm run campaign -- scale${isPostgres ? ' --store postgres' : ''}\` from what it measured: the commonest reads on both surfaces over data sets that differ in their size alone${isPostgres ? ', in databases of a server on the same machine. Processor time is that of this server, the database’s aside' : ''}.

Requests are cold: no key comes again before everything was asked for that fits into the cache of ${cacheMiB} MiB many times. Requests come one
by one over one connection, ${requests} for each read in each of ${rounds} rounds, behind ${warmUps} rounds that do not count; each size has a server of its own, and
the sizes take turns read by read. Processor time is that of all threads of the server, the median of the rounds; ratios are
those within a round, and the median of them. Pages of 20 elements on average are asked for, of the sound library 9, of creators who are found 5; a small data set often has
fewer to find, which the last table tells. ${'`—`'}: no list of that data set is so long.${notCold(cached)}

${tablesOf(made, seen)}
`
  process.stdout.write(page)
  if (options.sizes !== undefined || options.quick) return
  const name = isPostgres ? 'scale-postgresql.md' : 'scale.md'
  writeFileSync(new URL(`../../docs/${name}`, import.meta.url), page)
  say(`wrote docs/${name}`)
}

try {
  await main()
  process.exit()
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exit(1)
}
