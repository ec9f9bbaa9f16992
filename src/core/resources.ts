import { setTimeout as pause } from 'node:timers/promises'

/** Time that closing everything may take. */
const closingMs = 3_000

type Close = () => unknown

/** What has been opened so far. It is closed in the opposite order, all of it whatever fails or hangs. */
export class Resources {
  readonly #opened: Close[] = []

  /** Notes how to close what was just opened, and returns it. */
  add<T>(resource: T, close: (resource: T) => unknown): T {
    this.#opened.push(() => close(resource))
    return resource
  }

  /** Throws the first error once everything else is closed. */
  async close(): Promise<void> {
    const late = pause(closingMs, undefined, { ref: false })
    const outcomes: PromiseSettledResult<unknown>[] = []
    for (const close of this.#opened.splice(0).reverse()) {
      outcomes.push(...(await Promise.allSettled([Promise.race([late, Promise.try(close)])])))
    }
    const failed = outcomes.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
}

/** Opens what consists of several resources. Where one of them fails, those before it are closed. */
export const opening = async <T>(open: (resources: Resources) => Promise<T>): Promise<T> => {
  const resources = new Resources()
  try {
    return await open(resources)
  } catch (error) {
    await resources.close().catch(() => {})
    throw error
  }
}
