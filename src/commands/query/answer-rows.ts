import type { TableColumn } from '../../surfaces/rest/tables.ts'

/** A part of an answer: its path and value. */
export type AnswerPart = { path: readonly string[]; value: unknown }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const memberOf = (value: unknown, key: string): unknown => (isObject(value) ? (value[key] ?? null) : null)

/** The parts directly below; for a list only its first element, as an example of an index. */
const partsBelow = ({ path, value }: AnswerPart): AnswerPart[] => {
  const members = Array.isArray(value) ? { 0: value[0] } : isObject(value) ? value : {}
  return Object.entries(members).map(([key, member]) => ({ path: [...path, key], value: member }))
}

const nameOf = ({ path }: AnswerPart): string => path.join('.')

const choicesOf = (part: AnswerPart): string => {
  const choices = partsBelow(part).map(nameOf)
  return choices.length === 0 ? `${nameOf(part)} is a value` : `it has ${choices.join(', ')}`
}

/** The part at a path; null below a null. Throws an error with the valid choices. */
export const partAt = (answer: AnswerPart, path: string): AnswerPart => {
  const [first, ...keys] = path.split('.')
  if (first !== answer.path[0]) throw new Error(`--path must start with ${answer.path[0]}; ${choicesOf(answer)}`)
  return keys.reduce<AnswerPart>((part, key) => {
    const { value } = part
    const isThere =
      value === null || (isObject(value) && Object.hasOwn(value, key)) || (Array.isArray(value) && /^\d+$/.test(key))
    if (!isThere) throw new Error(`--path ${path} is not in the answer; ${choicesOf(part)}`)
    return {
      path: [...part.path, key],
      value: Array.isArray(value) ? (value[Number(key)] ?? null) : memberOf(value, key)
    }
  }, answer)
}

type AnswerList = AnswerPart & { value: readonly unknown[] }

const isList = (part: AnswerPart): part is AnswerList => Array.isArray(part.value)

/** All lists that are not within another list. */
const listsIn = (part: AnswerPart): AnswerList[] => (isList(part) ? [part] : partsBelow(part).flatMap(listsIn))

/** Kinds of lists in order of preference: of connections, of objects, and of values. */
const kinds: readonly ((list: AnswerList) => boolean)[] = [
  ({ path }) => ['nodes', 'edges'].includes(path.at(-1) ?? ''),
  ({ value }) => value.some(isObject),
  () => true
]

/** The rows of an answer, and their columns: the members of the objects by path, such as `author.username`. */
export type AnswerRows = { rows: readonly unknown[]; columns: readonly TableColumn[] }

/**
 * The elements of the only list of the first kind that occurs. Without any list, the part itself is one row. Throws an error with the names of
 * the lists if there are several of that kind.
 */
export const rowsOf = (part: AnswerPart): AnswerRows => {
  const lists = listsIn(part)
  const [list, ...others] = kinds.map((isOf) => lists.filter(isOf)).find((found) => found.length > 0) ?? []
  if (others.length > 0) {
    const names = [list, ...others].map((found) => (found === undefined ? '' : nameOf(found)))
    throw new Error(`the answer has ${names.length} lists: choose one with --path: ${names.join(', ')}`)
  }
  const { path, value } = list ?? { path: part.path, value: part.value === null ? [] : [part.value] }
  return { rows: value, columns: columnsOf(value, path.at(-1) ?? '') }
}

const columnsOf = (rows: readonly unknown[], name: string): TableColumn[] => {
  if (!rows.some(isObject)) return [{ name, read: (row) => row }]
  const paths = [...new Set(rows.flatMap((row) => pathsIn(row, '')))]
  // An object that is null in some rows still has the columns of its members.
  const leaves = paths.filter((path) => !paths.some((other) => other.startsWith(`${path}.`)))
  return leaves.map((path) => {
    const keys = path.split('.')
    return { name: path, read: (row) => keys.reduce(membersOf, row) }
  })
}

const pathsIn = (value: unknown, path: string): string[] => {
  if (Array.isArray(value) && value.some(isObject)) return value.flatMap((item) => pathsIn(item, path))
  if (!isObject(value)) return path === '' ? [] : [path]
  return Object.entries(value).flatMap(([key, member]) => pathsIn(member, path === '' ? key : `${path}.${key}`))
}

/** A member of an object, or a list of the member in all objects of a list. */
const membersOf = (value: unknown, key: string): unknown =>
  Array.isArray(value) ? value.flatMap((item) => membersOf(item, key)) : memberOf(value, key)
