/** Rules for ids, handles and post URLs from clients, files and upstreams. Patterns are sources of regular expressions. */

/** Digits of the longest id. Ids are text, because they exceed 2^53. */
export const maxIdDigits = 20
export const idPattern = `\\d{1,${maxIdDigits}}`
const id = new RegExp(`^${idPattern}$`)
export const isId = (text: string): boolean => id.test(text)

/** Whether a JSON number was rounded while parsing; an id would then be another object's. */
export const isRounded = (value: unknown): boolean =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
/** Error text for an id that `isRounded`. */
export const roundedId = 'must be a string in quotes: a number of this size has lost its last digits'

/** Digits only, for contracts; the length is a separate limit there. */
export const digitsPattern = '^\\d+$'

/** A handle without @. It must not be only dots, because `.` and `..` would change the path of a URL. */
export const handlePattern = '(?!\\.+$)[A-Za-z0-9._-]{1,64}'
const handle = new RegExp(`^${handlePattern}$`)
export const isHandle = (text: string): boolean => handle.test(text)

/**
 * Paths of post URLs: `/@handle/video/ID` and `/photo/ID`, `/note/ID`, `/share/item/ID`, `/v/ID.html` of the mobile site,
 * `/embed/v2/ID` and `/player/v1/ID` of the players. Any prefix is allowed.
 */
const idInPath = new RegExp(
  `/(?:video|photo|note|v|share/item|embed(?:/v\\d+)?|player/v\\d+)/(${idPattern})(?:\\.html)?(?:/|$)`,
  'i'
)

/** Short links, which redirect to a post without naming it: `vm.host/ZMabc`, `www.host/t/ZTabc`. */
const shortLink = /^(?:(?:vm|vt|v)\.[^/]+|[^/]+\/t)\/[\w-]+\/?$/i

/** Result of reading a post URL: its id, a short link, or null. */
type PostAddress = { id: string } | 'short link' | null

/** Reads a post URL: any host, with or without scheme, any case. It is parsed, never fetched. */
export const readPostAddress = (text: string): PostAddress => {
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const id = idInPath.exec(url.pathname)?.[1] ?? idInQuery(url.searchParams)
  if (id !== undefined) return { id }
  return shortLink.test(url.hostname + url.pathname) ? 'short link' : null
}

/** Some links open a feed at a post given in the query. Two different ids are ambiguous. */
const idInQuery = (query: URLSearchParams): string | undefined => {
  const [id = '', ...others] = query.getAll('item_id')
  return others.length === 0 && isId(id) ? id : undefined
}

/** The parsed address; null for an invalid one. Also runs in browsers, some of which lack `URL.parse`. */
export const parseUrl = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
