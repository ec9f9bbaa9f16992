import { Lazy } from './lazy.tsx'

const load = async () => (await import('../walk/walk.tsx')).Walk

/** The graph as a picture to walk, loaded when it is about to be seen. */
export const LazyWalk = () => (
  <Lazy load={load} props={{}}>
    <section class="walk walk-place" aria-busy="true" />
  </Lazy>
)
