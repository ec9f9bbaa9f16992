import { useRef, useState } from 'preact/hooks'
import { moved, type TimeRange, zoomed } from './range.ts'

type Pinched = { range: TimeRange; whole: TimeRange; onRange: (range: TimeRange) => void; width: number }

type Pinch = {
  isHeld: boolean
  down: (event: PointerEvent) => void
  /** Whether the movement was a gesture on the picture. */
  move: (event: PointerEvent) => boolean
  up: (event: PointerEvent) => void
}

/** A shorter movement is a tap, in pixels. */
const tap = 5

/** Pans the visible range with one pointer, and zooms it with two fingers. */
export const usePinch = ({ range, whole, onRange, width }: Pinched): Pinch => {
  const [isHeld, setHeld] = useState(false)
  const pointers = useRef(new Map<number, number>())
  const began = useRef(0)
  const up = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId)
    if (pointers.current.size === 0) setHeld(false)
  }
  return {
    isHeld,
    up,
    down: (event) => {
      if (event.button !== 0) return
      pointers.current.set(event.pointerId, event.clientX)
      began.current = event.clientX
    },
    move: (event) => {
      const before = pointers.current.get(event.pointerId)
      if (before === undefined) return false
      if (pointers.current.size === 1 && !isHeld && Math.abs(event.clientX - began.current) < tap) return false
      // With pointer capture, the end of the movement does not click the element below.
      if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId)
      setHeld(true)
      const others = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, x]) => x)
      pointers.current.set(event.pointerId, event.clientX)
      const msPerPixel = (range.to - range.from) / Math.max(1, width)
      const [other] = others
      if (other === undefined) {
        onRange(moved(range, whole, (before - event.clientX) * msPerPixel))
        return true
      }
      const factor = Math.max(1, Math.abs(before - other)) / Math.max(1, Math.abs(event.clientX - other))
      onRange(zoomed(range, whole, factor))
      return true
    }
  }
}
