import { flushCompileCache } from 'node:module'
import { type App, startApp } from '../../app.ts'
import type { Config } from '../../config.ts'
import { commandLine } from '../../core/command-line.ts'
import { CommandError } from '../../core/errors.ts'
import { newKey } from '../../http/gateway-keys.ts'
import { examples } from '../../services/examples.ts'
import { createLog } from '../../telemetry/log.ts'
import { makeDefaultDataset } from '../default-dataset.ts'

/** Serves until the process is told to stop. Makes the default data set first when there is none. */
export const serve = async (config: Config): Promise<void> => {
  const log = createLog(config.logLevel)
  await makeDefaultDataset(config)
  const ownKey = config.gatewayKeys.length === 0 ? newKey() : null
  const app = await startApp({
    config,
    log,
    ...(ownKey === null ? {} : { keys: [ownKey], demoKey: ownKey })
  }).catch((error: unknown) => {
    throw unableToListen(error, config) ?? error
  })
  process.stdout.write(banner(app.url, ownKey))
  stopOnSignal(app)
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
      ? '  Keys      those of GATEWAY_KEYS, in the header x-gateway-key'
      : `  Key       ${ownKey}   (for this run; set GATEWAY_KEYS to choose your own)`,
    `  GraphiQL  ${url}/graphql`,
    `  REST      ${url}/docs   contract: ${url}/openapi.json`,
    '',
    `  curl -H 'x-gateway-key: ${key}' ${url}/api/v1/users/${examples.username}`,
    '',
    ''
  ].join('\n')
}

const stopOnSignal = (app: App) => {
  const stop = () => {
    // A second signal means now.
    process.once('SIGINT', () => process.exit(130))
    app.close().then(
      () => process.exit(0),
      () => process.exit(1)
    )
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}
