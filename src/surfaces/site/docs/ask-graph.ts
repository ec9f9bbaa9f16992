import { bytesOf } from '../../../core/byte-text.ts'
import type { Scope } from '../../../core/scope.ts'
import type { Deps } from '../../../services/operation.ts'
import { answerText, type Queries, type QueryRequest, type QueryResult } from '../../graphql/query/answer.ts'
import { pageScope } from './example-request.ts'

/** The graph's response to an internal query, in the form for clients. */
export const askGraph = async (
  question: QueryRequest & { query: string },
  { queries, deps }: { queries: Queries; deps: Deps }
): Promise<Record<string, unknown>> => {
  const scope = pageScope()
  return shownAnswer(await queries.askOwn(question, { scope, deps }), scope)
}

export const shownAnswer = (answer: QueryResult, scope: Scope): Record<string, unknown> =>
  JSON.parse(bytesOf(answerText(answer, scope)).toString())

/** Address that opens GraphiQL with a query, ready to run. */
export const graphiqlAddress = (query: string, variables?: Readonly<Record<string, unknown>>): string =>
  `/graphql?${new URLSearchParams({ query, ...(variables === undefined ? {} : { variables: JSON.stringify(variables, null, 2) }) })}`

/** Such an address that also runs the query. */
export const running = (address: string): string => `${address}&run=`
