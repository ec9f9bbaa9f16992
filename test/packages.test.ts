import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { run, start } from './checkout.ts'
import { isLeftOut } from './ignored-terms.ts'
import { installClient, installWhole, pack } from './packed.ts'
import { otherCommands, type Runtime, runtimes } from './runtimes.ts'
import { startServer, type TestServer, testKey } from './server.ts'

const project = resolve(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
const packed = await pack()
afterAll(packed.remove)
const alone = join(packed.folder, 'alone')
const whole = join(packed.folder, 'whole')
const [clientInstall, wholeInstall] = await Promise.all([
  installClient(alone, packed.client),
  installWhole(whole, packed.whole)
])
const why = /^npm error .+/m.exec(wholeInstall.stderr)?.[0]
const hasNoServer = isLeftOut(
  wholeInstall.code === 0,
  `the installed server, as its dependencies cannot be had: ${why}`
)

describe('what is packed', () => {
  const files = [...packed.whole.files, ...packed.client.files]

  test('is compiled, and holds no sources, tests or benchmarks', () => {
    expect(packed.whole.files).toContain('dist/clipgraph/src/commands/main.js')
    const needed = /^(dist\/clipgraph\/)?((bin|src(?!\/surfaces\/explorer)|schema|built|vendor)\/.+|[^/]+)$/
    expect(files.filter((path) => !needed.test(path) || /(?<!\.d)\.tsx?$|tsconfig/.test(path))).toEqual([])
  })

  test('holds everything that the sources hold beside code', () => {
    const inSources = readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' }).filter(
      (path) => /\.\w+$/.test(path) && !/\.tsx?$|^surfaces\/explorer\//.test(path)
    )
    expect(inSources.length).toBeGreaterThan(5)
    for (const path of inSources) expect(packed.whole.files).toContain(`dist/clipgraph/src/${path}`)
    for (const name of ['explorer.js', 'explorer.css', 'licences.txt']) {
      expect(packed.whole.files).toContain(`dist/clipgraph/built/explorer/${name}`)
    }
    for (const path of readdirSync(join(project, 'schema/operations'))) {
      expect(packed.whole.files).toContain(`dist/clipgraph/schema/operations/${path}`)
    }
  })

  test.each(['whole', 'client'] as const)('comes with licence, changes and a readme: %s', (name) => {
    expect(packed[name].files).toEqual(expect.arrayContaining(['LICENSE', 'CHANGELOG.md', 'README.md', 'package.json']))
  })

  test('comes with the licences of what is bundled', () => {
    expect(packed.whole.files).toContain('dist/clipgraph/vendor/LICENSES')
  })

  test('is small', () => {
    expect(packed.whole.size).toBeLessThan(1_180_000)
    expect(packed.client.size).toBeLessThan(30_000)
  })

  test('runs no script where it is installed', () => {
    for (const script of ['preinstall', 'install', 'postinstall', 'prepare']) {
      expect(manifest.scripts).not.toHaveProperty(script)
    }
  })
})

const onPath = ({ path }: Pick<Runtime, 'path'>) => ({
  PATH: `${join(path, '..')}:${process.env.PATH}`,
  NODE_OPTIONS: ''
})
const bin = '../node_modules/.bin/clipgraph'
const post = {
  id: '6907228749872228686',
  text: 'hello',
  createTime: 1608214517,
  authorMeta: { id: '6825540582809311097', name: 'someone' }
}

