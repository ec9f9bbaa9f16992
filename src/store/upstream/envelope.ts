import { type ExactJson, parseExactJson } from '../../records/exact-json.ts'

/** The JSON object of every answer. */
export type Envelope = { [key: string]: ExactJson }

/** The envelope of a body; null when the body is something else, such as a web page. */
export const readEnvelope = (text: string): Envelope | null => {
  let json: ExactJson
  try {
    json = parseExactJson(text)
  } catch {
    return null
  }
  if (!isObject(json) || !isObject(json.meta ?? null) || !('data' in json) || !('error' in json)) return null
  return json
}

export const isObject = (json: ExactJson): json is Envelope =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** The error code of an envelope; null without one. */
export const errorCode = (envelope: Envelope | null): ExactJson =>
  envelope !== null && isObject(envelope.error ?? null) ? ((envelope.error as Envelope).code ?? null) : null
