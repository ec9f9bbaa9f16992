import { isDeepStrictEqual } from 'node:util'
import { copyDataset } from '../src/ingest/postgres/copy.ts'
import { migrate } from '../src/store/postgres/migrate.ts'
import { connectTo, createDatabase } from '../test/own-postgres.ts'
import type { ColdKeys } from './cold.ts'
import { mediaBase } from './dataset.ts'
import { fillCache } from './full-cache.ts'
import { saturate, type Traffic } from './load.ts'
import { leastCold, readsOf } from './reads.ts'
import type { Round } from './results.ts'
import { clipgraphEnv, key, type Running, type ServerSpec, servers, start } from './servers.ts'

/** Servers over the same tables of one PostgreSQL. */
export const overPostgres = {
  clipgraph: { ...servers['clipgraph-cold'], title: 'clipgraph, small cache' },
  postgraphile: { title: 'PostGraphile 5', file: 'peers/postgraphile.mjs' }
} as const satisfies Record<string, ServerSpec>
export type PostgresServer = keyof typeof overPostgres
const names = Object.keys(overPostgres) as PostgresServer[]

export type PostgresResult = { title: string; rounds: Record<PostgresServer, Round[]> }

type Json = { [field: string]: unknown }
type Ask = { query: string; variables: Json }
type Question = {
  title: string
  asks: Record<PostgresServer, readonly Ask[]>
  /** An answer of PostGraphile, which shows columns as they are, in the shape of ours. */
  reshape: (data: never) => unknown
}

const profile = 'username displayName websiteUrl followingCount verified isPrivate bio avatarUrl avatarThumbUrl'
const post = 'postId caption createdAt plays likes comments shares coverUrl durationSeconds'
const author = 'username displayName verified avatarThumbUrl'
const sound = 'soundId title author isOriginal'

const queries = {
  profile: {
    clipgraph: `query ($key: String!) { user(by: {username: $key}) { userId ${profile} followersCount } }`,
    postgraphile: `query ($key: String!) { user: userByHandle(handle: $key) { userId ${profile.replace('followingCount', '$&: following')} followersCount: followers } }`
  },
  page: {
    clipgraph: `query ($key: String!) {
      user(by: {username: $key}) {
        username
        posts(first: 20) { nodes { ${post} author { ${author} } sound { ${sound} } } pageInfo { hasNextPage } }
      }
    }`,
    postgraphile: `query ($key: String!) {
      user: userByHandle(handle: $key) {
        username
        posts: postsByAuthorPk(first: 20, orderBy: [CREATED_AT_DESC, PK_DESC]) {
          nodes { ${post} author { ${author} } sound { ${sound} } } pageInfo { hasNextPage }
        }
      }
    }`
  }
} as const

/** The database works on the core of the load too. */
const besideDatabase = { sharesCore: true }

const lookedUp = 10
const places = Array.from({ length: lookedUp }, (_, place) => place)
const lookUp = (field: (variable: string) => string) =>
  `query (${places.map((place) => `$k${place}: ID!`)}) { ${places.map((place) => `p${place}: ${field(`$k${place}`)} { ${post} }`).join(' ')} }`
const lookUps = {
  clipgraph: lookUp((variable) => `post(by: {postId: ${variable}})`),
  postgraphile: lookUp((variable) => `allPostByPostId(postId: ${variable})`).replaceAll('ID!', 'String!')
}

const flags = new Set(['verified', 'isPrivate', 'isOriginal'])
const addresses = new Set(['avatarUrl', 'avatarThumbUrl', 'coverUrl'])
const numbers = /^(?:plays|likes|comments|shares|followingCount|followersCount|durationSeconds)$/

/** Numbers of 64 bits are texts there, times are such numbers, flags are 0 and 1, and addresses are those of whoever shows them. */
const shownAs = (field: string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((each) => shownAs('', each))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shownAs(name, inner)]))
  }
  if (value === null) return null
  if (field === 'createdAt') return new Date(Number(value) * 1000).toISOString()
  if (flags.has(field)) return Number(value) === 1
  if (numbers.test(field)) return Number(value)
  return addresses.has(field) && String(value).startsWith('/') ? mediaBase + value : value
}

const questionsOf = ({ open, pages, posts }: ColdKeys): readonly Question[] => {
  const byKey = (title: string, texts: Record<PostgresServer, string>, keys: readonly string[]): Question => {
    const asks = (name: PostgresServer) => keys.map((key) => ({ query: texts[name], variables: { key } }))
    return {
      title,
      asks: { clipgraph: asks('clipgraph'), postgraphile: asks('postgraphile') },
      reshape: (data) => shownAs('', data)
    }
  }
  const groups = Array.from({ length: Math.floor(posts.length / lookedUp) }, (_, group) =>
    Object.fromEntries(places.map((place) => [`k${place}`, posts[group * lookedUp + place]]))
  )
  const looked = (name: PostgresServer) => groups.map((variables) => ({ query: lookUps[name], variables }))
  return [
    byKey('a profile', queries.profile, open),
    byKey('20 posts with author and sound', queries.page, [...new Set(pages.map(({ handle }) => handle))]),
    {
      title: `${lookedUp} posts by id`,
      asks: { clipgraph: looked('clipgraph'), postgraphile: looked('postgraphile') },
      reshape: (data) => shownAs('', data)
    }
  ]
}

