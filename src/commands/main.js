// This file is JavaScript. Node caches compiled TypeScript only after the cache is enabled, so a TypeScript file would load the code that strips
// types, which takes as long as everything else that `--help` needs.
// Every Node with modules can run this file, so that old versions can report what they lack.
import module from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

// PID 1 of a container ignores signals without a listener. If there are other listeners, they end the process.
if (process.pid === 1) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
    })
  }
}

if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `clipgraph needs Node 24 or newer; this is Node ${process.versions.node}. In a checkout, "npm start" and "npm run clipgraph" bring it along.\n`
  )
  process.exitCode = 1
} else {
  // Compilation is a third of the start, so the compiled code of everything imported from here on is cached. Nothing is cached when the
  // folder is not writable. Threads find the cache by the environment alone.
  const { directory } = module.enableCompileCache(
    fileURLToPath(new URL('../../node_modules/.cache/clipgraph', import.meta.url))
  )
  if (directory !== undefined && process.env.NODE_COMPILE_CACHE === undefined) {
    process.env.NODE_COMPILE_CACHE = directory
  }
  import('./program.ts').then(({ run }) => run())
}
