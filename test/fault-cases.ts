import { setTimeout as pause } from 'node:timers/promises'
import { startFacade, type Way } from './chain.ts'
import { type Fault, startFaultProxy } from './fault-proxy.ts'
import type { Envelope, TestServer } from './server.ts'

/** What a client may expect of one request while something is wrong with the upstream. */
type Expectation = {
  status: number
  cached: boolean
  /** The answer is there within so many milliseconds. */
  withinMs: number
  /** How often the upstream is asked, at least and at most. Renewals behind the scenes count. */
  calls: readonly [number, number]
}
export const temperatures = ['cold', 'warm', 'stale', 'old'] as const
/**
 * What the cache holds of the thing asked for: nothing; a fresh answer; one that is served while it is renewed behind the scenes; one
 * that is served only when renewing fails.
 */
type Temperature = (typeof temperatures)[number]

type FaultCase = { name: string; fault: Fault; expected: Readonly<Record<Temperature, Expectation>> }

const tick = 150
const fresh = (calls: readonly [number, number] = [1, 1], withinMs = tick): Expectation => ({
  status: 200,
  cached: false,
  withinMs,
  calls
})
const kept = (calls: readonly [number, number], withinMs = tick): Expectation => ({
  status: 200,
  cached: true,
  withinMs,
  calls
})
const failed = (status: number, calls: readonly [number, number], withinMs: number): Expectation => ({
  status,
  cached: false,
  withinMs,
  calls
})

/** Whether something is at hand decides more than what goes wrong: warm and stale answers never show it. */
const whatever = (cold: Expectation, old: Expectation, calls = cold.calls): FaultCase['expected'] => ({
  cold,
  warm: kept([0, 0]),
  stale: kept(calls),
  old
})

/** Patience for a renewal when an older answer is at hand. */
const maxWaitMs = 1_000
/** One first attempt and up to two retries, as the budget allows. */
const tries = [1, 3] as const

export const faultCases: readonly FaultCase[] = [
  { name: 'nothing wrong', fault: { kind: 'none' }, expected: whatever(fresh(), fresh()) },
  {
    name: '300 ms of latency',
    fault: { kind: 'latency', ms: 300 },
    expected: whatever(fresh([1, 1], 300 + tick), fresh([1, 1], 300 + tick))
  },
  {
    name: 'blackhole: no answer ever',
    fault: { kind: 'blackhole' },
    expected: whatever(failed(504, tries, 6_200), kept(tries, maxWaitMs + tick))
  },
  { name: 'connection reset', fault: { kind: 'reset' }, expected: whatever(failed(503, tries, 400), kept(tries, 400)) },
  {
    name: 'body that drips',
    fault: { kind: 'drip' },
    expected: whatever(failed(504, tries, 9_300), kept(tries, maxWaitMs + tick))
  },
  {
    name: 'truncated answer',
    fault: { kind: 'truncation' },
    expected: whatever(failed(502, tries, 400), kept(tries, 400))
  },
  {
    name: 'garbage instead of HTTP',
    fault: { kind: 'garbage' },
    expected: whatever(failed(502, tries, 400), kept(tries, 400))
  },
  {
    name: 'status 500',
    fault: { kind: 'status', status: 500, body: 'oops' },
    expected: whatever(failed(502, tries, 400), kept(tries, 400))
  },
  {
    name: 'status 429, Retry-After 20',
    fault: { kind: 'status', status: 429, headers: { 'retry-after': '20' } },
    expected: whatever(failed(503, [1, 1], tick), kept([1, 1]))
  },
  {
    name: 'status 401',
    fault: { kind: 'status', status: 401 },
    expected: whatever(failed(502, [1, 1], tick), kept([1, 1]))
  },
  {
    name: 'connection refused',
    fault: { kind: 'refusal' },
    expected: whatever(failed(503, [0, 0], 400), kept([0, 0], 400), [0, 0])
  }
]

export type Observation = { status: number; cached: boolean; ms: number; calls: number }

const hour = 3_600_000
const agedMs: Readonly<Record<Temperature, number>> = {
  cold: 0,
  warm: 0,
  // Profiles are fresh for 30 minutes, and serve while they are renewed for 30 more.
  stale: 45 * 60_000,
  old: 12 * hour
}

/** One request in one situation, against a deployment that is reached through trouble. */
export const observe = async (
  deployment: TestServer,
  { fault, expected }: FaultCase,
  temperature: Temperature,
  path: string,
  way: Way = 'REST'
): Promise<Observation> => {
  const proxy = await startFaultProxy(deployment.url)
  let now = Date.now()
  const facade = await startFacade(proxy.url, { now: () => now, way })
  try {
    // The start-up probe is through, and the connection it made is there to be used again.
    await fetch(`${facade.url}/readyz`)
    if (temperature !== 'cold') await facade.get(path)
    now += agedMs[temperature]
    await proxy.set(fault)
    proxy.counts.requests = 0
    const began = performance.now()
    const { status, body }: { status: number; body: Envelope } = await facade.get(path)
    const ms = performance.now() - began
    // What goes on behind the scenes counts too: all that must come, and what comes soon after it.
    if (temperature === 'stale') {
      const [least] = expected.stale.calls
      for (let waited = 0; proxy.counts.requests < least && waited < 5_000; waited += 20) await pause(20)
      await pause(200)
    }
    return { status, cached: body.meta.cached, ms: Math.round(ms), calls: proxy.counts.requests }
  } finally {
    await facade.close()
    await proxy.close()
  }
}

const callsText = ([least, most]: readonly [number, number]) => (least === most ? String(least) : `${least} to ${most}`)

/** The table as it stands in the docs: what is expected, and how long it took in the run that wrote it. */
export const faultTable = (
  measured: (faultCase: FaultCase, temperature: Temperature) => string
): { head: string; rows: string[] } => ({
  head: [
    '| what goes wrong | in the cache | status | `cached` | upstream calls | within | took |',
    '|---|---|---|---|---|---|---|'
  ].join('\n'),
  rows: faultCases.flatMap((faultCase) =>
    temperatures.map((temperature) => {
      const { status, cached, calls, withinMs } = faultCase.expected[temperature]
      const cells = [faultCase.name, temperature, status, cached, callsText(calls), `${withinMs} ms`]
      return `| ${cells.join(' | ')} | ${measured(faultCase, temperature)} |`
    })
  )
})
