import { bytesOf } from '../../core/byte-text.ts'
import { answerText, type Queries, type Question } from '../../graphql/query/answer.ts'
import type { Services } from '../../services/services.ts'
import { pageScope } from './example-request.ts'

/** What the graph answers to a question, in the form clients get it. */
export const askGraph = async (
  question: Question,
  { queries, services }: { queries: Queries; services: Services }
): Promise<Record<string, unknown>> => {
  const scope = pageScope()
  const answer = await queries.ask(question, { scope, services })
  return JSON.parse(bytesOf(answerText(answer, scope)).toString())
}
