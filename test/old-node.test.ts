import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { freshCheckout, run } from './checkout.ts'

const project = resolve(import.meta.dirname, '..')
const said = (version: string) =>
  `clipgraph needs Node 24 or newer; this is Node ${version}. In a checkout, "npm start" and "npm run clipgraph" bring it along.\n`

/** The Nodes of the machine that are too old, and those that packages are tried on. */
const tooOld = new Map<string, string>()
const installed = [
  ...(process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules')),
  ...['node-20', 'node-22'].map((name) => join(project, 'packages/runtimes/node_modules', name, 'bin'))
].map((folder) => join(folder, 'node'))
for (const path of installed.filter((path) => existsSync(path))) {
  const version = (await run(`'${path}' -p process.versions.node`, project)).stdout.trim()
  if (Number.parseInt(version, 10) < 24) tooOld.set(version, path)
}

test.each([
  [
    '20.1.0',
    `node_modules/.bin/node --import 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.1.0"})'`
  ],
  ...[...tooOld].map(([version, path]) => [version, `'${path}'`])
])('a checkout says in one line what it needs on Node %s', async (version, node) => {
  const checkout = freshCheckout()
  for (const command of ['', 'serve', '--version']) {
    const outcome = await run(`${node} src/commands/main.js ${command}`, checkout.path)
    expect(outcome).toMatchObject({ code: 1, stdout: '', stderr: said(version) })
  }
  checkout.remove()
})
