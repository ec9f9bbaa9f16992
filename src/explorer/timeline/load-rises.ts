import type { Problem } from '../graph/problem.ts'
import { createPostLoader, type LoadedPosts, unasked } from './post-loader.ts'
import { questionsOf } from './queries.ts'
import { findRise, type Rise } from './rise.ts'

export type LoadedRise = { rise: Rise; points: number; problem: Problem | null }

/** Loads when a sound was used, without its creators, up to the same number of posts as its page. */
const loaded = (id: string): Promise<LoadedPosts> =>
  new Promise((resolve) => {
    const { page } = questionsOf({ kind: 'sound', id })
    const loader = createPostLoader({ page, audiences: async () => ({ data: new Map(), points: 0 }) })
    loader.follow(() => {
      if (!loader.current.isRunning) resolve(loader.current)
    })
    loader.go(unasked)
  })

/** The rise of a sound, and the points spent to find it. */
export const riseOf = async (id: string): Promise<LoadedRise> => {
  const { dots, points, problem } = await loaded(id)
  return { rise: findRise(dots.map(({ at }) => at)), points, problem }
}
