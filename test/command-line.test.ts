import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../src/core/config/config.ts'
import { settings } from '../src/core/config/settings.ts'
import { GatewayKeys } from '../src/surfaces/http/gateway-keys.ts'
import { type Finished, freshCheckout, run } from './checkout.ts'
import { commandInProcess } from './command-in-process.ts'
import { failure, startFakeUpstream, success, successText } from './fake-upstream.ts'
import { ownKeyFile } from './own-key-file.ts'
import { startServer, testKey } from './server.ts'

const project = resolve(import.meta.dirname, '..')
const checkout = freshCheckout()
let taken: Server
let takenPort: number

beforeAll(async () => {
  taken = createServer((socket) => socket.end('not http\n'))
  await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening))
  takenPort = (taken.address() as AddressInfo).port
})
afterAll(() => {
  taken.close()
  checkout.remove()
})

/** What was set where the tests run must not reach the commands. */
const unset: Record<string, string> = { NO_COLOR: '', FORCE_COLOR: '', NODE_OPTIONS: '' }
for (const name of Object.keys(settings)) unset[name] = ''

/** A command as it is typed, in a folder like a fresh clone. */
const clipgraph = (commandLine: string, env: Record<string, string> = {}): Promise<Finished> =>
  run(
    `${Object.keys(unset)
      .map((name) => `[ -n "$${name}" ] || unset ${name}`)
      .join('; ')}
    node_modules/.bin/node src/commands/main.js ${commandLine}`,
    checkout.path,
    { ...unset, ...env }
  )

/** The same in this process, for what is not about a process. */
const here = (commandLine: string, env: Record<string, string> = {}): Promise<Finished> =>
  commandInProcess(commandLine, checkout.path, env)

const stack = /\n\s+at |Error:/
// biome-ignore lint/complexity/useRegexLiterals: the character is easier to read as an escape
const color = new RegExp('\\u001b\\[')

describe('--help', () => {
  const commands = [
    ...[
      '',
      'serve',
      'mcp',
      'query',
      'seed',
      'import',
      'export',
      'remove',
      'migrate',
      'backup',
      'copy',
      'doctor',
      'schema',
      'schema print'
    ],
    ...['keys', 'keys new', 'keys list', 'keys revoke']
  ]

  test.each(commands)('%s explains itself with examples to copy', async (command) => {
    const { code, stdout, stderr } = await here(`${command} --help`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`Usage: ${['clipgraph', command].filter(Boolean).join(' ')} `)
    expect(stdout).toMatch(/Examples:\n {2}(npm|PORT=|KEY_FILE=)/)
    expect(stdout).not.toMatch(color)
  })

  test('names every command', async () => {
    const { code, stdout } = await here('help')
    expect(code).toBe(0)
    expect((await here('--help')).stdout).toBe(stdout)
    const named = [
      'serve',
      'mcp',
      'query',
      'seed',
      'import',
      'export',
      'remove',
      'migrate',
      'backup',
      'copy',
      'doctor',
      'schema',
      'keys'
    ]
    for (const command of named) {
      expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'))
    }
  })

  test('needs none of what the commands need', async () => {
    const loaded = await run(
      `node_modules/.bin/node --import 'data:text/javascript,import{registerHooks}from"node:module";registerHooks({load(u,c,n){process.stderr.write(u+"\\n");return n(u,c)}})' src/commands/main.js --help`,
      checkout.path
    )
    expect(loaded.code).toBe(0)
    expect(loaded.stderr).toContain('src/commands/serve.ts')
    expect(loaded.stderr).not.toMatch(
      /node_modules\/(?!commander)|src\/(host\/app|ingest\/(seed|formats|sqlite)|surfaces\/(graphql|rest)|store)\b/
    )
  })

  test('has colours on a terminal, unless NO_COLOR is set, and none in a pipe', async () => {
    const onTerminal = (env: string) =>
      run(
        `script -qec "${env} node_modules/.bin/node src/commands/main.js --help" /dev/null </dev/null`,
        checkout.path,
        {
          TERM: 'xterm-256color'
        }
      )
    expect((await onTerminal('env -u CI -u NO_COLOR -u FORCE_COLOR')).stdout).toMatch(color)
    expect((await onTerminal('env -u CI -u FORCE_COLOR NO_COLOR=1')).stdout).not.toMatch(color)
    expect((await clipgraph('--help')).stdout).not.toMatch(color)
  })
})

