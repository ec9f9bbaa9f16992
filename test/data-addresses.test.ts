import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../src/core/config/config.ts'
import { commandInProcess } from './command-in-process.ts'

const root = mkdtempSync(join(tmpdir(), 'clipgraph-addresses-'))
afterAll(() => rmSync(root, { recursive: true }))

/** An empty folder to type commands in, but for a feed. */
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(root, 'here-'))
  const post = { id: '6907228749872000001', text: 'hello', createTime: 1_608_214_517, authorMeta: { name: 'someone' } }
  writeFileSync(join(folder, 'feed.json'), JSON.stringify([post]))
})

const here = (line: string, env?: Record<string, string>) => commandInProcess(line, folder, env)

/** What takes the address of data, and how data of each kind it takes is named. */
const places = [
  ['import feed.json --into', '--into', /must be sqlite:FILE, the path of a file, or postgres:\/\/user@host\/database/],
  ['import feed.json --out', '--out', /must be sqlite:FILE, the path of a file, or postgres:\/\/user@host\/database/],
  ['seed --users 1 --posts 1 --out', '--out', /must be sqlite:FILE or the path of a file/],
  ['migrate --into', '--into', /must be sqlite:FILE, the path of a file, or postgres:\/\/user@host\/database/],
  ['copy feed.json --into', '--into', /must be postgres:\/\/user@host\/database/],
  ['backup copy.db --from', '--from', /must be sqlite:FILE, the path of a file, or postgres:\/\/user@host\/database/],
  ['export users --from', '--from', /must be sqlite:FILE, the path of a file, postgres:\S+, the http or https URL/]
] as const

describe('an address of data', () => {
  test.each(places)('%s refuses what it cannot use, before anything is made', async (line, option, forms) => {
    const never = [
      'mysql://u:sekret@h/x',
      'file:x.db',
      'file:///x.db',
      'sqlite:',
      'sqlite://x/y.db',
      'sqlite:https://h/x'
    ]
    const upstream = option === '--from' ? [] : ['https://u:sekret@h/x', 'http://h']
    for (const address of [...never, ...upstream]) {
      const { code, stdout, stderr } = await here(`${line} ${address}`)
      expect([address, code, stdout]).toEqual([address, 2, ''])
      expect(stderr).toMatch(new RegExp(`^error: (?:option )?${option} ${forms.source}`))
      expect(stderr).not.toContain('sekret')
    }
    expect(readdirSync(folder)).toEqual(['feed.json'])
  })

  test.each([
    ['import feed.json --into', 'sqlite:'],
    ['import feed.json --into', ''],
    ['import feed.json --out', 'SQLite:'],
    ['seed --users 1 --posts 1 --out', 'sqlite:'],
    ['seed --users 1 --posts 1 --out', '']
  ])('%s %sFILE writes that file and no other', async (line, scheme) => {
    const path = join(folder, 'made', 'x.db')
    const { code, stdout } = await here(`${line} ${scheme}${path}`)
    expect(code).toBe(0)
    expect(stdout).toContain(path)
    expect(stdout).not.toContain(`:${path} `)
    expect(readdirSync(join(folder, 'made'))).toEqual(['x.db'])
    expect(readdirSync(folder).sort()).toEqual(['feed.json', 'made'])
  })

  test('may be a path or sqlite:FILE wherever data is read', async () => {
    const data = inject('defaultDataset')
    const lines = await Promise.all(['', 'sqlite:'].map((scheme) => readConfig({ DATA_URL: `${scheme}${data}` }).data))
    expect(lines[0]).toEqual(lines[1])
    const from = await here(`export sounds --limit 1 --from ${data}`)
    expect(from).toMatchObject({ code: 0, stderr: '' })
    expect(await here('export sounds --limit 1', { DATA_URL: data })).toEqual(from)
    expect(await here(`export sounds --limit 1 --from sqlite:${data}`)).toEqual(from)
    const { stderr } = await here('copy sqlite:nothing.db --into postgres://127.0.0.1/x')
    expect(stderr).toMatch(/^nothing\.db cannot be opened/)
  })

  test('of one letter and a colon is a drive of Windows, and ./ makes a path of any name', () => {
    const path = (text: string) => readConfig({ DATA_URL: text }).data
    for (const text of ['C:\\data\\x.db', 'C:/data/x.db', './mysql:x.db', 'sqlite:C:\\data\\x.db']) {
      expect(path(text)).toMatchObject({ kind: 'sqlite', path: text.replace('sqlite:', '') })
    }
  })

  test('that DATA_URL has and a command cannot use is told with the option that names another', async () => {
    for (const [line, data, message] of [
      ['migrate', 'https://h', 'DATA_URL names another deployment; set --into to sqlite:FILE, the path'],
      [
        'seed',
        'postgres://h/x',
        'DATA_URL names a PostgreSQL database; set --out to sqlite:FILE or the path of a file'
      ],
      ['import feed.json', 'https://h', 'DATA_URL names another deployment; set --into to sqlite:FILE, the path']
    ] as const) {
      const { code, stderr } = await here(line, { DATA_URL: data })
      expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
    }
    expect(readdirSync(folder)).toEqual(['feed.json'])
  })
})

test('a file cannot be partitioned', async () => {
  const { code, stderr } = await here(`migrate --partitions 4 --into ${inject('defaultDataset')}`)
  expect([code, stderr.split('\n')[0]]).toEqual([2, 'error: --partitions applies only to PostgreSQL'])
})

test.each(['export sounds --limit 1 --out', 'import feed.json --into x.db --rejects'])(
  '%s takes the path of a file and no address',
  async (line) => {
    for (const address of ['sqlite:x', 'https://h/x.csv']) {
      const { code, stderr } = await here(`${line} ${address}`, { DATA_URL: inject('defaultDataset') })
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: --(?:out|rejects) must be the path of a file/)])
    }
    expect(existsSync(join(folder, 'x.db'))).toBe(false)
    expect(readdirSync(folder)).toEqual(['feed.json'])
  }
)
