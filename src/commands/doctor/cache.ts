import type { Config } from '../../config.ts'
import { codeOf, type Finding, messageOf } from './finding.ts'

export const memoryCache = ({ cacheMaxBytes }: Config): Finding => ({
  state: 'ok',
  what: 'cache',
  found: `in memory, at most ${cacheMaxBytes / 1024 ** 2} MiB`
})

/** How long the server waits for the shared cache before it continues without. */
const cacheWaitMs = 50
const cachePings = 5
const longestMs = 3_000

export const redisCache = async (address: string): Promise<Finding> => {
  const what = 'cache'
  const { createClient } = await import('@redis/client')
  const { host, protocol } = new URL(address)
  // Without the password that the URL may contain.
  const shown = `${protocol}//${host}`
  const client = createClient({ url: address, socket: { connectTimeout: 2_000, reconnectStrategy: false } })
  client.on('error', () => {})
  // A hung Redis still accepts connections. Destroying the connection fails whatever waits for it.
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    client.destroy()
  }, longestMs)
  try {
    await client.connect()
    const times: number[] = []
    for (let ping = 0; ping < cachePings; ping += 1) {
      const began = performance.now()
      await client.ping()
      times.push(performance.now() - began)
    }
    // Writes and reads, as the server does.
    await client.set('clipgraph:doctor', 'ok', { PX: 1_000 })
    const median = times.sort((a, b) => a - b)[Math.floor(cachePings / 2)] ?? 0
    const found = `${shown} answers in ${median.toFixed(1)} ms`
    if (median < cacheWaitMs / 2) return { state: 'ok', what, found }
    return {
      state: 'note',
      what,
      found: `${found}; the server waits ${cacheWaitMs} ms for it and then continues without it`,
      todo: 'Put Redis closer to the server, or use CACHE_URL=memory:'
    }
  } catch (error) {
    const reason = isLate ? `no answer within ${longestMs} ms` : codeOf(error) || messageOf(error).split('\n')[0]
    const refused = /NOAUTH|WRONGPASS|NOPERM/.test(messageOf(error))
    return {
      state: 'wrong',
      what,
      found: `${shown} is unusable (${reason}); the server would run without a shared cache`,
      todo: refused
        ? 'Set a user and password that Redis accepts in CACHE_URL: redis://user:password@host:6379'
        : 'Start Redis there, correct CACHE_URL, or use CACHE_URL=memory:'
    }
  } finally {
    clearTimeout(timer)
    if (client.isOpen) client.destroy()
  }
}
