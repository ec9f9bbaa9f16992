import { readFileSync } from 'node:fs'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asApiError } from '../src/core/errors.ts'
import { Scope } from '../src/core/scope.ts'
import { postOrders, userOrders } from '../src/engines/filters/fields.ts'
import { postFilterFields, userFilterFields } from '../src/engines/filters/filters.ts'
import { Post } from '../src/records/post.ts'
import { UserProfile } from '../src/records/user-profile.ts'
import { Cursors } from '../src/services/cursors.ts'
import { Queries } from '../src/surfaces/graphql/query/answer.ts'
import { DocumentFinder } from '../src/surfaces/graphql/query/document-finder.ts'
import { tools } from '../src/surfaces/mcp/agent-server.ts'
import { findTools } from '../src/surfaces/mcp/find-tools.ts'
import { operationTools } from '../src/surfaces/mcp/operation-tool.ts'
import type { McpOptions, Tool } from '../src/surfaces/mcp/tool.ts'
import { exampleValues } from '../src/surfaces/rest/example-values.ts'
import { operations } from '../src/surfaces/rest/operations.ts'
import { limitsBut, rules } from './rules.ts'

/** A source that has nothing: what is accepted is not found, or empty. */
const nothing: McpOptions = {
  deps: {
    reads: { lookUp: () => null, page: () => null },
    cursors: new Cursors([Buffer.from('key')]),
    now: Date.now
  },
  queries: new Queries({
    documents: new DocumentFinder({ rules }),
    limits: limitsBut({ cost: 10, depth: 3 }),
    plans: true,
    onServerError: () => {}
  }),
  log: { error: () => {}, warn: () => {} }
}

type Given = Readonly<Record<string, unknown>>
type Property = {
  type: string
  description?: string
  enum?: readonly string[]
  minimum?: number
  maximum?: number
  default?: number
}

/** Whether a tool takes what it is given. */
const takes = async (tool: Tool, given: Given): Promise<boolean> => {
  const scope = new Scope({ requestId: 'test', startedAt: 0, signal: new AbortController().signal })
  try {
    await tool.run(nothing, scope, given)
    return true
  } catch (error) {
    return asApiError(error).code !== 'INVALID_PARAM'
  }
}

const validators = new AjvJsonSchemaValidator()
/** Whether the schema that clients see takes it; the check of the SDK, which refuses schemas that are none. */
const checkOf = ({ inputSchema }: Tool) => {
  const check = validators.getValidator(inputSchema)
  return (given: Given) => check(given).valid
}

const propertiesOf = ({ inputSchema }: Tool) => inputSchema.properties as Readonly<Record<string, Property>>

const cases = operations.map((operation, at) => {
  const tool = operationTools[at]
  if (tool === undefined) throw new Error(`no tool for ${operation.id}`)
  return { name: tool.name, tool, example: exampleValues(operation) }
})

describe('the schema of a tool’s arguments', () => {
  test.each(cases)('$name: takes its example, and neither unknown names nor a lack of what is needed', async (each) => {
    const { tool, example } = each
    const check = checkOf(tool)
    expect([check(example), await takes(tool, example)]).toEqual([true, true])
    const more = { ...example, made_up: 1 }
    expect([check(more), await takes(tool, more)]).toEqual([false, false])
    for (const needed of tool.inputSchema.required as string[]) {
      const { [needed]: _, ...less } = example
      expect([check(less), await takes(tool, less)], needed).toEqual([false, false])
    }
  })

  const inputs = cases.flatMap(({ name, tool, example }) =>
    Object.entries(propertiesOf(tool)).map(([argument, property]) => ({ name, tool, example, argument, property }))
  )
  /** The rest of a call with one argument: of two that exclude each other, the other one stays away. */
  const callWith = ({ example, argument }: (typeof inputs)[number], value: unknown): Given =>
    ['videoId', 'url'].includes(argument) ? { [argument]: value } : { ...example, [argument]: value }

  const numbers = inputs.filter(({ property }) => property.type === 'integer')
  test.each(numbers)('$name: $argument has the range that its description gives', async (input) => {
    const { tool, property } = input
    const { minimum = 0, maximum = 0 } = property
    expect(property.default).toBeGreaterThanOrEqual(minimum)
    expect(property.default).toBeLessThanOrEqual(maximum)
    const check = checkOf(tool)
    const near = [minimum - 1, minimum, minimum + 1, maximum - 1, maximum, maximum + 1, 1_000_000, 0.5, -0.5, 1e21]
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.constantFrom(...near), fc.integer(), fc.double()), async (value) => {
        const given = callWith(input, value)
        expect(await takes(tool, given), String(value)).toBe(check(given))
      })
    )
  })

  const patterned = inputs.filter(({ property }) => property.enum !== undefined)
  test.each(patterned)('$name: $argument is one of the words in its description', async (input) => {
    const { tool, property } = input
    const check = checkOf(tool)
    const words = fc.constantFrom(...(property.enum ?? []))
    await fc.assert(
      fc.asyncProperty(fc.oneof(words, fc.string(), fc.stringMatching(/^\d{1,25}$/)), async (value) => {
        const given = callWith(input, value)
        expect(await takes(tool, given), value).toBe(check(given))
      })
    )
  })

  type Fields = { items: { enum?: string[] }; description: string }
  const fieldsOf = (tool: Tool | undefined) => {
    if (tool === undefined) throw new Error('no such tool')
    return propertiesOf(tool).fields as unknown as Fields
  }
  /** The fields that a tool names itself, or by the tool that does. */
  const toldFields = (tool: Tool): readonly string[] => {
    const { items, description } = fieldsOf(tool)
    const home = tools.find(({ name }) => name === / fields of (\w+)\.$/.exec(description)?.[1])
    return items.enum ?? fieldsOf(home).items.enum ?? []
  }
  const chosen = inputs.filter(({ argument }) => argument === 'fields')
  test.each(chosen)('$name: fields are those in its description', async (input) => {
    const { tool } = input
    const known = toldFields(tool)
    expect(known.length).toBeGreaterThan(1)
    const names = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known) }, fc.string())
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(names, { minLength: 1, maxLength: 5 }), async (fields) => {
        const isKnown = fields.every((name) => known.includes(name))
        expect(await takes(tool, callWith(input, fields)), fields.join()).toBe(isKnown)
      })
    )
  })

  test('fields of the tools that filter are those of the tools they name', () => {
    expect(findTools.map((tool) => toldFields(tool))).toEqual([
      Object.keys(Post.properties),
      Object.keys(UserProfile.properties)
    ])
  })

  test('is what providers of models take: flat, of the plain types, with a description to everything', () => {
    for (const { name, inputSchema } of tools) {
      expect(Object.keys(inputSchema), name).toEqual(['type', 'properties', 'required', 'additionalProperties'])
      for (const [argument, property] of Object.entries(inputSchema.properties as object)) {
        expect(['string', 'integer', 'number', 'array', 'object'], `${name} ${argument}`).toContain(property.type)
        expect(property.description, `${name} ${argument}`).toMatch(/\w.*\.$/)
        for (const rare of ['format', 'pattern']) expect(property, `${name} ${argument}`).not.toHaveProperty(rare)
      }
    }
  })

  test('and the descriptions of all tools take few tokens, with room for one more', () => {
    const described = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
    // Four characters make a token, by and large.
    expect(JSON.stringify(described).length / 4).toBeLessThan(7_000)
  })
})

