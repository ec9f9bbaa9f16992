import type { ColdKeys } from './cold.ts'
import { saturate } from './load.ts'
import { key, type Running } from './servers.ts'

/** Posts on a page that no workload asks for. */
const count = 30

/** Pages that are more than a small cache holds. */
const pages = 600

/**
 * A cache that is full of what nobody asks for again: it holds on to that, as long as what else is asked for comes back later than all it holds
 * might have been read anew. Cold reads are cold then from the first to the last.
 */
export const fillCache = async ({ port }: Running, keys: ColdKeys): Promise<void> => {
  const handles = [...new Set(keys.pages.map(({ handle }) => handle))].slice(0, pages).values()
  const next = () => {
    const { value: handle } = handles.next()
    return handle === undefined
      ? undefined
      : `GET /api/v1/users/${handle}/posts?count=${count} HTTP/1.1\r\nhost: bench\r\nx-gateway-key: ${key}\r\n\r\n`
  }
  await saturate(port, next, 60)
}
