import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError } from '../src/core/config/config.ts'
import { readTable } from '../src/store/source/read-table.ts'
import { builtInTables } from '../src/store/source/tables/built-in.ts'
import { appTable, startAppVendor, vendorKey } from './app-vendor.ts'
import { startOverSource } from './source-server.ts'

const table = appTable('https://api.example.com')
/** A table that a test makes wrong. */
type Draft = {
  operations: { getUser: object; listUserPosts: Record<string, unknown> }
  auth: object
  [key: string]: unknown
}
/** What is said of the table with some keys changed, one a line, as `JSON.stringify` writes it with two spaces. */
const problemsOf = (change: (json: Draft) => void): readonly string[] => {
  const json = structuredClone(table) as unknown as Draft
  change(json)
  return readTable(JSON.stringify(json, null, 2)).problems
}

describe('a table of a source', () => {
  test('is read as it stands', () => {
    expect(readTable(JSON.stringify(table))).toMatchObject({ table, problems: [] })
  })

  test('that is built in follows the same rules', () => {
    for (const each of builtInTables) expect(readTable(JSON.stringify(each)).problems).toEqual([])
  })

  test('says every mistake with its line and key, all at once', () => {
    expect(
      problemsOf((json) => {
        json.nmae = 'x'
        json.url = 'ftp://api.example.com'
        Object.assign(json.operations.getUser, { lst: 'a' })
      })
    ).toEqual([
      expect.stringMatching(/^line 4: url is not valid/),
      expect.stringMatching(/^line 20: operations\.getUser\.lst is no key of a table; known here are get, post, /),
      expect.stringMatching(/^line 29: nmae is no key of a table/)
    ])
  })

  test.each<[string, (json: Draft) => void, RegExp]>([
    [
      'an unknown operation',
      (json) => Object.assign(json.operations, { getNobody: {} }),
      /operations\.getNobody is no key/
    ],
    ['a missing name', (json) => delete json.name, /name is missing/],
    ['an address that is none', (json) => Object.assign(json, { url: 'http://[::1' }), /url is no address/],
    ['a number for a text', (json) => Object.assign(json, { name: 5 }), /name must be of type string, and is integer/],
    ['another version', (json) => Object.assign(json, { source: 2 }), /source must be 1/],
    [
      'a template that names nothing',
      (json) => Object.assign(json.operations.getUser, { get: '/v1/{nobody}' }),
      /getUser\.get has \{nobody\}, which names nothing; known here are \{username\}/
    ],
    [
      'a path out of its host',
      (json) => Object.assign(json.operations.getUser, { get: '//evil.example/x' }),
      /getUser\.get is not valid/
    ],
    [
      'a path to the folder above',
      (json) => Object.assign(json.operations.getUser, { get: '/v1/../admin' }),
      /leads out of its path/
    ],
    ['both get and post', (json) => Object.assign(json.operations.getUser, { post: '/v1/x' }), /must have get or post/],
    ['a list without a place', (json) => delete json.operations.listUserPosts.list, /listUserPosts\.list is missing/],
    [
      'values that no template has',
      (json) => Object.assign(json.operations.listUserPosts, { next: { token: 'a' } }),
      /names nothing|leads nowhere/
    ],
    [
      'a window without its days',
      (json) => Object.assign(json.operations.listUserPosts, { window: { days: 30, back: 60 } }),
      /window needs \{start\} and \{end\}/
    ],
    [
      'a secret in auth',
      (json) => Object.assign(json.auth, { value: 'abc123' }),
      /auth\.value has a secret in the file/
    ],
    [
      'a secret in an address',
      (json) => Object.assign(json.operations.getUser, { get: '/v1/x?u={username}&api_key=abc123' }),
      /has a secret in the file, api_key/
    ],
    [
      'another secret of the machine',
      (json) => Object.assign(json.auth, { value: '{env.PATH}' }),
      /has \{env\.PATH\}; secrets are/
    ],
    [
      'look-ups in a circle',
      (json) =>
        Object.assign(json, { lookups: { a: { get: '/a/{b}', value: 'x' }, b: { get: '/b/{a}', value: 'x' } } }),
      /lookups\.a needs itself/
    ],
    [
      'a budget without a number',
      (json) => Object.assign(json, { budget: { calls: 'many', per: 'day' } }),
      /budget\.calls must be of type integer/
    ],
    [
      'a period that is none',
      (json) => Object.assign(json, { budget: { calls: 1, per: 'year' } }),
      /budget\.per must be minute, hour, day, or month/
    ],
    [
      'numbered pages of another size than is asked for',
      (json) =>
        Object.assign(json.operations, { listSoundLibrary: { get: '/s?p={page}', list: 'songs', pageSize: 20 } }),
      /listSoundLibrary\.get must have \{count\}[\s\S]*listSoundLibrary\.pageSize leaves gaps/
    ],
    ['no operation', (json) => Object.assign(json, { operations: {} }), /operations has none/]
  ])('refuses %s', (_, change, message) => {
    const problems = problemsOf(change)
    expect(problems.join('\n')).toMatch(message)
    expect(problems.join('\n')).toMatch(/^line \d+: /)
    expect(problems.join('\n')).not.toContain('abc123')
  })

  test('may have many look-ups that share others', () => {
    const name = (index: number) => `step${index}`
    const lookups = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => {
        const earlier = Array.from({ length: index }, (_, each) => `{${name(each)}}`)
        return [name(index), { get: `/x${earlier.join('')}`, value: 'x' }]
      })
    )
    expect(problemsOf((json) => Object.assign(json, { lookups }))).toEqual([])
  })

  test('refuses what is no JSON, by its line, and a key that is given twice', () => {
    expect(readTable('{\n  "source": 1,\n  nope\n}').problems).toEqual(['line 3: is no JSON'])
    expect(readTable('').problems).toEqual(['line 1: is no JSON'])
    expect(readTable('[]').problems).toEqual([expect.stringContaining('the table must be of type object')])
    const twice = JSON.stringify(table, null, 2).replace('"name"', '"name": "other",\n  "name"')
    expect(readTable(twice).problems).toEqual(['line 4: name is given twice'])
  })
})

