import { dearSearches, manySearches, mostSearches } from '../../many-searches.ts'
import { testKey } from '../../server.ts'
import type { Attack } from './attack.ts'
import type { Victim } from './victim.ts'

const creator = 'user(by: {username: "maya.nguyen"})'
const many = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ')

const wide = `{${creator}{posts(first: 100){${many(98, (index) => `a${index}: nodes{...P}`)}}}} fragment P on Post{${many(98, (index) => `b${index}: caption`)}}`

/** No answer has so many bytes more than twice what was asked. */
const bounded = (victim: Victim, bytes: number) => {
  const most = Math.max(...victim.exchanges.map(({ sent, bytesOut }) => bytesOut - 2 * Buffer.byteLength(sent)))
  if (most > bytes) throw new Error(`an answer has ${most} bytes more than twice its request`)
}

const documents = (name: string, fate: Attack['fate'], texts: readonly string[], bytes: number): Attack => ({
  name,
  fate,
  async run(victim) {
    for (const text of texts) await victim.graph(text)
    bounded(victim, bytes)
  }
})

/** Milliseconds for which others wait at most, whatever is asked. */
const maxOthersMs = 50

/** Asks for health and for a profile that is at hand again and again while something goes on. */
const whileOthersAsk = async (victim: Victim, work: Promise<unknown>) => {
  const headers = { 'x-gateway-key': testKey }
  const others = [`${victim.url}/healthz`, `${victim.url}/api/v1/users/maya.nguyen`]
  const slowest = others.map(() => 0)
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  const ask = async (url: string, index: number) => {
    while (!isOver) {
      const began = performance.now()
      await (await fetch(url, { headers })).text()
      slowest[index] = Math.max(slowest[index] ?? 0, performance.now() - began)
    }
  }
  // At hand from here on.
  for (const url of others) await (await fetch(url, { headers })).text()
  await Promise.all([over, ...others.map(ask)])
  if (Math.max(...slowest) > maxOthersMs) throw new Error(`others waited ${slowest.map(Math.round).join(' and ')} ms`)
}

/** A query to the graph that the process is not charged with as one request: it may take a second. */
const askFreely = async (victim: Victim, query: string) => {
  const headers = { 'x-gateway-key': testKey, 'content-type': 'application/json' }
  const answer = await fetch(`${victim.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
  const { data } = (await answer.json()) as { data?: unknown }
  if (data == null) throw new Error(`${answer.status} to ${query.slice(0, 100)}`)
}

/** Requests that cost more than they look. */
export const costAttacks: readonly Attack[] = [
  documents('98 times 98 captions of a hundred posts', 'refused', [wide], 10_000),
  documents(
    'introspection a hundred times over',
    'refused',
    [`{${many(100, (index) => `a${index}: __schema{types{name fields{name description type{name}}}}`)}}`],
    10_000
  ),
  documents(
    '550 look-ups in one document',
    'refused',
    [`{${many(550, (index) => `a${index}: user(by: {username: "u${index}"}){username}`)}}`],
    10_000
  ),
  documents(
    '400 fragments in a circle',
    'refused',
    [`{${creator}{...F0}} ${many(400, (index) => `fragment F${index} on User{...F${(index + 1) % 400}}`)}`],
    10_000
  ),
  documents(
    'one mistake at a thousand places',
    'refused',
    [
      `{${many(1_000, () => 'user{username}')}}`,
      `{${many(1_000, (index) => `a: user(by: {username: "u${index}"}){id}`)}}`
    ],
    10_000
  ),
  documents(
    'lists within lists as an argument, 4,900 levels',
    'refused',
    [
      `{nodes(ids: ${'['.repeat(4_900)}`,
      `{nodes(ids: ${'['.repeat(4_900)}${']'.repeat(4_900)}){id}}`,
      `{node(id: ${'{a: '.repeat(4_900)}1${'}'.repeat(4_900)}){id}}`
    ],
    10_000
  ),
  {
    name: '50,000 wrong elements of a list in a variable',
    fate: 'refused',
    async run(victim) {
      for (const element of [1.5, null, {}, []]) {
        await victim.graph('query($ids: [ID!]!){nodes(ids: $ids){id}}', { ids: Array(50_000).fill(element) })
      }
      bounded(victim, 10_000)
    }
  },
  {
    name: 'an alias that makes an answer look like a promise',
    fate: 'harmless',
    async run(victim) {
      for (const text of [
        '{then: __typename}',
        `{then: ${creator}{then: username catch: displayName finally: verified}}`,
        `{${creator}{then: posts(first: 1){then: nodes{then: id}}}}`,
        '{then: __schema{then: queryType{then: name}}}'
      ]) {
        await victim.graph(text)
        const { answer } = victim.exchanges.at(-1) ?? {}
        if (JSON.parse(answer?.body ?? '').data == null) throw new Error(`no data for ${text}`)
      }
    }
  },
  {
    name: '500 documents of 6 KB with 300 fields each, twice',
    fate: 'harmless',
    // What is kept of them has the room of CACHE_MAX_MB.
    room: 100,
    async run(victim) {
      for (let index = 0; index < 500; index += 1) {
        const text = `query Q${index}{${creator}{${many(10, (part) => `p${part}: posts(first: 1){nodes{${many(29, (field) => `a${part}x${field}o${index}: caption`)}}}`)}}}`
        for (const _ of [1, 2]) await victim.graph(text)
      }
    },
    isLong: true
  },
  {
    name: '200 searches of common words at once, while others ask',
    fate: 'harmless',
    isLong: true,
    async run(victim) {
      const word = (index: number) => ['the', 'a', 'cooking', 'my', 'new', 'best'][index % 6]
      const body = (index: number) =>
        JSON.stringify({
          query: `{${many(20, (part) => `s${part}: search(keyword: "${word(part)} ${index}"){posts(first: 10){nodes{id}} videos(first: 10){nodes{id}}}`)}}`
        })
      const headers = { 'x-gateway-key': testKey, 'content-type': 'application/json' }
      const searches = Array.from({ length: 200 }, (_, index) =>
        fetch(`${victim.url}/graphql`, { method: 'POST', headers, body: body(index) }).then((answer) => answer.text())
      )
      let slowest = 0
      let isOver = false
      const all = Promise.allSettled(searches).then(() => {
        isOver = true
      })
      while (!isOver) {
        const began = performance.now()
        await (await fetch(`${victim.url}/healthz`)).text()
        slowest = Math.max(slowest, performance.now() - began)
      }
      await all
      await victim.ask('/healthz')
      if (slowest > 1_000) throw new Error(`others waited ${Math.round(slowest)} ms`)
    }
  },
  ...dearSearches.map(
    ({ name, keywordOf }): Attack => ({
      name: `as many searches as one query may have, while others ask: ${name}`,
      fate: 'harmless',
      isLong: true,
      async run(victim) {
        await victim.ask('/healthz')
        await whileOthersAsk(victim, askFreely(victim, manySearches(mostSearches, keywordOf)))
      }
    })
  ),
  {
    name: '80,000 words that nobody asked for before, 80 to a query, while others ask',
    fate: 'harmless',
    // What is kept of them has the room of CACHE_MAX_MB.
    room: 100,
    isLong: true,
    async run(victim) {
      const ask = async () => {
        for (let index = 0; index < 1_000; index += 1) {
          await askFreely(
            victim,
            manySearches(mostSearches, (root) => `word${index}x${root}`)
          )
        }
      }
      await victim.ask('/healthz')
      await whileOthersAsk(victim, ask())
    }
  }
]
