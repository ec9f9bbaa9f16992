import { child, jsonLines } from './json-lines.ts'
import { type OperationName, operationNames, rowOf } from './operations.ts'
import { namesFor, type Schema, type SourceOperation, type SourceTable, tableSchema } from './table.ts'
import { namesIn } from './template.ts'

/** Reads a table from JSON. Everything that is wrong with it is said at once, each with its line and key. */

type Problem = { readonly path: string; readonly problem: string }
const list = new Intl.ListFormat('en', { type: 'disjunction' })

const typeOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : Number.isInteger(value) ? 'integer' : typeof value

/** What a value lacks of a schema. */
const problemsIn = (schema: Schema, value: unknown, path: string): Problem[] => {
  const { anyOf, type, properties = {}, required = [], additionalProperties } = schema
  if (anyOf !== undefined) {
    const results = anyOf.map((each) => problemsIn(each, value, path))
    if (results.some(({ length }) => length === 0)) return []
    // The form that was meant is the one whose keys are there.
    const meant = anyOf.findIndex(
      ({ required: [key = ''] = [] }) => typeOf(value) === 'object' && Object.hasOwn(value as object, key)
    )
    const keys = anyOf.flatMap(({ type, required: needed = [] }) =>
      type === 'object' && needed.length > 0 ? needed.join(' and ') : (type ?? [])
    )
    return results[meant] ?? [{ path, problem: `must be or have ${list.format(keys)}` }]
  }
  if (type !== undefined && typeOf(value) !== type)
    return [{ path, problem: `must be of type ${type}, and is ${typeOf(value)}` }]
  const problem = valueProblem(schema, value)
  if (problem !== null) return [{ path, problem }]
  if (Array.isArray(value)) return value.flatMap((each, at) => problemsIn(schema.items ?? {}, each, child(path, at)))
  if (type !== 'object') return []
  const members = Object.entries(value as object)
  return [
    ...required
      .filter((key) => !Object.hasOwn(value as object, key))
      .map((key) => ({ path: child(path, key), problem: 'is missing' })),
    ...members.flatMap(([key, member]) => {
      const known = Object.hasOwn(properties, key)
        ? properties[key]
        : typeof additionalProperties === 'object'
          ? additionalProperties
          : undefined
      if (known !== undefined) return problemsIn(known, member, child(path, key))
      return [
        {
          path: child(path, key),
          problem: `is no key of a table; known here are ${list.format(Object.keys(properties))}`
        }
      ]
    })
  ]
}

