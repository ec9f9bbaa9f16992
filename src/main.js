// JavaScript, because Node caches what it makes of TypeScript only once the cache is enabled: the code that strips types would be loaded
// for this file alone, which takes as long as everything else that `--help` needs.
import { enableCompileCache } from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

// PID 1 of a container ignores signals without a listener. Where there are further listeners, they end the process.
if (process.pid === 1) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
    })
  }
}

// Compilation is a third of the start, so the compiled code of everything imported from here on is cached. Nothing is cached when the
// folder is not writable.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/clipgraph', import.meta.url)))
const { run } = await import('./commands/program.ts')
await run()
