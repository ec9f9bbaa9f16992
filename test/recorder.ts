import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Recorded = { path: string; from: number; until: number }

/** Stands before a deployment, keeps a list of what it is asked with times, and can hold each request for a while. */
export const startRecorder = async (target: string) => {
  const calls: Recorded[] = []
  let delayMs = 0
  let atOnce = 0
  let mostAtOnce = 0
  const server = createServer(async (incoming, outgoing) => {
    const call: Recorded = { path: incoming.url ?? '', from: performance.now(), until: 0 }
    const isProbe = call.path.includes('readiness.probe')
    if (!isProbe) calls.push(call)
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    if (delayMs > 0) await pause(delayMs)
    request(target + call.path, { headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
      answer.on('end', () => {
        call.until = performance.now()
        atOnce -= 1
      })
    }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What was asked since the last time, and how much of it at the same time; forgets it. */
    take() {
      const taken = { calls: calls.splice(0), mostAtOnce }
      mostAtOnce = 0
      return taken
    },
    delay(ms: number) {
      delayMs = ms
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
export type Recorder = Awaited<ReturnType<typeof startRecorder>>
