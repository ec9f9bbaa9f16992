import { setTimeout as pause } from 'node:timers/promises'
import { asApiError } from '../../core/errors.ts'
import type { Route } from '../../views/route.ts'
import { missingTitleOf } from '../../views/titles.ts'
import { pageScope } from '../docs/example-request.ts'
import type { SiteOptions } from '../frame/site-options.ts'
import { type Preview, previewOfAddress, type Read, readOf } from './preview.ts'

/** `isMissing`: the address names what is not there. */
export type Told = { preview: Preview; isMissing: boolean }

/** What the address alone tells. */
const previewByAddress = (route: Route): Told => ({ preview: previewOfAddress(route), isMissing: false })

const missing = (route: Route): Told => {
  const title = missingTitleOf(route)
  return { preview: { ...previewOfAddress(route), title }, isMissing: true }
}

/** Look-ups for pages at a time: they need no key, and must leave room to those who sent one. */
const mostAtOnce = 8

/**
 * Tells what there is to say of a route, within a time. Data are for those who have a key: who has none is told what an address names only where
 * the configuration says that it is for everyone. Others, and those for whom nothing comes in time, are told what the address says by itself.
 */
export class Previews {
  readonly #options: Pick<SiteOptions, 'deps' | 'config'>
  #running = 0

  constructor(options: Pick<SiteOptions, 'deps' | 'config'>) {
    this.#options = options
  }

  /** `key`: the one that the page carries. */
  async of(route: Route, key: string | null, waitMs: number): Promise<Told> {
    const mayKnow = key !== null || this.#options.config.publicPreviews
    const read = mayKnow ? readOf(route) : null
    if (read === null || this.#running >= mostAtOnce) return previewByAddress(route)
    this.#running += 1
    const reading = this.#told(route, read).finally(() => {
      this.#running -= 1
    })
    return (await Promise.race([reading, pause(waitMs, null, { ref: false })])) ?? previewByAddress(route)
  }

  async #told(route: Route, read: Read): Promise<Told | null> {
    try {
      return { preview: await read(this.#options.deps, pageScope()), isMissing: false }
    } catch (thrown) {
      const { code } = asApiError(thrown)
      // What else is wrong the explorer tells, when it asks for the same.
      return code === 'NOT_FOUND' || code === 'INVALID_PARAM' ? missing(route) : null
    }
  }
}
