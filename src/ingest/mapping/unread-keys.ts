import { collectionTimePaths } from './collection-time.ts'
import { type Fields, isFields } from './read-value.ts'
import { type Path, pathOf } from './readings.ts'
import { fieldsOf, type Mapping, tableOf } from './tables.ts'

/** Keys that a format reads, as a tree; null if everything below a key is read. */
type KeyTree = Map<string, KeyTree | null>

const add = (tree: KeyTree, path: Path): void => {
  let node = tree
  for (const [index, key] of path.entries()) {
    const known = node.get(key)
    if (known === null) return
    if (index === path.length - 1) node.set(key, null)
    else {
      const next: KeyTree = known ?? new Map()
      node.set(key, next)
      node = next
    }
  }
}

const treeOf = (mapping: Mapping): KeyTree => {
  const tree: KeyTree = new Map()
  const fields = [...fieldsOf(tableOf(mapping)), mapping.collectedAt ?? []]
  const paths = [...fields.flat().flatMap((reading) => reading.paths), ...collectionTimePaths.map(pathOf)]
  // Longer paths first: an author may be an object or a name, and for an object its keys count.
  for (const path of paths.toSorted((a, b) => b.length - a.length)) if (!isBegun(tree, path)) add(tree, path)
  return tree
}

/** Whether longer paths pass through a value. */
const isBegun = (tree: KeyTree, path: Path): boolean => {
  let node: KeyTree | null | undefined = tree
  for (const key of path) node = node?.get(key)
  return node instanceof Map
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

const none: readonly string[] = []

/** Finds the keys of an element with a value that its format does not read. */
export const unreadKeys = (mapping: Mapping): ((element: Fields) => readonly string[]) => {
  const tree = treeOf(mapping)
  const look = (element: Fields, node: KeyTree, prefix: string, found: string[] | null): string[] | null => {
    let unread = found
    for (const key in element) {
      const below = node.get(key)
      if (below === null) continue
      const value = element[key]
      if (below === undefined) {
        if (isEmpty(value)) continue
        unread ??= []
        unread.push(prefix === '' ? key : `${prefix}.${key}`)
      } else if (isFields(value)) unread = look(value, below, prefix === '' ? key : `${prefix}.${key}`, unread)
    }
    return unread
  }
  return (element) => look(element, tree, '', null) ?? none
}
