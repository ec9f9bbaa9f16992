import { graphql } from 'graphql'
import { maskError } from '../../graphql/query/errors.ts'
import { schema } from '../../graphql/schema/schema.ts'
import { metaOf } from '../../http/meta.ts'
import type { Deps } from '../../services/operation.ts'
import type { Log } from '../../telemetry/log.ts'
import { pageScope } from './example-request.ts'

/** What the graph answers to a query, in the form clients get it, except for its cost. */
export const askGraph = async (
  { query, variables = {} }: { query: string; variables?: Readonly<Record<string, unknown>> },
  { deps, log }: { deps: Deps; log: Pick<Log, 'error'> }
): Promise<Record<string, unknown>> => {
  const scope = pageScope()
  const result = await graphql({ schema, source: query, variableValues: variables, contextValue: { deps, scope } })
  const { data, errors } = result
  const logged = (err: unknown) => log.error({ requestId: scope.requestId, err }, 'a resolver failed')
  return {
    ...(errors === undefined ? {} : { errors: errors.map((error) => shown(maskError(error, logged).toJSON())) }),
    ...('data' in result ? { data } : {}),
    extensions: { meta: metaOf(scope) }
  }
}

/** Without the status for the transport, which never reaches clients. */
const shown = ({ extensions = {}, ...error }: ReturnType<ReturnType<typeof maskError>['toJSON']>) => {
  const { http: _, ...rest } = extensions
  return { ...error, extensions: rest }
}

/** Where GraphiQL opens with a query, ready to run. */
export const graphiqlAddress = (query: string, variables?: Readonly<Record<string, unknown>>): string =>
  `/graphql?query=${encodeURIComponent(query)}${variables === undefined ? '' : `&variables=${encodeURIComponent(JSON.stringify(variables, null, 2))}`}`
