import { subscribe } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * Loaded before a process whose modules are listed, by URL: those that a server had when its first answer was sent, for whoever asks, and
 * all of a command that ends, on standard error.
 */
const loaded: string[] = []
registerHooks({
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  }
})

const atFirstAnswer = new Promise<readonly string[]>((resolve) => {
  subscribe('http.server.response.finish', () => resolve([...loaded]))
})
process.on('message', async () => process.send?.(await atFirstAnswer))
process.on('exit', () => writeSync(process.stderr.fd, loaded.join('\n')))
