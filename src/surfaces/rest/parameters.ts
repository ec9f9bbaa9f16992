import { type GivenParameters, parametersIn, plainName, spelledIn } from '../http/query-parameters.ts'
import type { PathParams } from '../http/route.ts'
import type { RestOperation } from './operations.ts'

/** Known parameters of a request by name. Path parameters take precedence over query parameters of the same name. */
export const parametersOf = (
  url: string,
  path: PathParams,
  queryNames: ReadonlySet<string>
): Readonly<GivenParameters> | PathParams =>
  url.includes('?') ? Object.assign(parametersIn(url, queryNames), path) : path

const queryInputsOf = ({ path, input }: Pick<RestOperation, 'path' | 'input'>) =>
  Object.entries(input).filter(([name]) => !path.includes(`{${name}}`))

/** Query parameter names of an operation, including aliases. */
export const queryNamesOf = (operation: Pick<RestOperation, 'path' | 'input'>): ReadonlySet<string> =>
  new Set(queryInputsOf(operation).flatMap(([name, { aliases = [] }]) => [name, ...aliases]))

/** Aliases with the names that take precedence over them. */
export const aliasesOf = (operation: Pick<RestOperation, 'path' | 'input'>): ReadonlyMap<string, readonly string[]> =>
  new Map(
    queryInputsOf(operation).flatMap(([name, { aliases = [] }]) =>
      aliases.map((alias, index) => [alias, [name, ...aliases.slice(0, index)]] as const)
    )
  )

const noAliases: ReturnType<typeof aliasesOf> = new Map()

// Percent-encoded, a character may take nine bytes; with this limit the header stays below 4 KB.
const maxNames = 10
const maxNameLength = 40

/**
 * Value of the header that lists query parameters the operation ignores, including an alias overridden by its name: percent-encoded,
 * unique, each cut after 40 characters, `...` for further ones. Empty without any.
 */
export const ignoredHeader = (url: string, known: ReadonlySet<string>, aliases = noAliases): readonly string[] => {
  const spelled = spelledIn(url)
  if (spelled.every(([name]) => known.has(name) && !aliases.has(name))) return []
  const names = new Set(spelled.map(([name]) => plainName(name)))
  const ignored = new Set<string>()
  for (const name of names) {
    const isTaken = known.has(name) && aliases.get(name)?.some((other) => names.has(other)) !== true
    if (name === '' || isTaken) continue
    if (ignored.size === maxNames) {
      ignored.add('...')
      break
    }
    ignored.add(encodeURIComponent(name.slice(0, maxNameLength).toWellFormed()))
  }
  return ignored.size === 0 ? [] : ['x-ignored-parameters', [...ignored].join(', ')]
}
