import type { ServerResponse } from 'node:http'
import { ApiError } from '../core/errors.ts'
import type { Payload } from './payload.ts'

/** Smaller bodies are not counted: what a connection can hold of them is bounded by how much Node reads ahead. */
const largeBytes = 64 * 1024

const retryAfterSeconds = 5

/** A large answer that is not made room for: others wait for clients that do not read. */
export const noRoom = () =>
  new ApiError('UNAVAILABLE', 'Too many large answers are waiting to be read; try again shortly.', {
    retryAfterSeconds
  })

/** Large bodies that are on their way to clients. One that waits for several is there once, as it is in memory. */
export class Unsent {
  readonly #maxBytes: number
  /** How many responses a body waits in. */
  readonly #waiting = new Map<Payload['content'], number>()
  bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Holds a body until its response is out or its client gone; false when there is no room for it. */
  hold(response: ServerResponse, { content, length }: Payload): boolean {
    if (length < largeBytes) return true
    const responses = this.#waiting.get(content) ?? 0
    if (responses === 0 && this.bytes + length > this.#maxBytes) return false
    const { socket } = response.req
    if (socket.destroyed) return true
    if (responses === 0) this.bytes += length
    this.#waiting.set(content, responses + 1)
    let isHeld = true
    // A response that waits behind others of its connection hears nothing of the connection's end; the first in line hears of both.
    const release = () => {
      if (!isHeld) return
      isHeld = false
      socket.off('close', release)
      this.#release(content, length)
    }
    response.once('close', release)
    socket.once('close', release)
    return true
  }

  #release(content: Payload['content'], length: number): void {
    const responses = (this.#waiting.get(content) ?? 1) - 1
    if (responses > 0) this.#waiting.set(content, responses)
    else {
      this.#waiting.delete(content)
      this.bytes -= length
    }
  }
}
