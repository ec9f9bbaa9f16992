import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { Dataset } from './dataset.ts'
import { median } from './load.ts'
import {
  clipgraphEnv,
  type FacadeName,
  facades,
  key,
  loadCore,
  type Running,
  type ServerSpec,
  start
} from './servers.ts'

const delayMs = 20

export type FacadeResult = {
  query: string
  /** Of the upstream itself: the calls the query begins with, side by side. */
  upstreamMs: number
  answers: {
    facade: FacadeName
    medianMs: number
    /** Upstream calls of the first query of this kind, and of one among many in a row. */
    coldCalls: number
    calls: number
  }[]
}

type Json = Record<string, unknown>
type Question = {
  title: string
  keys: readonly string[]
  /** Keys that are asked for beforehand in other page sizes. None where that would bring what `keys` are to find cold. */
  warmUpKeys: readonly string[]
  /** The upstream calls the query cannot do without, and can make at once. */
  paths: (key: string) => readonly string[]
  query: string
  /** The same for a graph in the shape of the REST operations, and its answer in the shape of the others. */
  restShaped: { query: string; reshape: (data: never) => unknown }
}

type RestPost = {
  caption: string
  plays: number
  likes: number
  author_username: string
  author: { data: Json }
} & Json

const authorBasics = (post: RestPost) => ({
  username: post.author_username,
  displayName: post.author_display_name,
  verified: post.author_verified
})
const searchOf = (author: (post: RestPost) => unknown) => (data: { search: { data: RestPost[] } }) => ({
  search: {
    posts: {
      nodes: data.search.data.map((post) => ({
        caption: post.caption,
        plays: post.plays,
        likes: post.likes,
        author: author(post)
      }))
    }
  }
})

const questions = ({ creators, hashtags }: Dataset): readonly Question[] => {
  const open = [...creators].filter(([, { profile }]) => !profile.is_private)
  const handles = open.filter(([, { posts }]) => posts.length >= 20)
  const others = open.filter(([, { posts }]) => posts.length < 20)
  const words = [...hashtags.values()]
    .filter(({ tag, posts }) => posts.length >= 30 && /^[a-z]+$/.test(tag.name ?? ''))
    .map(({ tag }) => tag.name ?? '')
  const half = Math.floor(words.length / 2)
  const search = (word: string) => [`/api/v1/search?keyword=${word}&count=20`]
  return [
    {
      title: '20 posts of a search with author basics',
      keys: words.slice(0, half),
      warmUpKeys: words.slice(0, half),
      paths: search,
      query: `query Found($key: String!) {
        search(keyword: $key) { posts(first: 20) { nodes { caption plays likes author { username displayName verified } } } }
      }`,
      restShaped: {
        query: `query Found($key: queryInput_search_keyword!) {
          search(keyword: $key, count: 20) {
            data { caption plays likes author_username author_display_name author_verified }
          }
        }`,
        reshape: searchOf(authorBasics)
      }
    },
    {
      title: 'user + 20 posts',
      keys: handles.map(([handle]) => handle),
      warmUpKeys: others.map(([handle]) => handle),
      paths: (handle) => [`/api/v1/users/${handle}`, `/api/v1/users/${handle}/posts?count=20`],
      query: `query Creator($key: String!) {
        user(by: {username: $key}) { username displayName followersCount posts(first: 20) { nodes { caption plays likes } } }
      }`,
      restShaped: {
        // Each operation has an input type of its own there.
        query: `query Creator($key: queryInput_getUser_username!, $again: queryInput_listUserPosts_username!) {
          getUser(username: $key) { data { username display_name followers } }
          listUserPosts(username: $again, count: 20) { data { caption plays likes } }
        }`,
        reshape: (data: { getUser: { data: Json }; listUserPosts: { data: Json[] } }) => ({
          user: {
            username: data.getUser.data.username,
            displayName: data.getUser.data.display_name,
            followersCount: data.getUser.data.followers,
            posts: { nodes: data.listUserPosts.data }
          }
        })
      }
    },
    {
      title: '20 posts of a search with full author profiles',
      keys: words.slice(half),
      warmUpKeys: [],
      paths: search,
      query: `query Found($key: String!) {
        search(keyword: $key) { posts(first: 20) { nodes { caption plays likes author { username followersCount bio } } } }
      }`,
      restShaped: {
        query: `query Found($key: queryInput_search_keyword!) {
          search(keyword: $key, count: 20) {
            data { caption plays likes author_username author { data { username followers bio } } }
          }
        }`,
        reshape: searchOf(({ author: { data } }) => ({
          username: data.username,
          followersCount: data.followers,
          bio: data.bio
        }))
      }
    }
  ]
}

/** Stands before an upstream: answers come so much later, and calls are counted. */
export const startProxy = async (upstream: string, delayMs: number) => {
  const agent = new Agent({ keepAlive: true })
  let calls = 0
  const server = createServer((incoming, outgoing) => {
    calls += 1
    setTimeout(() => {
      const onward = request(upstream + incoming.url, { method: incoming.method, headers: incoming.headers, agent })
      onward.on('response', (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 500, answer.headers)))
      onward.end()
    }, delayMs)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get calls() {
      return calls
    },
    close: () => {
      server.closeAllConnections()
      server.close()
      agent.destroy()
    }
  }
}

const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const startedAt = performance.now()
  return [await work(), performance.now() - startedAt]
}

