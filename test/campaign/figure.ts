import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { testKey } from '../server.ts'

/** One measured promise: what must be so, what was seen, and whether it was so. */
export type Figure = { what: string; must: string; seen: string; holds: boolean }

/** `refusal`: what was said instead of an answer, if anything was. */
export type Answered = {
  path: string
  at: number
  ms: number
  status: number
  cached: boolean
  refusal: string | null
}

/** Requests at a steady rate, whatever the answers take, until told to stop. */
export const load = (url: string, perSecond: number, next: () => string) => {
  const pool = new Pool(url, { connections: 256, pipelining: 1, headersTimeout: 30_000 })
  const answers: Answered[] = []
  const waiting = new Set<Promise<void>>()
  let stopped = false

  const ask = async () => {
    const path = next()
    const at = performance.now()
    const isGraph = path.startsWith('/graphql')
    try {
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path,
        headers: { 'x-gateway-key': testKey, accept: 'application/json' }
      })
      const text = await body.text()
      const failed = isGraph && text.includes('"errors"')
      answers.push({
        path,
        at,
        ms: performance.now() - at,
        status: failed ? 599 : statusCode,
        cached: text.includes('"cached":true'),
        refusal: statusCode === 200 ? null : text
      })
    } catch {
      answers.push({ path, at, ms: performance.now() - at, status: 0, cached: false, refusal: null })
    }
  }
  const run = async () => {
    const began = performance.now()
    for (let sent = 0; !stopped; ) {
      const due = ((performance.now() - began) / 1_000) * perSecond
      for (; sent < due; sent += 1) {
        const asked = ask()
        waiting.add(asked)
        asked.finally(() => waiting.delete(asked))
      }
      await pause(5)
    }
  }
  const running = run()
  return {
    answers,
    /** Answers to what was asked from now on for a while. */
    async during(ms: number): Promise<Answered[]> {
      const from = performance.now()
      await pause(ms)
      const until = performance.now()
      await Promise.all(waiting)
      return answers.filter(({ at }) => at >= from && at < until)
    },
    async stop() {
      stopped = true
      await running
      await Promise.all(waiting)
      await pool.close()
    }
  }
}

export const percentile = (answers: readonly { ms: number }[], share: number): number => {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const round = (number: number): string => (number < 10 ? number.toFixed(1) : String(Math.round(number)))
