import type { ComponentChild } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import { BottomAxis, ValueAxis } from './axes.tsx'
import { type Point, Points, placeOf, pointNumber } from './points.tsx'
import type { Scale } from './scales.ts'
import { margin, marginBelow, type Space } from './space.ts'
import { useWidth } from './use-width.ts'

type ChartProps = {
  /** What the chart shows, for screen readers. */
  label: string
  x: Scale
  y: Scale
  /** Inside the axes, in pixels. */
  height: number
  /** Whether the horizontal axis has labels; a panel above another one needs none. */
  hasBottomLabels?: boolean
  /** Dots in the order of the arrow keys; the same array while they are unchanged. */
  points?: readonly Point[]
  /** The key of the active point, in this chart or a linked one. */
  active?: string | null
  onActive?: (key: string | null) => void
  /** Content of the tooltip of the active point. */
  tip?: (key: string) => ComponentChild
  /** Radius of the dots in pixels; by their number without it. */
  dotSize?: number
  /** Drawn between the axes and the dots. */
  children?: (space: Space) => ComponentChild
}

/** Distance within which the pointer snaps to a point, in pixels. */
const snapWithin = 48

const noPoints: readonly Point[] = []

const nearestTo = (points: readonly Point[], space: Space, left: number, top: number): Point | null => {
  let nearest: Point | null = null
  let distance = snapWithin
  for (const point of points) {
    const place = placeOf(point, space)
    // A bar is as good as its column.
    const away = Math.hypot(place.left - left, point.end === undefined ? place.top - top : 0)
    if (away > distance) continue
    nearest = point
    distance = away
  }
  return nearest
}

/** Dots are small when there are many. */
const sizeOf = (count: number, width: number) => (count * 40 > width * 10 ? 2.5 : 4.5)

/**
 * A chart as wide as its container, with axes, the drawing of `children`, and dots that are links. The pointer snaps to the nearest dot,
 * arrow keys move between dots, and a tooltip describes the active one.
 */
export const Chart = ({
  label,
  x,
  y,
  height,
  hasBottomLabels = true,
  points = noPoints,
  active = null,
  onActive,
  tip,
  dotSize,
  children
}: ChartProps) => {
  const [frame, outerWidth] = useWidth<HTMLDivElement>()
  // The active point may come from a linked chart; the tooltip appears only in the chart with the pointer or focus.
  const [isHere, setHere] = useState(false)
  const wasActive = useRef(false)
  const width = Math.max(0, outerWidth - margin.left - margin.right)
  const space = useMemo<Space>(
    () => ({ width, height, x: (value) => x.at(value) * width, y: (value) => (1 - y.at(value)) * height }),
    [x, y, width, height]
  )
  const activate = (key: string | null) => {
    setHere(key !== null)
    if (key !== active) onActive?.(key)
  }
  const nearestOf = (event: MouseEvent & { currentTarget: SVGSVGElement }) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return nearestTo(points, space, event.clientX - left - margin.left, event.clientY - top - margin.top)
  }
  const outerHeight = margin.top + height + marginBelow(hasBottomLabels)
  const shown = isHere ? points.find(({ key }) => key === active) : undefined
  return (
    // Focus events are handled on the container: a listening SVG part would become a tab stop.
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what happens to the dots in it
    <div
      class="chart"
      ref={frame}
      style={{ height: `${outerHeight}px` }}
      onFocusIn={(event) => activate(points[pointNumber(event.target)]?.key ?? null)}
      onFocusOut={() => activate(null)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') activate(null)
      }}
    >
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: no other element groups a drawing
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the dots themselves
        <svg
          width={outerWidth}
          height={outerHeight}
          role="group"
          aria-label={label}
          onPointerMove={(event) => activate(nearestOf(event)?.key ?? null)}
          onPointerLeave={() => activate(null)}
          onPointerDown={(event) => {
            const nearest = nearestOf(event)
            // On touch screens the first tap shows the tooltip, the second follows the link.
            wasActive.current = event.pointerType === 'mouse' || (nearest !== null && nearest.key === active)
            activate(nearest?.key ?? null)
          }}
          onClickCapture={(event) => {
            if (wasActive.current || event.detail === 0) return
            event.preventDefault()
            event.stopPropagation()
          }}
          onClick={(event) => {
            if (pointNumber(event.target) >= 0) return
            // A click near the snapped dot counts as a click on it.
            const index = points.findIndex(({ key }) => key === active)
            event.currentTarget.querySelectorAll('.point')[index]?.dispatchEvent(new MouseEvent('click', event))
          }}
        >
          <g transform={`translate(${margin.left} ${margin.top})`}>
            <ValueAxis scale={y} space={space} />
            <BottomAxis scale={x} space={space} hasLabels={hasBottomLabels} />
            {children?.(space)}
            {points.length > 0 && (
              <Points points={points} space={space} active={active} size={dotSize ?? sizeOf(points.length, width)} />
            )}
          </g>
        </svg>
      )}
      {shown !== undefined && tip !== undefined && (
        <Tip place={placeOf(shown, space)} within={outerWidth}>
          {tip(shown.key)}
        </Tip>
      )}
    </div>
  )
}

type TipProps = { place: { left: number; top: number }; within: number; children: ComponentChild }

/** Above a point, or below it where there is no space, and within the sides of the chart. */
const Tip = ({ place, within, children }: TipProps) => {
  const [left, top] = [margin.left + place.left, margin.top + place.top]
  const side = left < within / 3 ? 'at-start' : left > (within * 2) / 3 ? 'at-end' : 'at-middle'
  return (
    <div class={`sheet tip ${side} ${top < 90 ? 'under' : 'over-it'}`} style={{ left: `${left}px`, top: `${top}px` }}>
      {children}
    </div>
  )
}
