import type { Space } from '../charts/space.ts'
import { classOf } from './audience-classes.ts'
import type { Audiences, Dot } from './post-loader.ts'

/** The position of each dot inside the axes, in pixels, and its class. `xs` ascend like time. */
export type DotPositions = { xs: Float32Array; ys: Float32Array; classes: Uint8Array }

export const placed = (dots: readonly Dot[], audiences: Audiences, { x, y }: Space): DotPositions => ({
  xs: Float32Array.from(dots, ({ at }) => x(at)),
  ys: Float32Array.from(dots, ({ plays }) => y(plays ?? 0)),
  classes: Uint8Array.from(dots, ({ username }) => classOf(username === null ? null : audiences.get(username)))
})