test('--version prints the version', async () => {
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string }
  expect(await clipgraph('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
})

describe('a command line that is not understood', () => {
  test.each([
    ['sreve', '(Did you mean serve?)'],
    ['docter', '(Did you mean doctor?)'],
    ['seed --user 5', '(Did you mean --users?)'],
    ['schema pint', '(Did you mean print?)'],
    ['seed --posts many', 'It must be a whole number.'],
    ['seed --users 0', 'must be from 1 to 1000000; it is 0'],
    ['import', "missing required argument 'files'"],
    ['import feed.json --collected-at soon', 'must be a date or time of the past'],
    ['import feed.json --collected-at 2026-02-30', 'must be a date or time of the past'],
    ['import feed.json --collected-at 2026', 'must be a date or time of the past'],
    ['import feed.json --collected-at 2999-01-01', '; it is 2999-01-01'],
    ['import feed.json --into a.db --out b.db', "cannot be used with option '--into"],
    ['serve now', 'too many arguments'],
    ['', 'Usage: clipgraph'],
    ['keys', 'Usage: clipgraph keys']
  ])('%s: exit code 2 and a way on', async (commandLine, hint) => {
    const { code, stdout, stderr } = await here(commandLine)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(hint)
    expect(stderr).not.toMatch(stack)
    expect(stderr).not.toMatch(color)
  })
})

describe('what fails is said in one line, with exit code 1', () => {
  const expectLine = ({ code, stdout, stderr }: Finished, text: string) => {
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    const lines = stderr.trim().split('\n')
    expect(lines.at(-1)).toContain(text)
    expect(stderr).not.toMatch(stack)
    return lines
  }

  test('a port that is taken, with another to choose', async () => {
    const env = { PORT: String(takenPort), DATA_URL: `sqlite:${inject('defaultDataset')}` }
    const lines = expectLine(await clipgraph('serve', env), `127.0.0.1:${takenPort} is in use`)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/PORT=\d+ npm start$/)
  })

  test('an address that is not one of this machine', async () => {
    const env = { HOST: '192.0.2.1', GATEWAY_KEYS: 'a-key', DATA_URL: `sqlite:${inject('defaultDataset')}` }
    expect(expectLine(await clipgraph('serve', env), 'HOST is 192.0.2.1')).toHaveLength(1)
  })

  test('a data set that is not there', async () => {
    expect(expectLine(await here('serve', { DATA_URL: 'sqlite:nowhere.db' }), 'nowhere.db')).toHaveLength(1)
  })

  test('a file that cannot be imported', async () => {
    const missing = await here('import nowhere.json --out data/out.db')
    expect(missing).toEqual({ code: 1, stdout: '', stderr: 'nowhere.json does not exist.\n' })
    expect((await here('import nowhere.json package.json none.csv')).stderr).toBe(
      'nowhere.json, none.csv do not exist.\n'
    )
    const folder = mkdtempSync(join(tmpdir(), 'clipgraph-empty-'))
    const [line, ...others] = expectLine(
      await here(`import ${folder} --out data/out.db`),
      `${folder}: nothing to import: there are no files in it.`
    ).filter((each) => each !== 'read')
    expect([line, others]).toEqual([expect.not.stringContaining('Accepted'), []])
    rmSync(folder, { recursive: true })
  })

  test.each([
    [
      'import feed.json --rejects nowhere/rejects.ndjson',
      'nowhere/rejects.ndjson cannot be written: its folder does not exist.'
    ],
    [
      'export users --from DATA --out feed.json/users.csv',
      'feed.json/users.csv.part cannot be written: its path leads through a file.'
    ],
    ['export scorecards:src --from DATA', 'src is a folder: name a file of handles, one per line.'],
    ['export scorecards:none.txt --from DATA', 'none.txt does not exist: name a file of handles, one per line.'],
    ['query --file none.graphql --from DATA', 'none.graphql cannot be read: it does not exist.'],
    ['query --file src --from DATA', 'src cannot be read: it is a folder.'],
    ["query '{ __typename }' --variables @none.json --from DATA", 'none.json cannot be read: it does not exist.']
  ])('%s', async (commandLine, message) => {
    writeFileSync(join(checkout.path, 'feed.json'), '[{"id":"6907228749872000001","createTime":1608214517}]')
    const lines = expectLine(await here(commandLine.replace('DATA', inject('defaultDataset'))), message)
    expect(lines.filter((line) => line !== 'read')).toEqual([message])
    rmSync(join(checkout.path, 'feed.json'))
  })

  test('a file of keys in a folder that is not there', async () => {
    const lines = expectLine(await here('keys new --name shop', { KEY_FILE: 'nowhere/keys.json' }), 'nowhere/keys.json')
    expect(lines).toEqual(['nowhere/keys.json cannot be written: its folder does not exist.'])
  })

  test('a file to write that is one of those to read', async () => {
    const names = ['feed.json', 'own.db', 'names.txt']
    const inFolder = (name: string) => join(checkout.path, name)
    writeFileSync(inFolder('feed.json'), '[{"id":"6907228749872000001","createTime":1608214517}]')
    writeFileSync(inFolder('names.txt'), 'maya.nguyen')
    copyFileSync(inject('defaultDataset'), inFolder('own.db'))
    const before = names.map((name) => readFileSync(inFolder(name)))
    for (const [commandLine, message] of [
      ['import feed.json --into own.db --rejects ./feed.json', './feed.json is a file that the import needs'],
      ['import feed.json --into own.db --rejects own.db', 'own.db is a file that the import needs'],
      ['export users --from own.db --out ./own.db', './own.db is a file that the export reads'],
      ['export scorecards:names.txt --from own.db --out names.txt', 'names.txt is a file that the export reads']
    ] as const) {
      expectLine(await here(commandLine), message)
    }
    expect(names.map((name) => readFileSync(inFolder(name)))).toEqual(before)
    for (const name of names) rmSync(inFolder(name))
  })

  test('a data set that another program has locked, which must not be made anew', async () => {
    const file = join(checkout.path, 'locked.db')
    copyFileSync(inject('defaultDataset'), file)
    const holder = new DatabaseSync(file)
    holder.exec('BEGIN EXCLUSIVE')
    const message = `${file} is locked by another program; try again when that has finished`
    writeFileSync(join(checkout.path, 'feed.json'), '[{"id":"6907228749872000001","createTime":1608214517}]')
    for (const commandLine of [`query '{ __typename }' --from`, 'export users --from', 'import feed.json --into']) {
      const lines = expectLine(await here(`${commandLine} ${file}`), message)
      expect(lines.filter((line) => line !== 'read')).toEqual([message])
    }
    expect((await here('doctor', { DATA_URL: file })).stdout).toContain('→ Try again when that has finished')
    holder.close()
    for (const name of ['feed.json', 'locked.db']) rmSync(join(checkout.path, name))
  })

  test('a place that takes no data set', async () => {
    expectLine(
      await here('seed --posts 10 --out package.json/out.db'),
      'Could not write the data set package.json/out.db: its path leads through a file'
    )
    const folder = mkdtempSync(join(tmpdir(), 'clipgraph-folder-'))
    mkdirSync(join(folder, 'taken'))
    expectLine(await here(`seed --posts 10 --users 10 --out ${folder}/taken`), 'taken could not be written')
    expect(readdirSync(folder)).toEqual(['taken'])
    rmSync(folder, { recursive: true })
  })

  test('an upstream in place of a file to write', async () => {
    expectLine(await here('seed', { DATA_URL: 'https://clips.example' }), '--out')
  })
})

