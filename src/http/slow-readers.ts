import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Ends connections whose client reads too slowly: what was written to one by the time somebody looks must have gone out when they look
 * again. As large answers are written in parts, that is a part at most. A time limit of the socket would do for a client that takes
 * nothing and says nothing, but not for one that takes a byte now and then, or sends some.
 */
export const endSlowReaders = (server: Server, lookMs: number): void => {
  /** How much must have gone out by the next look, by connection; 0 where nothing waits. */
  const open = new Map<Socket, number>()
  server.on('connection', (socket) => {
    open.set(socket, 0)
    socket.once('close', () => open.delete(socket))
  })
  const look = () => {
    for (const [socket, due] of open) {
      const { bytesWritten, writableLength } = socket
      if (bytesWritten - writableLength < due) socket.destroy()
      else open.set(socket, writableLength === 0 ? 0 : bytesWritten)
    }
  }
  const looking = setInterval(look, lookMs).unref()
  server.once('close', () => clearInterval(looking))
}
