import { flushCompileCache } from 'node:module'
import type { Config } from '../../core/config/config.ts'
import { createLog } from '../../core/log.ts'
import { printError } from '../../core/terminal.ts'
import { openBackend } from '../../host/backend.ts'
import { makeDefaultDataset } from '../../ingest/default-dataset.ts'
import { newKey } from '../../surfaces/http/gateway-keys.ts'
import { answerOverStdio } from '../../surfaces/mcp/stdio.ts'

/** Serves an agent on standard input and output until it disconnects or the process is stopped. */
export const answerAgent = async (config: Config): Promise<void> => {
  const log = createLog(config.logLevel)
  if (process.stdin.isTTY) {
    printError('This is a Model Context Protocol server on standard input and output: let an MCP client start it.\n')
  }
  await makeDefaultDataset(config)
  const { publicUrl } = config
  const backend = await openBackend({
    config,
    log,
    // Cursors are signed with a key; a local process needs none for access.
    ...(config.gatewayKeys.length === 0 && config.keyFile === null ? { keys: [newKey()] } : {}),
    // Media of the embedded data need a server's public URL.
    mediaBase: publicUrl === null ? null : () => publicUrl
  })
  const stopped = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopped.abort())
  flushCompileCache()
  await answerOverStdio(
    { ...backend, queries: await backend.queries(), log },
    { timeoutMs: config.requestTimeoutMs, signal: stopped.signal }
  )
  await backend.close()
  // Open client connections must not keep the process alive.
  process.exit(0)
}
