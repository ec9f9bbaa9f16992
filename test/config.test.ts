import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig, workerShareOf } from '../src/core/config/config.ts'
import { settings } from '../src/core/config/settings.ts'
import { bareEnvironment } from './bare-environment.ts'

const run = promisify(execFile)
const source = (path: string) => new URL(`../src/${path}`, import.meta.url)

const problemsOf = (env: Readonly<Record<string, string>>): readonly string[] => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('reading the configuration', () => {
  test('nothing set gives the documented defaults', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      data: { kind: 'sqlite', path: './data/clipgraph.db', sample: 'unset' },
      cache: { kind: 'memory' },
      gatewayKeys: [],
      publicUrl: null,
      logLevel: 'info'
    })
    expect(Object.isFrozen(config)).toBe(true)
  })

  test('empty and blank values count as not set, and spaces around a value do not matter', () => {
    const blank = Object.fromEntries(Object.keys(settings).map((name) => [name, '  ']))
    expect(readConfig(blank)).toEqual(readConfig({}))
    expect(readConfig({ PORT: ' 80 ', HOST: ' localhost\n' })).toMatchObject({ port: 80, host: 'localhost' })
  })

  test('what nobody knows is ignored', () => {
    expect(readConfig({ PATH: '/bin', CLIPGRAPH: 'x', port: '1' })).toEqual(readConfig({}))
  })

  test('every setting has a default that is valid and a meaning', () => {
    for (const { default: fallback, meaning, read } of Object.values(settings)) {
      expect(() => read(fallback)).not.toThrow()
      expect(meaning).toMatch(/\w/)
    }
  })

  test('everything that is wrong is told at once, one line each, by name', () => {
    const env = {
      PORT: '65536',
      DATA_URL: 'mysql://x',
      CACHE_URL: 'disk:',
      CACHE_MAX_MB: '0',
      GATEWAY_KEYS: 'sha256:abc',
      PUBLIC_URL: 'ftp://x',
      LOG_LEVEL: 'loud',
      REQUEST_TIMEOUT_MS: '1',
      MAX_QUERY_COST: '-1',
      MAX_QUERY_DEPTH: 'deep',
      MAX_ANSWER_MB: '257',
      MAX_QUERY_TOKENS: '99',
      MAX_QUERY_ALIASES: '0',
      MAX_QUERY_DIRECTIVES: '-1',
      MAX_QUERY_ROOT_FIELDS: '0',
      MAX_QUERY_NODES: 'many',
      GRAPHQL_INTROSPECTION: 'yes',
      GRAPHQL_SUGGESTIONS: 'true',
      FEDERATION: 'v2',
      MAX_QUERY_READS: '0'
    }
    const problems = problemsOf(env)
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual(Object.keys(env).sort())
    for (const problem of problems) expect(problem).not.toContain('\n')
    const error = new ConfigError(problems)
    expect(error.message.split('\n')).toHaveLength(problems.length)
    for (const problem of problems) expect(error.message).toContain(problem)
  })

  test.each([
    ['PORT', ['-1', '65536', '80.5', '8e1', 'http', '0x50', '999999999999999999999', '٨٠']],
    [
      'DATA_URL',
      [
        ...[
          'sqlite:',
          'sqlite://host/data.db',
          'file:data.db',
          'mysql://x',
          'ftp://x',
          'postgres:',
          'postgres://a:1,b:2/x'
        ],
        ...['postgres://a,b/x', 'postgres://a:port/x', 'postgres://a/x,postgres://b:port/x', 'postgres://a/x,http://b'],
        ...['postgres://a/x?sslmode=prefer', 'postgres://a/x?sslmode=', 'postgres://a/x?sslmode=verify-ca']
      ]
    ],
    [
      'CACHE_URL',
      ['memory', 'disk:', 'http://x', 'redis://h/clips', 'redis://h/1/2', 'redis://u:a%zz@h', 'redis://%ff@h/1']
    ],
    ['CACHE_MAX_MB', ['0', '-1', '1.5', '65537']],
    ['GATEWAY_KEYS', ['sha256:', 'sha256:abc', `sha256:${'g'.repeat(64)}`, 'a b', 'schlüssel', 'a,b c', 'a\u0000b']],
    [
      'CORS_ORIGINS',
      [
        ...['null', 'https://a.example,null', 'app.example', 'localhost:3000', '//a.example', 'https://', 'https:///x'],
        ...[
          'https://a.example/',
          'https://a.example/path',
          'https://a.example?x',
          'https://a.example#x',
          'https://u@a.example'
        ],
        ...[
          'http://*.example',
          'https://a.example, *',
          '*, *',
          '**',
          'https://a.example:99999',
          'https://a b',
          'https://a.example\\x'
        ]
      ]
    ],
    [
      'PUBLIC_URL',
      [
        'clips.example',
        '/path',
        'ftp://x',
        'http://',
        'https://x/?a=b',
        'https://x/#a',
        'javascript:x',
        'https://u:secret@x',
        'https://u@x/y',
        'https://:secret@x'
      ]
    ],
    ['LOG_LEVEL', ['INFO', 'loud', '30']],
    ['REQUEST_TIMEOUT_MS', ['0', '99', '600001', '10s']],
    ['MAX_QUERY_COST', ['0', '1000001', 'Infinity']],
    ['MAX_QUERY_DEPTH', ['2', '101', '']],
    ['MAX_SCAN', ['0', '10001', '1.5']],
    ['MAX_ANSWER_MB', ['0', '257', '1.5']],
    ['MAX_QUERY_TOKENS', ['99', '10001']],
    ['MAX_QUERY_ALIASES', ['0', '1001']],
    ['MAX_QUERY_DIRECTIVES', ['-1', '1001']],
    ['MAX_QUERY_ROOT_FIELDS', ['0', '1001']],
    ['MAX_QUERY_NODES', ['0', '1000001']],
    ['GRAPHQL_INTROSPECTION', ['ON', 'false', '0']],
    ['GRAPHQL_SUGGESTIONS', ['OFF', 'no']],
    ['FEDERATION', ['ON', 'true', '2']],
    ['MAX_QUERY_READS', ['0', '1000001', 'many']]
  ])('%s is refused when it makes no sense', (name, values) => {
    for (const value of values.filter((text) => text !== '')) {
      const problems = problemsOf({ [name]: value })
      expect(problems, value).toHaveLength(1)
      expect(problems[0], value).toMatch(new RegExp(`^${name} (must|has)`))
    }
  })

  test('a problem never repeats a key', () => {
    for (const text of ['sha256:5ecret', 'very secret', 'ok,tajný-5ecret']) {
      const [problem] = problemsOf({ GATEWAY_KEYS: text })
      for (const part of text.split(/[ ,:-]/)) if (part.length > 6) expect(problem).not.toContain(part)
      expect(problem).not.toContain('5ecret')
    }
  })

  test('keys are separated by commas, hashed ones among plain ones', () => {
    const hash = `sha256:${'AB'.repeat(32)}`
    expect(readConfig({ GATEWAY_KEYS: ` a, ${hash} ,,b, ` }).gatewayKeys).toEqual(['a', hash, 'b'])
  })

  test('origins are spelled as browsers spell them', () => {
    const text =
      ' https://App.Example:443,, http://localhost:80 , http://[::1]:3000, capacitor://localhost,https://bücher.example '
    expect(readConfig({ CORS_ORIGINS: text }).origins).toEqual([
      'https://app.example',
      'http://localhost',
      'http://[::1]:3000',
      'capacitor://localhost',
      'https://xn--bcher-kva.example'
    ])
    expect(readConfig({ CORS_ORIGINS: '*' }).origins).toBe('any')
  })

  test('pages of this machine may call while only this machine can, and when nothing else is said', () => {
    for (const HOST of ['127.0.0.1', 'localhost', '::1']) expect(readConfig({ HOST }).origins).toBe('loopback')
    expect(readConfig({ HOST: '0.0.0.0', GATEWAY_KEYS: 'k', DATA_URL: 'demo:' }).origins).toEqual([])
    expect(readConfig({ CORS_ORIGINS: 'https://a.example' }).origins).toEqual(['https://a.example'])
  })

  test('a public address loses the slash at its end', () => {
    expect(readConfig({ PUBLIC_URL: 'https://clips.example/' }).publicUrl).toBe('https://clips.example')
    expect(readConfig({ PUBLIC_URL: 'https://clips.example/a/b//' }).publicUrl).toBe('https://clips.example/a/b')
  })

  test('DATA_URL may name a PostgreSQL and its replicas, with the encryption that sslmode says', () => {
    const urls = (text: string) => {
      const { data } = readConfig({ DATA_URL: text })
      return data.kind === 'postgres' ? data.urls : []
    }
    expect(urls('postgres://u:p%2Cw@a:5433/clips')).toEqual(['postgres://u:p%2Cw@a:5433/clips'])
    expect(urls('postgresql://a/clips,postgres://b/clips')).toEqual(['postgresql://a/clips', 'postgres://b/clips'])
    expect(urls('postgres:///clips?host=/run/postgresql')).toHaveLength(1)
    const [encrypted = ''] = urls('postgres://a/clips?sslmode=require')
    // Without it the driver takes each mode for the strictest.
    expect(new URL(encrypted).searchParams.get('uselibpqcompat')).toBe('true')
  })

  test('an address of a PostgreSQL that cannot be read is not repeated: there may be a password in it', () => {
    for (const text of ['postgres://u:sekret@a:port/x', 'postgres://u:sekret@a/x?sslmode=allow']) {
      const problems = problemsOf({ DATA_URL: text })
      expect(problems).toHaveLength(1)
      expect(problems.join()).not.toContain('sekret')
    }
  })

  test('only a data set that nobody named, and the one of demo:, are made by themselves', () => {
    for (const path of ['/tmp/a.db', './data/clipgraph.db']) {
      expect(readConfig({ DATA_URL: `sqlite:${path}` }).data).toEqual({ kind: 'sqlite', path, sample: null })
    }
    expect(readConfig({ DATA_URL: 'demo:' }).data).toEqual({ kind: 'sqlite', path: './data/demo.db', sample: 'demo' })
  })
})

