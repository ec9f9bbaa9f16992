import { ask, type Steps } from '../../engines/search/store.ts'
import { canonicalHashtag } from '../../records/hashtag-name.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { usesOf } from '../merge/hashtags.ts'
import type { RowTables } from '../tables/row-tables.ts'
import { hashtagRow } from './column-statements.ts'

/** Maximum number of cached hashtags. */
const mostRemembered = 2 ** 16

/** Finds the rows of hashtags in captions, by the same rule as for lists of hashtags (`merge/hashtags.ts`). */
export class HashtagRows {
  /** By id, or by name after a `#`; null if there is none. */
  readonly #known = new Map<string, number | null>();

  /** Calls back with each post and the row of each of its hashtags. `rows`: posts with their hashtags as JSON. */
  *each(rows: readonly Cells[], onHashtag: (post: number, hashtag: number) => void): Steps<void, RowTables> {
    if (this.#known.size > mostRemembered) this.#known.clear()
    const unknown = new Set<string>()
    const posts = rows.map(([pk, hashtags]) => {
      const keys = usesOf(String(hashtags)).map(({ id, name }) => id ?? `#${canonicalHashtag(name ?? '')}`)
      for (const key of keys) if (!this.#known.has(key)) unknown.add(key)
      return { pk: Number(pk), keys }
    })
    const wanted = [...unknown].map((key) => [key])
    const found = yield* ask((tables: RowTables) => tables.first(hashtagRow, wanted))
    for (const [index, [key = '']] of wanted.entries()) {
      const pk = found[index]?.[0]
      this.#known.set(key, pk === undefined ? null : Number(pk))
    }
    for (const { pk, keys } of posts) {
      for (const key of keys) {
        const hashtag = this.#known.get(key) ?? null
        if (hashtag !== null) onHashtag(pk, hashtag)
      }
    }
  }
}
