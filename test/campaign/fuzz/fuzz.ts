import { Streams } from '../../../src/ingest/seed/random.ts'
import { anyRequest, type Kind, kindNames, mayBeFollowed } from './any-request.ts'
import { asCommand } from './command-line.ts'
import { problemOf } from './judge.ts'
import { findKnown } from './known.ts'
import { type Sent, toBytes } from './request.ts'
import { type Received, Wire } from './wire.ts'

type FuzzOptions = {
  url: string
  requests: number
  seed: number
  /** Number of the first request: the others of a seed are what they are without it. */
  from?: number
  /** Milliseconds for all of them. */
  timeMs: number
}

/** What came of the requests of a kind. `statuses`: how many answers of 2xx, 3xx, 4xx and 5xx. */
export type Tally = { requests: number; statuses: number[]; unanswered: number; slowestMs: number }

/** A request whose answer is not what it must be. */
export type Finding = { index: number; kind: Kind; problem: string; command: string }

type FuzzReport = {
  tallies: ReadonlyMap<Kind, Tally>
  findings: readonly Finding[]
  /** Answers as they must be, that came late: whether that is the server's doing or the machine's, nobody here knows. */
  late: readonly Finding[]
  seconds: number
  asked: number
}

const connections = 32
const maxWaitMs = 15_000
const slowMs = 2_000
/** Of a server that is down there is nothing more to find. */
const enoughFindings = 50

/** Sends any requests over a bounded number of connections, one behind the other on each, and judges every answer. */
export const fuzz = async ({ url, requests, seed, from = 0, timeMs }: FuzzOptions): Promise<FuzzReport> => {
  const known = await findKnown(url)
  const streams = new Streams(seed)
  const tallies = new Map<Kind, Tally>(
    kindNames.map((kind) => [kind, { requests: 0, statuses: [0, 0, 0, 0], unanswered: 0, slowestMs: 0 }])
  )
  const findings: Finding[] = []
  const late: Finding[] = []
  const began = performance.now()
  const { host } = new URL(url)
  let next = from

  const hear = (index: number, sent: Sent<Kind>, bytes: Buffer, received: Received) => {
    const tally = tallies.get(sent.kind) as Tally
    tally.requests += 1
    const hundred = Math.floor(received.status / 100)
    if (hundred >= 2) tally.statuses[hundred - 2] = (tally.statuses[hundred - 2] ?? 0) + 1
    else tally.unanswered += 1
    tally.slowestMs = Math.max(tally.slowestMs, received.ms)
    const problem = problemOf(sent, received)
    const isLate = received.ms > slowMs
    if (problem === null && !isLate) return
    const told = problem ?? `took ${Math.round(received.ms)} ms`
    const list = problem === null ? late : findings
    list.push({ index, kind: sent.kind, problem: told, command: asCommand(sent, bytes, url) })
  }

  const draw = (index: number) => {
    const random = streams.at('request', index)
    const sent = anyRequest(random, known)
    return { index, sent, bytes: toBytes(sent, host, random) }
  }

  const work = async (): Promise<void> => {
    const wire = new Wire(url, maxWaitMs)
    const isOver = () =>
      next >= from + requests || performance.now() - began > timeMs || findings.length >= enoughFindings
    while (!isOver()) {
      // Now and then the next are sent without waiting for the answer.
      const drawn = Array.from({ length: next % 25 === 0 ? 3 : 1 }, (_, more) => draw(next + more))
      next += drawn.length
      const isOneLine = drawn.every(({ sent }) => mayBeFollowed(sent))
      for (const together of isOneLine ? [drawn] : drawn.map((each) => [each])) {
        const received = await wire.send(Buffer.concat(together.map(({ bytes }) => bytes)), {
          heads: together.map(({ sent }) => sent.method === 'HEAD'),
          hangUp: together.some(({ sent }) => !sent.isWhole)
        })
        // After an upgrade that was not taken Node does not notice what is no HTTP, and answers it with 408 half a minute later.
        if (together.some(({ sent }) => sent.headers.some(([name]) => name === 'upgrade'))) wire.close()
        together.forEach(({ index, sent, bytes }, at) => {
          hear(index, sent, bytes, received[at] as Received)
        })
      }
    }
    wire.close()
  }
  await Promise.all(Array.from({ length: connections }, work))
  return { tallies, findings, late, seconds: (performance.now() - began) / 1_000, asked: next - from }
}