describe.skipIf(hasNoServer)('the installed server', () => {
  test('is installed', () => expect(wholeInstall).toMatchObject({ code: 0 }))

  const [serving, tooOld] = [runtimes.filter(({ major }) => major >= 24), runtimes.filter(({ major }) => major < 24)]

  test.each(serving)(
    'makes data, checks itself and serves both surfaces and the pages on $name',
    { timeout: 300_000 },
    async (runtime) => {
      const folder = join(whole, runtime.name.replace(' ', '-'))
      mkdirSync(folder, { recursive: true })
      const clipgraph = (command: string) => run(`${bin} ${command}`, folder, onPath(runtime))
      expect(await clipgraph('--version')).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
      expect((await clipgraph('--help')).stdout).toMatch(/Examples:\n {2}npx clipgraph serve/)

      expect(await clipgraph('seed --users 20 --posts 50')).toMatchObject({ code: 0 })
      expect(existsSync(join(folder, 'data/clipgraph.db'))).toBe(true)
      writeFileSync(join(folder, 'feed.json'), JSON.stringify({ collector: [post] }))
      expect(await clipgraph('import feed.json --out feed.db')).toMatchObject({ code: 0 })
      expect(await run(`PORT=0 ${bin} doctor`, folder, onPath(runtime))).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^ok +configuration .*No problems found\.\n$/s)
      })
      for (const [option, file] of [
        ['', 'schema.graphql'],
        ['--nullability strict', 'schema.strict.graphql'],
        ['--openapi', 'openapi.json']
      ]) {
        const { stdout } = await clipgraph(`schema print ${option}`)
        expect(stdout).toBe(readFileSync(join(project, `schema/${file}`), 'utf8'))
      }

      const server = await start(`exec ${bin} serve`, folder, onPath(runtime))
      try {
        const get = async (path: string, headers: Record<string, string> = {}) => {
          const response = await fetch(server.url + path, { headers })
          expect(response.status, path).toBe(200)
          return response.text()
        }
        const key = { 'x-gateway-key': server.key ?? '' }
        const { data } = JSON.parse(await get('/api/v1/users/maya.nguyen', key))
        expect(data.username).toBe('maya.nguyen')
        const query = encodeURIComponent('{ user(by: {username: "maya.nguyen"}) { displayName } }')
        expect(JSON.parse(await get(`/graphql?query=${query}`, key)).data.user.displayName).toBe(data.display_name)
        const landing = await get('/', { accept: 'text/html' })
        const [, script = ''] = /src="(\/explorer\/[^"]+)"/.exec(landing) ?? []
        expect((await get(script)).length).toBeGreaterThan(100_000)
        for (const path of ['/docs', '/docs/schema', '/docs/errors'])
          expect(await get(path)).toContain('<main id="main"')
        const [, graphiql = ''] = /src="(\/graphiql\/[^"]+)"/.exec(await get('/graphql', { accept: 'text/html' })) ?? []
        expect((await get(graphiql)).length).toBeGreaterThan(1_000)
        expect(await get('/openapi.json')).toContain('"openapi"')
      } finally {
        await server.stop()
      }
    }
  )

  test.each(tooOld)('says in one line what it lacks on $name', async (runtime) => {
    for (const command of ['serve', '--version']) {
      expect(await run(`node_modules/.bin/clipgraph ${command}`, whole, onPath(runtime))).toEqual({
        code: 1,
        stdout: '',
        stderr: `clipgraph needs Node 24 or newer; this is ${runtime.name}.\n`
      })
    }
  })

  test('runs by npx, and hands its exit code on', async () => {
    const npx = (command: string) => run(`npx --offline ${command}`, whole, onPath({ path: process.execPath }))
    expect(await npx('clipgraph --version')).toMatchObject({ code: 0, stdout: `${manifest.version}\n` })
    const { code, stderr } = await npx('clipgraph sreve')
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean serve?') })
  })

  test('gives its contracts as files', async () => {
    const resolved = await run(
      `node -p "['schema.graphql', 'schema.strict.graphql', 'scalars.json', 'openapi.json'].map((name) => require.resolve('clipgraph/' + name)).join('\\n')"`,
      whole
    )
    for (const path of resolved.stdout.trim().split('\n')) expect(existsSync(path), path).toBe(true)
  })
})

const embedded = join(project, 'examples/embed')
const hasNoHosts = isLeftOut(
  existsSync(join(embedded, 'node_modules/hono')),
  'examples of embedding; install them: node packages/install.ts examples/embed'
)