describe('keys of a file', () => {
  let folder: string
  let KEY_FILE: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'clipgraph-keys-'))
    KEY_FILE = join(folder, 'keys.json')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const keys = (commandLine: string) => here(`keys ${commandLine}`, { KEY_FILE })
  const listed = async () => {
    const { code, stdout } = await keys('list')
    expect(code).toBe(0)
    const [heads = '', ...rows] = stdout.trimEnd().split('\n')
    expect(heads.split(/ {2,}/)).toEqual(['id', 'name', 'state', 'created', 'expires', 'surfaces', 'limit'])
    return rows.map((row) => row.split(/ {2,}/))
  }

  test('are made, listed, exchanged and revoked', async () => {
    const first = await keys('new --name shop --surfaces graphql,rest --limit 600/60s --expires 90d')
    expect(first).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(/^cg_[\w-]{32}\n$/) })
    const second = await keys('new --name shop --hash')
    const third = await keys('new --name other --expires 2100-01-31')
    const file = readFileSync(KEY_FILE, 'utf8')
    for (const { stdout } of [first, second, third]) expect(file).not.toContain(stdout.slice(0, 35))
    // The hash on the second line is what the file knows of it.
    expect(file).toContain(/sha256:(\w{64})\n$/.exec(second.stdout)?.[1])

    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/)
    const id = expect.stringMatching(/^[0-9a-f]{8}$/)
    const rows = await listed()
    expect(rows).toEqual([
      [id, 'shop', 'valid', time, time, 'rest,graphql', '600/60s'],
      // As the one before it, but for its end.
      [id, 'shop', 'valid', time, '-', 'rest,graphql', '600/60s'],
      [id, 'other', 'valid', time, '2100-01-31T00:00Z', 'rest,graphql,mcp', '-']
    ])
    const [firstId = ''] = rows[0] ?? []
    expect(await keys(`revoke ${firstId}`)).toMatchObject({ code: 0, stdout: `revoked ${firstId} of shop\n` })
    expect((await listed()).map(([, name]) => name)).toEqual(['shop', 'other'])
    expect((await keys('revoke shop')).stdout).toMatch(/^revoked [0-9a-f]{8} of shop\n$/)
    await keys('revoke other')
    expect((await keys('list')).stdout).toBe(`${KEY_FILE} has no keys.\n`)
  })

  test.each([
    ['new', 'so the key needs a name'],
    ["new --name 'a b'", '--name must be a name'],
    ['new --name a --expires soon', '--expires must be a moment in UTC'],
    ['new --name a --expires 2001-01-01', '--expires must be in the future'],
    ['new --name a --surfaces rest,soap', '--surfaces must be some of rest, graphql, mcp'],
    ['new --name a --limit 600', '--limit must be points over seconds, for example 600/60s'],
    ['revoke nobody', 'has no key with the id or name nobody']
  ])('%s: one line that says what to do, and nothing is changed', async (commandLine, problem) => {
    const file = ownKeyFile({ key: 'kept' })
    const before = readFileSync(file.path, 'utf8')
    const { code, stdout, stderr } = await here(`keys ${commandLine}`, { KEY_FILE: file.path })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^.+\n$/)
    expect(stderr).toContain(problem)
    expect(readFileSync(file.path, 'utf8')).toBe(before)
    expect(readdirSync(file.folder)).toEqual(['keys.json'])
    file.remove()
  })

  test.each(['list', 'revoke shop', 'new --name shop'])('%s says so where there is no file', async (commandLine) => {
    const { code, stderr } = await here(`keys ${commandLine}`)
    expect(code).toBe(1)
    expect(stderr).toContain('KEY_FILE')
  })
})

