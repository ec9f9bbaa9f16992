import type { RowTables } from '../tables/row-tables.ts'
import type { Changes } from './changes.ts'
import * as sql from './merge-statements.ts'
import type { MergeStore, Sums } from './merge-store.ts'

/** Assigns posts with only facts of their sound to the sound that these refer to now. */
export const namedSounds =
  (tables: RowTables, changes: Changes, addSums: (sums: Sums) => void): MergeStore['nameSounds'] =>
  async (facts) => {
    const found = await tables.first(
      sql.soundOfFacts,
      facts.map((key) => [key])
    )
    const meant = new Map(
      facts.flatMap((key, index) => (found[index] === undefined ? [] : [[key, Number(found[index][0])] as const]))
    )
    const moved = await tables.all(sql.postsOfOtherSounds, [...meant])
    const sounds = new Map<number, number>()
    const add = (pk: number, posts: number) => sounds.set(pk, (sounds.get(pk) ?? 0) + posts)
    for (const [index, pk] of [...meant.values()].entries()) {
      for (const [, before, isHidden] of moved[index] ?? []) {
        if (isHidden === 1) continue
        if (before !== null) add(Number(before), -1)
        add(pk, 1)
      }
    }
    tables.change(
      sql.moveToSound,
      [...meant].filter((_, index) => moved[index]?.length)
    )
    changes.rows(
      'posts',
      moved.flat().map(([pk]) => Number(pk))
    )
    addSums({ users: new Map(), sounds, places: new Map() })
    return meant
  }
