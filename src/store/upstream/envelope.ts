import type { ExactJson } from '../../records/exact-json.ts'
import type { Freshness } from '../source.ts'

/** The JSON object of every answer. */
export type Envelope = { [key: string]: ExactJson }

/** A success of the contract: parsed, and as text, which can be read again. */
export type Answer = { envelope: Envelope; text: string; freshness: Freshness }

/** The envelope in the JSON of a body; null when the body is something else. */
export const envelopeIn = (json: ExactJson): Envelope | null =>
  isObject(json) && isObject(json.meta ?? null) && 'data' in json && 'error' in json ? json : null

export const isObject = (json: ExactJson): json is Envelope =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** A member of an object; null without such a member. */
export const memberOf = (json: ExactJson | undefined, name: string): ExactJson =>
  json !== undefined && isObject(json) ? (json[name] ?? null) : null

/** The error code of an envelope; null without one. */
export const errorCode = (envelope: Envelope | null): ExactJson => memberOf(memberOf(envelope, 'error'), 'code')

/** The JSON of a body; null when the body is something else, such as a web page. */
export const parsed = (text: string): ExactJson => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
