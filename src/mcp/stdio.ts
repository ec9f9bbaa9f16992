import { randomUUID } from 'node:crypto'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { openScope } from '../core/deadline.ts'
import { agentServer } from './agent-server.ts'
import type { McpOptions } from './tool.ts'

/** Bytes one message may have: those of a body over HTTP, and room for the pieces it comes in. */
const maxMessageBytes = 512 * 1024

/**
 * Speaks the protocol on standard input and output until the client closes its end, sends what has no end, or `signal` says so. Nothing
 * else may write to standard output.
 */
export const answerOverStdio = async (
  options: McpOptions,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal }
): Promise<void> => {
  const { stdin, stdout } = process
  // Every call that waits for something listens for the client's leaving: many listeners are no leak.
  stdin.setMaxListeners(0)
  const open = () => agentServer(options, () => openScope({ requestId: randomUUID(), socket: stdin, timeoutMs }))
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: maxMessageBytes })
  const connection = serveStdio(open, {
    transport,
    // Nothing changes while the process runs, so there is nothing to subscribe to.
    maxSubscriptions: 0,
    onerror: ({ message }) => options.log.warn({ problem: message }, 'a message of the client was not understood')
  })
  const ended = new Promise<void>((resolve) => {
    const { onclose } = transport
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
  const stop = () => void connection.close()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  await ended
}