describe('who can reach a server without keys', () => {
  test.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1'])('%s needs none', (HOST) => {
    expect(problemsOf({ HOST })).toEqual([])
  })

  test.each([
    '0.0.0.0',
    '::',
    '192.168.0.1',
    'clips.example',
    '127.0.0.1.example',
    '128.0.0.1',
    '*',
    'LOCALHOST.example'
  ])('%s is refused without keys, with the reason and the way out', (HOST) => {
    const DATA_URL = 'demo:'
    const [problem] = problemsOf({ HOST, DATA_URL })
    expect(problem).toContain(HOST)
    expect(problem).toContain('GATEWAY_KEYS')
    expect(problemsOf({ HOST, DATA_URL, GATEWAY_KEYS: 'a-key' })).toEqual([])
    expect(problemsOf({ HOST, DATA_URL, GATEWAY_KEYS: ' , ,' })).toHaveLength(1)
  })

  test('the command line refuses in words, without a stack', async () => {
    const failure: unknown = await run(process.execPath, [source('commands/main.js').pathname, 'serve'], {
      env: { ...bareEnvironment(), HOST: '0.0.0.0', GATEWAY_KEYS: '' },
      cwd: tmpdir()
    }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 1, stdout: '' })
    const { stderr } = failure as { stderr: string }
    expect(stderr).toContain('set GATEWAY_KEYS')
    expect(stderr).not.toMatch(/\n\s+at |Error/)
  })
})

