import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import {
  type AnyVariables,
  Client,
  cacheExchange,
  fetchExchange,
  getOperationName,
  makeOperation,
  mapExchange,
  type OperationResult
} from '@urql/core'
import { currentKey, noteSampleData, refuseKey } from '../session.ts'
import { timed } from './cost.ts'
import { AskFailed, type Problem, problemsOf } from './problem.ts'

let current: { key: string | null; client: Client } | null = null

/** Sends names of persisted operations instead of their texts. */
const namesForTexts = mapExchange({
  onOperation: (operation) =>
    makeOperation(operation.kind, {
      ...operation,
      query: {
        kind: operation.query.kind,
        definitions: [],
        documentId: `x-clipgraph:${getOperationName(operation.query)}`
      }
    }),
  onResult: (result) => {
    const meta: { sample_data?: true } | undefined = result.extensions?.meta
    // A refusal without data does not show whether the data are sample data.
    if (meta !== undefined && result.data != null) noteSampleData(meta.sample_data === true)
    return result
  }
})

/** The client of the current key. Each key has a client, and so a cache, of its own. */
export const currentClient = (): Client => {
  const key = currentKey().text
  if (current === null || current.key !== key) {
    current = {
      key,
      client: new Client({
        url: '/graphql',
        exchanges: [cacheExchange, namesForTexts, timed, fetchExchange],
        preferGetMethod: false,
        fetchOptions: { headers: key === null ? {} : { 'x-gateway-key': key } }
      })
    }
  }
  return current.client
}

/** Marks the key as refused when the server does not accept it. */
export const noteRefusal = <D>(result: Pick<OperationResult<D>, 'error'>, key: string | null) => {
  if (problemsOf(result.error).some(({ code }) => code === 'UNAUTHORIZED')) refuseKey(key)
}

/** Runs a query. Throws `AskFailed` without data; `problems` of a partial answer name its missing parts. */
export const askWithProblems = async <D, V extends AnyVariables>(
  document: TypedDocumentNode<D, V>,
  variables: V
): Promise<{ data: D; problems: readonly Problem[] }> => {
  const key = currentKey().text
  const result = await currentClient().query(document, variables).toPromise()
  noteRefusal(result, key)
  const problems = problemsOf(result.error)
  if (result.data === undefined || result.data === null) {
    throw new AskFailed(problems[0] ?? { code: 'INTERNAL_ERROR', message: 'The answer was empty.', field: null })
  }
  return { data: result.data, problems }
}

/** Runs a query whose missing parts are shown as unknown. */
export const ask = async <D, V extends AnyVariables>(document: TypedDocumentNode<D, V>, variables: V): Promise<D> =>
  (await askWithProblems(document, variables)).data
