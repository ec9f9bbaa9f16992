import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Listens, and tells under which address. */
export const listen = async (server: Server, at: { port: number; host: string }): Promise<string> => {
  server.listen(at.port, at.host)
  await once(server, 'listening')
  // A server that listens on a port has an address of this kind.
  const { port, address, family } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** Takes no new connection, answers what is under way, and ends when the last connection has. */
export const close = async (server: Server): Promise<void> => {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  await closed
}
