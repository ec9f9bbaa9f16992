import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { commandLine } from '../../core/command-line.ts'
import type { Config } from '../../core/config/config.ts'
import { CommandError } from '../../core/errors.ts'
import { createLog, gathered } from '../../core/log.ts'
import { sampleDataNotice } from '../../core/sample-data.ts'
import { print } from '../../core/terminal.ts'
import { startApp } from '../../host/app.ts'
import { makeDefaultDataset } from '../../ingest/default-dataset.ts'
import { migrateData } from '../../ingest/migrations/migrate.ts'
import { progress } from '../../ingest/progress.ts'
import { examples } from '../../services/examples.ts'
import { newKey } from '../../surfaces/http/gateway-keys.ts'
import { endInOrder } from './end-in-order.ts'
import { keepYoungGeneration } from './young-generation.ts'

/**
 * V8 allocates objects from sites whose objects often survive directly in the old generation, and learns that while the cache fills. Once
 * nothing more is cached, all of it is old garbage: collecting it took a fifth of the processor time of reads and delayed every request.
 */
const madeYoung = '--no-allocation-site-pretenuring'

/** Below this cache size, less memory is preferred to fewer collections. */
const littleMemory = 128 * 1024 * 1024

/** Heap of a server without caches. */
const ownMemory = 33 * 1024 * 1024

/**
 * Heap growth before a major collection. V8 estimates it from marking speed: it let 300 MB grow to 650, then collected every eight seconds,
 * delaying requests by 70 ms. With little memory the growth equals the server's own heap, and at least the young generation, to avoid
 * constant collections.
 */
const growingPercent = (cacheMaxBytes: number): number =>
  cacheMaxBytes < littleMemory ? Math.round((100 * ownMemory) / (ownMemory + cacheMaxBytes)) : 80

/** Serves until the process is stopped. Makes the default data set first if it is missing. */
export const serve = async (config: Config): Promise<void> => {
  setFlagsFromString(madeYoung)
  setFlagsFromString(`--heap-growing-percent=${growingPercent(config.cacheMaxBytes)}`)
  if (config.cacheMaxBytes < littleMemory) keepYoungGeneration()
  const log = createLog(config.logLevel)
  await makeDefaultDataset(config)
  await migrateData(config.data, progress(process.stderr, 'New version: migrating the data set'))
  const ownKey = config.gatewayKeys.length === 0 && config.keyFile === null ? newKey() : null
  const app = await startApp({
    config,
    log,
    // Writing each request line separately would cost more than most responses.
    ...(typeof config.logRequests === 'object' ? { requestLog: createLog(config.logLevel, gathered()) } : {}),
    ...(ownKey === null ? {} : { keys: [ownKey], demoKey: ownKey })
  }).catch((error: unknown) => {
    throw unableToListen(error, config) ?? error
  })
  endInOrder({ app, log, graceMs: config.shutdownGraceMs })
  const { username } = await app.examples().catch(() => examples)
  print(banner(app.url, ownKey, app.isSampleData(), username))
  // Now, because servers are often killed instead of stopped.
  flushCompileCache()
}

/** Why the address is unavailable and what to do; null for other errors. */
const unableToListen = (error: unknown, { host, port }: Config): CommandError | null => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`
  if (code === 'EADDRINUSE') {
    const other = port < 65_535 ? port + 1 : port - 1
    return new CommandError(
      `${address} is in use: stop the program that listens there, or choose another port: PORT=${other} ${commandLine('serve')}`
    )
  }
  if (code === 'EACCES') {
    return new CommandError(
      `this user may not listen on ${address}; choose a higher port: PORT=4000 ${commandLine('serve')}`
    )
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new CommandError(
      `HOST is ${host}, which is not an address of this machine: use 127.0.0.1 for this machine only, 0.0.0.0 for all networks`
    )
  }
  return null
}

const banner = (url: string, ownKey: string | null, isSampleData: boolean, username: string): string => {
  const key = ownKey ?? 'YOUR_KEY'
  return [
    '',
    `  clipgraph is ready at ${url}`,
    '',
    ownKey === null
      ? '  Keys      those of GATEWAY_KEYS and KEY_FILE, in the header x-gateway-key'
      : `  Key       ${ownKey}   (for this run; set GATEWAY_KEYS to choose your own)`,
    ...(isSampleData ? [`  Data      ${sampleDataNotice}; replace them: ${commandLine('import FILE')}`] : []),
    `  Explorer  ${url}`,
    `  GraphiQL  ${url}/graphql`,
    `  REST      ${url}/docs   contract: ${url}/openapi.json`,
    '',
    `  curl -H 'x-gateway-key: ${key}' ${url}/api/v1/users/${username}`,
    '',
    ''
  ].join('\n')
}
