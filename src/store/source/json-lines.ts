/** Line numbers of members in a JSON text, for messages about them. */

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** The path of a member or element below another path. */
export const child = (path: string, key: string | number): string => (path === '' ? String(key) : `${path}.${key}`)

/** The line of each member by its path, and the paths of duplicate keys. The text must be valid JSON. */
export const jsonLines = (text: string): { lines: ReadonlyMap<string, number>; twice: readonly string[] } => {
  const lines = new Map([['', 1]])
  const twice: string[] = []
  /** Path of each open object or list, with the current index in a list or null. */
  const open: { path: string; index: number | null }[] = []
  let path = ''
  let line = 1
  let passed = 0
  let isKey = false
  const below = (key: string | number) => child(open.at(-1)?.path ?? '', key)
  for (const { 0: part, index } of text.matchAll(token)) {
    line += text.slice(passed, index).split('\n').length - 1
    passed = index
    const inner = open.at(-1)
    if (part === '{' || part === '[') {
      open.push({ path, index: part === '[' ? 0 : null })
      isKey = part === '{'
      if (part === '[') path = below(0)
    } else if (part === '}' || part === ']') {
      path = open.pop()?.path ?? ''
      isKey = false
    } else if (part === ',') {
      isKey = inner?.index === null
      if (inner !== undefined && inner.index !== null) path = below(++inner.index)
    } else if (isKey && part.startsWith('"')) {
      path = below(JSON.parse(part))
      if (lines.has(path)) twice.push(path)
      lines.set(path, line)
      isKey = false
    } else if (part !== ':' && !lines.has(path)) lines.set(path, line)
  }
  return { lines, twice }
}
