import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { send } from '../raw.ts'
import { rollingRestart } from '../rolling-restart.ts'
import { serve } from '../served.ts'
import type { Figure } from './figure.ts'

const idleSockets = 10_000

/** Servers that are replaced under load, and one that many connect to and ask nothing of. */
export const restart = async (dataset: string, hear: (figure: Figure) => void): Promise<void> => {
  const graceMs = 5_000
  const { requests, lost, exitCodes } = await rollingRestart(dataset, {
    replicas: 3,
    clients: 16,
    graceMs,
    paths: ['/api/v1/sounds/library', '/api/v1/search?q=a', '/graphql?query={soundLibrary{nodes{id}}}', '/docs'],
    between: () => pause(3_000)
  })
  const count = Object.values(lost).reduce((sum, each) => sum + each, 0)
  hear({
    what: `three replicas behind a balancer replaced one by one, ${requests} requests, none tried twice`,
    must: 'nothing lost; exit code 0',
    seen: `${count} lost${count === 0 ? '' : ` (${JSON.stringify(lost)})`}; exit codes ${exitCodes.join(', ')}`,
    holds: count === 0 && exitCodes.every((code) => code === 0)
  })

  const server = await serve(dataset, { SHUTDOWN_GRACE_MS: '0' })
  const { hostname: host, port } = new URL(server.url)
  let open = 0
  const sockets = Array.from({ length: idleSockets }, () => {
    const socket = connect({ host, port: Number(port) })
    socket.on('error', () => {})
    socket.once('connect', () => (open += 1))
    return socket
  })
  while (open < idleSockets) await pause(20)
  const began = performance.now()
  const { status } = await send(server.url, '/api/v1/sounds/library')
  const ms = performance.now() - began
  server.kill('SIGTERM')
  const ended = performance.now()
  const code = await server.exited
  const seconds = (performance.now() - ended) / 1_000
  hear({
    what: `${idleSockets} connections that ask nothing`,
    must: 'others are answered; gone within 20 s of SIGTERM',
    seen: `${status} in ${Math.round(ms)} ms; gone after ${seconds.toFixed(1)} s, exit code ${code}`,
    holds: status === 200 && seconds <= 20 && code === 0
  })
  for (const socket of sockets) socket.destroy()
}
