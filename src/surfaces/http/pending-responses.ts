import type { ServerResponse } from 'node:http'
import { ApiError } from '../../core/errors.ts'
import { largeBytes, type Payload } from './payload.ts'

const retryAfterSeconds = 5

/** Refusal of a large response: too many bytes are already waiting for slow readers. */
export const noRoom = new ApiError('UNAVAILABLE', 'Too many large answers are waiting to be read; try again shortly.', {
  retryAfterSeconds,
  isExpected: true
})

/**
 * Large bodies being sent. A body shared by several responses counts once, as it exists once in memory. Small bodies are not counted;
 * Node's write buffers bound them per connection.
 */
export class PendingResponses {
  readonly #maxBytes: number
  /** Number of holders per body. */
  readonly #held = new Map<Payload['content'], number>()
  bytes = 0
  /** Bodies refused since the start. */
  refused = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Counts a body until it is released; false when the limit is reached. */
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

  /** Counts a body until its response is finished or the client disconnects. */
  holdFor(response: ServerResponse, payload: Payload): boolean {
    if (payload.length < largeBytes) return true
    const { socket } = response.req
    if (socket.destroyed) return true
    if (!this.hold(payload)) return false
    let isHeld = true
    // A response queued behind others of its connection gets no close event; the first one gets both events.
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
