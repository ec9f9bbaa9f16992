import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType
} from 'graphql'
import type { Random } from '../src/ingest/seed/random.ts'
import { schema } from '../src/surfaces/graphql/schema/schema.ts'

export type AnyQuery = { query: string; variables: Record<string, unknown>; operationName?: string }

/** Values to give to arguments, by the name of their type or else their own; the first is the one that usually works. */
export type Pools = Readonly<Record<string, readonly unknown[]>>

/**
 * A query over the whole graph: fields under aliases and met twice, inline and named fragments on types and interfaces, conditions, and
 * arguments written out or as variables, whole or in part, given, null and left out; now and then beside other operations, or with
 * introspection. Nearly all of them are valid; fields may fail.
 */
export const anyQuery = (random: Random, pools: Pools): AnyQuery => new Writer(random, pools).document()

const levels = 6

/** What JavaScript knows of objects, texts and promises. */
const oddNames = ['then', 'toJSON', 'constructor', '__proto__', 'length', 'toString', 'hasOwnProperty', 'valueOf']

/** Introspection, of what never changes. */
const introspections = [
  '__schema { queryType { name } }',
  '__schema { then: description }',
  '__type(name: "Post") { name }'
]

/** Fields that have another type on another type: under one name they could not stand in one interface. */
const objects = Object.values(schema.getTypeMap()).filter(isObjectType)
const nodes = objects.filter((type) => type.getInterfaces().length > 0)
const typesOf = new Map<string, Set<string>>()
for (const { name, type } of nodes.flatMap((node) => Object.values(node.getFields()))) {
  typesOf.set(name, (typesOf.get(name) ?? new Set()).add(String(type)))
}

class Writer {
  readonly #random: Random
  readonly #pools: Pools
  readonly #declared: string[] = []
  readonly #fragments: { name: string; on: string; text: string }[] = []
  // Without a prototype, so that any name is one.
  readonly variables: Record<string, unknown> = Object.create(null)
  #names = 0
  readonly #oddNames: string[]

  constructor(random: Random, pools: Pools) {
    this.#random = random
    this.#pools = pools
    this.#oddNames = random.sample(oddNames, oddNames.length)
  }

  document(): AnyQuery {
    const query = schema.getQueryType()
    if (query == null) throw new Error('the schema has no queries')
    const selection = this.#selection(query, levels)
    const fragments = this.#fragments.map(({ name, on, text }) => `fragment ${name} on ${on} ${text}`)
    const { variables } = this
    const declared = this.#declared.length === 0 ? '' : `(${this.#declared.join(', ')}) `
    if (!this.#often(5)) return { query: [`query ${declared}${selection}`, ...fragments].join('\n'), variables }
    const [name, other] = [this.#name('Q'), this.#name('Q')]
    const operations = [`query ${name} ${declared}${selection}`, `query ${other} { __typename }`]
    // Now and then it is not said which is meant, or another.
    const asked = this.#often(80) ? { operationName: name } : this.#often(50) ? { operationName: other } : {}
    return { query: [...operations, ...fragments].join('\n'), variables, ...asked }
  }

  #one<T>(values: readonly T[]): T {
    return this.#random.pick(values)
  }

  #often(percent: number): boolean {
    return this.#random.below(100) < percent
  }

