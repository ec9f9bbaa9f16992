import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csv } from '../src/core/csv.ts'
import type { FieldSchema } from '../src/records/fields.ts'
import { operations, type RestOperation } from '../src/surfaces/rest/operations.ts'
import { anyTableOf, csvHeader, csvRow, ndjsonRow, type Table, tableOf } from '../src/surfaces/rest/tables.ts'
import { cases } from './cases.ts'
import { addressOf, operationOf, validInputs } from './rest-address.ts'
import { startServer, type TestServer, testKey } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const csvType = 'text/csv; charset=utf-8; header=present'
const plainCsvType = `${csvType}; escape=none`
const ndjsonType = 'application/x-ndjson; charset=utf-8'

const ask = async (path: string, accept?: string, init: RequestInit = {}) => {
  const headers = { 'x-gateway-key': testKey, ...(accept === undefined ? {} : { accept }), ...init.headers }
  const response = await fetch(server.url + path, { ...init, headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const typeOf = async (path: string, accept: string) => (await ask(path, accept)).headers.get('content-type')

/** Every operation that answers with a list, the one included whose list stands in an object. */
const lists: readonly RestOperation[] = operations.filter(({ isList, id }) => isList || id === 'getUserPlaylist')
const tables = lists.map((operation): [string, Table] => {
  const table = tableOf(operation)
  if (table === null) throw new Error(`${operation.id} has no table`)
  return [operation.id, table]
})
const pathOf = (id: string) => addressOf(operationOf(id), validInputs()[id] ?? {})

type Cells = Record<string, unknown>
const readCsv = (text: string): Record<string, string>[] => parse(text, { columns: true, relaxQuotes: false })

/** The cells of an element by what it is, without a look at any schema. Lists of objects are lists of their members. */
const cellsOf = (value: unknown, name: string): Cells => {
  if (Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null)) {
    const all = value.map((item) => cellsOf(item, name))
    return Object.fromEntries(Object.keys(all[0] ?? {}).map((key) => [key, all.map((cells) => cells[key])]))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { [name]: value }
  const inner = Object.entries(value).map(([key, member]) => cellsOf(member, name === '' ? key : `${name}_${key}`))
  return Object.assign({}, ...inner)
}

/** What a reader who knows the rule takes a cell for. */
const withoutApostrophe = (cell: string | undefined) => cell?.replace(/^'/, '')
const shownAs = (value: unknown): string =>
  Array.isArray(value) ? value.map((item) => item ?? '').join('|') : String(value ?? '')

describe.each(tables)('%s as a table', (id, { columns }) => {
  test('has the elements of its JSON, in CSV and in lines of JSON', async () => {
    const path = pathOf(id)
    const [json, escaped, ndjson] = await Promise.all([
      ask(path),
      ask(path, 'text/csv'),
      ask(path, 'application/x-ndjson')
    ])
    expect([escaped.status, escaped.headers.get('content-type')]).toEqual([200, csvType])
    expect([ndjson.status, ndjson.headers.get('content-type')]).toEqual([200, ndjsonType])
    const { data } = JSON.parse(json.text)
    const elements: unknown[] = data.playlists ?? data
    expect(elements.length).toBeGreaterThan(0)
    expect(ndjson.text).toBe(elements.map((element) => `${JSON.stringify(element)}\n`).join(''))
    const rows = readCsv(escaped.text)
    expect(rows).toHaveLength(elements.length)
    for (const [index, element] of elements.entries()) {
      const { [id === 'suggest' ? '' : 'none']: term, ...cells } = cellsOf(element, '')
      const expected: Cells = id === 'suggest' ? { suggestion: term } : cells
      for (const [name, value] of Object.entries(expected)) {
        // A list without elements has no members to be named after.
        if (Array.isArray(value) && value.length === 0) continue
        expect([name, withoutApostrophe(rows[index]?.[name])]).toEqual([name, shownAs(value)])
      }
    }
  })

  test('has the exact texts of its JSON in plain CSV', async () => {
    const path = pathOf(id)
    const [json, plain] = await Promise.all([ask(path), ask(path, 'text/csv; escape=none')])
    expect([plain.status, plain.headers.get('content-type')]).toEqual([200, plainCsvType])
    const { data } = JSON.parse(json.text)
    const elements: unknown[] = data.playlists ?? data
    const rows = readCsv(plain.text)
    expect(rows).toHaveLength(elements.length)
    for (const [index, element] of elements.entries()) {
      for (const { name, read } of columns) expect([name, rows[index]?.[name]]).toEqual([name, shownAs(read(element))])
    }
  })

  test('has columns of different names, which the contract lists', async () => {
    const names = columns.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z][a-z_]*$/)
    const contract = await (await fetch(`${server.url}/openapi.json`)).json()
    const { description } = contract.paths[operationOf(id).path].get.responses['200']
    for (const type of ['text/csv', 'text/csv; escape=none', 'application/x-ndjson'])
      expect(description).toContain(`\`${type}\``)
    expect(description).toContain(names.map((name) => `\`${name}\``).join(', '))
  })
})

describe('a row', () => {
  /** Text as people write it into profiles, spreadsheets' own signs in front. */
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.tuple(fc.constantFrom(...'=+-@\t\r\n\'",;0123456789＝＋－＠'), fc.string()).map(([first, rest]) => first + rest)
  )
  const digits = fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }).map(String)
  const valuesOf = (field: FieldSchema): fc.Arbitrary<unknown> => {
    if (field.anyOf !== undefined) return fc.oneof(...field.anyOf.map(valuesOf))
    if (field.properties !== undefined) {
      return fc.record(
        Object.fromEntries(Object.entries(field.properties).map(([key, inner]) => [key, valuesOf(inner)]))
      )
    }
    if (field.items !== undefined) return fc.array(valuesOf(field.items), { minLength: 1, maxLength: 3 })
    switch (field.type) {
      case 'null':
        return fc.constant(null)
      case 'boolean':
        return fc.boolean()
      case 'integer':
        return fc.maxSafeInteger()
      default:
        return field.format === 'int64' ? digits : text
    }
  }
  /** Those of single records as well, which exports write as tables of one row. */
  const records = new Map(
    operations.flatMap(({ record }) => (record === 'strings' ? [] : [[record.title, record] as const]))
  )

  test.each([...records])('of %s reads back as the values it was made of', (title, record) => {
    const operation = operations.find((known) => known.record === record)
    if (operation === undefined) throw new Error(`${title} has no operation`)
    const table = anyTableOf(operation)
    fc.assert(
      // Records are JSON Schemas; FieldSchema is what fields of theirs may say.
      fc.property(valuesOf(record as FieldSchema), (data) => {
        const rows = title === 'PlaylistList' ? table.rowsOf(data) : [data]
        const file = csvHeader(table) + rows.map((row) => csvRow(table, row)).join('')
        const read = readCsv(file)
        expect(read).toHaveLength(rows.length)
        for (const [index, row] of rows.entries()) {
          expect(JSON.parse(ndjsonRow(row))).toEqual(row)
          const [plain = {}] = readCsv(csvHeader(table, csv.plain) + csvRow(table, row, csv.plain))
          const cells = cellsOf(row, '')
          expect(Object.keys(cells)).toEqual(table.columns.map(({ name }) => name))
          for (const [name, value] of Object.entries(cells)) {
            const cell = read[index]?.[name] ?? ''
            expect(plain[name]).toBe(shownAs(value))
            if (typeof value === 'number' || typeof value === 'boolean') expect(cell).toBe(String(value))
            else {
              expect(withoutApostrophe(cell)).toBe(shownAs(value))
              expect(cell).not.toMatch(/^[\d=+\-@\t\r\n＝＋－＠]/)
            }
          }
        }
      })
    )
  })

  test('ends with CRLF, quotes what needs it, doubles quotes, and tells an empty text from an unknown one', () => {
    const table: Table = {
      columns: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({ name, read: (row) => (row as Cells)[name] })),
      rowsOf: () => []
    }
    expect(csvHeader(table)).toBe('a,b,c,d,e,f,g\r\n')
    const row = { a: 'x "y", z', b: null, c: '', d: -5, e: '-5', f: 'two\nlines', g: 'x\ry' }
    expect(csvRow(table, row)).toBe(`"x ""y"", z",,"",-5,'-5,"two\nlines","x\ry"\r\n`)
  })

  test('keeps every digit of an id as text, and every formula a text', async () => {
    const rows = readCsv((await ask(pathOf('listUserPosts'), 'text/csv')).text)
    for (const { post_id, sound_id } of rows) {
      expect(post_id).toMatch(/^'\d{19}$/)
      expect(sound_id).toMatch(/^('\d{19})?$/)
    }
  })
})

describe('what is asked for with Accept', () => {
  const wanted: readonly (readonly [string, string])[] = [
    ['text/csv', csvType],
    ['TEXT/CSV', csvType],
    ['text/csv; charset=utf-8', csvType],
    ['text/csv;header=present', csvType],
    ['text/csv; escape=none', plainCsvType],
    ['Text/CSV;ESCAPE="none"', plainCsvType],
    ['text/csv; charset=utf-8; header=present; escape=none', plainCsvType],
    ['text/csv;escape=none, */*', plainCsvType],
    ['application/json, text/csv;escape=none;q=0.9', 'json'],
    ['text/csv;q=0.5, text/csv;escape=none', plainCsvType],
    ['text/csv, text/csv;escape=none;q=0', csvType],
    ['text/csv;escape=all', 'json'],
    ['application/x-ndjson', ndjsonType],
    ['text/csv, */*', csvType],
    ['text/csv, application/json', csvType],
    ['application/json, text/csv', 'json'],
    ['text/csv;q=0.5, application/json;q=0.4', csvType],
    ['text/csv;q=0.4, application/json;q=0.5', 'json'],
    ['text/csv;q=0.5, */*', 'json'],
    ['text/csv;q=0.5, application/x-ndjson;q=0.6', ndjsonType],
    ['text/csv;q=0', 'json'],
    ['text/csv;q=', csvType],
    ['text/csv;q=high', 'json'],
    ['text/csv;q=-1', 'json'],
    ['text/csv;charset=utf-16', 'json'],
    ['text/csv;header=absent', 'json'],
    ['text/*', 'json'],
    ['*/*', 'json'],
    ['application/xml', 'json'],
    ['text/csvx', 'json'],
    [',;,/;q', 'json'],
    [`text/csv${', a/b'.repeat(2_000)}`, csvType]
  ]
  test.each(wanted)('%s', async (accept, type) => {
    expect(await typeOf(pathOf('listUserPosts'), accept)).toBe(
      type === 'json' ? 'application/json; charset=utf-8' : type
    )
  })

  test('is JSON where there is one record, and errors have their envelope whatever was asked for', async () => {
    const single = operations.filter(({ id }) => !lists.some((list) => list.id === id))
    for (const { id } of single) {
      const { status, headers } = await ask(pathOf(id), 'text/csv')
      expect([id, status, headers.get('content-type')]).toEqual([id, 200, 'application/json; charset=utf-8'])
    }
    for (const path of [`${pathOf('listUserPosts')}?count=0`, '/api/v1/sounds/1/posts', '/api/v1/nothing']) {
      const { status, headers, text } = await ask(path, 'text/csv')
      expect(status).toBeGreaterThanOrEqual(400)
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(JSON.parse(text).error.code).toMatch(/^(INVALID_PARAM|NOT_FOUND)$/)
    }
    const refused = await ask(pathOf('listUserPosts'), 'text/csv', { headers: { 'x-gateway-key': 'no' } })
    expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([401, 'UNAUTHORIZED'])
  })
})

describe('a table that is asked for again', () => {
  test('is the same, never mixed up with other forms, and known by its tag', async () => {
    const path = `${pathOf('listSoundPosts')}?count=7`
    const accepts = ['text/csv', 'text/csv; escape=none', 'application/json', 'application/x-ndjson']
    const types = [csvType, plainCsvType, 'application/json; charset=utf-8', ndjsonType]
    const tags = new Map<string, string | null>()
    for (let round = 0; round < 4; round += 1) {
      for (const [index, accept] of accepts.entries()) {
        const { headers, text } = await ask(path, accept)
        expect(headers.get('content-type')).toBe(types[index])
        expect(headers.get('vary')).toMatch(/\baccept\b/)
        expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+$/)
        expect(text.startsWith('{"meta"')).toBe(accept === 'application/json')
        const tag = headers.get('etag')
        expect(tags.get(accept) ?? tag).toBe(tag)
        tags.set(accept, tag)
        const known = await ask(path, accept, { headers: { 'if-none-match': tag ?? '' } })
        expect([known.status, known.text, known.headers.get('content-type')]).toEqual([304, '', null])
      }
    }
    expect(new Set(tags.values()).size).toBe(4)
    // Words without a digit or sign are the same in both forms of CSV, and still two representations.
    const words = await Promise.all(
      ['text/csv', 'text/csv; escape=none'].map((accept) => ask(pathOf('suggest'), accept))
    )
    expect(new Set(words.map(({ text }) => text)).size).toBe(1)
    expect(new Set(words.map(({ headers }) => headers.get('etag'))).size).toBe(2)
    const other = await ask(path, 'text/csv', { headers: { 'if-none-match': tags.get('application/json') ?? '' } })
    expect(other.status).toBe(200)
  })

  test('answers HEAD with what GET would say of it', async () => {
    const path = pathOf('listUserFollowers')
    const [get, head] = [await ask(path, 'text/csv'), await ask(path, 'text/csv', { method: 'HEAD' })]
    expect([head.status, head.text]).toEqual([200, ''])
    for (const name of ['content-type', 'etag', 'link', 'vary', 'content-length']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
    }
  })
})

