import { invalidParam } from '../../core/errors.ts'
import type { Question } from '../query/answer.ts'

/** A question in the plain form of a JSON body; null for any other, and for what is no question. */
export const questionInBody = (body: string): Question | null => {
  try {
    return plainQuestion(JSON.parse(body))
  } catch {
    return null
  }
}

/** A question in an address; null for what is no question. */
export const questionInAddress = (url: string): Question | null => {
  try {
    return plainQuestion(readAddress(url))
  } catch {
    return null
  }
}

/** What GraphQL over HTTP names in an address. Throws an `ApiError` where JSON is expected that cannot be read. */
export const readAddress = (url: string): Record<string, unknown> => {
  const given = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1])
  return {
    query: given.get('query') || null,
    documentId: given.get('documentId'),
    operationName: given.get('operationName') || null,
    variables: jsonIn(given, 'variables'),
    extensions: jsonIn(given, 'extensions')
  }
}

const jsonIn = (given: URLSearchParams, name: string): unknown => {
  const text = given.get(name) || null
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    throw invalidParam(name, 'is not JSON')
  }
}

const plainQuestion = (given: unknown): Question | null => {
  if (!isObject(given)) return null
  const { query = null, documentId = null, variables = null, operationName = null, extensions = null, ...rest } = given
  if (Object.keys(rest).length > 0) return null
  if (!isText(query) || !isText(documentId) || !isText(operationName)) return null
  if (variables !== null && !isObject(variables)) return null
  if (extensions !== null && !isObject(extensions)) return null
  if (query === null && documentId === null && extensions?.persistedQuery === undefined) return null
  return { query, documentId, operationName, variables, extensions }
}

const isText = (value: unknown): value is string | null => value === null || typeof value === 'string'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