  /** A name that is new in this document, now and then one that every object or promise knows. */
  #name(prefix: string): string {
    this.#names += 1
    const odd = this.#often(5) ? this.#oddNames.pop() : undefined
    return odd ?? prefix + this.#names
  }

  #selection(type: GraphQLObjectType, level: number): string {
    const fields = Object.values(type.getFields()).filter((field) => level > 1 || isLeafType(getNamedType(field.type)))
    const parts: string[] = fields.length === 0 ? ['__typename'] : []
    const count = fields.length === 0 ? 0 : this.#random.between(1, level === levels ? 2 : 4)
    for (let index = 0; index < count; index += 1) {
      const field = this.#one(fields)
      const times = this.#often(10) ? 2 : 1
      // Met twice under one name, selections are merged.
      for (let time = 0; time < times; time += 1) parts.push(this.#field(type, field.name, level))
    }
    if (this.#often(15)) parts.push(this.#often(50) ? '__typename' : `${this.#name('t')}: __typename`)
    if (level === levels && this.#often(3)) parts.push(`${this.#name('i')}: ${this.#one(introspections)}`)
    const others = this.#fragments.filter(({ on }) => on === type.name)
    if (others.length > 0 && this.#often(30)) parts.push(`...${this.#one(others).name}${this.#conditions()}`)
    return `{ ${this.#wrapped(type, parts, level).join(' ')} }`
  }

  /** Some of the parts behind a fragment. */
  #wrapped(type: GraphQLObjectType, parts: readonly string[], level: number): string[] {
    const form = this.#one(['plain', 'plain', 'bare', 'typed', 'named', 'interface'])
    const text = parts.join(' ')
    if (form === 'bare') return [`...${this.#conditions()} { ${text} }`]
    if (form === 'typed') return [`... on ${type.name}${this.#conditions()} { ${text} }`, '__typename']
    if (form === 'named') return [this.#fragment(type.name, `{ ${text} }`), ...(level > 2 ? [] : parts.slice(0, 1))]
    if (form === 'interface' && type.getInterfaces().length > 0) {
      const within = `... on Node${this.#conditions()} { id ... on ${type.name} { ${text} } }`
      return this.#often(50) ? [within] : [this.#fragment('Node', `{ ${within} }`)]
    }
    return [...parts]
  }

  #fragment(on: string, text: string): string {
    const name = this.#name('F')
    this.#fragments.push({ name, on, text })
    return `...${name}${this.#conditions()}`
  }

  #abstract(types: readonly GraphQLObjectType[], level: number): string {
    const parts = types === nodes && this.#often(50) ? ['id'] : ['__typename']
    for (const type of this.#random.sample(types, this.#random.between(1, 4))) {
      const text = this.#selection(type, level)
      parts.push(this.#often(30) ? this.#fragment(type.name, text) : `... on ${type.name}${this.#conditions()} ${text}`)
    }
    return `{ ${parts.join(' ')} }`
  }

  #field(parent: GraphQLObjectType, name: string, level: number): string {
    const field = parent.getFields()[name]
    if (field === undefined) throw new Error(`no field ${name}`)
    const isAmbiguous = nodes.includes(parent) && (typesOf.get(name)?.size ?? 0) > 1
    const ownName = isAmbiguous ? `${parent.name}_${name}: ${name}` : name
    // Under its own name a field has the same arguments everywhere, so that it can be met again.
    const isOther = this.#often(field.args.length === 0 ? 10 : 70)
    const head = isOther
      ? `${this.#name('a')}: ${name}${this.#arguments(field.args)}`
      : ownName + usualArguments(field.args, this.#pools)
    return `${head}${this.#conditions()}${this.#below(getNamedType(field.type), level)}`
  }

  #below(type: GraphQLNamedType, level: number): string {
    if (isInterfaceType(type)) return ` ${this.#abstract(nodes, level - 2)}`
    if (isUnionType(type)) return ` ${this.#abstract(type.getTypes(), level - 2)}`
    return isObjectType(type) ? ` ${this.#selection(type, level - 1)}` : ''
  }

  #arguments(args: readonly GraphQLArgument[]): string {
    const given = args.flatMap((arg) => {
      const { name, type, defaultValue } = arg
      const pool = poolOf(arg, this.#pools)
      const isNeeded = isNonNullType(type)
      if (!isNeeded && name !== 'first' && this.#often(50)) return []
      const value = this.#often(60) ? pool[0] : this.#one(pool)
      if (value === null && isNeeded) return []
      return [`${name}: ${this.#value(type, value, defaultValue !== undefined)}`]
    })
    return given.length === 0 ? '' : `(${given.join(', ')})`
  }

  /** A value written out, or a variable that has it. */
  #value(type: GraphQLInputType, value: unknown, hasDefault: boolean): string {
    const inner = getNullableType(type)
    if (!this.#often(55)) {
      // In parts: elements of lists and keys of objects may be variables of their own.
      if (isListType(inner) && Array.isArray(value)) {
        return `[${value.map((each) => this.#value(inner.ofType, each, false)).join(', ')}]`
      }
      if (isInputObjectType(inner) && typeof value === 'object' && value !== null) {
        const parts = Object.entries(value).map(([key, each]) => {
          const field = inner.getFields()[key]
          if (field === undefined) throw new Error(`no key ${key}`)
          // One of several keys takes no variable that may be null.
          return `${key}: ${this.#often(50) ? this.#variable(`${String(field.type)}!`, each) : literal(field.type, each)}`
        })
        return `{${parts.join(', ')}}`
      }
      return literal(type, value)
    }
    const isNullable = !isNonNullType(type)
    if (!isNullable && !this.#often(20)) return this.#variable(String(type), value)
    // With a default a variable may stand where null may not, and may still be null then.
    const form = this.#one(
      isNullable || hasDefault ? ['given', 'default', 'over', 'null', 'absent'] : ['default', 'over', 'null']
    )
    const name = this.#name('v')
    const fallback = literal(inner, form === 'default' ? value : (value ?? null))
    const hasFallback = value !== null && form !== 'given' && form !== 'absent'
    this.#declared.push(`$${name}: ${String(inner)}${hasFallback ? ` = ${fallback}` : ''}`)
    if (form === 'given' || form === 'over') this.variables[name] = value
    if (form === 'null') this.variables[name] = null
    return `$${name}`
  }

  #variable(type: string, value: unknown): string {
    const name = this.#name('v')
    this.#declared.push(`$${name}: ${type}`)
    this.variables[name] = value
    return `$${name}`
  }

  #conditions(): string {
    if (!this.#often(12)) return ''
    return this.#one([['include'], ['skip'], ['include', 'skip']])
      .map((directive) => ` @${directive}(if: ${this.#condition(directive === 'include')})`)
      .join('')
  }

  #condition(usual: boolean): string {
    const value = this.#often(30) ? !usual : usual
    const form = this.#one(['literal', 'variable', 'default', 'over'])
    if (form === 'literal') return String(value)
    if (form === 'variable') return this.#variable('Boolean!', this.#often(2) ? null : value)
    const name = this.#name('v')
    this.#declared.push(`$${name}: Boolean = ${form === 'default' ? value : !value}`)
    // A condition may not be null, though its variable may.
    if (form === 'over') this.variables[name] = this.#often(5) ? null : value
    return `$${name}`
  }
}

