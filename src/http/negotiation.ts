import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

/** What is chosen for a header that says what a client would take; clients say the same each time. */
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

/** Of the media types offered the one a client likes best, and of equals the one it names first; null where it takes none of them. */
export const mediaTypeFor = <T extends string>(offered: readonly T[]) =>
  remembered(
    // It gives back what it was offered.
    (accept) => new Negotiator({ headers: { accept } }).mediaType([...offered]) as T | undefined
  )

/** Of the codings offered the one a client likes best, and of equals the first; `identity` where it likes that better, null where it takes nothing. */
export const codingFor = <T extends string>(offered: readonly T[]) =>
  remembered((acceptEncoding) => {
    // Its published types do not know the second argument yet.
    const negotiator: { encoding(offered: string[], options: { preferred: string[] }): string | undefined } =
      new Negotiator({ headers: { 'accept-encoding': acceptEncoding } })
    return negotiator.encoding([...offered, 'identity'], { preferred: [...offered] }) as T | 'identity' | undefined
  })
