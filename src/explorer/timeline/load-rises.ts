import type { Problem } from '../graph/problem.ts'
import { createPostLoader, initialPosts, type LoadedPosts } from './post-loader.ts'
import { timelineQueriesOf } from './queries.ts'
import { findRise, type Rise } from './rise.ts'

export type LoadedRise = { rise: Rise; problem: Problem | null }

/** Loads when a sound was used, without its creators, up to the same number of posts as its page. */
const loaded = (id: string): Promise<LoadedPosts> =>
  new Promise((resolve) => {
    const { page } = timelineQueriesOf({ kind: 'sound', id })
    const loader = createPostLoader({ page, audiences: async () => new Map() })
    loader.follow(() => {
      if (!loader.current.isRunning) resolve(loader.current)
    })
    loader.go(initialPosts)
  })

/** The rise of a sound, from the posts that could be loaded. */
export const riseOf = async (id: string): Promise<LoadedRise> => {
  const { dots, problem } = await loaded(id)
  return { rise: findRise(dots.map(({ at }) => at)), problem }
}
