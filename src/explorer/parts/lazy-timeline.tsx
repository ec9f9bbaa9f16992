import type { TimelineProps } from '../timeline/timeline.tsx'
import { Lazy } from './lazy.tsx'

const load = async () => (await import('../timeline/timeline.tsx')).Timeline

/** The timeline of a sound or a hashtag, loaded shortly before it scrolls into view. */
export const LazyTimeline = (props: TimelineProps) => (
  <Lazy load={load} props={props}>
    <section class="panel life-place" aria-busy="true" />
  </Lazy>
)
