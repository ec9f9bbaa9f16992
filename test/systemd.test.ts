import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { settings } from '../src/core/config/settings.ts'
import { lastMs } from '../src/core/deadline.ts'
import { run, start } from './checkout.ts'
import { isLeftOut } from './ignored-terms.ts'
import { testKey } from './server.ts'

const project = resolve(import.meta.dirname, '..')
const unit = readFileSync(join(project, 'deploy/systemd/clipgraph.service'), 'utf8')
const said = (directive: string) => new RegExp(`^${directive}=(.*)$`, 'm').exec(unit)?.[1]

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-systemd-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('what the unit starts is there, and serves from a folder with nothing in it', async () => {
  const [node, main = '', ...rest] = said('ExecStart')?.split(' ') ?? []
  expect(node).toBe('/usr/bin/node')
  const path = main.replace(/^\/opt\/clipgraph\//, `${project}/`)
  expect(existsSync(path), path).toBe(true)
  const server = await start(`exec ${process.execPath} ${path} ${rest.join(' ')}`, folder, {
    GATEWAY_KEYS: testKey,
    DATA_URL: `sqlite:${inject('defaultDataset')}`
  })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await server.stop()
})

test('its state is where the server looks for data when it is told nothing', () => {
  expect(said('WorkingDirectory')).toBe(`/var/lib/${said('StateDirectory')}`)
})

test('it has longer to end than the server takes', () => {
  expect(Number(said('TimeoutStopSec')) * 1000).toBeGreaterThan(Number(settings.SHUTDOWN_GRACE_MS.default) + lastMs)
})

test('it has room for a full cache in half of its memory, which is the heap', () => {
  expect(said('MemoryMax')).toBe(`${(4 * Number(settings.CACHE_MAX_MB.default)) / 1024}G`)
})

test('a key file is made by a command that there is, where the service finds it', async () => {
  const [, path = ''] = /KEY_FILE=(\S+?),/.exec(unit) ?? []
  expect(path).toMatch(new RegExp(`^${said('WorkingDirectory')}/`))
  const [, command = ''] = /\/opt\/clipgraph\/src\/commands\/main\.js (keys .+)/.exec(unit) ?? []
  const KEY_FILE = join(folder, 'keys.json')
  const { code, stderr } = await run(`exec ${process.execPath} ${project}/src/commands/main.js ${command}`, folder, {
    KEY_FILE
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(existsSync(KEY_FILE)).toBe(true)
})

test('the daily collection is confined as the server is, with a command that there is', async () => {
  const collecting = readFileSync(join(project, 'deploy/systemd/clipgraph-collect.service'), 'utf8')
  const confined = (text: string) =>
    text.match(
      /^(?:Dynamic|Private|Protect|Restrict|SystemCall|NoNew|Lock|Remove|Device|UMask|Capab|Ambient|Keyring|State|Working).*$/gm
    )
  expect(confined(collecting)).toEqual(confined(unit))
  const [, command = ''] = /^ExecStart=\S+ \S+ (.+)$/m.exec(collecting) ?? []
  // All of it is understood; the table is on another machine.
  const { code, stderr } = await run(`exec ${process.execPath} ${project}/src/commands/main.js ${command}`, folder)
  expect(code).toBe(1)
  expect(stderr).toContain('DATA_URL names /etc/clipgraph/source.json')
})

// Both are told by systemd itself, which needs no running one for that.
const isThere = spawnSync('systemd-analyze', ['--version']).status === 0
const haveNone = isLeftOut(isThere, 'the unit by systemd-analyze, which comes with systemd', { evenInCi: true })

describe.skipIf(haveNone)('systemd', () => {
  const analyze = (...args: string[]) => promisify(execFile)('systemd-analyze', args)
  const path = join(folder, 'clipgraph.service')

  test('knows every directive and its value', async () => {
    writeFileSync(path, unit.replace('/usr/bin/node', process.execPath))
    const { stdout, stderr } = await analyze('verify', '--man=no', path)
    expect(stdout + stderr).toBe('')
  })

  test('knows every directive of the daily collection', async () => {
    const units = ['clipgraph-collect.service', 'clipgraph-collect.timer'].map((name) => {
      const text = readFileSync(join(project, 'deploy/systemd', name), 'utf8')
      writeFileSync(join(folder, name), text.replace('/usr/bin/node', process.execPath))
      return join(folder, name)
    })
    const { stdout, stderr } = await analyze('verify', '--man=no', ...units)
    expect(stdout + stderr).toBe('')
  })

  test('finds the unit as little exposed as what has to reach the network can be', async () => {
    writeFileSync(path, unit)
    // Ends with an error above the threshold, which is in tenths: 0 is a unit that can do nothing, 100 one that can do all.
    const { stdout } = await analyze('security', '--offline=yes', '--threshold=12', path)
    expect(stdout).toContain('Overall exposure level')
  })
})