const rawOf = (ask: Ask): string => {
  const body = JSON.stringify(ask)
  return `POST /graphql HTTP/1.1\r\nhost: bench\r\nx-gateway-key: ${key}\r\ncontent-type: application/json\r\naccept: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** Asks one after the other, and again from the first behind the last. */
const around = (asks: readonly Ask[]): Traffic => {
  const raw = asks.map(rawOf)
  let next = 0
  return () => raw[next++ % raw.length]
}

/** PostGraphile finds rows by constraints of one column alone: it gets one for handles, which are unique. */
export const fillDatabase = async (path: string, url: string, sql = ''): Promise<void> => {
  await migrate(url, null)
  await copyDataset(path, url, () => {})
  const client = await connectTo(url)
  await client.query(`ALTER TABLE clipgraph.users ADD UNIQUE (handle); ANALYZE clipgraph.users; ${sql}`)
  await client.end()
}

/** Both over the tables of one data set, in a database of its own. */
export const measurePostgres = async (
  { path, keys }: { path: string; keys: ColdKeys },
  {
    rounds,
    seconds,
    warmUpSeconds,
    isQuick
  }: { rounds: number; seconds: number; warmUpSeconds: number; isQuick: boolean },
  progress: (text: string) => void
): Promise<PostgresResult[]> => {
  progress('PostgreSQL: copying the data set of cold reads')
  const database = await createDatabase()
  const running = new Map<PostgresServer, Running>()
  try {
    await fillDatabase(path, database.url)
    for (const name of names) running.set(name, await start(overPostgres[name], clipgraphEnv(database.url)))
    const serverOf = (name: PostgresServer) => running.get(name) as Running
    await fillCache(serverOf('clipgraph'), keys)
    const results: PostgresResult[] = []
    for (const question of questionsOf(keys)) {
      progress(`PostgreSQL: ${question.title}`)
      await agree(question, serverOf)
      const traffic = {
        clipgraph: around(question.asks.clipgraph),
        postgraphile: around(question.asks.postgraphile)
      }
      const result: PostgresResult = { title: question.title, rounds: { clipgraph: [], postgraphile: [] } }
      const before = await readsOf(serverOf('clipgraph'))
      for (let round = 0; round < rounds; round += 1) {
        // Nobody is always the first.
        for (const name of round % 2 === 0 ? names : names.toReversed()) {
          const server = serverOf(name)
          await saturate(server.port, traffic[name], round === 0 ? warmUpSeconds : 0.1, besideDatabase)
          const cpuBefore = server.cpuMs()
          const run = await saturate(server.port, traffic[name], seconds, besideDatabase)
          const cpuAfter = server.cpuMs()
          const cpuMicros =
            cpuBefore === null || cpuAfter === null ? null : ((cpuAfter - cpuBefore) * 1000) / run.requests
          result.rounds[name].push({ perSecond: run.requests / run.seconds, cpuMicros })
        }
      }
      const after = await readsOf(serverOf('clipgraph'))
      const share = (after.missed - before.missed) / (after.all - before.all)
      if (!(share >= leastCold || isQuick)) {
        throw new Error(`PostgreSQL: ${question.title}: only ${Math.round(100 * share)} % of the reads are cold`)
      }
      results.push(result)
    }
    return results
  } finally {
    for (const server of running.values()) await server.stop()
    await database.close()
  }
}

/** What both say of some keys must be equal. */
const agree = async (
  { title, asks, reshape }: Question,
  serverOf: (name: PostgresServer) => Running
): Promise<void> => {
  const step = Math.ceil(asks.clipgraph.length / 20)
  for (let at = 0; at < asks.clipgraph.length; at += step) {
    const answers = await Promise.all(
      names.map(async (name) => {
        const response = await fetch(`${serverOf(name).url}/graphql`, {
          method: 'POST',
          headers: { 'x-gateway-key': key, 'content-type': 'application/json' },
          body: JSON.stringify(asks[name][at])
        })
        const { data, errors } = (await response.json()) as { data: never; errors?: unknown }
        if (errors !== undefined) throw new Error(`${name}, ${title}: ${JSON.stringify(errors).slice(0, 500)}`)
        return name === 'clipgraph' ? data : reshape(data)
      })
    )
    if (isDeepStrictEqual(answers[0], answers[1])) continue
    const [ours, theirs] = answers.map((answer) => JSON.stringify(answer).slice(0, 1_500))
    throw new Error(`PostGraphile answers ${title} otherwise:\n${theirs}\n${ours}`)
  }
}
