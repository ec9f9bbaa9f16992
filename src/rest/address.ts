import type { RestOperation } from './operations.ts'

/** The address that calls an operation, from its path on: parameters of the path in the path, all others in the query. */
export const addressOf = (
  { path }: Pick<RestOperation, 'path'>,
  values: Readonly<Record<string, string | number>>
): string => {
  let filled = path
  const query: string[] = []
  for (const [name, value] of Object.entries(values)) {
    const encoded = encodeURIComponent(value)
    if (path.includes(`{${name}}`)) filled = filled.replace(`{${name}}`, () => encoded)
    else query.push(`${name}=${encoded}`)
  }
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}
