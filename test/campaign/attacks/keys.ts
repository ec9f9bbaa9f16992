import { Pool } from 'undici'
import { testKey } from '../../server.ts'
import type { Attack } from './attack.ts'

const profile = '/api/v1/users/maya.nguyen'

const wrong = [
  ...[
    '',
    ' ',
    'x',
    testKey.slice(0, -1),
    `${testKey}x`,
    testKey.toUpperCase(),
    `${testKey},${testKey}`,
    `"${testKey}"`,
    `Bearer ${testKey}`
  ],
  ...['null', 'undefined', 'true', '*', '%74est-key', 'sha256:x', '__proto__', 'a'.repeat(10_000), "' OR '1'='1"]
]

/** Keys that open nothing. */
export const keyAttacks: readonly Attack[] = [
  {
    name: 'keys that are nearly right, empty, or something else',
    fate: 'refused',
    async run(victim) {
      for (const key of wrong) {
        for (const target of [profile, '/graphql?query={__typename}'])
          await victim.ask(target, { keyless: true, headers: { 'x-gateway-key': key } })
        await victim.ask('/mcp', {
          method: 'POST',
          keyless: true,
          headers: { 'x-gateway-key': key, 'content-type': 'application/json' },
          body: '{}'
        })
      }
    }
  },
  {
    name: 'keys by the time that refusing them takes',
    fate: 'refused',
    isLong: true,
    async run(victim) {
      await victim.ask(profile, { keyless: true })
      const pool = new Pool(victim.url, { connections: 1, pipelining: 1 })
      const guesses = { near: `${testKey.slice(0, -1)}x`, far: 'zzzzzzzz' }
      const times: Record<keyof typeof guesses, number[]> = { near: [], far: [] }
      for (let round = 0; round < 3_000; round += 1) {
        for (const guess of ['near', 'far'] as const) {
          const began = performance.now()
          const { body } = await pool.request({
            method: 'GET',
            path: profile,
            headers: { 'x-gateway-key': guesses[guess] }
          })
          await body.dump()
          times[guess].push(performance.now() - began)
        }
      }
      await pool.close()
      const [near, far] = [median(times.near), median(times.far)]
      // Far wider than a comparison of texts would show, and narrower than anything that looks a key up.
      if (Math.abs(near - far) > 0.1 * far)
        throw new Error(`${near.toFixed(3)} ms and ${far.toFixed(3)} ms can be told apart`)
    }
  },
  {
    name: 'keys in the log, put wherever it might take them from',
    fate: 'harmless',
    isLong: true,
    async run(victim) {
      const secret = 'secret-that-nobody-logs'
      for (const target of [
        `${profile}?key=${secret}`,
        `/api/v1/search?keyword=${secret}`,
        `/nothing/${secret}`,
        `/api/v1/users/${secret}`
      ]) {
        await victim.ask(target)
        await victim.ask(target, { keyless: true, headers: { 'x-gateway-key': secret } })
      }
      await victim.ask(profile, {
        headers: { authorization: `Bearer ${secret}`, cookie: secret, 'x-api-version': secret }
      })
      await victim.graph(`{user(by: {username: "${secret}"}){id}}`)
      await victim.raw(`NONSENSE ${secret} HTTP/1.1\r\nx-gateway-key: ${testKey}\r\n\r\n`)
      const log = victim.log()
      if (log.includes(testKey) || log.includes(secret))
        throw new Error('a key, or what was sent in place of one, is in the log')
    }
  }
]

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