describe('doctor', () => {
  const doctor = async (env: Record<string, string>) => {
    const { code, stdout, stderr } = await here('doctor', { PORT: '0', ...env })
    expect(stderr).toBe('')
    expect(stdout).not.toMatch(color)
    const findings = [...stdout.matchAll(/^(ok|note|wrong) +(\S+) +(.+)(?:\n +→ (.+))?$/gm)]
    const of = (what: string) => {
      const [, state, , found, todo] = findings.find((match) => match[2] === what) ?? []
      return { state, found, todo }
    }
    return { code, stdout, of }
  }
  const good = () => ({ DATA_URL: `sqlite:${inject('defaultDataset')}` })

  test('says what workers get, and when there are more than processors', async () => {
    const { code, of } = await doctor({ WORKERS: '256', ...good() })
    expect(code).toBe(0)
    expect(of('workers')).toMatchObject({
      state: 'note',
      found: expect.stringMatching(/^256 workers on \d+ processors?, each with 1 MiB of CACHE_MAX_MB$/),
      todo: expect.stringContaining('WORKERS=auto')
    })
  })

  test('finds nothing wrong with a good configuration', async () => {
    const { code, stdout } = await clipgraph('doctor', { PORT: '0', ...good() })
    expect(code).toBe(0)
    expect(stdout).toMatch(/No problems found\.\n$/)
    expect(stdout).not.toMatch(color)
    expect([...stdout.matchAll(/^ok +(\S+)/gm)].map(([, what]) => what)).toEqual([
      'configuration',
      'data',
      'sources',
      'port'
    ])
  })

  test('gives programs the same findings as JSON, with the same exit code', async () => {
    for (const DATA_URL of [good().DATA_URL, 'sqlite:nowhere.db']) {
      const [{ stdout, code }, people] = [
        await here('doctor --json', { PORT: '0', DATA_URL }),
        await doctor({ DATA_URL })
      ]
      const { problems, checks } = JSON.parse(stdout)
      expect([code, people.code]).toEqual(DATA_URL === 'sqlite:nowhere.db' ? [1, 1] : [0, 0])
      expect(problems).toBe(code)
      for (const check of checks) {
        expect(Object.keys(check)).toEqual(['name', 'status', 'message', 'hint'])
        const { name, status, message, hint } = check
        expect(people.stdout).toContain(
          `${status.padEnd(5)}  ${name.padEnd(13)}  ${message}\n${hint === null ? '' : `${' '.repeat(22)}→ ${hint}\n`}`
        )
      }
      expect(people.stdout.match(/^(ok|note|wrong) /gm)).toHaveLength(checks.length)
    }
  })

  test('knows that the default data set makes itself', async () => {
    const { code, of } = await doctor({})
    expect(code).toBe(0)
    expect(of('data')).toMatchObject({ state: 'note', found: expect.stringContaining('npm start creates one') })
  })

  test('names every setting that is wrong, and where it stands', async () => {
    writeFileSync(join(checkout.path, '.env'), 'LOG_LEVEL=loud\n')
    const { code, stdout } = await here('doctor', { PORT: 'many' })
    rmSync(join(checkout.path, '.env'))
    expect(code).toBe(1)
    expect(stdout).toContain('Correct PORT in the environment.')
    expect(stdout).toContain('Correct LOG_LEVEL in .env.')
    expect(stdout).toContain('2 problems found.')
  })

  test.each([
    ['a missing data set', 'sqlite:nowhere.db', 'nowhere.db does not exist', 'npm run clipgraph -- seed'],
    ['a file that is no data set', 'sqlite:package.json', 'is not a clipgraph data set', 'npm run clipgraph -- seed'],
    ['an upstream that is not there', 'http://127.0.0.1:1', 'nothing answers at DATA_URL', 'correct DATA_URL']
  ])('says what to do about %s', async (_, DATA_URL, found, todo) => {
    const { code, of } = await doctor({ DATA_URL })
    expect(code).toBe(1)
    expect(of('data')).toEqual({
      state: 'wrong',
      found: expect.stringContaining(found),
      todo: expect.stringContaining(todo)
    })
  })

  test('makes sure of the contract, the version and the key of an upstream', async () => {
    const probed = (data = { username: 'clipgraph.readiness.probe', is_alive: false }) => success(data)
    const upstream = await startFakeUpstream(() => probed())
    const cases = [
      [() => probed(), 'ok', 'answers, matches the contract and accepts the key', undefined],
      [() => ({ body: '<h1>It works!</h1>' }), 'wrong', 'does not speak this contract', '/api/v1'],
      [() => ({ body: successText('{}', 'null', '1999-01') }), 'wrong', 'another version', 'version of the upstream'],
      [() => failure(401, 'UNAUTHORIZED'), 'wrong', 'refuses the key', 'it accepts; none is set']
    ] as const
    for (const [script, state, found, todo] of cases) {
      upstream.says(script)
      const { code, of } = await doctor({ DATA_URL: upstream.url })
      expect(code).toBe(state === 'ok' ? 0 : 1)
      expect(of('data')).toMatchObject({ state, found: expect.stringContaining(found) })
      if (todo !== undefined) expect(of('data').todo).toContain(todo)
    }
    await upstream.close()
  })

  test('tries a real deployment with its key', async () => {
    const server = await startServer()
    const { of } = await doctor({ DATA_URL: server.url, UPSTREAM_KEY: testKey })
    expect(of('data').state).toBe('ok')
    expect((await doctor({ DATA_URL: server.url, UPSTREAM_KEY: 'wrong' })).of('data').todo).toContain('UPSTREAM_KEY')
    await server.close()
  })

  test('says that something else has the port, and knows another clipgraph', async () => {
    const other = await doctor({ ...good(), PORT: String(takenPort) })
    expect(other.code).toBe(1)
    expect(other.of('port')).toMatchObject({ state: 'wrong', todo: expect.stringContaining('PORT') })
    const server = await startServer()
    const same = await doctor({ ...good(), PORT: new URL(server.url).port })
    expect(same.code).toBe(0)
    expect(same.of('port')).toMatchObject({ state: 'note', found: expect.stringContaining('already listens') })
    await server.close()
  })

  test('finds settings that are misspelt', async () => {
    const { code, stdout } = await doctor({ ...good(), GATEWAY_KEY: 'a-key', CACHE_URI: 'memory:', GREETING: 'hello' })
    expect(code).toBe(0)
    expect(stdout).toMatch(/GATEWAY_KEY is set.*\n +→ Rename it if you mean GATEWAY_KEYS/)
    expect(stdout).toMatch(/CACHE_URI is set.*\n +→ Rename it if you mean CACHE_URL/)
    expect(stdout).not.toContain('GREETING')
  })
})

