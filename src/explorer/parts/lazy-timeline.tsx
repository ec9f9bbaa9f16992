import type { TimelineProps } from '../timeline/timeline.tsx'
import { Lazy } from './lazy.tsx'

const load = async () => (await import('../timeline/timeline.tsx')).Timeline

/** The life of a sound or a hashtag, loaded when it is about to be seen. */
export const LazyTimeline = (props: TimelineProps) => (
  <Lazy load={load} props={props}>
    <section class="panel life-place" aria-busy="true" />
  </Lazy>
)
