import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  buildSchema,
  findSchemaChanges,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  valueFromASTUntyped
} from 'graphql'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { generated } from '../codegen.ts'
import * as documents from '../schema/typed/operations.ts'
import { defaultValueOf } from '../src/surfaces/graphql/schema/default-value.ts'
import { startServer, type TestServer } from './server.ts'

const project = resolve(import.meta.dirname, '..')

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test.each(Object.entries(await generated(inject('defaultDataset'))))('%s is what the code generates', (path, text) => {
  expect(existsSync(join(project, path)), `run: npm run generate`).toBe(true)
  expect(readFileSync(join(project, path), 'utf8')).toBe(text)
})

test('the contracts are served as they are committed', async () => {
  for (const [path, file] of [
    ['/openapi.json', 'schema/openapi.json'],
    ['/schema.graphql', 'schema/schema.graphql'],
    ['/schema.graphql?nullability=semantic', 'schema/schema.graphql'],
    ['/schema.graphql?nullability=strict', 'schema/schema.strict.graphql'],
    ['/schema.graphql?other=x&nullability=strict&more', 'schema/schema.strict.graphql']
  ] as const) {
    const response = await fetch(server.url + path)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe(readFileSync(join(project, file), 'utf8'))
  }
})

test('every list that pages says how long it is, for gateways that limit costs', () => {
  const schema = buildSchema(readFileSync(join(project, 'schema/schema.graphql'), 'utf8'))
  const directive = schema.getDirective('listSize')
  let paged = 0
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      const first = field.args.find(({ name }) => name === 'first')
      if (first === undefined) continue
      const size = field.astNode && directive && getDirectiveValues(directive, field.astNode)
      const of = `${type.name}.${field.name}`
      expect(size, of).toMatchObject({ slicingArguments: ['first'], requireOneSlicingArgument: false })
      expect(size?.assumedSize, of).toBe(defaultValueOf(first))
      const named = getNamedType(field.type)
      const isList = isListType(getNullableType(field.type))
      const fields = isList || !isObjectType(named) ? [] : Object.values(named.getFields())
      const lists = fields.filter(({ type: listed }) => isListType(getNullableType(listed))).map(({ name }) => name)
      expect(size?.sizedFields ?? [], of).toEqual(lists)
      paged += 1
    }
  }
  expect(paged).toBeGreaterThan(10)
})

describe('the strict schema', () => {
  const textOf = (file: string) => readFileSync(join(project, 'schema', file), 'utf8')

  test('has `!` wherever the other has @semanticNonNull, at its levels, and differs in nothing else', () => {
    const [plain, strict] = [buildSchema(textOf('schema.graphql')), buildSchema(textOf('schema.strict.graphql'))]
    expect(textOf('schema.strict.graphql')).not.toContain('semanticNonNull')
    let marked = 0
    for (const type of Object.values(plain.getTypeMap())) {
      if (!isObjectType(type) && !isInterfaceType(type)) continue
      // Both schemas have the same types of the same kinds.
      const strictFields = (strict.getType(type.name) as typeof type).getFields()
      for (const [name, field] of Object.entries(type.getFields())) {
        const applied = field.astNode?.directives?.find((directive) => directive.name.value === 'semanticNonNull')
        const [levels] = applied?.arguments ?? []
        const at = applied === undefined ? [] : levels === undefined ? [0] : valueFromASTUntyped(levels.value)
        const [outer = '', inner] = [String(field.type), /^\[(.+)\]!?$/.exec(String(field.type))?.[1]]
        let expected = outer
        // From the inside out.
        if (inner !== undefined && Array.isArray(at) && at.includes(1)) expected = expected.replace(inner, `${inner}!`)
        if (Array.isArray(at) && at.includes(0)) expected += '!'
        expect(`${type.name}.${name}: ${strictFields[name]?.type}`).toBe(`${type.name}.${name}: ${expected}`)
        if (applied !== undefined) marked += 1
      }
    }
    expect(marked).toBeGreaterThan(40)
    const changes = findSchemaChanges(plain, strict).map(({ description }) => description)
    expect(changes.filter((change) => !/changed type from|semanticNonNull/.test(change))).toEqual([])
    expect(String(strict.getQueryType()?.getFields().postsById?.type)).toBe('[Post]!')
  })

  test.each([
    ['nullability=none', 'must be one of semantic, strict; it is "none"'],
    ['nullability=', 'must be one of semantic, strict; it is ""'],
    ['nullability=Strict', 'must be one of semantic, strict; it is "Strict"'],
    ['nullability=strict&nullability=strict', 'was given 2 times; give it once'],
    ['nullability=%ff', 'has percent-encoding that does not decode to text']
  ])('is refused with 400 for ?%s', async (query, reason) => {
    const { status, body } = await server.get(`/schema.graphql?${query}`)
    expect([status, body]).toMatchObject([
      400,
      { error: { code: 'INVALID_PARAM', details: { param: 'nullability', reason } } }
    ])
  })

  test('is cached as the other one, each with a tag of its own', async () => {
    const tags = []
    for (const path of ['/schema.graphql', '/schema.graphql?nullability=strict']) {
      const { headers } = await fetch(server.url + path)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-cache',
        'access-control-allow-origin': '*'
      })
      const tag = headers.get('etag') ?? ''
      const again = await fetch(server.url + path, { headers: { 'if-none-match': tag } })
      expect(again.status).toBe(304)
      tags.push(tag)
    }
    expect(tags[0]).not.toBe(tags[1])
  })
})

