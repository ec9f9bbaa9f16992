import { examples } from '../../src/services/examples.ts'
import type { PageEnds, Source } from '../../src/store/source.ts'
import { row, rows } from '../dataset.ts'

/** A use of the sound. `by`: handle of its author, null where the account is gone. */
export type Use = { at: number; plays: number; by: string | null }

/** A sound of the default data set that this server can play. */
export const playableSound = (): string =>
  row<{ sound_id: string }>('SELECT sound_id FROM sounds WHERE play_url IS NOT NULL ORDER BY pk LIMIT 1').sound_id

/** Handles of the default data set; the most followed first. */
export const someHandles = (count: number): string[] =>
  rows<{ username: string }>('SELECT username FROM users ORDER BY followers DESC LIMIT ?', count).map(
    ({ username }) => username
  )

export const day = 86_400_000
/** When the sounds of tests were used first. */
export const began = Date.UTC(2025, 0, 1, 12)

/** A quiet life of a year with a burst that begins with its 300th day. */
const burst = began + 300 * day
export const withBurst = (handles: readonly string[]): Use[] => {
  const by = (index: number) => handles[index % handles.length] ?? null
  return [
    ...Array.from({ length: 60 }, (_, index) => ({
      at: began + index * 6 * day,
      plays: 10 ** (index % 6),
      by: by(index)
    })),
    ...Array.from({ length: 400 }, (_, index) => ({
      at: burst + index * (day / 100),
      plays: 1_000 * (index + 1),
      by: by(7 * index)
    }))
  ]
}

/** The same source, whose sound is used by these posts and no others. Their ids count from 1. */
export const withUses = (source: Source, soundId: string, uses: readonly Use[]): Source => {
  const newestFirst = uses.map((use, index) => ({ ...use, id: String(index + 1) })).sort((a, b) => b.at - a.at)
  return {
    async lookUp(kind, keys, signal) {
      const found = await source.lookUp(kind, keys, signal)
      if (kind !== 'sound') return found
      return found.map((sound) =>
        sound !== null && 'posts_count' in sound ? { ...sound, posts_count: uses.length } : sound
      ) as typeof found
    },
    async page(kind, key, request, signal) {
      if (kind !== 'soundPosts' || key !== soundId) return source.page(kind, key, request, signal)
      const [model] = await source.lookUp('post', [examples.postId], signal)
      const passed = Number(request.after ?? 0)
      const items = newestFirst.slice(passed, passed + request.count).map(({ id, at, plays, by }) => ({
        ...model,
        post_id: id,
        created_at: Math.floor(at / 1_000),
        plays,
        author_username: by
      }))
      const positions = items.map((_, index) => String(passed + index + 1))
      const isLast = passed + items.length >= newestFirst.length
      const ends: PageEnds = { positions, next: isLast ? null : (positions.at(-1) ?? null), total: null }
      // The items are posts, which the kind of this page says.
      return { items, ...ends } as unknown as Awaited<ReturnType<typeof source.page<typeof kind>>>
    },
    ready: (signal) => source.ready(signal),
    close: () => source.close()
  }
}
