import { setTimeout as pause } from 'node:timers/promises'

/** Time that closing everything may take. */
const closingMs = 3_000

type Close = () => unknown

/** Open resources. They are closed in reverse order, all of them even if one fails or hangs. */
export class Resources {
  readonly #opened: Close[] = []

  /** Adds an open resource and its close function, and returns the resource. */
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

/** Opens an object that consists of several resources. If one of them fails, closes those before it. */
export const opening = async <T>(open: (resources: Resources) => Promise<T>): Promise<T> => {
  const resources = new Resources()
  try {
    return await open(resources)
  } catch (error) {
    await resources.close().catch(() => {})
    throw error
  }
}