describe('.env', () => {
  let directory: string
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'clipgraph-env-'))
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  /** What `environment()` says in a process of its own, which has its own working directory. */
  const environmentIn = async (file: string | null, env: Readonly<Record<string, string>>) => {
    rmSync(join(directory, '.env'), { force: true })
    if (file !== null) writeFileSync(join(directory, '.env'), file)
    const script = `import { environment } from ${JSON.stringify(source('core/config/config.ts').href)}; console.log(JSON.stringify(environment()))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...env },
      cwd: directory
    })
    return JSON.parse(stdout) as Record<string, string>
  }

  test('need not be there', async () => {
    expect((await environmentIn(null, { PORT: '1' })).PORT).toBe('1')
  })

  test('fills in what the environment does not say, and the environment wins', async () => {
    const file = '# ports\nPORT=5000\nGATEWAY_KEYS="a, b"\nHOST=127.0.0.2 # here\n'
    expect(await environmentIn(file, { PORT: '6000' })).toMatchObject({
      PORT: '6000',
      GATEWAY_KEYS: 'a, b',
      HOST: '127.0.0.2'
    })
  })

  test('may be nonsense without doing harm', async () => {
    expect((await environmentIn('=\n===\n"', { PORT: '1' })).PORT).toBe('1')
  })

  test('may begin with a byte order mark: its first line counts', async () => {
    expect(await environmentIn('\ufeffGATEWAY_KEYS=a\nPORT=5000\n', {})).toMatchObject({
      GATEWAY_KEYS: 'a',
      PORT: '5000'
    })
  })

  test.each([
    ['a text in UTF-16', Buffer.from('\ufeffGATEWAY_KEYS=a\n', 'utf16le'), '.env is not a text in UTF-8'],
    ['a text in Windows-1252', Buffer.from('GATEWAY_KEYS=\xe4\n', 'latin1'), '.env is not a text in UTF-8'],
    ['a folder', null, '.env is a folder, not a file']
  ])('is refused as %s, as its keys would be ignored', async (_, file, problem) => {
    rmSync(join(directory, '.env'), { force: true, recursive: true })
    if (file === null) mkdirSync(join(directory, '.env'))
    else writeFileSync(join(directory, '.env'), file)
    for (const command of ['serve', 'doctor']) {
      const failure: unknown = await run(process.execPath, [source('commands/main.js').pathname, command], {
        env: bareEnvironment(),
        cwd: directory
      }).catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: 1 })
      // `run` rejects with what the command printed.
      const { stdout, stderr } = failure as { stdout: string; stderr: string }
      expect(stdout + stderr).toContain(problem)
      expect(stderr).not.toMatch(/\n\s+at /)
    }
    rmSync(join(directory, '.env'), { recursive: true })
  })
})

describe('the number of workers', () => {
  test.each(['0', '-1', '1.5', '1e9', 'two', '257'])('is not %s', (WORKERS) => {
    expect(problemsOf({ WORKERS })).toEqual(['WORKERS must be auto or a whole number from 1 to 256'])
  })

  test('is one, unless it is set, and with auto that of the processors', () => {
    expect(readConfig({}).workers).toBe(1)
    expect(readConfig({ WORKERS: '3' }).workers).toBe(3)
    expect(readConfig({ WORKERS: 'auto' }).workers).toBe(Math.min(256, availableParallelism()))
  })

  test('divides what is bounded for all, and is refused where nothing is left for one', () => {
    const { cacheMaxBytes, load, upstreamConnections } = workerShareOf(readConfig({ WORKERS: '4' }))
    expect([cacheMaxBytes / 2 ** 20, load.maxConcurrent, upstreamConnections]).toEqual([64, 250, 128])
    expect(problemsOf({ WORKERS: '4', CACHE_MAX_MB: '3', MAX_CONCURRENT_REQUESTS: '2' })).toEqual([
      'CACHE_MAX_MB is 3, which 4 workers cannot divide: raise it, or lower WORKERS',
      'MAX_CONCURRENT_REQUESTS is 2, which 4 workers cannot divide: raise it, or lower WORKERS'
    ])
  })
})
