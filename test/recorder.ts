import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands before a deployment, keeps a list of the paths it is asked for, and can hold requests back until enough of them have come. */
export const startRecorder = async (target: string) => {
  const paths: string[] = []
  let atOnce = 0
  let mostAtOnce = 0
  let gathering = { of: /^/, missing: 0, isComplete: Promise.resolve(), complete: () => {} }
  const gathered = (path: string): Promise<void> => {
    if (!gathering.of.test(path)) return Promise.resolve()
    gathering.missing -= 1
    if (gathering.missing <= 0) gathering.complete()
    return gathering.isComplete
  }
  const server = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? ''
    const isProbe = path.includes('readiness.probe')
    if (!isProbe) paths.push(path)
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    if (!isProbe) await gathered(path)
    request(target + path, { headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
      answer.on('end', () => {
        atOnce -= 1
      })
    })
      .on('error', () => outgoing.destroy())
      .end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What was asked since the last time, and how much of it at the same time; forgets it. */
    take() {
      const taken = { calls: paths.splice(0), mostAtOnce }
      mostAtOnce = 0
      return taken
    },
    /** Answers no request of a kind before so many are there. Whoever sends one after the other gets no answer at all. */
    gather(count: number, of = /^/) {
      const { promise, resolve } = Promise.withResolvers<void>()
      gathering = { of, missing: count, isComplete: promise, complete: resolve }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
export type Recorder = Awaited<ReturnType<typeof startRecorder>>
