import { exampleOperations } from '../example-operations.ts'
import { testKey } from '../server.ts'

/** One request; `ends`: what its client does instead of reading the answer on a connection that is kept. */
export type Ask = {
  path: string
  body?: string
  headers: Record<string, string>
  ends?: 'with a connection of its own' | 'before the answer' | 'in the middle of the head'
}

/** The same numbers in every run, from 0 to below 1. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
  return seed / 2 ** 32
}

const json = { 'content-type': 'application/json', 'x-gateway-key': testKey }
const get = (path: string, headers: Record<string, string> = {}): Ask => ({
  path,
  headers: { 'x-gateway-key': testKey, ...headers }
})
const post = (path: string, body: unknown, headers: Record<string, string> = {}): Ask => ({
  path,
  body: JSON.stringify(body),
  headers: { ...json, ...headers }
})

/** People, posts and words of a data set, so many that the cache cannot hold what is said of them. */
export type Known = { handles: readonly string[]; posts: readonly string[]; words: readonly string[] }

/**
 * What clients of every kind send, without end: both surfaces, agents and pages; hot keys and cold ones; what is wrong; connections that are
 * new, and some that are given up. The shares are those of the list.
 */
export const mix = (known: Known, seed: number): (() => Ask) => {
  const random = numbers(seed)
  const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  // Few are asked for often.
  const often = <T>(list: readonly T[]): T => list[Math.floor(random() ** 4 * list.length)] as T
  const some = () => Math.floor(random() * 1e9)
  const agent = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }
  const graphql = ({ query, given }: (typeof exampleOperations)[number]) =>
    post('/graphql', { query, variables: given })
  const call = (username: string, id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'get_user', arguments: { username } }
  })
  const kinds: readonly [share: number, ask: () => Ask][] = [
    [20, () => get(`/api/v1/users/${often(known.handles)}`)],
    [10, () => get(`/api/v1/users/${any(known.handles)}/posts?count=${1 + Math.floor(random() * 30)}`)],
    [8, () => get(`/api/v1/posts?videoId=${any(known.posts)}`, { 'accept-encoding': 'gzip' })],
    [4, () => get(`/api/v1/search?keyword=${any(known.words)}+${any(known.words)}&count=5`)],
    [2, () => get(`/api/v1/users/${any(known.handles)}/posts`, { accept: 'text/csv' })],
    [4, () => get(`/api/v1/users/nobody.${some()}`)],
    [3, () => get(`/api/v1/users/${any(known.handles)}/posts?count=${some()}`)],
    [2, () => get(`/api/v1/users/${any(known.handles)}`, { 'x-gateway-key': `wrong-${some()}` })],
    [1, () => get(`/nowhere/${some()}`)],
    [10, () => graphql(any(exampleOperations))],
    [
      8,
      () =>
        post('/graphql', {
          query: `{user(by:{username:"${any(known.handles)}"}){displayName posts(first:5){nodes{plays}}}}`
        })
    ],
    [4, () => post('/graphql', { query: `{a${some()}:user(by:{username:"${often(known.handles)}"}){displayName}}` })],
    [2, () => post('/graphql', { query: `{user(by:{username:"nobody.${some()}"}){displayName}}` })],
    [2, () => post('/graphql', { query: `{user(by:{username:"x"}){nothing${some()}}}` })],
    [1, () => post('/graphql', { query: `{user(${some()}` })],
    [
      4,
      () => get(`/graphql?query=${encodeURIComponent(`{post(by:{postId:"${often(known.posts)}"}){caption likes}}`)}`)
    ],
    [1, () => post('/mcp', { jsonrpc: '2.0', id: some(), method: 'tools/list' }, agent)],
    [2, () => post('/mcp', call(any(known.handles), some()), agent)],
    [1, () => post('/mcp', '{', agent)],
    [2, () => get(any(['/', '/docs', '/docs/schema', '/docs/guides', '/docs.md', '/llms.txt', '/openapi.json']))],
    [1, () => get(any(['/healthz', '/readyz', '/metrics']))]
  ]
  const total = kinds.reduce((sum, [share]) => sum + share, 0)
  const next = (): Ask => {
    let left = random() * total
    for (const [share, ask] of kinds) {
      left -= share
      if (left < 0) return ask()
    }
    return get('/')
  }
  return () => {
    const chance = random()
    if (chance < 0.02) return { ...next(), ends: 'with a connection of its own' }
    if (chance < 0.03) return { ...next(), ends: 'before the answer' }
    if (chance < 0.035) return { ...next(), ends: 'in the middle of the head' }
    return next()
  }
}
