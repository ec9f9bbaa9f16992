import { setTimeout as pause } from 'node:timers/promises'
import { startDeployment, startFacade, stillNow } from '../chain.ts'
import { startFaultProxy } from '../fault-proxy.ts'
import { type Figure, load, percentile, round } from './figure.ts'

const outageMs = 60_000

/** An upstream that goes down, fails, and comes back under load. */
export const outage = async (dataset: string, hear: (figure: Figure) => void): Promise<void> => {
  const deployment = await startDeployment({ dataset })
  const proxy = await startFaultProxy(deployment.url)
  let aged = 0
  const facade = await startFacade(proxy.url, { now: () => Date.now() + aged })
  const json = async (path: string) => (await facade.get<Record<string, string>[]>(path)).body.data

  // Keys of every lifetime: profiles, posts, lists, searches, the catalogue, and documents of the graph.
  const found = await json('/api/v1/search?q=a&count=30')
  const handles = [...new Set(found.map((post) => post.author_username))].slice(0, 15)
  const warm = [
    ...handles.flatMap((handle) => [`/api/v1/users/${handle}`, `/api/v1/users/${handle}/posts`]),
    ...found.slice(0, 20).map((post) => `/api/v1/posts?videoId=${post.post_id}`),
    ...found.slice(0, 10).flatMap((post) => (post.sound_id === null ? [] : [`/api/v1/sounds/${post.sound_id}`])),
    ...['a', 'b', 'tea', 'bread'].map((keyword) => `/api/v1/search?q=${keyword}`),
    '/api/v1/sounds/library',
    ...handles.map(
      (handle) =>
        `/graphql?query=${encodeURIComponent(`{user(by:{username:"${handle}"}){followersCount posts(first:5){nodes{plays}}}}`)}`
    )
  ]
  const headers = { 'x-gateway-key': 'test-key' }
  for (const path of warm) await (await fetch(facade.url + path, { headers })).text()
  let turn = 0
  const next = () => warm[++turn % warm.length] ?? ''

  // Everything but profiles is past its freshness and past quiet renewal by now; six hours later profiles are too.
  for (const [name, kind, age] of [
    ['down (connections refused)', 'refusal', 20 * 60_000],
    ['down (answers nothing)', 'blackhole', 6 * 3_600_000]
  ] as const) {
    aged += age
    await proxy.set({ kind })
    const running = load(facade.url, 200, next)
    const answers = await running.during(outageMs)
    await running.stop()
    const failed = answers.filter(({ status }) => status !== 200).length
    const uncached = answers.filter(({ cached }) => !cached).length
    hear({
      what: `upstream ${name} for 60 s, ${answers.length} requests for keys that were cached`,
      must: 'no 5xx; `cached` true',
      seen: `${failed} failed, ${uncached} not cached; p99 ${round(percentile(answers, 0.99))} ms, slowest ${round(percentile(answers, 1))} ms`,
      holds: failed === 0 && uncached === 0
    })
    await proxy.set({ kind: 'none' })
    const back = performance.now()
    // Posts, which are long past their freshness by now.
    for (let fresh = false; !fresh; await pause(50)) fresh = !(await facade.get(warm[1] ?? '')).body.meta.cached
    const seconds = (performance.now() - back) / 1_000
    hear({
      what: `upstream back after it was ${name}`,
      must: 'fresh again within 6 s',
      seen: `${seconds.toFixed(1)} s`,
      holds: seconds <= 6
    })
    await pause(1_000)
  }

  await proxy.set({ kind: 'status', status: 500 })
  proxy.counts.requests = 0
  let requests = 0
  let before = 0
  let nobody = 0
  while (before === 0 && requests < 100) {
    const calls = proxy.counts.requests
    await facade.get(`/api/v1/users/nobody.${++nobody}`)
    if (proxy.counts.requests === calls) before = calls
    else requests += 1
  }
  hear({
    what: 'upstream failing 100 %, before the breaker opens',
    must: 'at most 1.2 calls a request',
    seen: `${before} calls for ${requests} requests: ${(before / requests).toFixed(2)}`,
    holds: before > 0 && before / requests <= 1.2
  })
  proxy.counts.requests = 0
  const failing = load(facade.url, 100, () => `/api/v1/users/nobody.${++nobody}`)
  const refused = await failing.during(outageMs)
  await failing.stop()
  hear({
    what: `upstream failing 100 % for 60 s, ${refused.length} requests for keys that were not cached`,
    must: 'answered in ≤ 5 ms while the breaker is open',
    seen: `p50 ${round(percentile(refused, 0.5))} ms, p99 ${round(percentile(refused, 0.99))} ms; ${proxy.counts.requests} trial calls`,
    holds: percentile(refused, 0.99) <= 5
  })
  await proxy.set({ kind: 'none' })
  const back = performance.now()
  while ((await facade.get(`/api/v1/users/nobody.${++nobody}`)).status !== 404) await pause(50)
  const seconds = (performance.now() - back) / 1_000
  hear({
    what: 'upstream back after it failed 100 %, keys that were not cached',
    must: 'answered again within 6 s',
    seen: `${seconds.toFixed(1)} s`,
    holds: seconds <= 6
  })

  const hasty = await startFacade(proxy.url, { now: () => stillNow, config: { requestTimeoutMs: 1_000 } })
  await fetch(`${hasty.url}/readyz`)
  await proxy.set({ kind: 'blackhole' })
  const open = proxy.open
  const times: number[] = []
  for (let index = 0; index < 10; index += 1) {
    const began = performance.now()
    const { status } = await hasty.get(`/api/v1/users/nobody.${++nobody}`)
    if (status === 504) times.push(performance.now() - began)
  }
  await pause(100)
  hear({
    what: 'upstream slower than a deadline of 1 s, ten requests',
    must: 'answered within deadline + 50 ms, connection closed',
    seen: `${times.length} × 504, slowest ${Math.round(Math.max(...times))} ms; ${Math.max(0, proxy.open - open)} connections left open`,
    holds: times.length === 10 && Math.max(...times) <= 1_050 && proxy.open <= open
  })

  const crowd = await startFacade(proxy.url)
  await proxy.set({ kind: 'latency', ms: 200 })
  await pause(200)
  proxy.counts.requests = 0
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => crowd.get(warm[0] ?? '')))
  hear({
    what: '1,000 simultaneous identical cold reads',
    must: '1 upstream call',
    seen: `${proxy.counts.requests} call, ${answers.filter(({ status }) => status === 200).length} × 200`,
    holds: proxy.counts.requests === 1
  })
  for (const server of [crowd, hasty, facade]) await server.close()
  await proxy.close()
  await deployment.close()
}
