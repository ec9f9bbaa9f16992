import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { run } from './checkout.ts'

const project = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(project, path), 'utf8')
const manifest: { version: string; scripts: Record<string, string> } = JSON.parse(read('package.json'))

test('release notes are what the changelog says of a version, and nothing of the others', async () => {
  const changelog = read('CHANGELOG.md')
  const { stdout } = await run('node packages/release-notes.ts', project)
  expect(stdout.length).toBeGreaterThan(100)
  expect(stdout).not.toMatch(/^## /m)
  expect(changelog).toContain(`## ${manifest.version}\n\n${stdout}`)
  const unreleased = await run('node packages/release-notes.ts Unreleased', project)
  expect(changelog).toContain(`## Unreleased\n\n${unreleased.stdout.trim()}`)
})

test('a version that the changelog does not know has no release notes', async () => {
  expect(await run('node packages/release-notes.ts 9.9.9', project)).toEqual({
    code: 1,
    stdout: '',
    // Bash has its say before where the locale of a machine is not there.
    stderr: expect.stringMatching(/^CHANGELOG\.md says nothing of 9\.9\.9\n$/m)
  })
})

test('every command and file that SECURITY.md names is there', () => {
  const security = read('SECURITY.md')
  const commands = [...security.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  const files = [...security.matchAll(/`((?:test|src|deploy|docs)\/[\w./-]+)`/g)].map(([, path = '']) => path)
  expect(commands.length).toBeGreaterThan(1)
  expect(files.length).toBeGreaterThan(5)
  expect(commands.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([])
  expect(files.filter((path) => !existsSync(join(project, path)))).toEqual([])
})