describe('a filter of find_posts and find_creators', () => {
  const fieldsOf = { find_posts: postFilterFields, find_creators: userFilterFields }
  const ordersOf = { find_posts: postOrders, find_creators: userOrders }
  const filterOf = ({ inputSchema }: Tool) =>
    (inputSchema.properties as { filter: { properties: Readonly<Record<string, Property>> } }).filter.properties

  test.each(findTools.map((tool) => [tool.name as keyof typeof fieldsOf, tool] as const))(
    '%s has the fields and orders that filters are read with, each with a description',
    (name, tool) => {
      expect(Object.keys(filterOf(tool)).sort()).toEqual([...Object.keys(fieldsOf[name]), 'and', 'not', 'or'].sort())
      for (const [field, { description }] of Object.entries(filterOf(tool)))
        expect(description, field).toMatch(/\w.*\.$/)
      expect(propertiesOf(tool).filter?.description).toMatch(
        /Numbers are \{ max, min \};.* hashtags \{ allOf, anyOf, noneOf \}/
      )
      const orders = Object.keys(ordersOf[name]).flatMap((order) => [order, `-${order}`])
      expect(propertiesOf(tool).orderBy).toMatchObject({ enum: orders, description: expect.stringMatching(/minus/) })
    }
  )

  const filters: readonly [string, Given, boolean][] = [
    ['find_posts', { plays: { min: 1, max: 2 }, createdAt: { from: '2026-05-01', to: null } }, true],
    [
      'find_posts',
      { hashtags: { anyOf: ['fyp'], noneOf: ['#ad'] }, isAd: false, soundIds: ['1'], keyword: 'bread' },
      true
    ],
    ['find_posts', { or: [{ likes: { min: 5 } }, { not: { author: { verified: true } } }] }, true],
    ['find_creators', { followers: { min: 10_000 }, tier: ['TIER_1'], niche: ['cooking'], lastPostAt: {} }, true],
    ['find_posts', { plays: { min: 2, max: 1 } }, false],
    ['find_posts', { views: { min: 1 } }, false],
    ['find_posts', { or: [] }, false],
    ['find_creators', { tier: ['TIER_5'] }, false],
    ['find_creators', { authorityScore: { min: 101 } }, false]
  ]
  test.each(filters)('%s with %j: taken %s', async (name, filter, isTaken) => {
    const tool = findTools.find((each) => each.name === name)
    if (tool === undefined) throw new Error(name)
    expect(await takes(tool, { filter })).toBe(isTaken)
    if (isTaken)
      expect(checkOf(tool)({ filter: JSON.parse(JSON.stringify(filter).replace(',"to":null', '')) })).toBe(true)
  })
})

describe('what is said of the tools', () => {
  const guide = readFileSync(new URL('../src/surfaces/site/docs/guides/agents.md', import.meta.url), 'utf8')

  test('in the guide names all of them', () => {
    const rows = [...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
    expect(rows).toEqual(tools.map(({ name }) => name))
  })

  test('in the guide can be pasted', () => {
    const blocks = [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => text)
    expect(blocks.length).toBeGreaterThan(1)
    for (const block of blocks) expect(() => JSON.parse(block), block).not.toThrow()
  })
})
