import { isHandle, parseUrl } from '../../records/identifiers.ts'
import { eachOnce } from '../views/unique.ts'

/** The handle in pasted text: `maya`, `@maya`, or the URL of a profile or a post. Null when there is none. */
const handleIn = (text: string): string | null => {
  const name = /^https?:\/\/[^\s/]+\/@([^\s/?#]+)/i.exec(text)?.[1] ?? text.replace(/^@/, '')
  return isHandle(name) ? name : null
}

/** The handles in a URL of the explorer itself. */
const namedByAddress = (text: string): string[] => {
  const query = /^(?:https?:\/\/[^\s/]+)?\/\?/i.test(text) ? parseUrl(text, 'http://explorer')?.searchParams : null
  const names = query?.get('creator') ?? query?.get('report') ?? query?.get('compare')
  return names?.split(',') ?? []
}

export type Handles = { handles: readonly string[]; others: readonly string[] }

/** Splits texts into distinct handles, without their @, and others. */
export const splitHandles = (texts: readonly string[]): Handles => {
  const given = texts.map((text) => text.trim()).filter((text) => text !== '')
  return {
    handles: eachOnce(given.flatMap((text) => handleIn(text) ?? [])),
    others: [...new Set(given.filter((text) => handleIn(text) === null))]
  }
}

/** Splits a pasted list of handles, profile URLs and explorer URLs. */
export const splitPastedHandles = (text: string): Handles => {
  const whole = text.split(/\s+/).flatMap((word) => {
    const named = namedByAddress(word)
    return named.length > 0 ? named : word.split(/[,;]+/)
  })
  return splitHandles(whole)
}
