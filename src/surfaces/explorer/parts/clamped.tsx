import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { LinkedHashtag } from '../route.ts'
import { RichText } from './rich-text.tsx'

type ClampedProps = { text: string; hashtags?: readonly LinkedHashtag[] }

/** Text of any length and direction: cut after a few lines, with a button to show all. */
export const Clamped = ({ text, hashtags = [] }: ClampedProps) => {
  const box = useRef<HTMLParagraphElement>(null)
  const [isLong, setLong] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    const { current } = box
    if (current === null) return
    const measure = () => setLong((was) => was || current.scrollHeight > current.clientHeight + 2)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return (
    <div class="clamped">
      <p ref={box} dir="auto" class={isOpen ? 'open' : ''}>
        <RichText text={text} hashtags={hashtags} />
      </p>
      {isLong && (
        <button type="button" class="button quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'less' : 'more'}
        </button>
      )}
    </div>
  )
}
