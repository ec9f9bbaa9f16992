import { ApiError } from '../../core/errors.ts'
import type { CheckedHeaders } from './request-headers.ts'

const inUtf8 = '(?:[ \\t]*;[ \\t]*charset=("?)utf-?8\\1)?$'
const plainJson = new RegExp(`^application/json${inUtf8}`, 'i')
const jsonOfAnyKind = new RegExp(`^application/(?:[\\w.-]+\\+)?json${inUtf8}`, 'i')

/** Whether the body is declared as plain JSON in UTF-8, not as a `+json` type. */
export const isPlainJson = ({ contentType = '' }: CheckedHeaders): boolean =>
  contentType === 'application/json' || plainJson.test(contentType)

/**
 * Refuses anything but JSON in UTF-8. Requests that pages may send without a preflight, such as forms, already lack the key header; this
 * check matters behind a proxy that adds the key. With another charset, proxies would read the body differently.
 */
export const requireJson = ({ contentType = '' }: CheckedHeaders): void => {
  if (!jsonOfAnyKind.test(contentType)) throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
}

/** The media type in lower case without parameters, the only form that Yoga supports. */
export const mediaTypeOf = (contentType: string): string => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
