import { setTimeout as pause } from 'node:timers/promises'
import { startDeployment, startFacade } from '../chain.ts'
import { startRedis } from '../own-redis.ts'
import { type Figure, load, percentile, round } from './figure.ts'

const phaseMs = 15_000

/** The shared cache stopped, killed and restarted under load. Every second request misses the memory level. */
export const redis = async (dataset: string, hear: (figure: Figure) => void): Promise<void> => {
  const store = await startRedis()
  const deployment = await startDeployment({ dataset })
  const facade = await startFacade(deployment.url, { config: { cache: { kind: 'redis', url: store.url } } })
  const operations = async (outcome: string): Promise<number> => {
    const text = await (await fetch(`${facade.url}/metrics`)).text()
    return Number(new RegExp(`shared_cache_operations_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
  }
  let turn = 0
  const running = load(facade.url, 150, () => {
    turn += 1
    return turn % 2 === 0 ? `/api/v1/live/nobody.${turn}/alive` : `/api/v1/search?q=a&count=${1 + ((turn >> 1) % 20)}`
  })
  await pause(3_000)
  const normal = await running.during(phaseMs)
  const usual = percentile(normal, 0.99)
  const phase = async (what: string, change: () => unknown) => {
    await change()
    const answers = await running.during(phaseMs)
    const failed = answers.filter(({ status }) => status !== 200).length
    const p99 = percentile(answers, 0.99)
    hear({
      what: `Redis ${what}, ${answers.length} requests`,
      must: 'no 5xx; p99 within 60 ms of normal',
      seen: `${failed} failed; p99 ${round(p99)} ms (normal ${round(usual)} ms)`,
      holds: failed === 0 && p99 <= usual + 60
    })
  }
  await phase('stopped (SIGSTOP)', () => store.stop())
  await phase('going on (SIGCONT)', () => store.goOn())
  await phase('killed (SIGKILL)', () => store.kill())
  const before = await operations('ok')
  let seconds = Number.POSITIVE_INFINITY
  await phase('restarted', async () => {
    await store.restart()
    const back = performance.now()
    while ((await operations('ok')) === before && performance.now() - back < phaseMs) await pause(20)
    seconds = (performance.now() - back) / 1_000
  })
  const after = await operations('ok')
  hear({
    what: 'Redis restarted: used again without anyone’s help',
    must: 'operations succeed again within 10 s',
    seen: `the first after ${seconds.toFixed(1)} s, ${after - before} by the end`,
    holds: after - before > 100 && seconds <= 10
  })
  await running.stop()
  await facade.close()
  await deployment.close()
  await store.close()
}