/** Facades over one upstream, all cold for every key they are asked for. `samples`: keys for each query. */
export const measureFacades = async (
  dataset: { path: string; data: Dataset },
  chosen: readonly { name: FacadeName; spec: ServerSpec }[],
  samples: number,
  progress: (text: string) => void
): Promise<FacadeResult[]> => {
  const upstream = await start(facades.clipgraph, clipgraphEnv(`sqlite:${dataset.path}`), loadCore)
  const proxy = await startProxy(upstream.url, delayMs)
  const env = { ...clipgraphEnv(proxy.url), BENCH_UPSTREAM: proxy.url, BENCH_KEY: key }
  const running: { name: FacadeName; server: Running }[] = []
  for (const { name, spec } of chosen) running.push({ name, server: await start(spec, env) })

  const headers = { 'x-gateway-key': key, 'content-type': 'application/json' }
  const direct = (paths: readonly string[], url = proxy.url) =>
    Promise.all(
      paths.map(async (path) => {
        const response = await fetch(url + path, { headers })
        if (!response.ok) throw new Error(`the upstream answers ${response.status} for ${path}`)
        return response.text()
      })
    )
  const ask = async (url: string, query: string, variable: string) => {
    const variables = query.includes('$again') ? { key: variable, again: variable } : { key: variable }
    const body = JSON.stringify({ query, variables })
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body })
    return (await response.json()) as { data: unknown; errors?: unknown }
  }

  /** Asks all facades the same, the first of them last if so told; what they say must be equal. */
  const askAll = async ({ title, query, restShaped }: Question, variable: string, isBackwards = false) => {
    const outcomes: { ms: number; calls: number; shown: unknown }[] = []
    const order = isBackwards ? running.toReversed() : running
    for (const { name, server } of order) {
      const callsBefore = proxy.calls
      const [{ data, errors }, ms] = await timed(() =>
        ask(server.url, name === 'hive' ? restShaped.query : query, variable)
      )
      if (errors !== undefined) throw new Error(`${name}, ${title}: ${JSON.stringify(errors).slice(0, 500)}`)
      // Data without errors has the shape that was asked for.
      const shown = name === 'hive' ? restShaped.reshape(data as never) : data
      outcomes.push({ ms, calls: proxy.calls - callsBefore, shown })
      const expected = outcomes[0]?.shown
      if (isDeepStrictEqual(shown, expected)) continue
      const [ours, theirs] = [expected, shown].map((value) => JSON.stringify(value).slice(0, 2_000))
      throw new Error(`${name} answers ${title} for ${variable} otherwise than ${order[0]?.name}:\n${theirs}\n${ours}`)
    }
    return isBackwards ? outcomes.toReversed() : outcomes
  }

  /** Some facades ask for the profile of an author whose account is gone, and fail. */
  const hasAllAuthors = async ({ paths }: Question, key: string): Promise<boolean> =>
    !(await direct(paths(key), upstream.url)).some((text) => text.includes('"author_username":null'))

  const all: Question[] = []
  for (const question of questions(dataset.data)) {
    const keys: string[] = []
    for (const key of question.keys) if (await hasAllAuthors(question, key)) keys.push(key)
    all.push({ ...question, keys })
  }
  // Calls of the very first query of each kind, before the facades' caches have met anything.
  const coldCalls = new Map<Question, number[]>()
  for (const question of all) {
    const outcomes = await askAll(question, question.keys[0] ?? '')
    coldCalls.set(
      question,
      outcomes.map(({ calls }) => calls)
    )
  }

  // Cold are the keys, not the processes: before anything is timed, their compilers have seen what they need to see.
  for (const { query, restShaped, warmUpKeys } of all) {
    for (const { name, server } of running) {
      progress(`facades: warming up ${name}`)
      const sized = (text: string, size: number) => text.replace(/(first|count): 20/, `$1: ${size}`)
      const text = name === 'hive' ? restShaped.query : query
      const asks = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((size) =>
        warmUpKeys.map((key) => [sized(text, size), key] as const)
      )
      const left = asks.slice(0, samples * 20).values()
      const work = async () => {
        for (const [text, key] of left) await ask(server.url, text, key)
      }
      await Promise.all(Array.from({ length: 16 }, work))
    }
  }

  const results: FacadeResult[] = []
  for (const question of all) {
    progress(`facades: ${question.title}`)
    const warmUps = Math.min(samples, Math.floor(question.keys.length / 3))
    const upstreamMs: number[] = []
    const rounds: Awaited<ReturnType<typeof askAll>>[] = []
    for (const [index, variable] of question.keys.slice(1, 1 + warmUps + samples).entries()) {
      // The upstream's own cache is warm from here on, whoever asks next.
      await direct(question.paths(variable))
      const [, directMs] = await timed(() => direct(question.paths(variable)))
      const outcomes = await askAll(question, variable, index % 2 === 1)
      if (index < warmUps) continue
      upstreamMs.push(directMs)
      rounds.push(outcomes)
    }
    results.push({
      query: question.title,
      upstreamMs: median(upstreamMs),
      answers: chosen.map(({ name }, place) => ({
        facade: name,
        medianMs: median(rounds.map((outcomes) => outcomes[place]?.ms ?? Number.NaN)),
        coldCalls: coldCalls.get(question)?.[place] ?? Number.NaN,
        calls: rounds.reduce((sum, outcomes) => sum + (outcomes[place]?.calls ?? 0), 0) / rounds.length
      }))
    })
  }
  for (const { server } of running) await server.stop()
  proxy.close()
  await upstream.stop()
  return results
}
