import { useLayoutEffect, useState } from 'preact/hooks'
import { createPostLoader, initialPosts, type LoadedPosts, type TimelineLoader } from './post-loader.ts'
import { type TimelineSource, timelineQueriesOf } from './queries.ts'

/** Loaders of this tab, so that going back restores them; the latest last. */
const kept = new Map<string, TimelineLoader>()
const mostKept = 4

const postLoaderOf = (source: TimelineSource): TimelineLoader => {
  const name = `${source.kind} ${source.id}`
  const loader = kept.get(name) ?? createPostLoader(timelineQueriesOf(source))
  kept.delete(name)
  kept.set(name, loader)
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break
    kept.get(oldest)?.stop()
    kept.delete(oldest)
  }
  return loader
}

/** The loader of a timeline, started when it is shown and stopped when it is hidden. */
export const usePostLoader = (source: TimelineSource): readonly [LoadedPosts, TimelineLoader] => {
  const [loader] = useState(() => postLoaderOf(source))
  const [loaded, setLoaded] = useState(loader.current)
  // Before the first paint, so that it never appears stopped.
  useLayoutEffect(() => {
    const unfollow = loader.follow(() => setLoaded(loader.current))
    loader.go(initialPosts)
    return () => {
      unfollow()
      loader.stop()
    }
  }, [loader])
  return [loaded, loader]
}
