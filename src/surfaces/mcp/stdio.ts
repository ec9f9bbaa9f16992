import { randomUUID } from 'node:crypto'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { clientOf, openScope } from '../../core/deadline.ts'
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
  // The protocol aborts a call that the client cancels, and all calls at the end of the connection.
  const open = () =>
    agentServer(options, (_, signal) => openScope({ requestId: randomUUID(), client: clientOf(signal), timeoutMs }))
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
