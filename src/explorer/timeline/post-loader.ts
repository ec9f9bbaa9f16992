import { type Problem, problemOf } from '../graph/problem.ts'
import type { LoadedPage } from '../graph/use-feed.ts'

/** A post in the graph's answer. */
export type TimelinePost = {
  readonly postId: string | null
  readonly createdAt: string
  readonly plays: number | null
  readonly author: { readonly username: string | null } | null
}

/** A post in the timeline. The object stays the same while the post is loaded. */
export type Dot = {
  /** When it was published, in Unix milliseconds. */
  at: number
  /** Null where it is unknown. */
  plays: number | null
  postId: string | null
  username: string | null
}

const dotOf = ({ postId, createdAt, plays, author }: TimelinePost): Dot => ({
  at: Date.parse(createdAt),
  plays,
  postId,
  username: author?.username ?? null
})

/** Followers of creators; null where unknown. */
export type Audiences = ReadonlyMap<string, number | null>

/** The posts loaded so far; a new object for each change. */
export type LoadedPosts = {
  /** From the oldest loaded to the newest. */
  dots: readonly Dot[]
  audiences: Audiences
  isRunning: boolean
  /** Whether all pages are loaded. */
  isWhole: boolean
  problem: Problem | null
}

export type TimelineLoader = {
  readonly current: LoadedPosts
  /** Continues loading until the end, `upTo` posts, `stop` or a failure. */
  go: (upTo?: number) => void
  /** Stops after the current requests. */
  stop: () => void
  /** Subscribes to changes; returns the function to unsubscribe. */
  follow: (listener: () => void) => () => void
}

/** Loads pages of posts, and followers of creators. */
export type TimelineQueries = {
  page: (after: string | null) => Promise<LoadedPage<TimelinePost> | null>
  /** At most as many usernames as a page has posts. */
  audiences: (usernames: readonly string[]) => Promise<Audiences>
}

/** Maximum number of posts to load: more dots make no difference in the picture. */
export const most = 10_000

/** Posts loaded without a click: enough for nearly every timeline, and cheap. */
export const initialPosts = 1_000

/** Loads a timeline page by page. The followers of a page's authors are requested together with the next page, once per creator. */
export const createPostLoader = ({ page, audiences }: TimelineQueries): TimelineLoader => {
  const changed = new EventTarget()
  let after: string | null = null
  let isStopped = false
  let current: LoadedPosts = {
    dots: [],
    audiences: new Map(),
    isRunning: false,
    isWhole: false,
    problem: null
  }
  const change = (more: Partial<LoadedPosts>) => {
    current = { ...current, ...more }
    changed.dispatchEvent(new Event('change'))
  }

  const addPage = async () => {
    const data = await page(after)
    const added = (data?.nodes ?? []).slice(0, most - current.dots.length).map(dotOf)
    const dots = [...current.dots, ...added].sort((a, b) => a.at - b.at)
    after = data?.pageInfo.hasNextPage ? data.pageInfo.endCursor : null
    change({ dots, isWhole: after === null })
  }
  const addAudiences = async () => {
    const authors = new Set(current.dots.flatMap(({ username }) => username ?? []))
    const unknown = [...authors].filter((username) => !current.audiences.has(username)).slice(0, 50)
    if (unknown.length === 0) return
    const data = await audiences(unknown)
    // Creators with an unknown number are not requested again.
    const known = unknown.map((username) => [username, data.get(username) ?? null] as const)
    change({ audiences: new Map([...current.audiences, ...known]) })
  }

  const go = async (upTo = most): Promise<void> => {
    isStopped = false
    if (current.isRunning) return
    const isWanted = () => !isStopped && !current.isWhole && current.dots.length < Math.min(upTo, most)
    change({ isRunning: true, problem: null })
    while (isWanted()) {
      // Waits for both: the result of one is kept when the other fails.
      const [paged, known] = await Promise.allSettled([addPage(), addAudiences()])
      const failed = [paged, known].find((each) => each.status === 'rejected')
      if (failed !== undefined) return change({ isRunning: false, problem: problemOf(failed.reason) })
    }
    try {
      await addAudiences()
      change({ isRunning: false })
      // It was stopped and continued before the last request ended.
      if (isWanted()) await go(upTo)
    } catch (thrown) {
      change({ isRunning: false, problem: problemOf(thrown) })
    }
  }
  return {
    get current() {
      return current
    },
    go,
    stop: () => {
      isStopped = true
    },
    follow: (listener) => {
      changed.addEventListener('change', listener)
      return () => changed.removeEventListener('change', listener)
    }
  }
}
