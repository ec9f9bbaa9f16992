import {
  type ArgumentNode,
  getNamedType,
  isInputObjectType,
  type ObjectFieldNode,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo
} from 'graphql'
import { Collection } from '../../../records/collection.ts'
import { fieldNameOf } from '../../../records/graph-names.ts'
import { examples } from '../../../services/examples.ts'
import type { Examples } from '../../../services/own-examples.ts'
import { schema } from '../../graphql/schema/schema.ts'
import { type ExampleValues, exampleValues } from '../../rest/example-values.ts'
import { operations, type RestOperation } from '../../rest/operations.ts'
import { oncePer } from '../frame/cached.ts'
import { graphiqlAddress } from './ask-graph.ts'
import { exampleRequest } from './example-request.ts'

/** A REST operation and the equivalent GraphQL query, with the example's values. */
export type GraphQLEquivalent = {
  operation: RestOperation
  /** URL of the operation with its example values. */
  path: string
  values: ExampleValues
  found: Examples
  /** The query with variables. */
  query: string
  variables: ExampleValues
  /** The query with inline values. */
  inline: string
  /** Address that opens it in GraphiQL. */
  address: string
  /** Parameters and the variables that correspond to them. */
  names: readonly { param: string; variable: string }[]
  /** Field names from the root to the content of `data`. */
  fields: readonly string[]
  /** `Type.field` of the last of them. */
  coordinate: string
}

type PropertySchema = { type?: string; properties?: object }

/** Selection of a record's fields; prefixed copies are references in the graph. */
const selection = (record: { readonly title?: string; readonly properties: object }): string[] => {
  const fields: string[] = []
  // Records are JSON Schemas; only these keywords are used.
  for (const [key, member] of Object.entries(record.properties) as [string, PropertySchema][]) {
    if (record.title === 'Post' && /^(author|sound)_|^hashtags$/.test(key)) continue
    if (member.type === 'object' && member.properties !== undefined) {
      fields.push(fieldNameOf(record, key), '{', ...selection({ properties: member.properties }), '}')
    } else fields.push(fieldNameOf(record, key))
  }
  if (record.title !== 'Post') return fields
  return [
    ...fields,
    'author { username displayName verified avatarThumbUrl }',
    'sound { soundId title author isOriginal }',
    'hashtags { hashtagId name }'
  ]
}

const lineWidth = 60
const fits = (...parts: string[]) => parts.join(' ').length <= lineWidth

/** Fields on one line up to the line width; braces open and close levels. */
const layOut = (words: readonly string[]): string => {
  const lines: string[] = []
  let indent = ''
  let line = ''
  const end = () => {
    if (line !== '') lines.push(indent + line)
    line = ''
  }
  for (const [index, word] of words.entries()) {
    if (word === '{') {
      lines.push(line === '' ? `${indent}{` : `${indent}${line} {`)
      line = ''
      indent += '  '
    } else if (word === '}') {
      end()
      indent = indent.slice(2)
      lines.push(`${indent}}`)
    } else if (line !== '' && !word.includes('{') && words[index + 1] !== '{' && fits(indent, line, word)) {
      line += ` ${word}`
    } else {
      end()
      line = word
    }
  }
  return lines.join('\n')
}

const selectionFor = ({ record, pagination }: RestOperation): string[] => {
  const fields = record === 'strings' ? [] : selection(record.title === 'PlaylistList' ? Collection : record)
  if (pagination === 'none') return fields
  const total = pagination === 'cursor' ? [] : ['totalCount']
  return [...total, 'nodes', '{', ...fields, '}', 'pageInfo { hasNextPage endCursor }']
}

const queryText = (operation: RestOperation, steps: readonly string[], opening: readonly string[]): string => {
  const leaf = selectionFor(operation)
  const opened = steps.flatMap((step, index) =>
    index === steps.length - 1 && leaf.length === 0 ? [step] : [step, '{']
  )
  const closed = opened.filter((word) => word === '{').map(() => '}')
  return layOut([...opening, '{', ...opened, ...leaf, ...closed, '}'])
}

/** Resolves a path of fields in the schema, with the variable of each parameter. */
const read = (steps: readonly string[]) => {
  const fields: string[] = []
  const names: { param: string; variable: string; type: string }[] = []
  let coordinate = ''
  const types = new TypeInfo(schema)
  visit(
    parse(`{${steps.join('{')}${'}'.repeat(steps.length)}`),
    visitWithTypeInfo(types, {
      Field({ name }) {
        fields.push(name.value)
        coordinate = `${types.getParentType()}.${name.value}`
      },
      Variable({ name }, _, parent) {
        // A variable has the name of its argument or input field.
        const { name: variable } = parent as ArgumentNode | ObjectFieldNode
        // Fields of a @oneOf input are nullable; the one that is given must not be null.
        const around = getNamedType(types.getParentInputType())
        const needed = isInputObjectType(around) && around.isOneOf ? '!' : ''
        names.push({ param: name.value, variable: variable.value, type: `${types.getInputType()}${needed}` })
      }
    })
  )
  return { fields, names, coordinate }
}

const equivalentOf = (operation: RestOperation, found: Examples): GraphQLEquivalent => {
  const { id, graph } = operation
  const values = exampleValues(operation, found)
  const { fields, names, coordinate } = read(graph)
  const variables = Object.fromEntries(names.map(({ param, variable }) => [variable, values[param] ?? '']))
  const called = new Map(names.map(({ param, variable }) => [param, variable]))
  const queryWith = (write: (param: string) => string, ...opening: string[]) =>
    queryText(
      operation,
      graph.map((step) => step.replace(/\$(\w+)/g, (_, param: string) => write(param))),
      opening
    )
  const declared = names.map(({ variable, type }) => `$${variable}: ${type}`).join(', ')
  const title = `query ${id.charAt(0).toUpperCase()}${id.slice(1)}(${declared})`
  const query = queryWith((param) => `$${called.get(param)}`, title)
  const inline = queryWith((param) => JSON.stringify(values[param]))
  const { path } = exampleRequest(operation, values)
  const address = graphiqlAddress(query, variables)
  return {
    operation,
    path,
    values,
    found,
    query,
    variables,
    inline,
    address,
    names,
    fields,
    coordinate
  }
}

/** All operations with their equivalents, in table order. */
export const equivalentsWith = oncePer((found: Examples): readonly GraphQLEquivalent[] =>
  operations.map((operation) => equivalentOf(operation, found))
)
export const graphQLEquivalents: readonly GraphQLEquivalent[] = equivalentsWith(examples)
