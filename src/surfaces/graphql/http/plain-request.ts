import { invalidParam, repeatedParam } from '../../../core/errors.ts'
import { type GivenParameters, parametersIn } from '../../http/query-parameters.ts'
import type { QueryRequest } from '../query/answer.ts'

/** The request in a JSON body of the plain form; null for any other form, and for invalid ones. */
export const requestInBody = (body: string): QueryRequest | null => {
  try {
    return plainQuestion(JSON.parse(body))
  } catch {
    return null
  }
}

/** The request in a URL; null if there is none. */
export const requestInUrl = (url: string): QueryRequest | null => {
  try {
    return plainQuestion(readUrl(url))
  } catch {
    return null
  }
}

const names = new Set(['query', 'documentId', 'operationName', 'variables', 'extensions'])

/** GraphQL over HTTP parameters of a URL. Throws an `ApiError` for a repeated parameter, and for invalid JSON. */
export const readUrl = (url: string): Record<string, unknown> => {
  const given = parametersIn(url.split('#', 1)[0] ?? '', names)
  return {
    query: textIn(given, 'query'),
    documentId: textIn(given, 'documentId'),
    operationName: textIn(given, 'operationName'),
    variables: jsonIn(given, 'variables'),
    extensions: jsonIn(given, 'extensions')
  }
}

const textIn = (given: GivenParameters, name: string): string | null => {
  const value = given[name] ?? null
  if (Array.isArray(value)) throw repeatedParam(name, value.length)
  return value
}

const jsonIn = (given: GivenParameters, name: string): unknown => {
  const text = textIn(given, name)
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    throw invalidParam(name, 'is not JSON')
  }
}

const plainQuestion = (given: unknown): QueryRequest | null => {
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
