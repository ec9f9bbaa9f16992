import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bundled, lockedToRun } from '../packages/locked.ts'
import { run } from './checkout.ts'

const project = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'clipgraph-bill-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Component = { name: string; version: string; purl: string; hashes: { alg: string }[] }

test('the bill of materials lists what the server runs with, all of it and nothing else', async () => {
  expect(await run(`node packages/sbom.ts ${folder}`, project)).toMatchObject({ code: 0, stdout: '' })
  const { name, version, dependencies, optionalDependencies, devDependencies } = JSON.parse(
    readFileSync(join(project, 'package.json'), 'utf8')
  )
  const bill: { bomFormat: string; metadata: { component: Component }; components: Component[] } = JSON.parse(
    readFileSync(join(folder, `${name}-${version}.cdx.json`), 'utf8')
  )
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name, version } } })
  const listed = bill.components.map((component) => `${component.name} ${component.version}`)
  const needed = Object.entries(lockedToRun({ hasBundled: true }).needed).map(([path, entry]) => {
    return `${path.slice(path.lastIndexOf('node_modules/') + 13)} ${entry.version}`
  })
  expect(listed.sort()).toEqual([...new Set(needed)].sort())
  for (const [direct, exact] of Object.entries({ ...dependencies, ...optionalDependencies }))
    expect(listed).toContain(`${direct} ${exact}`)
  for (const name of bundled) expect(listed).toContain(`${name} ${devDependencies[name]}`)
  for (const { hashes, purl } of bill.components) {
    expect(hashes, purl).toEqual([expect.objectContaining({ alg: 'SHA-512' })])
  }
})
