import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { errorCodes, graphqlOnlyCodes } from '../../../src/core/errors.ts'
import { splitPayloads } from '../../parts.ts'
import type { Sent } from './request.ts'
import type { Received } from './wire.ts'

const codes = new Set<unknown>([...Object.keys(errorCodes), ...graphqlOnlyCodes])

/** What is inside shows in none of them. */
const internals = /\\n\s+at |node_modules|node:internal|\/src\/[\w/-]+\.ts|llhttp|HPE_/

type Json = Readonly<Record<string, unknown>>

/** What is wrong with an answer; null when nothing is. */
export const problemOf = (sent: Sent, { status, headers, body }: Received): string | null => {
  if (status === -1) return 'no answer in time'
  // After broken bytes the client has hung up: what was whole may have been answered, and what was not need not be.
  if (status === 0) return sent.isWhole ? 'closed without an answer' : null
  // Broken bytes may name a version of HTTP that the server does not speak.
  if (status >= 500 && (status !== 505 || sent.isWhole)) return `status ${status}`
  if (headers.get('x-request-id') === undefined) return 'no x-request-id'
  if (sent.method === 'HEAD' || status === 204 || status === 304) return null
  return formProblem(sent, status, headers.get('content-type') ?? '', unpacked(body, headers.get('content-encoding')))
}

const unpacked = (body: Buffer, coding = 'identity'): string => {
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }[coding]
  return (unpack === undefined ? body : unpack(body)).toString()
}

const formProblem = (sent: Sent, status: number, type: string, text: string): string | null => {
  if (status >= 400 && internals.test(text)) return 'shows what is inside'
  if (/^(?:multipart\/mixed|text\/event-stream)/.test(type) && sent.target.startsWith('/graphql')) {
    return areParts(type, text, status) ? null : 'not the form of parts'
  }
  if (!type.includes('json')) return status < 400 ? null : `a refusal in ${type || 'no type'}`
  // Contracts, and pictures of applications for browsers.
  if (status < 400 && !/^\/(?:api\/|graphql|mcp)/.test(sent.target)) return null
  let answer: Json
  try {
    // A list of lines has none where it is empty.
    answer = JSON.parse(type.includes('ndjson') ? `[${text.trim().split('\n').join(',')}]` : text)
  } catch {
    return 'JSON that cannot be read'
  }
  if (type.includes('ndjson')) return null
  if ('jsonrpc' in answer) return isRpc(answer) ? null : 'not the form of JSON-RPC'
  if ('meta' in answer) return isEnvelope(answer, status) ? null : 'not the form of the envelope'
  return isGraphQL(answer, status) ? null : 'not the form of GraphQL'
}

/** What was checked to be an object is read by name. */
const asJson = (value: unknown): Json | null => (typeof value === 'object' && value !== null ? (value as Json) : null)

const isEnvelope = (answer: Json, status: number): boolean => {
  const error = asJson(answer.error)
  if (Object.keys(answer).join() !== 'meta,data,pagination,error') return false
  return error === null ? status < 400 : status >= 400 && answer.data === null && codes.has(error.code)
}

/** Whether every payload but the last says that more follows, and each has its form. */
const areParts = (type: string, text: string, status: number): boolean => {
  const { payloads, rest } = splitPayloads(type, text)
  if (rest.trim() !== (type.startsWith('multipart') ? '--' : '')) return false
  return payloads.every((payload, index) => {
    let answer: Json
    try {
      answer = JSON.parse(payload)
    } catch {
      return false
    }
    const isLast = index === payloads.length - 1
    if (index === 0) return isGraphQL(answer, status) && (answer.hasNext ?? false) === !isLast
    return answer.hasNext === !isLast && Array.isArray(answer.incremental) && answer.incremental.every(isPart)
  })
}

const isPart = (value: unknown): boolean => {
  const part = asJson(value)
  return (
    Array.isArray(part?.path) &&
    ('data' in part || 'items' in part) &&
    (part.errors === undefined || areErrors(part.errors))
  )
}

const areErrors = (errors: unknown): boolean => {
  if (!Array.isArray(errors) || errors.length === 0) return false
  return errors.every((error) => {
    const code = asJson(asJson(error)?.extensions)?.code
    return codes.has(code) && code !== 'INTERNAL_ERROR'
  })
}

const isGraphQL = (answer: Json, status: number): boolean => {
  const { errors, data, extensions } = answer
  if (!Array.isArray(errors) && (status >= 400 || asJson(data) === null)) return false
  if (Array.isArray(errors) && !areErrors(errors)) return false
  return asJson(asJson(extensions)?.meta) !== null
}

const isRpc = (answer: Json): boolean => {
  const error = asJson(answer.error)
  if (answer.jsonrpc !== '2.0') return false
  return error === null ? 'result' in answer : typeof error.code === 'number' && error.code !== -32_603
}
