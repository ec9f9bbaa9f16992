import { flushCompileCache } from 'node:module'
import { openBackend } from '../../backend.ts'
import type { Config } from '../../config.ts'
import { printError } from '../../core/terminal.ts'
import { newKey } from '../../http/gateway-keys.ts'
import { answerOverStdio } from '../../mcp/stdio.ts'
import { createLog } from '../../telemetry/log.ts'
import { makeDefaultDataset } from '../default-dataset.ts'

/** Answers the agent at the other end of standard input and output until it leaves, or the process is told to stop. */
export const answerAgent = async (config: Config): Promise<void> => {
  const log = createLog(config.logLevel)
  if (process.stdin.isTTY) {
    printError('This speaks the Model Context Protocol: an MCP client starts it, and talks to it here.\n')
  }
  await makeDefaultDataset(config)
  const { publicUrl } = config
  const backend = await openBackend({
    config,
    log,
    // Cursors are signed with a key; whoever starts a process needs none to ask it.
    ...(config.gatewayKeys.length === 0 && config.keyFile === null ? { keys: [newKey()] } : {}),
    // Pictures of the embedded data have an address where a server is said to be.
    mediaBase: publicUrl === null ? null : () => publicUrl
  })
  const stopped = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort())
  flushCompileCache()
  await answerOverStdio({ ...backend, log }, { timeoutMs: config.requestTimeoutMs, signal: stopped.signal })
  await backend.close()
  // What the client still holds open keeps nobody here.
  process.exit(0)
}
