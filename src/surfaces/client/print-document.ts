import type {
  ArgumentNode,
  DefinitionNode,
  DirectiveNode,
  DocumentNode,
  SelectionNode,
  SelectionSetNode,
  TypeNode,
  ValueNode,
  VariableDefinitionNode
} from 'graphql'

/** Prints an operation, so that clients need no GraphQL library. Supports executable documents only; compact rather than readable. */
export const printDocument = ({ definitions }: DocumentNode): string => definitions.map(definition).join(' ')

const definition = (node: DefinitionNode): string => {
  if (node.kind === 'FragmentDefinition') {
    const { name, typeCondition, directives, selectionSet } = node
    return `fragment ${name.value} on ${typeCondition.name.value}${applied(directives)}${selections(selectionSet)}`
  }
  if (node.kind !== 'OperationDefinition') throw new TypeError(`a document to send cannot hold a ${node.kind}`)
  const { operation, name, variableDefinitions, directives, selectionSet } = node
  const title = name === undefined ? '' : ` ${name.value}`
  return `${operation}${title}${parenthesized(variableDefinitions, variable)}${applied(directives)}${selections(selectionSet)}`
}

const variable = ({ variable: { name }, type: given, defaultValue, directives }: VariableDefinitionNode): string =>
  `$${name.value}:${type(given)}${defaultValue === undefined ? '' : `=${value(defaultValue)}`}${applied(directives)}`

const type = (node: TypeNode): string => {
  if (node.kind === 'NonNullType') return `${type(node.type)}!`
  return node.kind === 'ListType' ? `[${type(node.type)}]` : node.name.value
}

const selections = (set: SelectionSetNode | undefined): string =>
  set === undefined ? '' : `{${set.selections.map(selection).join(' ')}}`

const selection = (node: SelectionNode): string => {
  if (node.kind === 'FragmentSpread') return `...${node.name.value}${applied(node.directives)}`
  if (node.kind === 'InlineFragment') {
    const on = node.typeCondition === undefined ? '' : ` on ${node.typeCondition.name.value}`
    return `...${on}${applied(node.directives)}${selections(node.selectionSet)}`
  }
  const alias = node.alias === undefined ? '' : `${node.alias.value}:`
  const given = parenthesized(node.arguments, argument)
  return `${alias}${node.name.value}${given}${applied(node.directives)}${selections(node.selectionSet)}`
}

const argument = (node: ArgumentNode): string => `${node.name.value}:${value(node.value)}`

const applied = (directives: readonly DirectiveNode[] = []): string =>
  directives.map((node) => ` @${node.name.value}${parenthesized(node.arguments, argument)}`).join('')

const parenthesized = <T>(nodes: readonly T[] | undefined, print: (node: T) => string): string =>
  nodes === undefined || nodes.length === 0 ? '' : `(${nodes.map(print).join(',')})`

const value = (node: ValueNode): string => {
  switch (node.kind) {
    case 'Variable':
      return `$${node.name.value}`
    case 'NullValue':
      return 'null'
    case 'StringValue':
      // GraphQL accepts JSON's escapes.
      return JSON.stringify(node.value)
    case 'ListValue':
      return `[${node.values.map(value).join(',')}]`
    case 'ObjectValue':
      return `{${node.fields.map(({ name, value: inner }) => `${name.value}:${value(inner)}`).join(',')}}`
    default:
      return String(node.value)
  }
}
