/** JSON in which integers beyond 2^53 − 1 are bigints instead of rounded numbers. */
export type ExactJson = null | boolean | number | bigint | string | ExactJson[] | { [key: string]: ExactJson }

// A number token stands at the start, after white space or after one of `:,[-`. 16 digits are the fewest that can be
// beyond 2^53 − 1. Text inside strings may match too, which costs time but changes nothing.
const mayHoldLongInteger = /(?:^|[\s:,[-])\d{16}/
const integer = /^-?\d+$/

// The declarations of JSON.parse do not know the third argument yet, so it counts as one that may be absent.
const keepExact = (_key: string, value: ExactJson, context?: { source?: string }): ExactJson => {
  const source = context?.source
  return typeof value === 'number' && source !== undefined && !Number.isSafeInteger(value) && integer.test(source)
    ? BigInt(source)
    : value
}

/**
 * Parses JSON without rounding any integer: 64-bit ids come as JSON numbers in some files. Fractions and exponents are read
 * as JSON.parse reads them. Throws SyntaxError, or RangeError for nesting too deep to walk.
 */
export const parseExactJson = (text: string): ExactJson =>
  // Looking at every value takes several times as long, and most files write their ids as strings.
  mayHoldLongInteger.test(text) ? JSON.parse(text, keepExact) : JSON.parse(text)
