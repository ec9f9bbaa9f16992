import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, globSync, lstatSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { lockedToRun } from '../packages/locked.ts'
import { buildImage, type Image, isIgnored } from './dockerfile.ts'
import { isLeftOut } from './ignored-terms.ts'
import { testKey } from './server.ts'

const project = resolve(import.meta.dirname, '..')
const json = (path: string) => JSON.parse(readFileSync(join(project, path), 'utf8'))

/** Thousands of files come and go, and a data set is made, which takes its time on a machine that has other work. */
const busyMs = 240_000

const place = mkdtempSync(join(tmpdir(), 'clipgraph-image-'))
// Whoever the image is started as may look in.
chmodSync(place, 0o755)
afterAll(() => rm(place, { recursive: true, force: true }), busyMs)

const image = await buildImage(place).catch((error: Error) => {
  if (isLeftOut(false, `the image, as its steps do not run: ${error.message}`)) return null
  throw error
})
const settings = { DATA_URL: 'demo:', HOST: '127.0.0.1', PORT: '0', GATEWAY_KEYS: testKey }

test('nothing is copied into the build that a build does not need', () => {
  const dockerignore = readFileSync(join(project, '.dockerignore'), 'utf8')
  const needed = readdirSync(project).filter((name) => !isIgnored(name, dockerignore))
  const copied = readFileSync(join(project, 'Dockerfile'), 'utf8').matchAll(/^COPY (?!--)(.+) \S+$/gm)
  expect(needed.sort()).toEqual([...copied].flatMap(([, paths = '']) => paths.split(' ')).sort())
  for (const path of ['.env', '.git/config', 'data/clipgraph.db', 'packages/runtimes/node_modules/x', 'test/x.ts'])
    expect(isIgnored(path, dockerignore), path).toBe(true)
})

const describeImage = (image: Image) => {
  const { root, env, volumes, user } = image
  const app = join(root, image.workdir)

  // As in a container whose file system is read-only: also for an owner that is not root, who would be let in.
  for (const path of globSync('**', { cwd: app })) {
    const isLink = lstatSync(join(app, path)).isSymbolicLink()
    if (path !== 'data' && !isLink) chmodSync(join(app, path), statSync(join(app, path)).mode & 0o555)
  }
  afterAll(() => chmodSync(app, 0o755))

  /** Root can start it as the user it names, anybody else as themselves. */
  const start = ([file = '', ...args]: readonly string[], others: Record<string, string>): ChildProcess =>
    spawn(file, args, { cwd: app, env: { ...env, ...others }, ...(process.getuid?.() === 0 ? user : {}) })

  test('holds the compiled server and the packages it needs, and no others', () => {
    const files = globSync('**/*', { cwd: app })
    expect(files).toContain('src/commands/main.js')
    expect(
      files.filter((path) => /^(?!node_modules).*(?<!\.d)\.tsx?$|^(test|bench|packages|dist)\b/.test(path))
    ).toEqual([])
    const { needed } = lockedToRun()
    const installed = globSync('node_modules/{*,@*/*}/package.json', { cwd: app }).map(dirname)
    expect(installed.length).toBeGreaterThan(20)
    expect(installed.filter((path) => needed[path] === undefined)).toEqual([])
    expect(Object.keys(needed).filter((path) => !existsSync(join(app, path)))).toEqual([])
  })

  test('is small beside the Node it stands on', () => {
    const bytes = globSync('**/*', { cwd: root }).map((path) => lstatSync(join(root, path)).size)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100 * 2 ** 20)
  })

  test('runs the Node that the project is developed on, and not as root', () => {
    expect(json('package.json').devDependencies.node).toBe(process.versions.node)
    expect(user.uid).toBeGreaterThan(0)
    expect(env).toMatchObject({ HOST: '0.0.0.0', NODE_ENV: 'production' })
  })

  test('refuses to serve others without keys, and without data', async () => {
    const server = start(image.cmd, { PORT: '0' })
    const [stderr, [code]] = await Promise.all([text(server.stderr ?? expect.fail()), once(server, 'close')])
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('set GATEWAY_KEYS') })
    expect(stderr).toContain('DATA_URL must be set')
  })

  test('serves from a file system that nobody may write to but for its volume, and ends when told to', {
    timeout: busyMs
  }, async () => {
    const server = start(image.cmd, settings)
    const ended = once(server, 'exit')
    let output = ''
    server.stderr?.on('data', (chunk) => {
      output += chunk
    })
    const url = await new Promise<string>((done, fail) => {
      server.stdout?.on('data', (chunk) => {
        output += chunk
        const [, found] = /ready at (http:\/\/\S+)/.exec(output) ?? []
        if (found !== undefined) done(found)
      })
      void ended.then(() => fail(new Error(output)))
    })
    try {
      for (const path of ['/healthz', '/readyz']) expect((await fetch(url + path)).status).toBe(200)
      const answer = await fetch(`${url}/api/v1/users/maya.nguyen`, { headers: { 'x-gateway-key': testKey } })
      expect(await answer.json()).toMatchObject({ error: null, data: { username: 'maya.nguyen' } })
      const healthcheck = (port: string) => once(start(image.healthcheck, { PORT: port }), 'exit')
      expect(await healthcheck(new URL(url).port)).toEqual([0, null])
      expect(await healthcheck('1')).toEqual([1, null])
    } finally {
      server.kill('SIGTERM')
    }
    expect(await ended).toEqual([0, null])
    expect(volumes).toEqual(['/app/data'])
    expect(readdirSync(join(app, 'data'))).toEqual(['demo.db'])
    expect(existsSync(join(app, 'node_modules/.cache'))).toBe(false)
  })
}
if (image !== null) describe('the image', () => describeImage(image))
