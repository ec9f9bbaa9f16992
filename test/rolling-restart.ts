import { setTimeout as pause } from 'node:timers/promises'
import { startBalancer } from './balancer.ts'
import { keepAliveClient, type Outcome } from './keep-alive-client.ts'
import { type Served, serve } from './served.ts'

type Rolled = {
  requests: number
  /** What was not answered with 200, by status or by what went wrong. */
  lost: Readonly<Record<string, number>>
  exitCodes: (number | null)[]
}

/**
 * Replicas behind a balancer, each ended and started anew in turn while clients ask all the time. `between` waits
 * as long as there is to be load before, between and behind the restarts.
 */
export const rollingRestart = async (
  dataset: string,
  options: {
    replicas: number
    clients: number
    /** How long a client waits between an answer and its next request. */
    restMs?: number
    graceMs: number
    paths: readonly string[]
    between: (asked: () => number) => Promise<void>
  }
): Promise<Rolled> => {
  const { replicas: count, clients, restMs = 0, graceMs, paths, between } = options
  // How much there is to do is not what this is about.
  const start = () => serve(dataset, { SHUTDOWN_GRACE_MS: String(graceMs), MAX_WAIT_MS: '60000' })
  const balancer = await startBalancer()
  const replicas: Served[] = await Promise.all(Array.from({ length: count }, start))
  for (const { url } of replicas) await balancer.add(url)

  const client = keepAliveClient(balancer.url, { maxSockets: clients })
  const outcomes: Outcome[] = []
  let isOver = false
  const asking = Array.from({ length: clients }, async (_, at) => {
    for (let turn = at; !isOver; turn += 1) {
      outcomes.push(await client.ask(paths[turn % paths.length] ?? ''))
      if (restMs > 0) await pause(restMs)
    }
  })
  const exitCodes: (number | null)[] = []
  const asked = () => outcomes.length
  await between(asked)
  for (const replica of replicas) {
    const fresh = await start()
    await balancer.add(fresh.url)
    replica.kill('SIGTERM')
    exitCodes.push(await replica.exited)
    balancer.remove(replica.url)
    replicas[replicas.indexOf(replica)] = fresh
    await between(asked)
  }
  isOver = true
  await Promise.all(asking)
  client.close()
  balancer.close()
  for (const { kill } of replicas) kill('SIGKILL')
  const lost: Record<string, number> = {}
  for (const outcome of outcomes) {
    const what = 'status' in outcome ? String(outcome.status) : outcome.error
    if (what !== '200') lost[what] = (lost[what] ?? 0) + 1
  }
  return { requests: outcomes.length, lost, exitCodes }
}
