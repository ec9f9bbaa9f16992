import { Lazy } from './lazy.tsx'

const load = async () => (await import('../walk/walk.tsx')).Walk

/** The interactive graph, loaded shortly before it scrolls into view. */
export const LazyWalk = () => (
  <Lazy load={load} props={{}}>
    <section class="walk walk-place" aria-busy="true" />
  </Lazy>
)
