import type { Writable } from 'node:stream'

/** Writes a source into a stream as fast as that takes it, until it closes. A failure of the source destroys it. */
export const feed = async (source: AsyncIterable<Buffer>, stream: Writable): Promise<void> => {
  try {
    for await (const chunk of source) {
      if (stream.destroyed) return
      // Copies, because the buffer of a chunk is reused.
      if (stream.write(Buffer.from(chunk))) continue
      await new Promise<void>((resolve) => {
        const go = () => {
          stream.off('drain', go)
          stream.off('close', go)
          resolve()
        }
        stream.once('drain', go)
        stream.once('close', go)
      })
    }
    // When a source is cut off, zlib drops its unfinished output, so that is completed first.
    await new Promise((resolve) => stream.write(Buffer.alloc(0), resolve))
    stream.end()
  } catch (error) {
    stream.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
}
