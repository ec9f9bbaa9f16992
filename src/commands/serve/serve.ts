import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { startApp } from '../../app.ts'
import type { Config } from '../../config.ts'
import { commandLine } from '../../core/command-line.ts'
import { CommandError } from '../../core/errors.ts'
import { print } from '../../core/terminal.ts'
import { newKey } from '../../http/gateway-keys.ts'
import { examples } from '../../services/examples.ts'
import { createLog, gathered } from '../../telemetry/log.ts'
import { makeDefaultDataset } from '../default-dataset.ts'
import { endInOrder } from './end-in-order.ts'
import { keepYoungGeneration } from './young-generation.ts'

/**
 * V8 learns where in the code most of what is made stays, as it does while the cache fills, and makes old from the start what is made there.
 * When nothing more is kept all of it is old garbage, with all that it holds: to look for that took a fifth of the processor time of reads, and
 * kept everybody waiting.
 */
const madeYoung = '--no-allocation-site-pretenuring'

/** Who gives a server less than this would rather have it collect garbage often than let as much gather as is kept. */
const littleMemory = 128 * 1024 * 1024

/** What a server itself takes. */
const ownMemory = 33 * 1024 * 1024

/**
 * By how much what is kept grows until it is looked through. V8 guesses that from how fast it marks: first it let 300 MB become 650, then looked
 * through them each eight seconds, which keeps everybody waiting for some 70 ms. Where memory is little it is as much as a server itself takes,
 * and not less than the room for what is new, or it would look all the time.
 */
const growingPercent = (cacheMaxBytes: number): number =>
  cacheMaxBytes < littleMemory ? Math.round((100 * ownMemory) / (ownMemory + cacheMaxBytes)) : 80

/** Serves until the process is told to stop. Makes the default data set first when there is none. */
export const serve = async (config: Config): Promise<void> => {
  setFlagsFromString(madeYoung)
  setFlagsFromString(`--heap-growing-percent=${growingPercent(config.cacheMaxBytes)}`)
  if (config.cacheMaxBytes < littleMemory) keepYoungGeneration()
  const log = createLog(config.logLevel)
  await makeDefaultDataset(config)
  const ownKey = config.gatewayKeys.length === 0 && config.keyFile === null ? newKey() : null
  const app = await startApp({
    config,
    log,
    // To write each line of many by itself would cost more than most answers.
    ...(typeof config.logRequests === 'object' ? { requestLog: createLog(config.logLevel, gathered()) } : {}),
    ...(ownKey === null ? {} : { keys: [ownKey], demoKey: ownKey })
  }).catch((error: unknown) => {
    throw unableToListen(error, config) ?? error
  })
  endInOrder({ app, log, graceMs: config.shutdownGraceMs })
  print(banner(app.url, ownKey))
  // Now, for a server is often killed instead of ended.
  flushCompileCache()
}

/** Why the address cannot be listened on and what to do about it; null for an error of another kind. */
const unableToListen = (error: unknown, { host, port }: Config): CommandError | null => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`
  if (code === 'EADDRINUSE') {
    const other = port < 65_535 ? port + 1 : port - 1
    return new CommandError(
      `${address} is taken: stop what listens there, or choose another port: PORT=${other} ${commandLine('serve')}`
    )
  }
  if (code === 'EACCES') {
    return new CommandError(
      `this account may not listen on ${address}; choose a higher port: PORT=4000 ${commandLine('serve')}`
    )
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new CommandError(
      `HOST is ${host}, which is no address of this machine: 127.0.0.1 is for itself only, 0.0.0.0 for all`
    )
  }
  return null
}

const banner = (url: string, ownKey: string | null): string => {
  const key = ownKey ?? 'YOUR_KEY'
  return [
    '',
    `  clipgraph is ready at ${url}`,
    '',
    ownKey === null
      ? '  Keys      those of GATEWAY_KEYS and KEY_FILE, in the header x-gateway-key'
      : `  Key       ${ownKey}   (for this run; set GATEWAY_KEYS to choose your own)`,
    `  GraphiQL  ${url}/graphql`,
    `  REST      ${url}/docs   contract: ${url}/openapi.json`,
    '',
    `  curl -H 'x-gateway-key: ${key}' ${url}/api/v1/users/${examples.username}`,
    '',
    ''
  ].join('\n')
}
