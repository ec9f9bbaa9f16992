import { stripTypeScriptTypes } from 'node:module'
import { parseAst } from 'rolldown/parseAst'

/** One small change to a source file. */
export type Mutant = { file: string; line: number; before: string; after: string; text: string }

/** A node of the syntax tree; what else it has depends on its type. */
type Node = { type: string; start: number; end: number } & Readonly<Record<string, unknown>>
type Change = { start: number; end: number; after: string }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const otherOperators: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
  '||=': '&&=',
  '&&=': '||=',
  '??=': '='
}
const otherMethods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['push', 'unshift']
])
/** Calls that give back something like what they are called on: they are left out. */
const droppedCalls = ['filter', 'reverse', 'slice', 'subarray', 'catch']

/** Every change of the known kinds to one file that is still syntax. */
export const mutantsOf = (file: string, source: string): Mutant[] => {
  const changes: Change[] = []
  const write = ({ start, end }: Node) => source.slice(start, end)
  const replace = ({ start, end }: Node, after: string) => changes.push({ start, end, after })
  /** Exchanges what stands between two nodes. */
  const between = (left: Node, right: Node, operator: string, other: string) => {
    const start = source.indexOf(operator, left.end)
    if (start !== -1 && start < right.start) changes.push({ start, end: start + operator.length, after: other })
  }

  const operators = (node: Node) => {
    const { left, right, operator } = node as { left?: unknown; right?: unknown; operator?: unknown }
    if (!isNode(left) || !isNode(right) || typeof operator !== 'string') return
    const other = otherOperators[operator]
    if (other !== undefined) between(left, right, operator, other)
    if (operator === '??') replace(node, write(left))
  }
  const condition = (test: unknown) => {
    if (!isNode(test)) return
    // A comparison that is turned round would be the same change twice.
    if (test.type !== 'BinaryExpression' && test.type !== 'UnaryExpression') replace(test, `!(${write(test)})`)
    replace(test, 'true')
    replace(test, 'false')
  }
  const rules: Readonly<Record<string, (node: Node, parent: Node) => void>> = {
    BinaryExpression: operators,
    LogicalExpression: operators,
    AssignmentExpression: operators,
    UnaryExpression(node) {
      const { operator, argument } = node
      if (operator === '!' && isNode(argument)) replace(node, write(argument))
    },
    ConditionalExpression: ({ test }) => condition(test),
    IfStatement: ({ test }) => condition(test),
    Literal(node, parent) {
      const { value } = node
      if (typeof value === 'boolean') replace(node, String(!value))
      else if (typeof value === 'number') {
        replace(node, String(value + 1))
        replace(node, String(value - 1))
      } else if (typeof value === 'string' && value !== '' && !isForReaders(parent)) replace(node, "''")
    },
    ReturnStatement(node, parent) {
      if (parent.type === 'IfStatement') replace(node, ';')
    },
    ExpressionStatement(node) {
      replace(node, ';')
    },
    CallExpression(node) {
      const { callee } = node
      if (!isNode(callee) || callee.type !== 'MemberExpression') return
      const { object, property } = callee as { object?: unknown; property?: unknown }
      if (!isNode(object) || !isNode(property)) return
      const name = String(property.name)
      const other = otherMethods.get(name)
      if (other !== undefined) replace(property, other)
      if (name === 'has' || name === 'includes') replace(node, `!${write(node)}`)
      if (droppedCalls.includes(name)) replace(node, write(object))
    }
  }
  const walk = (node: Node, parent: Node) => {
    // Types are erased before anything runs, and what is imported is not a decision.
    if (node.type === 'ImportDeclaration') return
    if (node.type.startsWith('TS') && !isNode(node.expression)) return
    rules[node.type]?.(node, parent)
    for (const [key, value] of Object.entries(node)) {
      if (/^type(Annotation|Arguments|Parameters)$|^returnType$|^key$/.test(key)) continue
      for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) walk(each, node)
    }
  }
  // What the parser gives is a tree of such nodes.
  const tree = parseAst(source, { lang: 'ts' }, file) as unknown as Node
  walk(tree, tree)

  return changes.flatMap(({ start, end, after }) => {
    const text = source.slice(0, start) + after + source.slice(end)
    const line = source.slice(0, start).split('\n').length
    return isSyntax(text) ? [{ file, line, before: source.slice(start, end), after, text }] : []
  })
}

/** Texts that only people read who look for a fault in the code. */
const isForReaders = ({ type, callee }: Node): boolean =>
  type === 'NewExpression' && isNode(callee) && /^(Range)?Error$/.test(String(callee.name))

const isSyntax = (text: string): boolean => {
  try {
    stripTypeScriptTypes(text)
    parseAst(text, { lang: 'ts' })
    return true
  } catch {
    return false
  }
}
