import { type Operation, stringifyVariables } from '@urql/core'
import { currentKey } from '../session.ts'

/** A question that the page asked while this script was on the way; `tookMs` is there with the answer. */
export type Early = { answer: Promise<Response>; tookMs?: number }

declare global {
  var asked: { key: string; answers: Map<string, Early> } | undefined
}

const questionOf = ({ query, variables }: Operation): string =>
  'documentId' in query ? stringifyVariables({ documentId: query.documentId, variables }) : ''

/** What was asked already. */
export const earlyOf = (operation: Operation): Early | undefined =>
  globalThis.asked?.key === currentKey().text ? globalThis.asked?.answers.get(questionOf(operation)) : undefined

/** Its answer, once: whoever asks again wants it anew. A question that is only looked up takes none. */
export const takeAnswer = (operation: Operation, { answer }: Early): Promise<Response> => {
  globalThis.asked?.answers.delete(questionOf(operation))
  return answer
}