const usualArguments = (args: readonly GraphQLArgument[], pools: Pools): string => {
  const given = args.filter(({ name, type }) => isNonNullType(type) || name === 'first' || name === 'by')
  if (given.length === 0) return ''
  return `(${given.map((arg) => `${arg.name}: ${literal(arg.type, poolOf(arg, pools)[0])}`).join(', ')})`
}

const poolOf = ({ name, type }: GraphQLArgument, pools: Pools): readonly unknown[] => {
  const pool = pools[getNamedType(type).name] ?? pools[name]
  if (pool === undefined) throw new Error(`no values for ${name}`)
  return pool
}

const literal = (type: GraphQLInputType, value: unknown): string => {
  const inner = getNullableType(type)
  if (isEnumType(inner) || value === null) return String(value)
  if (isListType(inner) && Array.isArray(value))
    return `[${value.map((each) => literal(inner.ofType, each)).join(', ')}]`
  if (!isInputObjectType(inner) || typeof value !== 'object') return JSON.stringify(value)
  const fields = inner.getFields()
  const parts = Object.entries(value as object).map(([key, each]) => {
    const type = fields[key]?.type
    return `${key}: ${type === undefined ? JSON.stringify(each) : literal(type, each)}`
  })
  return `{${parts.join(', ')}}`
}
