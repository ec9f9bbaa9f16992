import { randomUUID } from 'node:crypto'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { openScope, type RequestClient } from '../../core/deadline.ts'
import { agentServer } from './agent-server.ts'
import type { McpOptions } from './tool.ts'

/** Maximum bytes of a message: the limit of an HTTP body, plus overhead for the chunks it arrives in. */
const maxMessageBytes = 512 * 1024

/**
 * Speaks the protocol on standard input and output until the client closes its end, a message exceeds the limit, or `signal` aborts.
 * Nothing else may write to standard output.
 */
export const answerOverStdio = async (
  options: McpOptions,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal }
): Promise<void> => {
  const { stdin, stdout } = process
  // Every pending call listens for the end of the connection: many listeners are no leak.
  stdin.setMaxListeners(0)
  const client: RequestClient = {
    get hasLeft() {
      return stdin.destroyed
    },
    onLeave: (callBack) => stdin.once('close', callBack),
    offLeave: (callBack) => stdin.off('close', callBack)
  }
  const open = () => agentServer(options, () => openScope({ requestId: randomUUID(), client, timeoutMs }))
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: maxMessageBytes })
  const connection = serveStdio(open, {
    transport,
    // Nothing changes while the process runs, so there are no subscriptions.
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
