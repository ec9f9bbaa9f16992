import type { FieldSchema } from '../../records/fields.ts'
import { child, jsonLines } from './json-lines.ts'
import { type OperationName, operationNames, rowOf } from './operations.ts'
import { type Asked, namesFor, type SourceOperation, type SourceTable, tableSchema } from './table.ts'
import { namesIn } from './template.ts'

/** Reads a table from JSON. Reports all problems at once, each with its line and key. */

type TableProblem = { readonly path: string; readonly problem: string }
const list = new Intl.ListFormat('en', { type: 'disjunction' })

const typeOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : Number.isInteger(value) ? 'integer' : typeof value

/** Differences between a value and a schema. */
const problemsIn = (schema: FieldSchema, value: unknown, path: string): TableProblem[] => {
  const { anyOf, type, properties = {}, required = [], additionalProperties: others } = schema
  const fail = (problem: string) => [{ path, problem }]
  if (anyOf !== undefined) {
    const results = anyOf.map((alternative) => problemsIn(alternative, value, path))
    if (results.some(({ length }) => length === 0)) return []
    // The intended form is the one whose first required key is present.
    const intended = anyOf.findIndex(({ required: [key = ''] = [] }) => Object.hasOwn(Object(value), key))
    const keys = anyOf.map(({ type, required: needed = [] }) =>
      needed.length > 0 ? needed.join(' and ') : (type ?? '')
    )
    return results[intended] ?? fail(`must be or have ${list.format(keys)}`)
  }
  if (type !== undefined && typeOf(value) !== type) return fail(`must be of type ${type}, and is ${typeOf(value)}`)
  const problem = valueProblem(schema, value)
  if (problem !== null) return fail(problem)
  if (Array.isArray(value)) return value.flatMap((item, at) => problemsIn(schema.items ?? {}, item, child(path, at)))
  if (type !== 'object') return []
  // Of that type.
  const members = new Map(Object.entries(value as object))
  const missing = required.filter((key) => !members.has(key))
  return [
    ...missing.map((key) => ({ path: child(path, key), problem: 'is missing' })),
    ...[...members].flatMap(([key, member]) => {
      const known = Object.hasOwn(properties, key) ? properties[key] : others
      if (typeof known === 'object') return problemsIn(known, member, child(path, key))
      const problem = `is no key of a table; known here are ${list.format(Object.keys(properties))}`
      return [{ path: child(path, key), problem }]
    })
  ]
}

const valueProblem = (
  { enum: values, pattern, minimum, maximum, description }: FieldSchema,
  value: unknown
): string | null => {
  if (values !== undefined && !values.some((known) => known === value))
    return `must be ${list.format(values.map(String))}`
  if (pattern !== undefined && !new RegExp(pattern).test(String(value))) return `is not valid: ${description}`
  const isOutside = typeof value === 'number' && (value < (minimum ?? value) || value > (maximum ?? value))
  return isOutside ? `must be from ${minimum} to ${maximum}` : null
}

const settings = ['env.SOURCE_KEY', 'env.SOURCE_CLIENT_KEY', 'env.SOURCE_CLIENT_SECRET']

/** Secrets that a table needs, such as `env.SOURCE_KEY`. */
export const secretsOf = ({ auth }: SourceTable): string[] => [
  ...new Set(namesIn(auth).filter((name) => name.startsWith('env.')))
]

/** Parameter names that usually hold secrets. */
const secretName = /(?:^|[_-])(?:api|access|app|client|auth)?[_-]?(?:key|token|secret|password|passwd|signature)$/i
const isPlainKind = /^(?:client_credentials|Bearer|Basic)$/i

const parameters = [...new Set(operationNames.flatMap((name) => rowOf(name).takes))]
const written = (names: readonly string[]): string => list.format(names.map((name) => `{${name}}`))

