import { useEffect, useMemo, useRef } from 'preact/hooks'
import { navigate } from '../navigation.tsx'
import { addressOf, type Route } from '../route.ts'
import type { Space } from './space.ts'

/** A value in a chart: a dot, or a bar where it has an `end`. */
export type Point = {
  /** Identifies the same item in every chart. */
  key: string
  x: number
  y: number
  /** Makes it a bar from `x` to here, above zero. */
  end?: number
  /** Null for a dot without a link. */
  to: Route | null
  /** Accessible name: the item and its value. */
  name: string
}

type PointsProps = {
  /** In the order of the arrow keys. */
  points: readonly Point[]
  space: Space
  active: string | null
  size: number
}

const isPlain = (event: MouseEvent) => !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/** Where a point is described, in pixels: a dot itself, the top of a bar. */
export const placeOf = ({ x: from, end = from, y }: Point, space: Space): { left: number; top: number } => ({
  left: (space.x(from) + space.x(end)) / 2,
  top: space.y(y)
})

/** Index of the point that an element belongs to; -1 if none. */
export const pointNumber = (target: EventTarget | null): number => {
  const dot = target instanceof Element ? target.closest('.point') : null
  return dot === null ? -1 : [...(dot.parentElement?.children ?? [])].indexOf(dot)
}

/** Index that a key moves to, of `count` points; null for other keys. */
const stepOf = (key: string, from: number, count: number): number | null => {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(from + 1, count - 1)
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(from - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** The elements of the dots, rendered again only when they move. */
const useDots = (points: readonly Point[], space: Space, size: number) =>
  useMemo(
    () =>
      points.map((point) => {
        const { left: cx, top } = placeOf(point, space)
        // A gap of a pixel between bars, where there is room for it.
        const width = point.end === undefined ? 0 : Math.max(1, space.x(point.end) - space.x(point.x) - 1)
        const bar = { x: cx - width / 2, y: top, width, height: Math.max(1, space.height - top) }
        const dot =
          point.end === undefined ? (
            <>
              <circle class="reach-of" r={size + 4} cx={cx} cy={top} />
              <circle class="dot" r={size} cx={cx} cy={top} />
            </>
          ) : (
            <>
              <rect class="reach-of" {...bar} />
              <rect class="dot" {...bar} />
            </>
          )
        return point.to === null ? (
          // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group of shapes is a picture here
          <g key={point.key} class="point" role="img" aria-label={point.name} tabindex={-1}>
            {dot}
          </g>
        ) : (
          <a key={point.key} class="point" href={addressOf(point.to)} aria-label={point.name} tabindex={-1}>
            {dot}
          </a>
        )
      }),
    [points, space, size]
  )

/** Dots as links with a roving tab stop: one is in the tab order; the arrow keys, Home and End move between them. */
export const Points = ({ points, space, active, size }: PointsProps) => {
  const group = useRef<SVGGElement>(null)
  const at = points.findIndex(({ key }) => key === active)
  // Sets the active class directly on the elements, because rendering thousands of dots on each pointer move is too slow.
  const drawn = useDots(points, space, size)
  useEffect(() => {
    const dots = group.current?.children ?? []
    const stop = dots[Math.max(0, at)]
    const dot = dots[at]
    stop?.setAttribute('tabindex', '0')
    dot?.classList.add('active')
    return () => {
      stop?.setAttribute('tabindex', '-1')
      dot?.classList.remove('active')
    }
  }, [at, drawn])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what happens to the links in it
    <g
      ref={group}
      class="points"
      onKeyDown={(event) => {
        const next = stepOf(event.key, pointNumber(event.target), points.length)
        if (next === null) return
        event.preventDefault()
        const dot = group.current?.children[next]
        if (dot instanceof SVGElement) dot.focus()
      }}
      onClick={(event) => {
        const to = points[pointNumber(event.target)]?.to
        if (to == null || !isPlain(event)) return
        event.preventDefault()
        navigate(to)
      }}
    >
      {drawn}
    </g>
  )
}
