import { useEffect, useRef, useState } from 'preact/hooks'
import { margin, type Space } from '../charts/space.ts'
import { dayOf } from './dot-text.ts'
import type { TimeRange } from './range.ts'

type ScrubLineProps = {
  /** The full time range, mapped to the duration of the sound. */
  whole: TimeRange
  /** The visible range. */
  range: TimeRange
  space: Space
  audio: HTMLAudioElement | null
  /** Position of the line; null before it is moved. */
  at: number | null
  onScrub: (at: number) => void
}

/** How far each key moves the line, as a share of the visible range. */
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 0.01,
  ArrowUp: 0.01,
  ArrowLeft: -0.01,
  ArrowDown: -0.01,
  PageUp: 0.1,
  PageDown: -0.1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY
}

/** Seeks the sound to the line: its start is the first post, its end the newest. */
const seek = (audio: HTMLAudioElement, share: number) => {
  if (Number.isFinite(audio.duration)) {
    audio.currentTime = share * audio.duration
    return
  }
  // The duration is loaded only on first use.
  audio.addEventListener('loadedmetadata', () => seek(audio, share), { once: true })
  audio.preload = 'metadata'
}

/** A line that moves through the timeline while the sound plays. Moving it seeks the sound; the part after it is dimmed. */
export const ScrubLine = ({ whole, range, space, audio, at, onScrub }: ScrubLineProps) => {
  const line = useRef<HTMLDivElement>(null)
  const veil = useRef<HTMLDivElement>(null)
  const [isDragged, setDragged] = useState(false)
  const { width, height } = space
  const length = whole.to - whole.from
  const left = (moment: number) => Math.min(Math.max(space.x(moment), 0), width)

  const place = (moment: number) => {
    if (line.current !== null) line.current.style.transform = `translateX(${margin.left + left(moment)}px)`
    if (veil.current !== null) veil.current.style.transform = `scaleX(${1 - left(moment) / Math.max(1, width)})`
  }
  const shown = at ?? whole.from

  useEffect(() => {
    if (audio === null || length === 0) return
    let frame = 0
    const moment = () => whole.from + (audio.currentTime / (audio.duration || 1)) * length
    const follow = () => {
      place(moment())
      frame = audio.paused || audio.ended ? 0 : requestAnimationFrame(follow)
    }
    const tell = () => onScrub(moment())
    const begin = () => {
      cancelAnimationFrame(frame)
      // With reduced motion the line only follows the sound's own events, four times a second.
      if (!matchMedia('(prefers-reduced-motion: reduce)').matches) follow()
    }
    audio.addEventListener('play', begin)
    audio.addEventListener('timeupdate', tell)
    if (!audio.paused) begin()
    return () => {
      cancelAnimationFrame(frame)
      audio.removeEventListener('play', begin)
      audio.removeEventListener('timeupdate', tell)
    }
  }, [audio, whole.from, whole.to, range.from, range.to, width])

  const scrub = (moment: number) => {
    const to = Math.min(Math.max(moment, whole.from), whole.to)
    onScrub(to)
    if (audio !== null && length > 0) seek(audio, (to - whole.from) / length)
  }
  const momentAt = (clientX: number, box: Element) => {
    const { left: start = 0 } = box.parentElement?.getBoundingClientRect() ?? {}
    const share =
      (clientX - start - margin.left - space.x(range.from)) / Math.max(1, space.x(range.to) - space.x(range.from))
    return range.from + share * (range.to - range.from)
  }
  return (
    <>
      <div
        ref={veil}
        class="life-veil"
        hidden={at === null}
        style={{
          left: `${margin.left}px`,
          top: `${margin.top}px`,
          width: `${width}px`,
          height: `${height}px`,
          transform: `scaleX(${1 - left(shown) / Math.max(1, width)})`
        }}
      />
      <div
        ref={line}
        class={`life-line ${isDragged ? 'dragged' : ''}`}
        role="slider"
        tabIndex={0}
        aria-label={audio === null ? 'Position in the timeline' : 'Position in the timeline and the sound'}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={length === 0 ? 0 : Math.round(((shown - whole.from) / length) * 100)}
        aria-valuetext={dayOf(shown)}
        style={{
          top: `${margin.top}px`,
          height: `${height}px`,
          transform: `translateX(${margin.left + left(shown)}px)`
        }}
        onKeyDown={(event) => {
          const step = steps[event.key]
          if (step === undefined) return
          event.preventDefault()
          scrub(Number.isFinite(step) ? shown + step * (range.to - range.from) : step < 0 ? whole.from : whole.to)
        }}
        onPointerDown={(event) => {
          event.stopPropagation()
          event.currentTarget.setPointerCapture(event.pointerId)
          setDragged(true)
        }}
        onPointerMove={(event) => {
          event.stopPropagation()
          if (isDragged) scrub(momentAt(event.clientX, event.currentTarget))
        }}
        onPointerUp={() => setDragged(false)}
        onPointerCancel={() => setDragged(false)}
      />
    </>
  )
}
