import type { ServerResponse } from 'node:http'
import { ApiError } from '../core/errors.ts'
import { largeBytes, type Payload } from './payload.ts'

const retryAfterSeconds = 5

/** A large answer that is not made room for: others wait for clients that do not read. */
export const noRoom = new ApiError('UNAVAILABLE', 'Too many large answers are waiting to be read; try again shortly.', {
  retryAfterSeconds,
  isExpected: true
})

/**
 * Large bodies that are on their way to clients. One that waits for several is there once, as it is in memory. Smaller ones are not
 * counted: what a connection can hold of them is bounded by how much Node reads ahead.
 */
export class PendingResponses {
  readonly #maxBytes: number
  /** How many hold a body. */
  readonly #held = new Map<Payload['content'], number>()
  bytes = 0
  /** Bodies that there was no room for, since the start. */
  refused = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Holds a body until it is released; false when there is no room for it. */
  hold({ content, length }: Payload): boolean {
    if (length < largeBytes) return true
    const holders = this.#held.get(content) ?? 0
    if (holders === 0) {
      if (this.bytes + length > this.#maxBytes) {
        this.refused += 1
        return false
      }
      this.bytes += length
    }
    this.#held.set(content, holders + 1)
    return true
  }

  release({ content, length }: Payload): void {
    if (length < largeBytes) return
    const holders = (this.#held.get(content) ?? 1) - 1
    if (holders > 0) this.#held.set(content, holders)
    else {
      this.#held.delete(content)
      this.bytes -= length
    }
  }

  /** Holds a body until its response is out or its client gone. */
  holdFor(response: ServerResponse, payload: Payload): boolean {
    if (payload.length < largeBytes) return true
    const { socket } = response.req
    if (socket.destroyed) return true
    if (!this.hold(payload)) return false
    let isHeld = true
    // A response that waits behind others of its connection hears nothing of the connection's end; the first in line hears of both.
    const release = () => {
      if (!isHeld) return
      isHeld = false
      socket.off('close', release)
      this.release(payload)
    }
    response.once('close', release)
    socket.once('close', release)
    return true
  }
}
