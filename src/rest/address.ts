import type { RestOperation } from './operations.ts'

type Values = Readonly<Record<string, string | number>>

/** Fills in an operation's path, once it is taken apart: parameters of the path in the path, all others in the query. */
export const addressing = ({ path }: Pick<RestOperation, 'path'>): ((values: Values) => string) => {
  // Text and names in turn.
  const parts = path.split(/\{(\w+)\}/)
  const names = new Set(parts.filter((_, index) => index % 2 === 1))
  return (values) => {
    let address = ''
    for (const [index, part] of parts.entries()) {
      address += index % 2 === 0 ? part : encodeURIComponent(values[part] ?? `{${part}}`)
    }
    let separator = '?'
    for (const [name, value] of Object.entries(values)) {
      if (names.has(name)) continue
      address += `${separator}${name}=${encodeURIComponent(value)}`
      separator = '&'
    }
    return address
  }
}

/** The address that calls an operation, from its path on. */
export const addressOf = (operation: Pick<RestOperation, 'path'>, values: Values): string =>
  addressing(operation)(values)