describe.each([
  ['by plan', true],
  ['generally', false]
])('introspection, run %s', (_, queryPlans) => {
  test('tells what the schema is, as its text does', async () => {
    const own = await startServer({ config: { queryPlans } })
    try {
      const { data } = await own.query<{ __schema: { description: string } }>('{ __schema { description } }')
      const text = readFileSync(join(project, 'schema/schema.graphql'), 'utf8')
      expect(data?.__schema.description).toMatch(/^Public short-video data: .+\.$/)
      expect(buildSchema(text).description).toBe(data?.__schema.description)
    } finally {
      await own.close()
    }
  })
})

test('scalars.json has the type of every scalar that code generators do not know', () => {
  const { ID, ...others } = JSON.parse(readFileSync(join(project, 'schema/scalars.json'), 'utf8'))
  const types = buildSchema(readFileSync(join(project, 'schema/schema.graphql'), 'utf8')).getTypeMap()
  const own = Object.values(types).filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
  expect(ID).toBe('string')
  expect(Object.keys(others).sort()).toEqual(own.map(({ name }) => name).sort())
})

describe('the example operations', () => {
  test('are all typed, and no others', () => {
    const names = Object.keys(documents).filter((name) => name.endsWith('Document'))
    const files = readdirSync(join(project, 'schema/operations'))
    const titled = files.map((file) =>
      file.replace(/\.graphql$/, '').replace(/(?:^|-)(\w)/g, (_, first) => first.toUpperCase())
    )
    expect(names.sort()).toEqual(titled.map((name) => `${name}Document`).sort())
  })
})

describe('package-lock.json', () => {
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; resolved?: string; hasInstallScript?: boolean }>
  }
  const packages = Object.entries(lock.packages).map(([path, entry]) => ({
    name: path.split('node_modules/').at(-1),
    ...entry
  }))

  test('holds none of the releases that were malicious', () => {
    const malicious = [
      ...['keyv@6.0.0', 'cacheable@2.5.1', 'flat-cache@6.1.24'],
      ...['file-entry-cache@11.1.6', 'cache-manager@7.2.10']
    ]
    expect(packages.map(({ name, version }) => `${name}@${version}`).filter((id) => malicious.includes(id))).toEqual([])
  })

  test('holds one copy of graphql', () => {
    expect(packages.filter(({ name }) => name === 'graphql')).toHaveLength(1)
  })

  test('runs no install script but that of the runtime', () => {
    expect(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)).toEqual(['node'])
  })

  test('names exact versions and no registry', () => {
    const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >
    for (const version of Object.values({ ...manifest.dependencies, ...manifest.devDependencies })) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    }
    expect(packages.filter(({ resolved }) => resolved !== undefined)).toEqual([])
  })
})
