import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Ends connections whose client takes nothing of an answer for so long. `server.setTimeout` does that too, with a timer for every
 * request; here the few connections that have something unsent are given one when somebody looks.
 */
export const endStalledConnections = (server: Server, timeoutMs: number): void => {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const look = () => {
    // Node takes the time limit back when the answer is out.
    for (const socket of open) if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(timeoutMs)
  }
  const looking = setInterval(look, timeoutMs / 2).unref()
  server.once('close', () => clearInterval(looking))
}
