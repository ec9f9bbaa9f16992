import { useEffect, useMemo, useRef } from 'preact/hooks'
import { navigate } from '../navigation.tsx'
import { addressOf, type Route } from '../route.ts'
import type { Space } from './space.ts'

/** A dot that is a link. */
export type Point = {
  /** Identifies the same item in every chart. */
  key: string
  x: number
  y: number
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
const useDots = (points: readonly Point[], { x, y }: Space, size: number) =>
  useMemo(
    () =>
      points.map((point) => {
        const place = { cx: x(point.x), cy: y(point.y) }
        const dot = (
          <>
            <circle class="reach-of" r={size + 4} {...place} />
            <circle class="dot" r={size} {...place} />
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
    [points, x, y, size]
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
