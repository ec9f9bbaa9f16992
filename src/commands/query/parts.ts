import type { Column } from '../../rest/tables.ts'
import type { Shape } from './shape.ts'

/** A part of an answer: its path, what the query selects there, and its value. */
export type AnswerPart = { path: readonly string[]; shape: Shape; value: unknown }

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? ((value as Readonly<Record<string, unknown>>)[key] ?? null) : null

const isIndex = (key: string): boolean => /^\d+$/.test(key)

const within = ({ path, shape, value }: AnswerPart, key: string): AnswerPart | undefined => {
  const next = shape.isList ? (isIndex(key) ? { ...shape, isList: false } : undefined) : shape.fields?.get(key)
  return next === undefined ? undefined : { path: [...path, key], shape: next, value: memberOf(value, key) }
}

const choicesOf = ({ path, shape }: AnswerPart): string => {
  const keys = shape.isList ? ['0'] : [...(shape.fields?.keys() ?? [])]
  const choices = keys.map((key) => [...path, key].join('.'))
  return choices.length === 0 ? `${path.join('.')} is a value` : `it has ${choices.join(', ')}`
}

/** The part at a path. Throws an error that names the choices. */
export const partAt = (whole: AnswerPart, path: string): AnswerPart => {
  const [first, ...keys] = path.split('.')
  if (first !== whole.path[0]) throw new Error(`--path must start with ${whole.path[0]}; ${choicesOf(whole)}`)
  return keys.reduce((part, key) => {
    const next = within(part, key)
    if (next === undefined) throw new Error(`--path ${path} is not in the answer; ${choicesOf(part)}`)
    return next
  }, whole)
}

/** All lists that are in no other list. */
const listsIn = (part: AnswerPart): AnswerPart[] =>
  part.shape.isList
    ? [part]
    : [...(part.shape.fields?.keys() ?? [])].flatMap((key) => {
        const next = within(part, key)
        return next === undefined ? [] : listsIn(next)
      })

/** Lists in the order in which they are looked for. */
const kinds: readonly ((shape: Shape) => boolean)[] = [
  ({ fields, parent }) => fields !== null && parent.endsWith('Connection'),
  ({ fields }) => fields !== null,
  () => true
]

/**
 * The list whose elements are the rows: the elements of a connection, or else a list of objects, or else a list of values. Without any list,
 * the part itself is one row. Throws an error that names the lists if there are several of the same kind.
 */
export const listOf = (part: AnswerPart): AnswerPart => {
  const lists = listsIn(part)
  for (const isOf of kinds) {
    const [only, ...others] = lists.filter(({ shape }) => isOf(shape))
    if (only === undefined) continue
    if (others.length === 0) return only
    const names = [only, ...others].map(({ path }) => path.join('.'))
    throw new Error(`the answer has ${names.length} lists: choose one with --path: ${names.join(', ')}`)
  }
  return part
}

/** Elements of a list; a part that is no list is one row, if it is there. */
export const rowsOf = ({ shape, value }: AnswerPart): readonly unknown[] => {
  if (value === null) return []
  // The value of a list is one.
  return shape.isList ? (value as readonly unknown[]) : [value]
}

/** The columns of a row: values by their path. They follow from the query, so they are the same whatever the data are. */
export const columnsOf = ({ shape, path }: AnswerPart): readonly Column[] =>
  shape.fields === null ? [{ name: path.at(-1) ?? '', read: (row) => row }] : columnsBelow(shape, '', (row) => row)

const columnsBelow = ({ fields }: Shape, name: string, read: Column['read']): Column[] =>
  fields === null
    ? [{ name, read }]
    : [...fields].flatMap(([key, field]) =>
        columnsBelow(field, name === '' ? key : `${name}.${key}`, (row) => membersOf(read(row), key))
      )

/** A member of an object, or those of all objects of a list in one list. */
const membersOf = (value: unknown, key: string): unknown =>
  Array.isArray(value) ? value.flatMap((item) => membersOf(item, key)) : memberOf(value, key)
