import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { margin } from '../charts/space.ts'
import { useWidth } from '../charts/use-width.ts'
import { Axes, type Mark, Marks, outerHeight, type Scales, scalesOf, spaceOf } from './axes.tsx'
import { DotLink } from './dot-link.tsx'
import { placed } from './dot-positions.ts'
import { nearest } from './nearest.ts'
import { paint } from './paint.ts'
import type { Audiences, Dot } from './post-loader.ts'
import { showing, type TimeRange } from './range.ts'
import { ScrubLine } from './scrub-line.tsx'
import { usePinch } from './use-pinch.ts'
import { useScheme } from './use-scheme.ts'

type PlotProps = {
  dots: readonly Dot[]
  audiences: Audiences
  marks: readonly Mark[]
  /** The full time range, and the visible part of it. */
  whole: TimeRange
  range: TimeRange
  onRange: (range: TimeRange) => void
  active: Dot | null
  onActive: (dot: Dot | null) => void
  audio: HTMLAudioElement | null
  /** Position of the line; null before it is moved. */
  scrub: number | null
  onScrub: (at: number) => void
}

/** Distance within which a pointer hits a dot, in pixels; a finger is less exact. */
const reach = { mouse: 16, finger: 28 }

const heightFor = (width: number) => (width < 480 ? 240 : 300)

/**
 * Every post as a dot: time on the horizontal axis, plays on the vertical. The axes are SVG; the dots are painted on a canvas, only when
 * they or the size change. Moving parts, the line and the active dot, are elements above it.
 */
export const Plot = ({
  dots,
  audiences,
  marks,
  whole,
  range,
  onRange,
  active,
  onActive,
  audio,
  scrub,
  onScrub
}: PlotProps) => {
  const [frame, outerWidth] = useWidth<HTMLDivElement>()
  const canvas = useRef<HTMLCanvasElement>(null)
  const looksOnly = useRef(false)
  const scheme = useScheme()
  const width = Math.max(0, outerWidth - margin.left - margin.right)
  const height = heightFor(outerWidth)
  const scales = useMemo<Scales>(() => scalesOf(dots, range), [dots, range.from, range.to])
  const space = useMemo(() => spaceOf(scales, width, height), [scales, width, height])
  const places = useMemo(() => placed(dots, audiences, space), [dots, audiences, space])

  useLayoutEffect(() => {
    if (width === 0) return
    // Several changes within one frame are painted once.
    const frame = requestAnimationFrame(() => canvas.current !== null && paint(canvas.current, places, space))
    return () => cancelAnimationFrame(frame)
  }, [places, scheme])

  const pinch = usePinch({ range, whole, onRange, width })
  const at = (event: PointerEvent) => {
    const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {}
    return [event.clientX - left - margin.left, event.clientY - top - margin.top] as const
  }
  const look = (event: PointerEvent) => {
    const found = nearest(places, ...at(event), event.pointerType === 'mouse' ? reach.mouse : reach.finger)
    const dot = found === null ? null : (dots[found] ?? null)
    // On touch screens the first tap shows the post, the second follows the link.
    looksOnly.current = event.pointerType !== 'mouse' && dot !== active
    if (dot !== active) onActive(dot)
  }
  return (
    <div
      class={`life-plot ${pinch.isHeld ? 'held' : ''}`}
      ref={frame}
      style={{ height: `${outerHeight(height)}px` }}
      onPointerDown={(event) => {
        pinch.down(event)
        looksOnly.current = false
        if (event.pointerType !== 'mouse') look(event)
      }}
      onPointerMove={(event) => {
        if (!pinch.move(event) && event.pointerType === 'mouse') look(event)
      }}
      onClickCapture={(event) => {
        if (looksOnly.current && event.detail > 0) event.preventDefault()
      }}
      onPointerUp={pinch.up}
      onPointerCancel={pinch.up}
    >
      {width > 0 && (
        <>
          <svg width={outerWidth} height={outerHeight(height)} aria-hidden="true">
            <g transform={`translate(${margin.left} ${margin.top})`}>
              <Axes scales={scales} space={space} />
            </g>
          </svg>
          <canvas ref={canvas} style={{ width: `${outerWidth}px`, height: `${height + 2 * margin.top}px` }} />
          <svg width={outerWidth} height={outerHeight(height)} aria-hidden="true">
            <g transform={`translate(${margin.left} ${margin.top})`}>
              <Marks marks={marks} range={range} space={space} />
            </g>
          </svg>
          <DotLink
            dots={dots}
            active={active}
            onActive={onActive}
            space={space}
            onShow={(at) => onRange(showing(range, whole, at))}
          />
          <ScrubLine whole={whole} range={range} space={space} audio={audio} at={scrub} onScrub={onScrub} />
        </>
      )}
    </div>
  )
}
