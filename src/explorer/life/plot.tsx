import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { BottomAxis, ValueAxis } from '../charts/axes.tsx'
import { countScale, timeScale } from '../charts/scales.ts'
import { margin, marginBelow, type Space } from '../charts/space.ts'
import { useWidth } from '../charts/use-width.ts'
import { DotLink } from './dot-link.tsx'
import type { Audiences, Dot } from './gathering.ts'
import { nearest } from './nearest.ts'
import { paint } from './paint.ts'
import { placed } from './placed.ts'
import { type Range, showing } from './range.ts'
import { ScrubLine } from './scrub-line.tsx'
import { usePinch } from './use-pinch.ts'
import { useScheme } from './use-scheme.ts'

/** A moment that is marked by a line. */
export type Mark = { at: number; name: string }

type PlotProps = {
  dots: readonly Dot[]
  audiences: Audiences
  marks: readonly Mark[]
  /** The whole life, and the part of it that is shown. */
  whole: Range
  range: Range
  onRange: (range: Range) => void
  active: Dot | null
  onActive: (dot: Dot | null) => void
  audio: HTMLAudioElement | null
  /** Where the line is; null before it was moved. */
  scrub: number | null
  onScrub: (at: number) => void
}

/** How near a pointer must come to a dot, in pixels; a finger is not as exact. */
const reach = { mouse: 16, finger: 28 }

const heightFor = (width: number) => (width < 480 ? 240 : 300)

/**
 * Every post as a dot, time across and plays up. The axes are a drawing; the dots are painted in one pass, and only when they or the room change: what
 * moves, the line and the dot that is looked at, are elements above them.
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
  const x = useMemo(() => timeScale([range.from, range.to]), [range.from, range.to])
  const y = useMemo(() => countScale(dots.map(({ plays }) => plays ?? 0)), [dots])
  const space = useMemo<Space>(
    () => ({ width, height, x: (value) => x.at(value) * width, y: (value) => (1 - y.at(value)) * height }),
    [x, y, width, height]
  )
  const places = useMemo(() => placed(dots, audiences, space), [dots, audiences, space])

  useLayoutEffect(() => {
    if (width === 0) return
    // However many changes come before the next frame, it is painted once for it.
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
    // A finger looks first, and follows the link with its second touch.
    looksOnly.current = event.pointerType !== 'mouse' && dot !== active
    if (dot !== active) onActive(dot)
  }
  const outerHeight = margin.top + height + marginBelow(true)
  return (
    <div
      class={`life-plot ${pinch.isHeld ? 'held' : ''}`}
      ref={frame}
      style={{ height: `${outerHeight}px` }}
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
          <svg width={outerWidth} height={outerHeight} aria-hidden="true">
            <g transform={`translate(${margin.left} ${margin.top})`}>
              <ValueAxis scale={y} space={space} />
              <BottomAxis scale={x} space={space} isTold={true} />
              {marks
                .filter((mark) => mark.at >= range.from && mark.at <= range.to)
                .map((mark) => (
                  <g key={mark.name} class="mark" transform={`translate(${space.x(mark.at)} 0)`}>
                    <line y1={0} y2={height} />
                    <text
                      x={space.x(mark.at) > width - 90 ? -5 : 5}
                      y={9}
                      text-anchor={space.x(mark.at) > width - 90 ? 'end' : 'start'}
                    >
                      {mark.name}
                    </text>
                  </g>
                ))}
            </g>
          </svg>
          <canvas ref={canvas} style={{ width: `${outerWidth}px`, height: `${height + 2 * margin.top}px` }} />
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
