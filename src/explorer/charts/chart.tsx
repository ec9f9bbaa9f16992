import type { ComponentChild } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import { BottomAxis, ValueAxis } from './axes.tsx'
import { type Point, Points, pointNumber } from './points.tsx'
import type { Scale } from './scales.ts'
import { margin, marginBelow, type Space } from './space.ts'
import { useWidth } from './use-width.ts'

type ChartProps = {
  /** What the chart shows, for whoever hears it. */
  label: string
  x: Scale
  y: Scale
  /** Inside the axes, in pixels. */
  height: number
  /** Whether the labels along the bottom are written; a panel above another that has them needs none. */
  hasBottomLabels?: boolean
  /** Dots, in the order in which the arrow keys go; the same array as long as they are the same. */
  points?: readonly Point[]
  /** The key of the point that is looked at, in this chart or in one beside it. */
  active?: string | null
  onActive?: (key: string | null) => void
  /** What is told about the point that is looked at. */
  tip?: (key: string) => ComponentChild
  /** What is drawn between the axes and the dots. */
  children?: (space: Space) => ComponentChild
}

/** How near the pointer must come to a point, in pixels. */
const snapWithin = 48

const noPoints: readonly Point[] = []

const nearestTo = (points: readonly Point[], { x, y }: Space, left: number, top: number): Point | null => {
  let nearest: Point | null = null
  let distance = snapWithin
  for (const point of points) {
    const away = Math.hypot(x(point.x) - left, y(point.y) - top)
    if (away > distance) continue
    nearest = point
    distance = away
  }
  return nearest
}

/** Many dots are small ones. */
const sizeOf = (count: number, width: number) => (count * 40 > width * 10 ? 2.5 : 4.5)

/**
 * A frame as wide as its place, with axes, what `children` draw, and dots that lead on. The pointer snaps to the nearest dot, the keyboard goes
 * from dot to dot; what is looked at is told in a tip.
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
  children
}: ChartProps) => {
  const [frame, outerWidth] = useWidth<HTMLDivElement>()
  // A point may be looked at in the chart beside this one; the tip stands where the pointer or the focus is.
  const [isHere, setHere] = useState(false)
  const wasActive = useRef(false)
  const width = Math.max(0, outerWidth - margin.left - margin.right)
  const space = useMemo<Space>(
    () => ({ width, height, x: (value) => x.at(value) * width, y: (value) => (1 - y.at(value)) * height }),
    [x, y, width, height]
  )
  const look = (key: string | null) => {
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
    // The focus is followed here: a part of a drawing that listens for it would be a stop of the Tab key itself.
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears what happens to the dots in it
    <div
      class="chart"
      ref={frame}
      style={{ height: `${outerHeight}px` }}
      onFocusIn={(event) => look(points[pointNumber(event.target)]?.key ?? null)}
      onFocusOut={() => look(null)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') look(null)
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
          onPointerMove={(event) => look(nearestOf(event)?.key ?? null)}
          onPointerLeave={() => look(null)}
          onPointerDown={(event) => {
            const nearest = nearestOf(event)
            // A finger looks first, and goes with its second touch.
            wasActive.current = event.pointerType === 'mouse' || (nearest !== null && nearest.key === active)
            look(nearest?.key ?? null)
          }}
          onClickCapture={(event) => {
            if (wasActive.current || event.detail === 0) return
            event.preventDefault()
            event.stopPropagation()
          }}
          onClick={(event) => {
            if (pointNumber(event.target) >= 0) return
            // Beside the dot it snapped to counts as on it.
            const index = points.findIndex(({ key }) => key === active)
            event.currentTarget.querySelectorAll('.point')[index]?.dispatchEvent(new MouseEvent('click', event))
          }}
        >
          <g transform={`translate(${margin.left} ${margin.top})`}>
            <ValueAxis scale={y} space={space} />
            <BottomAxis scale={x} space={space} hasLabels={hasBottomLabels} />
            {children?.(space)}
            {points.length > 0 && (
              <Points points={points} space={space} active={active} size={sizeOf(points.length, width)} />
            )}
          </g>
        </svg>
      )}
      {shown !== undefined && tip !== undefined && (
        <Tip left={margin.left + space.x(shown.x)} top={margin.top + space.y(shown.y)} within={outerWidth}>
          {tip(shown.key)}
        </Tip>
      )}
    </div>
  )
}

type TipProps = { left: number; top: number; within: number; children: ComponentChild }

/** Above a point, or below it where there is no room, and never out of the chart at the sides. */
const Tip = ({ left, top, within, children }: TipProps) => {
  const side = left < within / 3 ? 'at-start' : left > (within * 2) / 3 ? 'at-end' : 'at-middle'
  return (
    <div class={`tip ${side} ${top < 90 ? 'under' : 'over-it'}`} style={{ left: `${left}px`, top: `${top}px` }}>
      {children}
    </div>
  )
}
