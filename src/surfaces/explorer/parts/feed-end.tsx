import { useEffect, useRef } from 'preact/hooks'
import { nounFor } from '../format.ts'
import type { Feed } from '../graph/use-feed.ts'
import { Failed } from './states.tsx'

/** The end of a feed: loads more when it scrolls into view, has a button for the keyboard, and says when everything is loaded. */
export const FeedEnd = <N,>({ feed, what }: { feed: Feed<N>; what: string }) => {
  const end = useRef<HTMLDivElement>(null)
  const { hasMore, isLoading, problem, loadMore, nodes } = feed
  const isWaiting = hasMore && !isLoading && problem === null
  // Each loaded page checks again whether the end is in view
  useEffect(() => {
    const { current } = end
    if (!isWaiting || current === null) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) loadMore()
      },
      { rootMargin: '600px' }
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [isWaiting, nodes.length])
  if (nodes.length === 0) return null
  return (
    <div class="stack feed-end" ref={end}>
      {problem !== null && <Failed problem={problem} again={loadMore} />}
      {hasMore ? (
        problem === null && (
          <button type="button" class="button" aria-disabled={isLoading} onClick={loadMore}>
            {isLoading ? 'Loading…' : `More ${what}`}
          </button>
        )
      ) : (
        <p class="quiet">{nodes.length === 1 ? 'There are no more.' : `All ${nodes.length} ${what} are loaded.`}</p>
      )}
      <span class="unseen" role="status">
        {nodes.length} {nounFor(nodes.length, what)} shown
      </span>
    </div>
  )
}
