/** Integers with this many digits may exceed 2^53 − 1. */
export const longInteger = 16

/** Skips texts and finds numbers, of which JSON.parse rounds the long ones. */
const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const isLongInteger = /^-?\d{16,}$/

const quoteLongIntegers = (text: string): string =>
  text.replace(textOrNumber, (token) => (isLongInteger.test(token) ? `"${token}"` : token))

/** What JSON does not have and some tools write for a missing number; texts are skipped. */
const textOrNoNumber = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g

const withoutNoNumbers = (text: string): string =>
  text.replace(textOrNoNumber, (token) => (token.startsWith('"') ? token : 'null'))

/** Values with types as MongoDB's tools export them. */
const typedKeys = ['$numberLong', '$numberInt', '$numberDouble', '$numberDecimal', '$oid', '$date']

const plainValue = (_: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const [[key, typed] = ['', null], ...others] = Object.entries(value)
  return others.length === 0 && typedKeys.includes(key) ? typed : value
}

const parse = (text: string, hasLongIntegers: boolean): unknown => {
  const exact = hasLongIntegers ? quoteLongIntegers(text) : text
  // A reviver takes several times as long.
  return typedKeys.some((key) => exact.includes(`"${key}"`)) ? JSON.parse(exact, plainValue) : JSON.parse(exact)
}

/**
 * Parses one value. Integers too long for a number become texts of their digits, as most files write ids. A JSON.parse reviver with the
 * source text takes several times as long.
 */
export const parseElement = (text: string, hasLongIntegers: boolean): { value: unknown } | { problem: string } => {
  try {
    return { value: parse(text, hasLongIntegers) }
  } catch (error) {
    if (/\b(?:NaN|Infinity)\b/.test(text)) {
      const repaired = withoutNoNumbers(text)
      // Then it was something else.
      if (repaired !== text) return parseElement(repaired, hasLongIntegers)
    }
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
