import { type GivenParameters, parametersIn, plainName, spelledIn } from '../http/query-parameters.ts'
import type { PathParams } from '../http/route.ts'
import type { RestOperation } from './operations.ts'

/**
 * What an operation is given: the parameters that it knows, by name. Path parameters win: a query parameter of the same name cannot stand in for
 * them.
 */
export const parametersOf = (
  url: string,
  path: PathParams,
  queryNames: ReadonlySet<string>
): Readonly<GivenParameters> | PathParams =>
  url.includes('?') ? Object.assign(parametersIn(url, queryNames), path) : path

const queryInputsOf = ({ path, input }: Pick<RestOperation, 'path' | 'input'>) =>
  Object.entries(input).filter(([name]) => !path.includes(`{${name}}`))

/** Names of the query parameters that an operation takes, aliases included. */
export const queryNamesOf = (operation: Pick<RestOperation, 'path' | 'input'>): ReadonlySet<string> =>
  new Set(queryInputsOf(operation).flatMap(([name, { aliases = [] }]) => [name, ...aliases]))

/** Aliases, each with the names of the same parameter that count instead of it where both are given. */
export const aliasesOf = (operation: Pick<RestOperation, 'path' | 'input'>): ReadonlyMap<string, readonly string[]> =>
  new Map(
    queryInputsOf(operation).flatMap(([name, { aliases = [] }]) =>
      aliases.map((alias, index) => [alias, [name, ...aliases.slice(0, index)]] as const)
    )
  )

const noAliases: ReturnType<typeof aliasesOf> = new Map()

// Encoded, a character may take nine: with these the header stays below 4 KB.
const maxNames = 10
const maxNameLength = 40

/**
 * The header that tells which query parameters mean nothing to an operation, an alias beside the name that counts among them: their names,
 * percent-encoded, each once, cut after 40 characters; `...` at the end stands for further ones. Empty where there are none.
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
