import { internals } from '../../internals.ts'
import { bytesOf, type RawAnswer, type RawRequest, readAnswer, sendBytes } from '../../raw.ts'
import type { Fate } from './attack.ts'

/** One request and what came of it. `ms`: processor time of the server, as far as it is measured. */
export type Exchange = { sent: string; answer: RawAnswer; bytesOut: number; ms: number }

type VictimOptions = {
  url: string
  /** Milliseconds of processor time that the server has used. */
  meter?: () => number
  /** What the server has written to its log. */
  log?: () => string
}

/** A server under attack: keeps what was sent to it and what it said. */
export class Victim {
  readonly url: string
  readonly exchanges: Exchange[] = []
  readonly log: () => string
  readonly #meter: () => number

  constructor({ url, meter = () => 0, log = () => '' }: VictimOptions) {
    this.url = url
    this.log = log
    this.#meter = meter
  }

  /** Bytes over a connection of their own, and the first answer to them: what stands behind a request may have one of its own. */
  async raw(bytes: string | Buffer, how: { hangUp?: boolean } = {}): Promise<RawAnswer> {
    const before = this.#meter()
    const text = await sendBytes(this.url, bytes, how)
    const ms = this.#meter() - before
    const [answer = readAnswer(text), ...more] = text.split(/(?=HTTP\/1\.1 \d{3} )/).map(readAnswer)
    const sent = bytes.toString()
    this.exchanges.push({ sent, answer, bytesOut: Buffer.byteLength(text), ms })
    for (const each of more) this.exchanges.push({ sent, answer: each, bytesOut: 0, ms: 0 })
    return answer
  }

  ask(target: string, request: RawRequest = {}): Promise<RawAnswer> {
    return this.raw(bytesOf(this.url, target, request))
  }

  /** A POST to the graph whose body is what is given. */
  post(body: string): Promise<RawAnswer> {
    // Who accepts this type is told by the status what became of a document.
    const headers = { 'content-type': 'application/json', accept: 'application/graphql-response+json' }
    return this.ask('/graphql', { method: 'POST', headers, body })
  }

  graph(query: string, variables: unknown = {}): Promise<RawAnswer> {
    return this.post(JSON.stringify({ query, variables }))
  }

  /** What is wrong with the answers so far, each said once. */
  problems(fate: Fate): string[] {
    const found = this.exchanges.map((exchange) => problemOf(exchange, fate)).filter((problem) => problem !== null)
    return [...new Set(found)]
  }
}

const problemOf = ({ sent, answer: { status, body } }: Exchange, fate: Fate): string | null => {
  const refusal = refusalIn(body) ?? (status >= 400 ? refusalOnPage(body) : null)
  if (refusal === null) return fate !== 'refused' && status >= 200 && status < 400 ? null : `${status}, not in form`
  // Messages repeat what was sent.
  const told = internals.exec(body.replace(/<(style|script)\b.*?<\/\1>/gs, ''))?.[0] ?? ''
  if (!sent.includes(told) && !sent.includes(encodeURIComponent(told)))
    return `${status} ${refusal} tells of what is inside: ${told}`
  const isExpected = status === 200 || (status >= 400 && status < 500) || (fate === 'unusable' && status >= 502)
  return isExpected ? null : `${status} ${refusal}`
}

/** The code of an error in the form of any surface; null for what is no error in form. */
const refusalIn = (body: string): string | null => {
  try {
    const { error, errors } = JSON.parse(body)
    const code = errors?.[0].extensions.code ?? error?.data?.code ?? error?.code
    // The protocol for agents has numbers of its own.
    return code === undefined ? null : String(code)
  } catch {
    return null
  }
}

/** A page that is refused links to what its code means. */
const refusalOnPage = (body: string): string | null =>
  /^<!doctype html>.*href="\/docs\/errors\/([A-Z_]+)"/s.exec(body)?.[1] ?? null
