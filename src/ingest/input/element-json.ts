/** Integers with this many digits may exceed 2^53 − 1. */
export const longInteger = 16

/** Skips texts and finds numbers, of which JSON.parse rounds the long ones. */
const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const isLongInteger = /^-?\d{16,}$/

const quoteLongIntegers = (text: string): string =>
  text.replace(textOrNumber, (token) => (isLongInteger.test(token) ? `"${token}"` : token))

/**
 * Parses one value. Integers too long for a number become texts of their digits, as most files write ids. A JSON.parse reviver with the
 * source text takes several times as long.
 */
export const parseElement = (text: string, hasLongIntegers: boolean): { value: unknown } | { problem: string } => {
  try {
    return { value: JSON.parse(hasLongIntegers ? quoteLongIntegers(text) : text) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
