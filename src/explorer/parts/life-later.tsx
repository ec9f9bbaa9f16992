import type { LifeProps } from '../life/life.tsx'
import { Later } from './later.tsx'

const load = async () => (await import('../life/life.tsx')).Life

/** The life of a sound or a hashtag, loaded when it is about to be seen. */
export const LifeLater = (props: LifeProps) => (
  <Later load={load} props={props}>
    <section class="panel life-place" aria-busy="true" />
  </Later>
)