const valueProblem = (
  { enum: values, pattern, minimum, maximum, description }: Schema,
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

/** Names that are given to secrets. */
const secretName = /(?:^|[_-])(?:api|access|app|client|auth)?[_-]?(?:key|token|secret|password|passwd|signature)$/i
const isPlainKind = /^(?:client_credentials|Bearer|Basic)$/i

const authProblems = ({ auth }: SourceTable): Problem[] => {
  const values =
    auth === undefined
      ? []
      : 'token' in auth
        ? Object.entries(auth.form).map(([key, value]) => [`auth.form.${key}`, value] as const)
        : [['auth.value', auth.value] as const]
  return values.flatMap(([path, value]) => {
    const unknown = namesIn(value).filter((name) => !settings.includes(name))
    if (unknown.length > 0)
      return [{ path, problem: `has {${unknown[0]}}; secrets are ${list.format(settings.map((name) => `{${name}}`))}` }]
    const isNamedSecret = !path.startsWith('auth.form.') || secretName.test(path)
    if (namesIn(value).length === 0 && isNamedSecret && !isPlainKind.test(value))
      return [{ path, problem: 'has a secret in the file: write {env.SOURCE_KEY} and set SOURCE_KEY' }]
    return []
  })
}

/** What is wrong with a call: its form, and secrets or templates in it. */
const askedProblems = (
  { get, post, body }: Pick<SourceOperation, 'get' | 'post' | 'body'>,
  path: string,
  names: readonly string[]
): Problem[] => {
  const problems: Problem[] = []
  if ((get === undefined) === (post === undefined))
    problems.push({ path, problem: 'must have get or post, one of the two' })
  if (get !== undefined && body !== undefined)
    problems.push({ path: child(path, 'body'), problem: 'belongs to a post' })
  const address = get ?? post ?? ''
  const at = child(path, get === undefined ? 'post' : 'get')
  for (const [key, value] of new URLSearchParams(address.split('?')[1])) {
    if (secretName.test(key) && !/\{\w+\}/.test(value))
      problems.push({ path: at, problem: `has a secret in the file, ${key}: move it to auth` })
  }
  const segments = (address.split('?')[0] ?? '').split('/')
  if (segments.some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    problems.push({ path: at, problem: 'leads out of its path' })
  for (const [where, template] of [
    [at, address],
    [child(path, 'body'), body]
  ] as const) {
    for (const name of namesIn(template)) {
      if (!names.includes(name))
        problems.push({
          path: where,
          problem: `has {${name}}, which names nothing; known here are ${list.format(names.map((known) => `{${known}}`))}`
        })
    }
  }
  return problems
}

const operationProblems = (
  name: OperationName,
  operation: SourceOperation,
  { operations }: SourceTable,
  lookups: readonly string[]
): Problem[] => {
  const path = `operations.${name}`
  const isFeed = 'feed' in rowOf(name)
  const names = [...namesFor(name, operation), ...lookups]
  const problems = askedProblems(operation, path, names)
  const say = (key: string, problem: string) => problems.push({ path: child(path, key), problem })
  if (isFeed && operation.list === undefined && operation.ids === undefined)
    say('list', 'is missing: where the list lies')
  if (operation.ids !== undefined && name !== 'listCollectionPosts') say('ids', 'belongs to listCollectionPosts')
  if (operation.ids !== undefined && operations.getPost === undefined)
    say('ids', 'needs getPost, which looks each of them up')
  for (const key of ['next', 'more', 'total', 'pageSize', 'window', 'ids'] as const) {
    if (!isFeed && operation[key] !== undefined) say(key, 'belongs to a list')
  }
  const used = namesIn([operation.get, operation.post, operation.body])
  const isUsed = (each: string) => used.includes(each)
  if (
    operation.next !== undefined &&
    !namesFor(name, operation).some((each) => !['count', ...rowOf(name).takes].includes(each) && isUsed(each))
  )
    say('next', 'leads nowhere: no template has its value')
  if (operation.window !== undefined && !(isUsed('start') && isUsed('end')))
    say('window', 'needs {start} and {end} in the call')
  if (name === 'listSoundLibrary' && !isUsed('page'))
    say('get', 'must have {page}: the sound library is read by the number of its page')
  for (const key of Object.keys(operation.only ?? {})) {
    if (!rowOf(name).takes.includes(key)) say(`only.${key}`, 'is no parameter of the operation')
  }
  for (const part of ['set', 'only'] as const) {
    for (const [key, template] of Object.entries(operation[part] ?? {})) {
      for (const each of namesIn(template))
        if (!names.includes(each)) say(`${part}.${key}`, `has {${each}}, which names nothing`)
    }
  }
  return problems
}

/** The look-ups that lead back to themselves. */
const circles = (lookups: NonNullable<SourceTable['lookups']>): Problem[] => {
  const reachedFrom = (from: string, reached = new Set<string>()): ReadonlySet<string> => {
    const { get, post, body } = lookups[from] ?? {}
    for (const name of namesIn([get, post, body])) {
      if (!Object.hasOwn(lookups, name) || reached.has(name)) continue
      reachedFrom(name, reached.add(name))
    }
    return reached
  }
  return Object.keys(lookups)
    .filter((name) => reachedFrom(name).has(name))
    .map((name) => ({ path: `lookups.${name}`, problem: 'needs itself, by the look-ups in its templates' }))
}

const parameters = [...new Set(operationNames.flatMap((name) => rowOf(name).takes))]

/** What is wrong with a table of the right form. */
const contradictionsIn = (table: SourceTable): Problem[] => {
  const lookups = table.lookups ?? {}
  const names = Object.keys(lookups)
  const operations = Object.entries(table.operations) as [OperationName, SourceOperation][]
  return [
    ...authProblems(table),
    ...names.flatMap((name) => askedProblems(lookups[name] ?? {}, `lookups.${name}`, [...parameters, ...names])),
    ...circles(lookups),
    ...operations.flatMap(([name, operation]) => operationProblems(name, operation, table, names)),
    ...(operations.length === 0 ? [{ path: 'operations', problem: 'has none' }] : [])
  ]
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
    // Without the excerpt, which may have a secret in it.
    return { table: null, problems: [`line ${line}: is no JSON`] }
  }
  const { lines, twice } = jsonLines(text)
  const lineOf = (path: string): number => {
    for (let at = path; ; at = at.split('.').slice(0, -1).join('.')) {
      const line = lines.get(at)
      if (line !== undefined) return line
    }
  }
  const problems: Problem[] = twice.map((path) => ({ path, problem: 'is given twice' }))
  problems.push(...problemsIn(tableSchema, json, ''))
  // Of the right form, so it is a table.
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
