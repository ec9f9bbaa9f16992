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
import { currentKey, refuseKey } from '../session.ts'
import { costOf, timed } from './cost.ts'
import { AskFailed, problemsOf } from './problem.ts'

let made: { key: string | null; client: Client } | null = null

/** The server knows the project's own operations by their names, so that their texts need not be sent. */
const namesForTexts = mapExchange({
  onOperation: (operation) =>
    makeOperation(operation.kind, {
      ...operation,
      query: {
        kind: operation.query.kind,
        definitions: [],
        documentId: `x-clipgraph:${getOperationName(operation.query)}`
      }
    })
})

/** The client of the current key. Another key gets a client, and so a cache, of its own. */
export const currentClient = (): Client => {
  const key = currentKey().text
  if (made === null || made.key !== key) {
    made = {
      key,
      client: new Client({
        url: '/graphql',
        exchanges: [cacheExchange, namesForTexts, timed, fetchExchange],
        preferGetMethod: false,
        fetchOptions: { headers: key === null ? {} : { 'x-gateway-key': key } }
      })
    }
  }
  return made.client
}

/** Tells the session when the answer says that the key is not accepted. */
export const noteRefusal = <D>(result: Pick<OperationResult<D>, 'error'>, key: string | null) => {
  if (problemsOf(result.error).some(({ code }) => code === 'UNAUTHORIZED')) refuseKey(key)
}

/** An answer with what it cost: the points that the server counts for the query. */
export type Costly<D> = { data: D; points: number }

/** Asks once, and tells the price. Throws `AskFailed` when there is no data; a partial answer is an answer. */
export const askAtCost = async <D, V extends AnyVariables>(
  document: TypedDocumentNode<D, V>,
  variables: V
): Promise<Costly<D>> => {
  const key = currentKey().text
  const result = await currentClient().query(document, variables).toPromise()
  noteRefusal(result, key)
  const [problem] = problemsOf(result.error)
  if (result.data === undefined || result.data === null) {
    throw new AskFailed(problem ?? { code: 'INTERNAL_ERROR', message: 'The answer was empty.', field: null })
  }
  return { data: result.data, points: costOf(result.extensions)?.points ?? 0 }
}

/** The same without the price. */
export const ask = async <D, V extends AnyVariables>(document: TypedDocumentNode<D, V>, variables: V): Promise<D> =>
  (await askAtCost(document, variables)).data
