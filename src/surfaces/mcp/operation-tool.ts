import { andThen } from '../../core/awaitable.ts'
import type { EnvelopeContents } from '../rest/envelope.ts'
import { exampleValues } from '../rest/example-values.ts'
import { operations, type RestOperation } from '../rest/operations.ts'
import { argumentSchema, pick, plainValue, readFields, refuseUnknownArguments } from './arguments.ts'
import { fieldsSchema, more, shortenList } from './list-answer.ts'
import { outputSchema } from './output-schema.ts'
import { type Advice, defaultCount } from './result-size.ts'
import type { Tool, ToolAnswer, ToolArguments, ToolJson } from './tool.ts'

/** A tool for an operation: name, description, schemas and examples come from its declaration. */
const toolOf = (operation: RestOperation): Tool => {
  const fields = fieldsOf(operation)
  const names = [...Object.keys(operation.input), ...(fields === null ? [] : ['fields'])]
  const tool: Tool = {
    name: toolName(operation.id),
    title: operation.summary,
    description: describe(operation),
    inputSchema: inputSchema(operation, fields),
    outputSchema: outputSchema(operation),
    run({ deps }, scope, given) {
      refuseUnknownArguments(given, names)
      const chosen = fields === null ? null : readFields(given.fields, fields, titleOf(operation))
      const values = valuesOf(operation, given)
      return andThen(operation.run(deps, scope, values), (contents) => toAnswer(operation, contents, chosen))
    },
    shorten: (content, length) => shorten(operation, content, length),
    overSource: ({ lacks }) => (lacks.operations[operation.id] === undefined ? tool : null)
  }
  return tool
}

/** Tool names use snake case: `listUserPosts` is `list_user_posts`. */
const toolName = (id: string): string => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const titleOf = ({ record }: Pick<RestOperation, 'record'>): string =>
  record === 'strings' ? 'text' : (record.title ?? '')

/** Selectable fields; null without any. */
const fieldsOf = ({ record }: RestOperation): readonly string[] | null => {
  const names = record === 'strings' ? [] : Object.keys(record.properties)
  return names.length > 1 ? names : null
}

const valuesOf = ({ input }: RestOperation, given: ToolArguments): ToolArguments => {
  const values: Record<string, unknown> = {}
  for (const name of Object.keys(input)) values[name] = plainValue(given[name], name)
  if ('count' in input) values.count ??= defaultCount
  return values
}

const toAnswer = (
  operation: RestOperation,
  { data, pagination }: EnvelopeContents,
  fields: readonly string[] | null
): ToolAnswer => {
  const chosen =
    fields === null ? data : Array.isArray(data) ? data.map((record) => pick(record, fields)) : pick(data, fields)
  const content =
    operation.pagination === 'none' ? { data: chosen } : { data: chosen, pagination, more: more(pagination) }
  return { content }
}

const shorten = ({ input }: RestOperation, { data }: ToolJson, length: number): Advice => {
  if (!('count' in input) || !Array.isArray(data)) {
    return { param: Object.keys(input)[0] ?? '', advice: 'ask for a part of it with the tool graphql' }
  }
  return shortenList(data, length)
}

const describe = (operation: RestOperation): string => {
  const { summary, description, exactlyOneOf, isList, errors } = operation
  const record = titleOf(operation)
  const parts = [
    `${summary}. ${description}`,
    isList ? `Returns ${record}${record === 'text' ? 's' : ' records'}.` : `Returns one ${record} record.`,
    exactlyOneOf === null ? '' : `Give exactly one of ${exactlyOneOf.join(' and ')}.`,
    errors.length === 0 ? '' : `Errors: ${errors.join(', ')}.`,
    `Example: ${JSON.stringify({ ...exampleValues(operation), count: undefined })}`
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** The operation whose tool lists the fields of a record; other tools refer to it. */
const fieldsTool = (record: RestOperation['record']): string => {
  const returning = operations.filter((operation) => operation.record === record)
  return (returning.find(({ isList }) => !isList) ?? returning[0])?.id ?? ''
}

// Flat, without a top-level `oneOf`, which model providers refuse. They also support few formats.
const inputSchema = ({ id, input, record }: RestOperation, fields: readonly string[] | null): Tool['inputSchema'] => {
  const properties: Record<string, ToolJson> = {}
  for (const [name, parameter] of Object.entries(input)) properties[name] = argumentSchema(name, parameter)
  if (fields !== null && record !== 'strings') {
    const home = fieldsTool(record)
    properties.fields = fieldsSchema(fields, home === id ? null : toolName(home))
  }
  const required = Object.keys(input).filter((name) => input[name]?.required)
  return { type: 'object', properties, required, additionalProperties: false }
}

/** All operations as tools. */
export const operationTools: readonly Tool[] = operations.map(toolOf)
