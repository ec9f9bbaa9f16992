import type { PoolState } from '../pool-state.ts'

export type TransportAnswer = {
  status: number
  /** The value of a header; undefined for one that is absent or given several times. */
  header: (name: string) => string | undefined
  text: string
}

/** A request: encoded path, and body of a POST. `headersMs`: a longer limit for the head of the answer. */
export type UpstreamCall = {
  readonly path: string
  readonly body?: string | undefined
  readonly headersMs?: number | undefined
}

/** Sends requests to one upstream, with all limits of time and size. Failures carry the code of a system or of undici. */
export type Transport = {
  /** `onStatus`: called when the head of the answer has come. */
  send(
    call: UpstreamCall,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    onStatus: (status: number) => void
  ): Promise<TransportAnswer>
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
export class Late extends Error {
  constructor(stage: 'headers' | 'whole body', ms: number) {
    super(`no ${stage} within ${ms} ms`)
  }
}

/** Error code for an answer that is too large. */
export const tooLargeCode = 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
