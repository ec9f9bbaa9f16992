import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

/** Remembers the result per header value: clients send the same few values. */
const remembered = <T extends string>(choose: (header: string) => T | undefined): ((header: string) => T | null) => {
  const choices = new LRUCache<string, { choice: T | null }>({ max: 100 })
  return (header) => {
    const known = choices.get(header)
    if (known !== undefined) return known.choice
    const choice = choose(header) ?? null
    choices.set(header, { choice })
    return choice
  }
}

/** Matches UTF-8 in a header, which makes no difference: all text is sent in UTF-8. */
const namedUtf8 = /;\s*charset\s*=\s*"?utf-?8"?\s*(?=[;,]|$)/gi

/** The offered media type that a client prefers, the first named among equals; null if it accepts none. */
export const mediaTypeFor = <T extends string>(offered: readonly T[]) =>
  remembered((header) => {
    const accept = header.replace(namedUtf8, '')
    // Negotiator returns one of the offered types.
    return new Negotiator({ headers: { accept } }).mediaType([...offered]) as T | undefined
  })

/** The offered coding a client prefers, the first among equals; `identity` when it prefers that, null when it accepts none. */
export const codingFor = <T extends string>(offered: readonly T[]) =>
  remembered((acceptEncoding) => {
    // Its published types lack the second argument.
    const negotiator: { encoding(offered: string[], options: { preferred: string[] }): string | undefined } =
      new Negotiator({ headers: { 'accept-encoding': acceptEncoding } })
    return negotiator.encoding([...offered, 'identity'], { preferred: [...offered] }) as T | 'identity' | undefined
  })
