import { enableCompileCache } from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

// The first process of a container is ended by no signal that nobody listens for, as none does before a server is there. Whoever
// listens besides ends it in a way of its own.
if (process.pid === 1) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
    })
  }
}

// Compiling is a third of a start, so what was compiled is kept for the next one, of all that is imported from here on. Where the folder
// cannot be written, nothing is kept.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/clipgraph', import.meta.url)))
const { run } = await import('./commands/program.ts')
await run()
