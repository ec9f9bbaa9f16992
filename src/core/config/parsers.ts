import { availableParallelism } from 'node:os'
import { type RateLimit, readRateLimit } from '../rate-limit.ts'
import { readData } from './data-location.ts'

/** Parsers of settings: from text to value, or an error message. */

export const wholeNumber = (minimum: number, maximum: number) => (text: string) => {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= minimum && value <= maximum)) throw new Error(`must be a whole number from ${minimum} to ${maximum}`)
  return value
}

const maxWorkers = 256

/** The number of worker processes. `auto`: one for each processor that affinity and the control group allow this process. */
export const readWorkers = (text: string): number => {
  if (text === 'auto') return Math.min(availableParallelism(), maxWorkers)
  const value = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= 1 && value <= maxWorkers)) throw new Error(`must be auto or a whole number from 1 to ${maxWorkers}`)
  return value
}

export const mebibytes = (minimum: number, maximum: number) => {
  const read = wholeNumber(minimum, maximum)
  return (text: string) => read(text) * 1024 * 1024
}

export const oneOf =
  <const T extends string>(allowed: readonly T[]) =>
  (text: string): T => {
    const value = allowed.find((known) => known === text)
    if (value === undefined) throw new Error(`must be one of ${allowed.join(', ')}`)
    return value
  }

export type CacheLocation = { kind: 'memory' } | { kind: 'redis'; url: string }

export const readCache = (text: string): CacheLocation => {
  if (text === 'memory:') return { kind: 'memory' }
  const url = URL.parse(text)
  if (url === null || !/^rediss?:$/.test(url.protocol)) {
    throw new Error('must be memory: or redis://…, for example redis://127.0.0.1:6379')
  }
  if (!/^\/?\d*$/.test(url.pathname))
    throw new Error('has a path, which must be the number of a database, for example /1')
  if (!isPercentEncoded(url.username) || !isPercentEncoded(url.password)) {
    throw new Error('has a user or password with a % that encodes nothing: write %25 for it')
  }
  return { kind: 'redis', url: text }
}

const isPercentEncoded = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

export const readUpstreamKey = (text: string): string | null => {
  if (!/^[\x21-\x7e]*$/.test(text)) throw new Error('has characters that a header cannot carry')
  return text === '' ? null : text
}

/** Path of a file for recorded counts; null when unset. */
export const readFormerUrl = (text: string): URL | null => (text === '' ? null : readData(text, ['upstream']).url)

export const readHistory = (text: string): string | null => (text === '' ? null : readData(text, ['sqlite']).path)

export const readKeys = (text: string): string[] => {
  const keys = text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  for (const key of keys) {
    if (key.startsWith('sha256:') && !/^sha256:[0-9a-f]{64}$/i.test(key)) {
      throw new Error('has a sha256: entry that is not 64 hexadecimal digits')
    }
    if (!/^[\x21-\x7e]+$/.test(key)) throw new Error('has a key with characters that a header cannot carry')
  }
  return keys
}

/** Allowed origins: a list, any, or those of this machine. */
export type Origins = readonly string[] | 'any' | 'loopback'

const readOrigin = (text: string): string => {
  if (text === '*') throw new Error('has * together with other origins; use one or the other')
  if (text === 'null') throw new Error('has null, which any sandboxed page can send: list origins, or * for all')
  const url = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*\\]+$/i.test(text) ? URL.parse(text) : null
  if (url === null) {
    throw new Error(
      `has ${text}, which is not an origin: scheme, host and optionally a port, for example https://app.example:8443`
    )
  }
  // Browsers omit default ports. For schemes other than http and https, `URL.origin` is "null".
  return `${url.protocol}//${url.host}`
}

/** Null when unset. */
export const readOrigins = (text: string): Origins | null => {
  const origins = text
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '')
  if (origins.length === 0) return null
  return origins.length === 1 && origins[0] === '*' ? 'any' : origins.map(readOrigin)
}

/** Null for no limit; undefined when unset. */
export const readLimit = (text: string): RateLimit | null | undefined => {
  if (text === '') return undefined
  return text === 'off' ? null : readRateLimit(text)
}

export const readShare = (text: string): number => {
  const share = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(share <= 1)) throw new Error('must be a number from 0 to 1')
  return share
}

export const readAddress = (text: string): string | null => {
  if (text === '') return null
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new Error('must be an http or https URL, for example https://clips.example')
  }
  return url.href.replace(/\/+$/, '')
}

/** An address that pages show. */
export const readPublicAddress = (text: string): string | null => {
  const address = readAddress(text)
  const { username, password } = new URL(address ?? 'http://none')
  if (username !== '' || password !== '') throw new Error('must be a URL without user and password: everybody sees it')
  return address
}

/** Which requests are logged: none, failed and slow ones, or those and one in n of the others. */
export type RequestLogging = 'off' | 'slow' | { oneIn: number }

export const readRequestLogging = (text: string): RequestLogging => {
  if (text === 'off' || text === 'slow') return text
  if (text === 'all') return { oneIn: 1 }
  const oneIn = Number(/^1\/([1-9]\d{0,5})$/.exec(text)?.[1])
  if (Number.isNaN(oneIn)) throw new Error('must be off, slow, all, or 1/n, for example 1/100')
  return { oneIn }
}
