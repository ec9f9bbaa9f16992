import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { commandLine } from '../../core/command-line.ts'
import type { Config } from '../../core/config/config.ts'
import { CommandError } from '../../core/errors.ts'
import { bufferedOutput, createLog, type Log } from '../../core/log.ts'
import { print } from '../../core/terminal.ts'
import { type App, startApp } from '../../host/app.ts'
import type { WorkerLink } from '../../host/backend-options.ts'
import { makeDefaultDataset } from '../../ingest/default-dataset.ts'
import { migrateData } from '../../ingest/migrations/migrate.ts'
import { progress } from '../../ingest/progress.ts'
import { banner, keyForThisRun, startedOf } from './banner.ts'
import { endInOrder, type Leave } from './end-in-order.ts'
import { keepYoungGeneration } from './young-generation.ts'

/**
 * V8 allocates objects from sites whose objects often survive directly in the old generation, and learns that while the cache fills. Once
 * nothing more is cached, all of it is old garbage: collecting it took a fifth of the processor time of reads and delayed every request.
 */
const madeYoung = '--no-allocation-site-pretenuring'

/** Below this cache size, low memory matters more than few collections. */
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

/** Serves until the process is stopped. First creates the default data set if it is missing. */
export const serve = async (config: Config): Promise<void> => {
  const ownKey = keyForThisRun(config)
  const { app, log } = await openServer(config, { ownKey })
  // A supervisor's reload signal must not end the server, but the end of a terminal must.
  if (!process.stderr.isTTY) {
    process.on('SIGHUP', () => log.warn('SIGHUP replaces workers one by one, and WORKERS is 1: nothing is replaced'))
  }
  print(banner(await startedOf(app), ownKey))
}

type ServerOptions = {
  ownKey: string | null
  /** Set in a worker; `config` then has its share of the limits. */
  link?: WorkerLink
  /** Called when the server is closed, before the process ends. */
  closed?: (app: App) => Promise<void>
}

/** Opens a server that ends its process gracefully. */
export const openServer = async (
  config: Config,
  { ownKey, link, closed }: ServerOptions
): Promise<{ app: App; log: Log; leave: Leave }> => {
  setFlagsFromString(madeYoung)
  setFlagsFromString(`--heap-growing-percent=${growingPercent(config.cacheMaxBytes)}`)
  if (config.cacheMaxBytes < littleMemory) keepYoungGeneration()
  const log = createLog(config.logLevel, undefined, link?.number)
  await makeDefaultDataset(config)
  await migrateData(config.data, progress(process.stderr, 'New version: migrating the data set'))
  const app = await startApp({
    config,
    log,
    worker: link,
    // Writing each request line separately would cost more than most responses.
    ...(typeof config.logRequests === 'object'
      ? { requestLog: createLog(config.logLevel, bufferedOutput(), link?.number) }
      : {}),
    // Keys may have been configured since: a worker reads the settings when it starts.
    ...(ownKey === null || keyForThisRun(config) === null ? {} : { keys: [ownKey], demoKey: ownKey })
  }).catch((error: unknown) => {
    throw unableToListen(error, config) ?? error
  })
  const leave = endInOrder({ app, log, graceMs: config.shutdownGraceMs, closed, isReplaced: link !== undefined })
  // Flushes now, because servers are often killed instead of stopped.
  flushCompileCache()
  return { app, log, leave }
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
