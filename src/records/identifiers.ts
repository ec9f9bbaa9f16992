/** What ids and handles look like, whoever they come from: a client, a file or an upstream. Patterns are sources of regular expressions. */

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
