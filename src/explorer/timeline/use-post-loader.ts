import { useLayoutEffect, useState } from 'preact/hooks'
import { createPostLoader, type LoadedPosts, type PostLoader, unasked } from './post-loader.ts'
import { type Living, questionsOf } from './queries.ts'

/** Loaders of this tab, so that going back restores them; the latest last. */
const kept = new Map<string, PostLoader>()
const mostKept = 4

const postLoaderOf = (living: Living): PostLoader => {
  const name = `${living.kind} ${living.id}`
  const known = kept.get(name) ?? createPostLoader(questionsOf(living))
  kept.delete(name)
  kept.set(name, known)
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break
    kept.get(oldest)?.stop()
    kept.delete(oldest)
  }
  return known
}

/** The loader of a timeline, started when it is shown and stopped when it is hidden. */
export const usePostLoader = (living: Living): readonly [LoadedPosts, PostLoader] => {
  const [loader] = useState(() => postLoaderOf(living))
  const [loaded, setLoaded] = useState(loader.current)
  // Before the first paint, so that it never appears stopped.
  useLayoutEffect(() => {
    const unfollow = loader.follow(() => setLoaded(loader.current))
    loader.go(unasked)
    return () => {
      unfollow()
      loader.stop()
    }
  }, [loader])
  return [loaded, loader]
}
