import type { RestOperation } from './operations.ts'

type AddressValues = Readonly<Record<string, string | number>>

/** Builds the URL of an operation: path parameters go into the path, all others into the query. The path is parsed once. */
export const addressing = ({ path }: Pick<RestOperation, 'path'>): ((values: AddressValues) => string) => {
  // Text and names alternate.
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

/** The path and query that call an operation. */
export const addressOf = (operation: Pick<RestOperation, 'path'>, values: AddressValues): string =>
  addressing(operation)(values)
