/** Integers with this many digits may exceed 2^53 − 1. */
export const longInteger = 16

/** Skips texts and finds numbers, because JSON.parse rounds long ones. An unclosed text extends to the end: rescanning after each quote would be quadratic. */
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|".*|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs
const isLongInteger = /^-?\d{16,}$/

const quoteLongIntegers = (text: string): string =>
  text.replace(textOrNumber, (token) => (isLongInteger.test(token) ? `"${token}"` : token))

/** Words that some tools write for a missing number and JSON lacks; texts are skipped. */
const textOrNoNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|".*|-?\b(?:NaN|Infinity)\b/gs

const withoutNoNumbers = (text: string): string =>
  text.replace(textOrNoNumber, (token) => (token.startsWith('"') ? token : 'null'))

/** Keys of typed values in exports of MongoDB's tools. */
const typedKeys = ['$numberLong', '$numberInt', '$numberDouble', '$numberDecimal', '$oid', '$date']

const plainValue = (_: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const [[key, typed] = ['', null], ...others] = Object.entries(value)
  return others.length === 0 && typedKeys.includes(key) ? typed : value
}

/** Texts of Python, and its words that differ from JSON's. */
const pythonToken = /'([^'\\]*(?:\\.[^'\\]*)*)'|"([^"\\]*(?:\\.[^"\\]*)*)"|['"].*|\b(?:None|True|False|nan)\b/gs
const pythonWords: Readonly<Record<string, string>> = { None: 'null', nan: 'null', True: 'true', False: 'false' }
const pythonEscape = /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|(.))/gis
const pythonLetters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** The unescaped text between quotes of Python. */
export const unescapedPython = (inside: string): string =>
  inside.replace(pythonEscape, (_, byte?: string, short?: string, long?: string, letter = '') => {
    const code = Number.parseInt(byte ?? short ?? long ?? '', 16)
    if (Number.isNaN(code)) return pythonLetters[letter] ?? letter
    return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
  })

const jsonOfPython = (text: string): string =>
  text.replace(pythonToken, (token: string, single?: string, double?: string) => {
    const inside = single ?? double
    return inside === undefined ? (pythonWords[token] ?? token) : JSON.stringify(unescapedPython(inside))
  })

/** A whole quoted text of Python that has an escaped line end, tab or character number. */
const pythonText = /^(?=.*\\[nrtxu])(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")$/s

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Texts that tools write for missing values. */
const missingWords = new Set(['NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NaT', 'None', 'NULL', 'null', '\\N'])
const longestMissing = 4

/**
 * The value of a table's cell: an object, or a list with objects, in JSON or Python; a quoted text of Python with line ends; or the text in a
 * formula that keeps a spreadsheet from rounding it. Null for a missing value, and the cell itself for anything else.
 */
export const cellValue = (cell: string): unknown => {
  if (cell.length <= longestMissing && missingWords.has(cell)) return null
  const first = cell.charCodeAt(0)
  if (first === 0x27 || first === 0x22) {
    const [, single, double] = pythonText.exec(cell) ?? []
    const inside = single ?? double
    return inside === undefined ? cell : unescapedPython(inside)
  }
  // The common case.
  if (first !== 0x5b && first !== 0x7b && first !== 0x3d) return cell
  if (cell.startsWith('="')) return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell
  if (!/^\[?\s*\{.*[}\]]\s*$/s.test(cell)) return cell
  const parsed = parseElement(cell, /\d{16}/.test(cell))
  if (!('value' in parsed)) return cell
  return isObject(parsed.value) || Array.isArray(parsed.value) ? parsed.value : cell
}

const parse = (text: string, hasLongIntegers: boolean): unknown => {
  const exact = hasLongIntegers ? quoteLongIntegers(text) : text
  // A reviver takes several times as long.
  const hasTypes = exact.includes('$') && typedKeys.some((key) => exact.includes(`"${key}"`))
  return hasTypes ? JSON.parse(exact, plainValue) : JSON.parse(exact)
}

/**
 * Parses one value. Integers too long for a number become texts of their digits, as most files write ids. A JSON.parse reviver with the
 * source text takes several times as long.
 */
export const parseElement = (text: string, hasLongIntegers: boolean): { value: unknown } | { problem: string } => {
  try {
    return { value: parse(text, hasLongIntegers) }
  } catch (error) {
    return parseRepaired(text, hasLongIntegers) ?? { problem: error instanceof Error ? error.message : String(error) }
  }
}

const parseRepaired = (text: string, hasLongIntegers: boolean): ReturnType<typeof parseElement> | null => {
  try {
    if (/\b(?:NaN|Infinity)\b/.test(text)) {
      const repaired = withoutNoNumbers(text)
      // If nothing was repaired, the text has another problem.
      if (repaired !== text) return parseElement(repaired, hasLongIntegers)
    }
    if (/[[{,:]\s*'/.test(text)) {
      const json = jsonOfPython(text)
      if (json !== text) return parseElement(json, hasLongIntegers)
    }
  } catch {
    // A regular expression fails on texts with many millions of escapes.
  }
  return null
}
