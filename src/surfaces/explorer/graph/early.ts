import { type Operation, stringifyVariables } from '@urql/core'
import { currentKey } from '../session.ts'

/** A query that the page sent while this script loaded; `tookMs` is set with the answer. */
export type Early = { answer: Promise<Response>; tookMs?: number }

declare global {
  var asked: { key: string; answers: Map<string, Early> } | undefined
}

const questionOf = ({ query, variables }: Operation): string =>
  'documentId' in query ? stringifyVariables({ documentId: query.documentId, variables }) : ''

/** The early query for an operation, if any. */
export const earlyOf = (operation: Operation): Early | undefined =>
  globalThis.asked?.key === currentKey().text ? globalThis.asked?.answers.get(questionOf(operation)) : undefined

/** Takes the early answer once: later requests must reach the server. A cache-only look-up does not use it. */
export const takeAnswer = (operation: Operation, { answer }: Early): Promise<Response> => {
  globalThis.asked?.answers.delete(questionOf(operation))
  return answer
}
