import type { PoolState } from '../pool-state.ts'

/** An answer whose body is still to be read: it must be, or it would hold its connection. */
export type TransportAnswer = {
  status: number
  retryAfter: string | undefined
  isSampleData: boolean
  text: () => Promise<string>
}

/** Sends requests to one upstream, with all limits of time and size. Failures carry the code of a system or of undici. */
export type Transport = {
  get(path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<TransportAnswer>
  state: () => PoolState
  close(): Promise<void>
}

export type TransportLimits = {
  headersMs: number
  bodyMs: number
  connectMs: number
  connections: number
  answerBytes: number
}

/** A stage of a call exceeded its time limit. */
export class Late extends Error {}

/** Of an answer that is larger than allowed. */
export const tooLargeCode = 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
