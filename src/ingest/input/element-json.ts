/** Integers of this many digits may be beyond 2^53 − 1. */
export const longInteger = 16

/** Texts as they are, and between them numbers, of which JSON.parse rounds the long ones. */
const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const isLongInteger = /^-?\d{16,}$/

const quoteLongIntegers = (text: string): string =>
  text.replace(textOrNumber, (token) => (isLongInteger.test(token) ? `"${token}"` : token))

/**
 * Parses one value. Integers too long to be exact as numbers come as texts of their digits, which is how most files write their
 * ids; asking JSON.parse for the source of every number takes several times as long.
 */
export const parseElement = (text: string, hasLongIntegers: boolean): { value: unknown } | { problem: string } => {
  try {
    return { value: JSON.parse(hasLongIntegers ? quoteLongIntegers(text) : text) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
