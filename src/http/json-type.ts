import { ApiError } from '../core/errors.ts'
import type { Heading } from './request-headers.ts'

const inUtf8 = '(?:[ \\t]*;[ \\t]*charset=("?)utf-?8\\1)?$'
const plainJson = new RegExp(`^application/json${inUtf8}`, 'i')
const jsonOfAnyKind = new RegExp(`^application/(?:[\\w.-]+\\+)?json${inUtf8}`, 'i')

/** Whether a body is JSON in UTF-8 by its plain name, and not of a kind with rules of its own. */
export const isPlainJson = ({ contentType = '' }: Heading): boolean =>
  contentType === 'application/json' || plainJson.test(contentType)

/**
 * Refuses all but JSON in UTF-8. What a page may send without asking first, a form for example, is kept out by the key in a header
 * already; this does where a proxy puts the key in. Another charset would be read otherwise by whoever looks at bodies on the way here.
 */
export const requireJson = ({ contentType = '' }: Heading): void => {
  if (!jsonOfAnyKind.test(contentType)) throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
}
