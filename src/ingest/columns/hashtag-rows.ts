import type { Awaitable } from '../../core/awaitable.ts'
import { canonicalHashtag } from '../../records/hashtag-name.ts'
import type { Cells } from '../../store/tables/columns.ts'
import { usesOf } from '../merge/hashtags.ts'
import { lookUps } from '../merge/merge-statements.ts'
import type { RowTables } from '../tables/row-tables.ts'

/** Most hashtags that are remembered by id and by name. */
const mostRemembered = 2 ** 16

/** Finds the rows of the hashtags that captions name, by the rule that lists posts under hashtags (`merge/hashtags.ts`). */
export class HashtagRows {
  readonly #tables: RowTables
  readonly #byId = new Map<string, number | null>()
  readonly #byName = new Map<string, number | null>()

  constructor(tables: RowTables) {
    this.#tables = tables
  }

  /** Calls back with each post and the row of each of its hashtags. `rows`: posts with their hashtags as JSON. */
  async each(rows: readonly Cells[], onHashtag: (post: number, hashtag: number) => void): Promise<void> {
    if (this.#byId.size + this.#byName.size > mostRemembered) {
      this.#byId.clear()
      this.#byName.clear()
    }
    const ids = new Set<string>()
    const names = new Set<string>()
    const posts = rows.map(([pk, hashtags]) => {
      const uses = usesOf(String(hashtags))
      for (const { id, name } of uses) {
        if (id !== null) {
          if (!this.#byId.has(id)) ids.add(id)
        } else if (name !== null && !this.#byName.has(canonicalHashtag(name))) names.add(canonicalHashtag(name))
      }
      return { pk: Number(pk), uses }
    })
    await this.#learn(this.#byId, [...ids], (keys) => this.#tables.first(lookUps.hashtags, keys))
    await this.#learn(this.#byName, [...names], (keys) => this.#tables.first(lookUps.hashtagsNamed, keys))
    for (const { pk, uses } of posts) {
      for (const { id, name } of uses) {
        const found = id === null ? this.#byName.get(canonicalHashtag(name ?? '')) : this.#byId.get(id)
        if (found !== undefined && found !== null) onHashtag(pk, found)
      }
    }
  }

  async #learn(
    known: Map<string, number | null>,
    keys: readonly string[],
    read: (keys: string[][]) => Awaitable<readonly (Cells | undefined)[]>
  ): Promise<void> {
    const found = await read(keys.map((key) => [key]))
    for (const [index, key] of keys.entries()) {
      const cells = found[index]
      known.set(key, cells === undefined ? null : Number(cells[0]))
    }
  }
}
