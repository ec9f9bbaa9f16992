import { useEffect, useRef } from 'preact/hooks'
import { margin, type Space } from '../charts/space.ts'
import { follow } from '../navigation.tsx'
import { addressOf, type Route } from '../route.ts'
import { dotText } from './dot-text.ts'
import type { Dot } from './post-loader.ts'

/** The route of a dot: its post, or its creator where the post has no page. */
export const wayOf = ({ postId, username }: Dot): Route | null =>
  postId !== null
    ? { view: 'post', id: postId }
    : username !== null
      ? { view: 'creator', username, shows: 'posts' }
      : null

type DotLinkProps = {
  dots: readonly Dot[]
  active: Dot | null
  onActive: (dot: Dot | null) => void
  space: Space
  /** Scrolls to a moment. */
  onShow: (at: number) => void
}

/** How far each key moves among `count` dots in time order. */
const steps: Readonly<Record<string, (count: number) => number>> = {
  ArrowRight: () => 1,
  ArrowLeft: () => -1,
  PageDown: (count) => Math.ceil(count / 20),
  PageUp: (count) => -Math.ceil(count / 20),
  End: (count) => count,
  Home: (count) => -count
}

/**
 * One link for all dots: it is placed on the active dot and leads to its post. Arrow keys move it from post to post in time order, so ten
 * thousand dots are one tab stop.
 */
export const DotLink = ({ dots, active, onActive, space, onShow }: DotLinkProps) => {
  const link = useRef<HTMLAnchorElement>(null)
  const shown = active ?? dots.at(-1)
  useEffect(() => {
    // Focus must not scroll to a chart that has moved.
    if (active !== null && document.activeElement === link.current) link.current?.focus({ preventScroll: true })
  }, [active])
  if (shown === undefined) return null
  const way = wayOf(shown)
  const go = (dot: Dot | undefined) => {
    if (dot === undefined) return
    onActive(dot)
    onShow(dot.at)
  }
  return (
    <a
      ref={link}
      class={`life-dot ${active === null ? 'resting' : ''}`}
      // A post with only numbers has no link.
      href={way === null ? '#life' : addressOf(way)}
      aria-label={dotText(shown)}
      aria-describedby="life-keys"
      draggable={false}
      style={{
        transform: `translate(${margin.left + space.x(shown.at)}px, ${margin.top + space.y(shown.plays ?? 0)}px)`
      }}
      onFocus={() => go(shown)}
      onKeyDown={(event) => {
        const step = steps[event.key]
        if (event.key === 'Escape') onActive(null)
        else if (step !== undefined) {
          const index = dots.indexOf(shown) + step(dots.length)
          go(dots[Math.min(Math.max(index, 0), dots.length - 1)])
        } else return
        event.preventDefault()
      }}
      {...(way === null ? {} : { onClick: follow(way) })}
    />
  )
}
