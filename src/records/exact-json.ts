/** JSON in which integers above 2^53 − 1 are bigints. */
export type ExactJson = null | boolean | number | bigint | string | ExactJson[] | { [key: string]: ExactJson }

// Finds numbers of 16 or more digits, which may exceed 2^53 − 1, after white space or one of `:,[-`. Matches inside strings cost time but
// change nothing.
const mayHoldLongInteger = /(?:^|[\s:,[-])\d{16}/
const integer = /^-?\d+$/

// TypeScript's declaration of JSON.parse lacks the third argument, so it is optional here.
const keepExact = (_key: string, value: ExactJson, context?: { source?: string }): ExactJson => {
  const source = context?.source
  return typeof value === 'number' && source !== undefined && !Number.isSafeInteger(value) && integer.test(source)
    ? BigInt(source)
    : value
}

/**
 * Parses JSON without rounding integers, because some files have 64-bit ids as numbers. Fractions and exponents are read as JSON.parse
 * does. Throws SyntaxError, or RangeError for too deep nesting.
 */
export const parseExactJson = (text: string): ExactJson =>
  // A reviver takes several times as long, and most files have ids as strings.
  mayHoldLongInteger.test(text) ? JSON.parse(text, keepExact) : JSON.parse(text)
