#!/usr/bin/env node
// Every Node since 10 understands this file, so that an old one can say what it lacks.
const needed = Number.parseInt(/\d+/.exec(require('../package.json').engines.node)[0], 10)
if (Number.parseInt(process.versions.node, 10) >= needed) {
  import('../src/commands/main.js')
} else {
  process.stderr.write(`clipgraph needs Node ${needed} or newer; this is Node ${process.versions.node}.\n`)
  process.exitCode = 1
}
