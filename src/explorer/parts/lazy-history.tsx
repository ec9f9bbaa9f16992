import { Lazy } from './lazy.tsx'

const loadCreator = async () => (await import('./history-panels.tsx')).CreatorHistory
const loadPost = async () => (await import('./history-panels.tsx')).PostHistory

const place = <section class="panel history-place" aria-busy="true" />

/** Followers of a creator over time, loaded shortly before it scrolls into view. */
export const LazyCreatorHistory = ({ username }: { username: string }) => (
  <Lazy load={loadCreator} props={{ username }}>
    {place}
  </Lazy>
)

/** Plays of a post over time, loaded shortly before it scrolls into view. */
export const LazyPostHistory = (props: { postId: string; createdAt: string }) => (
  <Lazy load={loadPost} props={props}>
    {place}
  </Lazy>
)