describe('a server', () => {
  test('does not start without the secrets of its table, and says which', async () => {
    await expect(startOverSource('research')).rejects.toThrow(
      /SOURCE_CLIENT_KEY must be set[\s\S]*SOURCE_CLIENT_SECRET must be set/
    )
  })

  test('does not start with a table that is wrong or missing', async () => {
    await expect(startOverSource({ source: 1 })).rejects.toThrow(ConfigError)
    await expect(startOverSource('nowhere.json')).rejects.toThrow(
      /no built-in source \(research, display\), and no file to read/
    )
  })

  test('passes records on only where the source or the operator allows it', async () => {
    const vendor = await startAppVendor()
    try {
      const closed = appTable(vendor.url, { redistribution: false })
      const env = { SOURCE_KEY: vendorKey }
      const forMany = { config: { gatewayKeys: ['one-key', 'another-key'] } }
      await expect(startOverSource(closed, env, forMany)).rejects.toThrow(/forbids to pass its records on/)
      await expect(startOverSource(closed, env, { config: { host: '0.0.0.0' } })).rejects.toThrow(
        /SOURCE_SHARING=allowed/
      )
      for (const [more, options] of [
        [{}, {}],
        [{ SOURCE_SHARING: 'allowed' }, forMany]
      ] as const) {
        const server = await startOverSource(closed, { ...env, ...more }, options)
        await server.close()
      }
    } finally {
      await vendor.close()
    }
  })
})

test('the example of an app-shaped source is a table of at most 60 lines with at least 14 operations', () => {
  const text = readFileSync(join(import.meta.dirname, '../examples/sources/app-shaped.json'), 'utf8')
  const { table, problems } = readTable(text)
  expect(problems).toEqual([])
  expect(Object.keys(table?.operations ?? {}).length).toBeGreaterThanOrEqual(14)
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
})