describe.skipIf(hasNoServer || hasNoHosts)('the installed package in another server', () => {
  const folder = join(whole, 'embed')
  const env = { DATA_URL: inject('defaultDataset'), GATEWAY_KEYS: testKey, NODE_OPTIONS: '' }
  beforeAll(() => {
    cpSync(embedded, folder, { recursive: true, filter: (path) => !path.includes('node_modules') })
    symlinkSync(join(embedded, 'node_modules'), join(folder, 'node_modules'))
  })

  const node = { name: 'Node', command: process.execPath }
  const hosts = [
    ...['hono', 'express', 'fastify'].map((file) => ({ ...node, file: `${file}.ts`, path: '/data' })),
    ...otherCommands.map((runtime) => ({ ...runtime, file: `${runtime.name.toLowerCase()}.ts`, path: '' }))
  ]

  /** What every host must pass on as it is. */
  const checkAnswers = async (fetch: (path: string, init?: RequestInit) => Promise<Response>) => {
    const user = '/api/v1/users/maya.nguyen'
    const whole = await fetch(user)
    expect(await whole.json()).toMatchObject({ data: { username: 'maya.nguyen' } })
    const known = { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } }
    expect((await fetch(user, known)).status).toBe(304)
    const head = await fetch(user, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const ask = (query: string) =>
      fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query })
      })
    expect(await (await ask('{ user(by: { username: "maya.nguyen" }) { username } }')).json()).toMatchObject({
      data: { user: { username: 'maya.nguyen' } }
    })
    expect((await ask(`{ __typename } # ${'x'.repeat(300_000)}`)).status).toBe(413)
    expect((await fetch('/graphql', { headers: { 'x-gateway-key': 'wrong' } })).status).toBe(401)
    expect((await fetch('/healthz')).status).toBe(200)
    const preflight = {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' }
    }
    expect((await fetch(user, preflight)).status).toBe(403)
  }

  test.each(hosts)('answers behind $file on $name', async ({ command, file, path }) => {
    const child = spawn('bash', ['-c', `exec ${command} ${file}`], {
      cwd: folder,
      env: { ...process.env, ...env, PORT: '0' }
    })
    const ended = once(child, 'close')
    let output = ''
    const port = await new Promise<string>((done, fail) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output += chunk
          const [, found] = /http:\/\/\S+:(\d+)/.exec(output) ?? []
          if (found !== undefined) done(found)
        })
      }
      void ended.then(() => fail(new Error(output)))
    })
    await checkAnswers((at, init = {}) =>
      fetch(`http://localhost:${port}${path}${at}`, { ...init, headers: { 'x-gateway-key': testKey, ...init.headers } })
    )
    child.kill('SIGTERM')
    expect(await ended, output).toEqual([0, null])
  })

  test('answers behind a route handler of Next.js', async () => {
    const program = `
      const { GET } = await import('./next/app/api/clipgraph/[...path]/route.ts')
      const headers = { 'x-gateway-key': '${testKey}' }
      const response = await GET(new Request('http://x/api/clipgraph/api/v1/users/maya.nguyen', { headers }))
      console.log(response.status, (await response.json()).data.username)`
    const { stdout, stderr } = await run(`node --input-type=module -e "$PROGRAM"`, folder, {
      ...env,
      ...onPath({ path: process.execPath }),
      PROGRAM: program
    })
    expect(stdout, stderr).toBe('200 maya.nguyen\n')
  })

  test.each([node, ...otherCommands])('answers graphql() over its schema on $name', async ({ command }) => {
    const { stdout, stderr } = await run(`${command} graphql.ts`, folder, env)
    expect(JSON.parse(stdout || `"${stderr}"`)).toMatchObject({ user: { displayName: expect.stringMatching(/^Maya/) } })
  })

  test.each([node, ...otherCommands])(
    'makes the default data set, and reads an upstream, on $name',
    async ({ name, command }) => {
      const own = join(folder, name)
      mkdirSync(own)
      const here = { ...env, DATA_URL: '' }
      const first = await run(`${command} ../graphql.ts`, own, here)
      expect(first.stderr).toBe('')
      expect(JSON.parse(first.stdout)).toHaveProperty('user.displayName')
      expect(existsSync(join(own, 'data/clipgraph.db'))).toBe(true)
      const upstream = await startServer()
      const facade = { ...here, DATA_URL: upstream.url, UPSTREAM_KEY: testKey }
      const { stdout, stderr } = await run(`${command} ../upstream.ts`, own, facade)
      await upstream.close()
      expect(stdout, stderr).toBe('200 maya.nguyen\n')
    }
  )

  test.each(['nodenext', 'bundler'])('has types: %s', async (moduleResolution) => {
    writeFileSync(
      join(folder, `use-${moduleResolution}.ts`),
      `import { type Clipgraph, createClipgraph } from 'clipgraph'
      export const clipgraph: Clipgraph = await createClipgraph({
        keys: ['a'], maxQueryCost: 5, federation: false, rateLimit: 'off', logLevel: 'warn', corsOrigins: '*'
      })
      export const response: Promise<Response> = clipgraph.fetch(new Request('http://x'))
      // @ts-expect-error: for a server that listens
      await createClipgraph({ keys: ['a'], port: 4000 })
      // @ts-expect-error: a number
      await createClipgraph({ keys: ['a'], maxQueryCost: true })
      // @ts-expect-error: one of the levels
      await createClipgraph({ keys: ['a'], logLevel: 'loud' })
      // @ts-expect-error: a name or null
      await createClipgraph({ authorize: () => 5 })`
    )
    const module = moduleResolution === 'bundler' ? 'esnext' : 'nodenext'
    // What the types of its packages need beside the platform's is theirs.
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      strict: true,
      noEmit: true,
      skipLibCheck: true
    }
    const config = join(folder, `tsconfig.${moduleResolution}.json`)
    writeFileSync(
      config,
      JSON.stringify({
        compilerOptions: { ...compilerOptions, module, moduleResolution },
        files: [`use-${moduleResolution}.ts`]
      })
    )
    const { code, stdout } = await run(`${join(project, 'node_modules/.bin/tsc')} -p ${config}`, folder)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  })

  test('its examples type-check', async () => {
    const { code, stdout } = await run('node_modules/.bin/tsc -p examples/embed', project)
    expect(code, stdout).toBe(0)
  })
})

