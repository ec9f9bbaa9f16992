import { parseElement } from './element-json.ts'

/** JSON within other texts: text fields, scripts of web pages. */

/** Maximum length of a text that is searched. */
const maxLength = 8 * 2 ** 20

/** The value of a JSON text, or the values in a web page; undefined for other texts. Recorders of network traffic write some answers in Base64. */
export const embeddedJson = (text: string, isBase64 = false): unknown => {
  if (text.length > maxLength) return undefined
  const plain = isBase64 ? Buffer.from(text, 'base64').toString() : text
  if (isPage(plain)) {
    const values = pageValues(plain)
    return values.length === 0 ? undefined : values
  }
  if (!/^\s*(?:\{.*\}|\[.*\])\s*$/s.test(plain)) return undefined
  const parsed = parseElement(plain, /\d{16}/.test(plain))
  return 'value' in parsed ? parsed.value : undefined
}

export const isPage = (text: string): boolean => /^\s*</.test(text)

/** Decodes a state that is percent-encoded as a whole, as on some pages. */
const withoutPercents = (script: string): string => {
  if (!/^\s*%(?:7B|5B)/i.test(script)) return script
  try {
    return decodeURIComponent(script)
  } catch {
    return script
  }
}

/** For example `window['STATE'] = {…};`, `var state = {…}` and `window.__INIT__={…}`. */
const assignment =
  /^\s*(?:(?:window|self|globalThis)\s*(?:\.\s*[\w$]+|\[\s*['"][^'"]{1,100}['"]\s*\])|(?:var|let|const)\s+[\w$]+)\s*=\s*/

/** Whether a text begins as a script that assigns a value. */
export const isScript = (begin: string): boolean => assignment.test(begin)

/** Values that a script assigns to names, or the value of the whole script. Omits undefined values. */
export const scriptValues = (script: string): unknown[] => {
  const whole = embeddedJson(withoutPercents(script))
  if (whole !== undefined) return [whole]
  const values: unknown[] = []
  // Statements are on separate lines, or there is only one.
  for (const statement of script.split(/;\s*(?:\n|$)|;(?=\s*(?:window|self|globalThis|var|let|const)\b)/)) {
    const begin = assignment.exec(statement)
    if (begin === null) continue
    const value = embeddedJson(statement.slice(begin[0].length).replace(/;\s*$/, ''))
    if (value !== undefined) values.push(value)
  }
  return values
}

/** Values in the scripts of a web page. Scans each part of the page only once, even if tags are not closed. */
export const pageValues = (page: string): unknown[] => {
  const values: unknown[] = []
  const [begins, ends] = [/<script\b/gi, /<\/script\s*>/gi]
  for (let begin = begins.exec(page); begin !== null; begin = begins.exec(page)) {
    const from = page.indexOf('>', begins.lastIndex) + 1
    ends.lastIndex = from
    const end = from === 0 ? null : ends.exec(page)
    if (end === null) break
    values.push(...scriptValues(page.slice(from, end.index)))
    begins.lastIndex = ends.lastIndex
  }
  return values
}
