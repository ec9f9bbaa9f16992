import type { ApiError } from '../../../core/errors.ts'

/** Arguments whose services use another name. */
const argumentNames: ReadonlyMap<unknown, string> = new Map([
  ['count', 'first'],
  ['cursor', 'after'],
  ['videoId', 'postId'],
  ['challengeId', 'hashtagId']
])

/** Message and details of an error, with the graph's name of the argument. */
export const namedInGraph = ({ message, details }: ApiError): Pick<ApiError, 'message' | 'details'> => {
  const name = argumentNames.get(details.param)
  if (name === undefined) return { message, details }
  return { message: `${name} ${String(details.reason)}`, details: { ...details, param: name } }
}