describe('the next page in Link', () => {
  const nextOf = (headers: Headers): string | null => {
    const link = headers.get('link')
    const [, address] = /^<([^>]+)>; rel="next"$/.exec(link ?? '') ?? []
    if (link !== null) expect([link, address]).toEqual([link, expect.any(String)])
    return address ?? null
  }

  test.each([
    ['listUserPosts', 'cursor', { username: cases.busyUser(), count: 40 }],
    ['listUserFollowers', 'max_time', { username: cases.busyUser(), count: 100 }],
    ['listSoundLibrary', 'page', { count: 10, sort: 'new' }]
  ])('leads through %s to its end, in each form', async (id, param, input) => {
    const walk = async (accept: string, elementsOf: (text: string) => string[]) => {
      const found: string[] = []
      let address: string | null = addressOf(operationOf(id), input)
      let pages = 0
      while (address !== null && pages < 500) {
        const { status, headers, text } = await ask(address, accept)
        expect(status).toBe(200)
        found.push(...elementsOf(text))
        address = nextOf(headers)
        if (address !== null) expect(new URL(address, server.url).searchParams.has(param)).toBe(true)
        pages += 1
      }
      expect(address).toBe(null)
      expect(pages).toBeGreaterThan(1)
      return found
    }
    const json = await walk('application/json', (text) =>
      JSON.parse(text).data.map((row: Cells) => JSON.stringify(row))
    )
    expect(new Set(json).size).toBe(json.length)
    const ndjson = await walk('application/x-ndjson', (text) => text.trim().split('\n'))
    expect(ndjson).toEqual(json)
    const csv = await walk('text/csv', (text) => readCsv(text).map((cells) => cells[Object.keys(cells)[0] ?? ''] ?? ''))
    expect(csv.map(withoutApostrophe)).toEqual(json.map((row) => Object.values(JSON.parse(row))[0]))
  })

  test('keeps what was asked for, however it was spelled, and leaves out what meant nothing', async () => {
    const keyword = 'a&b=#ü 🎬 >;"'
    const { headers } = await ask(`/api/v1/search/users?q=a&limit=3&count=1`)
    const next = new URL(nextOf(headers) ?? '', server.url)
    expect([...next.searchParams.keys()]).toEqual(['q', 'count', 'cursor'])
    expect(next.searchParams.get('q')).toBe('a')
    const odd = await ask(`/api/v1/search?q=${encodeURIComponent(keyword)}&count=1`)
    expect(odd.status).toBe(200)
    const spelled = await ask(`/api/v1/users/%40${cases.busyUser().toUpperCase()}/posts?c%6Funt=2`)
    const again = new URL(nextOf(spelled.headers) ?? '', server.url)
    expect(again.pathname).toBe(`/api/v1/users/%40${cases.busyUser().toUpperCase()}/posts`)
    expect(again.searchParams.get('count')).toBe('2')
  })

  test('is not there for one record, for all at once, or on the last page', async () => {
    for (const id of ['getUser', 'getUserPlaylist', 'suggest']) {
      expect([id, (await ask(pathOf(id))).headers.get('link')]).toEqual([id, null])
    }
  })
})