/** Problems of a table that fits the schema. */
const contradictionsIn = ({ url, auth, lookups = {}, operations }: SourceTable): TableProblem[] => {
  const problems: TableProblem[] = []
  const say = (path: string, problem: string) => problems.push({ path, problem })

  const checkSecret = (path: string, value: string, isSecret: boolean) => {
    const names = namesIn(value)
    const unknown = names.find((name) => !settings.includes(name))
    if (unknown !== undefined) say(path, `has {${unknown}}; secrets are ${written(settings)}`)
    if (names.length === 0 && isSecret && !isPlainKind.test(value))
      say(path, 'has a secret in the file: write {env.SOURCE_KEY} and set SOURCE_KEY')
  }

  const checkNames = (path: string, template: unknown, names: readonly string[]) => {
    for (const name of namesIn(template)) {
      if (!names.includes(name)) say(path, `has {${name}}, which names nothing; known here are ${written(names)}`)
    }
  }

  /** Checks the form of a call, and its secrets and templates. */
  const checkAsked = ({ get, post, body }: Asked, path: string, names: readonly string[]) => {
    if ((get === undefined) === (post === undefined)) say(path, 'must have get or post, one of the two')
    if (get !== undefined && body !== undefined) say(child(path, 'body'), 'belongs to a post')
    const address = get ?? post ?? ''
    const at = child(path, get === undefined ? 'post' : 'get')
    const [segments = '', query] = address.split('?')
    for (const [key, value] of new URLSearchParams(query)) {
      if (secretName.test(key) && !/\{\w+\}/.test(value)) say(at, `has a secret in the file, ${key}: move it to auth`)
    }
    if (segments.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))) say(at, 'leads out of its path')
    checkNames(at, address, names)
    checkNames(child(path, 'body'), body, names)
  }

  const checkOperation = (name: OperationName, operation: SourceOperation) => {
    const path = `operations.${name}`
    const { takes } = rowOf(name)
    const own = namesFor(name, operation)
    const names = [...own, ...Object.keys(lookups)]
    const used = namesIn([operation.get, operation.post, operation.body])
    const refuse = (isWrong: boolean, key: string, problem: string) => {
      if (isWrong) say(child(path, key), problem)
    }
    checkAsked(operation, path, names)
    const { list: place, ids, next, window } = operation
    if ('feed' in rowOf(name))
      refuse(place === undefined && ids === undefined, 'list', 'is missing: where the list lies')
    else
      for (const key of ['next', 'more', 'total', 'pageSize', 'window', 'ids'] as const)
        refuse(operation[key] !== undefined, key, 'belongs to a list')
    refuse(ids !== undefined && name !== 'listCollectionPosts', 'ids', 'belongs to listCollectionPosts')
    refuse(ids !== undefined && operations.getPost === undefined, 'ids', 'needs getPost, which looks each of them up')
    const isLed = own.some((parameter) => !['count', ...takes].includes(parameter) && used.includes(parameter))
    refuse(next !== undefined && !isLed, 'next', 'leads nowhere: no template has its value')
    const hasDays = used.includes('start') && used.includes('end')
    refuse(window !== undefined && !hasDays, 'window', 'needs {start} and {end} in the call')
    const isByPage = takes.includes('page')
    for (const parameter of isByPage ? ['page', 'count'] : [])
      refuse(!used.includes(parameter), 'get', `must have {${parameter}}: the list is read by the number of its page`)
    refuse(isByPage && operation.pageSize !== undefined, 'pageSize', 'leaves gaps: pages are as long as clients want')
    for (const key of Object.keys(operation.only ?? {}))
      refuse(!takes.includes(key), `only.${key}`, 'is no parameter of the operation')
    for (const part of ['set', 'only'] as const) {
      for (const [key, template] of Object.entries(operation[part] ?? {}))
        checkNames(`${path}.${part}.${key}`, template, names)
    }
  }

  /** The look-ups that the templates of a look-up need, directly or indirectly. */
  const reachedFrom = (from: string, reached = new Set<string>()): ReadonlySet<string> => {
    const { get, post, body } = lookups[from] ?? {}
    for (const name of namesIn([get, post, body])) {
      if (Object.hasOwn(lookups, name) && !reached.has(name)) reachedFrom(name, reached.add(name))
    }
    return reached
  }

  if (!URL.canParse(url)) say('url', 'is no address')
  if (auth !== undefined && 'token' in auth)
    for (const [key, value] of Object.entries(auth.form)) checkSecret(`auth.form.${key}`, value, secretName.test(key))
  else if (auth !== undefined) checkSecret('auth.value', auth.value, true)
  for (const [name, lookup] of Object.entries(lookups)) {
    checkAsked(lookup, `lookups.${name}`, [...parameters, ...Object.keys(lookups)])
    if (reachedFrom(name).has(name)) say(`lookups.${name}`, 'needs itself, by the look-ups in its templates')
  }
  for (const [name, operation] of Object.entries(operations)) checkOperation(name as OperationName, operation)
  if (Object.keys(operations).length === 0) say('operations', 'has none')
  return problems
}

const maxTableBytes = 1_000_000

export const readTable = (text: string): { table: SourceTable | null; problems: string[] } => {
  if (text.length > maxTableBytes) return { table: null, problems: ['is larger than a megabyte, and no table'] }
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    const line = text.slice(0, at === undefined ? text.length : Number(at)).split('\n').length
    // Without the excerpt of the parser's message, which may contain a secret.
    return { table: null, problems: [`line ${line}: is no JSON`] }
  }
  const { lines, twice } = jsonLines(text)
  const lineOf = (path: string): number => {
    for (let at = path; ; at = at.split('.').slice(0, -1).join('.')) {
      const line = lines.get(at)
      if (line !== undefined) return line
    }
  }
  const problems: TableProblem[] = twice.map((path) => ({ path, problem: 'is given twice' }))
  problems.push(...problemsIn(tableSchema, json, ''))
  // It fits the schema, so it is a table.
  if (problems.length === 0) problems.push(...contradictionsIn(json as SourceTable))
  if (problems.length > 0)
    return {
      table: null,
      problems: problems.map(
        ({ path, problem }) => `line ${lineOf(path)}: ${path === '' ? 'the table' : path} ${problem}`
      )
    }
  return { table: json as SourceTable, problems: [] }
}
