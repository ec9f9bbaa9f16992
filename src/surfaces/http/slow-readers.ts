import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Closes connections whose clients read too slowly: what was written by one check must be flushed by the next. Large responses are written
 * in parts, so that is one part at most. A socket timeout would miss clients that read a byte now and then or send some.
 */
export const endSlowReaders = (server: Server, lookMs: number): void => {
  /** Bytes that must be flushed by the next check, per connection; 0 when nothing is pending. */
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
