/** JSON in which integers above 2^53 − 1 are bigints. */
export type ExactJson = null | boolean | number | bigint | string | ExactJson[] | { [key: string]: ExactJson }

const integer = /^-?\d+$/

// TypeScript's declaration of JSON.parse lacks the third argument, so it is optional here.
const keepExact = (_key: string, value: ExactJson, context?: { source?: string }): ExactJson => {
  const source = context?.source
  return typeof value === 'number' && source !== undefined && !Number.isSafeInteger(value) && integer.test(source)
    ? BigInt(source)
    : value
}

/** Thrown for an integer that JSON.parse has rounded. One for all: it only asks for the exact reading. */
const rounded = new RangeError('an integer above 2^53 − 1')
/** Whether what is read now may hold rounded integers. Reading is synchronous. */
let mayBeRounded = false

/** A value whose digits matter; within `readExactly`, everything is read once more if JSON.parse has rounded it. */
export const unrounded = <T extends ExactJson | undefined>(json: T): T => {
  if (mayBeRounded && typeof json === 'number' && Number.isInteger(json) && !Number.isSafeInteger(json)) throw rounded
  return json
}

/** Parses JSON without rounding integers. Fractions and exponents are read as JSON.parse does. */
const parsedExactly = (text: string): ExactJson => JSON.parse(text, keepExact)

/**
 * What `read` makes of `json`, which JSON.parse made of `text`, without rounded integers where digits matter: some upstreams have 64-bit ids
 * as numbers. An exact parse takes several times as long, and to search every text for long numbers half as long as to parse it, so a
 * rounded one is noticed while reading.
 */
export const readExactly = <T>(json: ExactJson, text: string, read: (json: ExactJson) => T): T => {
  mayBeRounded = true
  try {
    return read(json)
  } catch (error) {
    if (error !== rounded) throw error
  } finally {
    mayBeRounded = false
  }
  return read(parsedExactly(text))
}