describe('schema print', () => {
  test.each([
    ['schema print', 'schema/schema.graphql'],
    ['schema print --nullability semantic', 'schema/schema.graphql'],
    ['schema print --nullability strict', 'schema/schema.strict.graphql'],
    ['schema print --openapi', 'schema/openapi.json']
  ])('%s prints what is committed', async (commandLine, file) => {
    const committed = readFileSync(join(project, file), 'utf8')
    expect(await here(commandLine)).toEqual({ code: 0, stdout: committed, stderr: '' })
  })

  test.each([
    ['--nullability none', /argument 'none' is invalid\. Allowed choices are semantic, strict/],
    ['--openapi --nullability strict', /'--nullability <how>' cannot be used with option '--openapi'/]
  ])('%s is a mistake', async (options, message) => {
    const { code, stderr } = await here(`schema print ${options}`)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) })
  })

  test('ends quietly when the reader has seen enough', async () => {
    const { code, stderr } = await clipgraph('schema print | head -1; exit $PIPESTATUS')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})

describe('keys new', () => {
  test('prints a key, a new one each time', async () => {
    const [first, second] = [await here('keys new'), await here('keys new')]
    expect(first.stdout).toMatch(/^cg_[\w-]{32}\n$/)
    expect(second.stdout).not.toBe(first.stdout)
    const { gatewayKeys } = readConfig({ GATEWAY_KEYS: first.stdout })
    expect(new GatewayKeys(gatewayKeys).callerOf(first.stdout.trim())).not.toBeNull()
  })

  test('--hash prints below it the form that GATEWAY_KEYS takes in its place', async () => {
    const [key = '', hash = ''] = (await here('keys new --hash')).stdout.split('\n')
    const { gatewayKeys } = readConfig({ GATEWAY_KEYS: hash })
    expect(gatewayKeys).toEqual([hash])
    expect(new GatewayKeys(gatewayKeys).callerOf(key)).not.toBeNull()
    expect(new GatewayKeys(gatewayKeys).callerOf(hash)).toBeNull()
  })
})
