import type { Costly } from '../graph/client.ts'
import { type Problem, problemOf } from '../graph/problem.ts'
import type { Page } from '../graph/use-feed.ts'

/** A post as the graph gives it. */
export type TimelinePost = {
  readonly postId: string | null
  readonly createdAt: string
  readonly plays: number | null
  readonly author: { readonly username: string | null } | null
}

/** A post as a picture of its life needs it. The object stays the same as long as the post is there. */
export type Dot = {
  /** When it was published, in Unix milliseconds. */
  at: number
  /** Null where nobody tells. */
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

/** How many follow a creator; null where that is not told. */
export type Audiences = ReadonlyMap<string, number | null>

/** What was gathered so far; a new object with each change. */
export type LoadedPosts = {
  /** From the oldest that came to the newest. */
  dots: readonly Dot[]
  audiences: Audiences
  /** Points that the queries cost so far. */
  points: number
  isRunning: boolean
  /** Whether the connection came to its end. */
  isWhole: boolean
  problem: Problem | null
}

export type PostLoader = {
  readonly current: LoadedPosts
  /** Goes on from where it stands until the end, `upTo` posts, `stop` or a failure. */
  go: (upTo?: number) => void
  /** Ends it behind what is under way. */
  stop: () => void
  /** Calls back with each change; gives what ends that. */
  follow: (listener: () => void) => () => void
}

/** How a life is asked for: the pages of its posts, and how many follow some creators. */
export type Questions = {
  page: (after: string | null) => Promise<Costly<Page<TimelinePost> | null>>
  /** At most as many usernames as a page has posts. */
  audiences: (usernames: readonly string[]) => Promise<Costly<Audiences>>
}

/** More than this is not gathered: a picture of more dots shows no more. */
export const most = 10_000

/** So many posts are gathered without being asked for: enough for nearly every life, and cheap. */
export const unasked = 1_000

/** Gathers a life page by page. Who follows the authors of a page is asked while the next page is under way, once for each. */
export const createPostLoader = ({ page, audiences }: Questions): PostLoader => {
  const changed = new EventTarget()
  let after: string | null = null
  let isStopped = false
  let current: LoadedPosts = {
    dots: [],
    audiences: new Map(),
    points: 0,
    isRunning: false,
    isWhole: false,
    problem: null
  }
  const change = (more: Partial<LoadedPosts>) => {
    current = { ...current, ...more }
    changed.dispatchEvent(new Event('change'))
  }

  const addPage = async () => {
    const { data, points } = await page(after)
    const came = (data?.nodes ?? []).slice(0, most - current.dots.length).map(dotOf)
    const dots = [...current.dots, ...came].sort((a, b) => a.at - b.at)
    after = data?.pageInfo.hasNextPage ? data.pageInfo.endCursor : null
    change({ dots, points: current.points + points, isWhole: after === null })
  }
  const addAudiences = async () => {
    const authors = new Set(current.dots.flatMap(({ username }) => username ?? []))
    const unknown = [...authors].filter((username) => !current.audiences.has(username)).slice(0, 50)
    if (unknown.length === 0) return
    const { data, points } = await audiences(unknown)
    // Those of whom nothing was told are not asked for again.
    const told = unknown.map((username) => [username, data.get(username) ?? null] as const)
    change({ audiences: new Map([...current.audiences, ...told]), points: current.points + points })
  }

  const go = async (upTo = most): Promise<void> => {
    isStopped = false
    if (current.isRunning) return
    const isWanted = () => !isStopped && !current.isWhole && current.dots.length < Math.min(upTo, most)
    change({ isRunning: true, problem: null })
    while (isWanted()) {
      // Both end before anything else begins: what came of one is kept when the other fails.
      const [paged, told] = await Promise.allSettled([addPage(), addAudiences()])
      const failed = [paged, told].find((each) => each.status === 'rejected')
      if (failed !== undefined) return change({ isRunning: false, problem: problemOf(failed.reason) })
    }
    try {
      await addAudiences()
      change({ isRunning: false })
      // It was stopped, and told to go on before the last of it was there.
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