const installedClients = [
  { name: 'clipgraph-client', folder: alone, isLeftOut: false },
  { name: 'clipgraph/client', folder: whole, isLeftOut: hasNoServer }
].filter((client) => !client.isLeftOut)

describe.each(installedClients)('the installed $name', ({ name, folder }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())

  const walk = `
    import { ClientError, CreatorDocument, createClient } from '${name}'
    const ask = async (url, key) => {
      const found = []
      const posts = createClient({ url, key }).walk(CreatorDocument, { username: 'maya.nguyen', posts: 2 }, (data) => data.user?.posts)
      for await (const { postId } of posts) if (found.push(postId) === 5) break
      return found
    }
    const refusal = async (url) => ask(url, 'wrong').catch((error) => (error instanceof ClientError ? error.code : error))
    export const answer = async (url, key) => ({ posts: await ask(url, key), refusal: await refusal(url) })`
  const expected = async () => {
    const { body } = await server.get<{ post_id: string }[]>('/api/v1/users/maya.nguyen/posts?count=5')
    return { posts: body.data.map(({ post_id }) => post_id), refusal: 'UNAUTHORIZED' }
  }

  test.each(runtimes)('walks a list, and tells errors apart, on $name', async (runtime) => {
    writeFileSync(join(folder, 'walk.mjs'), walk)
    const command = `node --input-type=module -e "import { answer } from './walk.mjs'; console.log(JSON.stringify(await answer('${server.url}', '${testKey}')))"`
    const { stdout, stderr } = await run(command, folder, onPath(runtime))
    expect(JSON.parse(stdout || `"${stderr}"`)).toEqual(await expected())
  })

  test('is bundled for browsers with nothing but the operations that are used', async () => {
    writeFileSync(join(folder, 'walk.mjs'), walk)
    const build = await rolldown({
      input: join(folder, 'walk.mjs'),
      platform: 'browser',
      onLog: (_, log) => expect.fail(log.message)
    })
    const { output } = await build.write({ file: join(folder, 'bundle.mjs'), format: 'es', minify: true })
    await build.close()
    expect(output).toHaveLength(1)
    expect(output[0].imports).toEqual([])
    expect(output[0].code).not.toContain('SoundLibrary')
    expect(output[0].code.length).toBeLessThan(12_000)
    const { answer } = await import(pathToFileURL(join(folder, 'bundle.mjs')).href)
    expect(await answer(server.url, testKey)).toEqual(await expected())
  })

  test.each(['nodenext', 'bundler'])('has types that need no other package: %s', async (resolution) => {
    const config = join(folder, `tsconfig.${resolution}.json`)
    const use = join(folder, `use-${resolution}.ts`)
    writeFileSync(
      use,
      `import { ClientError, CreatorDocument, createClient, type TypedDocument } from '${name}'
      const client = createClient({ url: 'http://127.0.0.1:4000', key: 'a-key' })
      const { user } = await client.query(CreatorDocument, { username: 'maya.nguyen' })
      export const name: string | null | undefined = user?.displayName
      // @ts-expect-error: a name is no number
      export const number: number = user?.displayName
      // @ts-expect-error: no such field
      user?.shoeSize
      // @ts-expect-error: the operation needs a username
      await client.query(CreatorDocument, {})
      declare const own: TypedDocument<{ count: number }, { first: number }>
      export const count: number = (await client.query(own, { first: 1 })).count
      export const code = (error: ClientError): string => error.code`
    )
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      module: resolution === 'bundler' ? 'esnext' : 'nodenext',
      moduleResolution: resolution
    }
    writeFileSync(config, JSON.stringify({ compilerOptions, files: [use] }))
    const { code, stdout } = await run(`${join(project, 'node_modules/.bin/tsc')} -p ${config}`, folder)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  })
})

test('the client alone brings nothing with it', () => {
  expect(clientInstall).toMatchObject({ code: 0 })
  expect(readdirSync(join(alone, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['clipgraph-client'])
})

test('the runtimes to try come without install scripts, and name no registry', () => {
  const lock: { packages: Record<string, { hasInstallScript?: boolean; resolved?: string }> } = JSON.parse(
    readFileSync(join(project, 'packages/runtimes/package-lock.json'), 'utf8')
  )
  for (const { hasInstallScript, resolved } of Object.values(lock.packages)) {
    expect({ hasInstallScript, resolved }).toEqual({})
  }
})
