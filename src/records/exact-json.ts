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

/** Thrown for an integer that JSON.parse has rounded. One instance suffices: it only triggers the exact reading. */
const rounded = new RangeError('an integer above 2^53 − 1')
/** Whether the JSON that is being read may have rounded integers. Reading is synchronous. */
let mayBeRounded = false

/** A value whose digits matter. If JSON.parse has rounded it, `readExactly` reads everything again. */
export const unrounded = <T extends ExactJson | undefined>(json: T): T => {
  if (mayBeRounded && typeof json === 'number' && Number.isInteger(json) && !Number.isSafeInteger(json)) throw rounded
  return json
}

/** Parses JSON without rounding integers. Fractions and exponents are read as JSON.parse does. */
const parsedExactly = (text: string): ExactJson => JSON.parse(text, keepExact)

/**
 * Reads `json`, which JSON.parse made from `text`, without rounded integers where digits matter: some upstreams have 64-bit ids as numbers.
 * An exact parse takes several times as long, and searching every text for long numbers takes half as long as parsing it. So rounded integers
 * are detected while reading.
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
