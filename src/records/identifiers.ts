/** What ids, handles and addresses of posts look like, whoever they come from: a client, a file or an upstream. Patterns are sources of regular expressions. */

/** Digits of the longest id. Ids are text, because they run past 2^53. */
export const maxIdDigits = 20
export const idPattern = `\\d{1,${maxIdDigits}}`
const id = new RegExp(`^${idPattern}$`)
export const isId = (text: string): boolean => id.test(text)

/** Whether a JSON number was rounded when it was read, so that it is another one than was written: an id would be another thing's. */
export const isRounded = (value: unknown): boolean =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
/** What is wrong with an id that `isRounded`. */
export const roundedId = 'must be a text in quotes: a number of this size has lost its last digits'

/** Digits alone, which is how contracts put it: the length of an id is a bound of its own there. */
export const digitsPattern = '^\\d+$'

/** Without its @. Not dots alone: `.` and `..` would lead elsewhere in the path of an address. */
export const handlePattern = '(?!\\.+$)[A-Za-z0-9._-]{1,64}'
const handle = new RegExp(`^${handlePattern}$`)
export const isHandle = (text: string): boolean => handle.test(text)

/**
 * The paths by which the platform names a post: `/@handle/video/ID` and `/photo/ID`, `/note/ID`, `/share/item/ID`, `/v/ID.html` of its mobile site,
 * `/embed/v2/ID` and `/player/v1/ID` of its players. What stands before them differs.
 */
const idInPath = new RegExp(
  `/(?:video|photo|note|v|share/item|embed(?:/v\\d+)?|player/v\\d+)/(${idPattern})(?:\\.html)?(?:/|$)`,
  'i'
)

/** Hosts and paths of links that lead to a post and do not name it: `vm.host/ZMabc`, `www.host/t/ZTabc`. */
const shortLink = /^(?:(?:vm|vt|v)\.[^/]+|[^/]+\/t)\/[\w-]+\/?$/i

/** What an address says of a post: its id, that it is a link to be followed first, or nothing. */
type PostAddress = { id: string } | 'short link' | null

/** Reads the address of a post: of any host, with or without its scheme, in any case. It is parsed, never fetched. */
export const readPostAddress = (text: string): PostAddress => {
  const url = parsed(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const id = idInPath.exec(url.pathname)?.[1] ?? idInQuery(url.searchParams)
  if (id !== undefined) return { id }
  return shortLink.test(url.hostname + url.pathname) ? 'short link' : null
}

/** Some links within the platform open a feed at a post. Two ids name none. */
const idInQuery = (query: URLSearchParams): string | undefined => {
  const [id = '', ...others] = query.getAll('item_id')
  return others.length === 0 && isId(id) ? id : undefined
}

/** Browsers run this too, and `URL.parse` is younger than some of them. */
const parsed = (text: string): URL | null => {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
