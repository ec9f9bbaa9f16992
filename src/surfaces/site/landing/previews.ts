import { setTimeout as pause } from 'node:timers/promises'
import { asApiError } from '../../../core/errors.ts'
import type { Route } from '../../views/route.ts'
import { missingTitleOf } from '../../views/titles.ts'
import { pageScope } from '../docs/example-request.ts'
import type { SiteOptions } from '../frame/site-options.ts'
import { type Preview, type PreviewReader, previewOfAddress, readOf } from './preview.ts'

/** `isMissing`: the address names something that does not exist. */
export type FoundPreview = { preview: Preview; isMissing: boolean }

/** A preview from the address alone. */
const previewByAddress = (route: Route): FoundPreview => ({ preview: previewOfAddress(route), isMissing: false })

const missing = (route: Route): FoundPreview => {
  const title = missingTitleOf(route)
  return { preview: { ...previewOfAddress(route), title }, isMissing: true }
}

/** Concurrent reads for pages: they need no key and must leave capacity to callers with one. */
const mostAtOnce = 8

/**
 * Previews of routes within a time limit. Data requires a key: visitors without one see names from the data only if the configuration makes
 * previews public. Otherwise, and when reads take too long, the preview follows from the address alone.
 */
export class Previews {
  readonly #options: Pick<SiteOptions, 'deps' | 'config'>
  #running = 0

  constructor(options: Pick<SiteOptions, 'deps' | 'config'>) {
    this.#options = options
  }

  /** `key`: the key the page carries. */
  async of(route: Route, key: string | null, waitMs: number): Promise<FoundPreview> {
    const mayKnow = key !== null || this.#options.config.publicPreviews
    const read = mayKnow ? readOf(route) : null
    if (read === null || this.#running >= mostAtOnce) return previewByAddress(route)
    this.#running += 1
    const reading = this.#readPreview(route, read).finally(() => {
      this.#running -= 1
    })
    return (await Promise.race([reading, pause(waitMs, null, { ref: false })])) ?? previewByAddress(route)
  }

  async #readPreview(route: Route, read: PreviewReader): Promise<FoundPreview | null> {
    try {
      return { preview: await read(this.#options.deps, pageScope()), isMissing: false }
    } catch (thrown) {
      const { code } = asApiError(thrown)
      // The explorer reports other errors when it requests the same data.
      return code === 'NOT_FOUND' || code === 'INVALID_PARAM' ? missing(route) : null
    }
  }
}
