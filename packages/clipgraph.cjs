#!/usr/bin/env node
'use strict'
// Every Node since 10 understands this file, so that an old one can say what it lacks.
var needed = parseInt(/\d+/.exec(require('../package.json').engines.node)[0], 10)
if (parseInt(process.versions.node, 10) >= needed) {
  import('../src/main.js')
} else {
  // biome-ignore lint/style/useTemplate: older Nodes do not know templates
  process.stderr.write('clipgraph needs Node ' + needed + ' or newer; this is Node ' + process.versions.node + '.\n')
  process.exitCode = 1
}
