import { Decorative } from '../charts/decorative.tsx'
import { useWidth } from '../charts/use-width.ts'
import { fullCount } from '../format.ts'
import { addressOf, start } from '../route.ts'
import type { Kind, WalkStarts, WalkStop } from './stops.ts'

/** Display name of each type, in reading order. */
const names: Readonly<Record<Kind, string>> = {
  User: 'Creators',
  Post: 'Posts',
  Sound: 'Sounds',
  Hashtag: 'Hashtags',
  Place: 'Places',
  Collection: 'Collections',
  LiveRoom: 'Live rooms',
  Effect: 'Effects'
}

/** Two types with the fields in both directions. Effects have no further links. */
const links: readonly (readonly [from: Kind, to: Kind, there: string, back: string | null])[] = [
  ['User', 'Post', 'posts', 'author'],
  ['Post', 'Sound', 'sound', 'posts'],
  ['Post', 'Hashtag', 'hashtags', 'posts'],
  ['Place', 'Post', 'posts', null],
  ['User', 'Collection', 'collections', 'owner'],
  ['Collection', 'Post', 'posts', null],
  ['LiveRoom', 'User', 'streamer', 'liveRoom']
]

type Layout = { height: number; at: Readonly<Record<Kind, readonly [x: number, y: number]>> }

/** Centres of the boxes, as shares of width and height. */
const wide: Layout = {
  height: 330,
  at: {
    LiveRoom: [0.1, 0.12],
    User: [0.1, 0.55],
    Effect: [0.9, 0.9],
    Collection: [0.46, 0.12],
    Post: [0.46, 0.55],
    Place: [0.46, 0.9],
    Sound: [0.9, 0.22],
    Hashtag: [0.9, 0.55]
  }
}

const narrow: Layout = {
  height: 500,
  at: {
    LiveRoom: [0.18, 0.07],
    Collection: [0.82, 0.07],
    User: [0.18, 0.36],
    Post: [0.82, 0.36],
    Hashtag: [0.16, 0.66],
    Place: [0.5, 0.78],
    Sound: [0.84, 0.66],
    Effect: [0.16, 0.93]
  }
}

const box = { width: 96, height: 46 }

type GraphMapProps = {
  starts: WalkStarts
  /** Types visited by the walk, which are highlighted. */
  kinds: ReadonlySet<Kind>
  onStart: (stop: WalkStop) => void
}

/** The types with their counts, and the fields that link them. Each starts a walk at its most popular object. */
export const GraphMap = ({ starts, kinds, onStart }: GraphMapProps) => {
  const [frame, width] = useWidth<HTMLDivElement>()
  const { height, at } = width < 600 ? narrow : wide
  const middle = (kind: Kind) => [at[kind][0] * width, at[kind][1] * height] as const
  return (
    <div class="graph-map" ref={frame} style={{ height: `${height}px` }}>
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: no other element groups a drawing
        <svg width={width} height={height} role="group" aria-label="Types, and the fields between them">
          {links.map(([from, to, there, back]) => {
            const [[x1, y1], [x2, y2]] = [middle(from), middle(to)]
            const isWalked = kinds.has(from) && kinds.has(to)
            const isAcross = Math.abs(x2 - x1) > Math.abs(y2 - y1)
            const [forth, home] = !isAcross ? ['↓', '↑'] : x2 > x1 ? ['→', '←'] : ['←', '→']
            const words = [
              `${there}${y2 < y1 && !isAcross ? home : forth}`,
              ...(back === null ? [] : [`${back}${home}`])
            ]
            return (
              <Decorative key={`${from} ${to}`} class={isWalked ? 'link walked' : 'link'}>
                <line x1={x1} y1={y1} x2={x2} y2={y2} />
                {words.map((word, index) => (
                  <text
                    key={word}
                    x={(x1 + x2) / 2}
                    y={(y1 + y2) / 2 + (index - (words.length - 1) / 2) * (isAcross ? 24 : 17)}
                    dy="0.32em"
                    text-anchor="middle"
                  >
                    {word}
                  </text>
                ))}
              </Decorative>
            )
          })}
          {(Object.keys(names) as Kind[]).map((kind) => {
            const [x, y] = middle(kind)
            const { count, stop } = starts[kind]
            const inside = (
              <>
                <rect x={-box.width / 2} y={-box.height / 2} width={box.width} height={box.height} rx={10} />
                <text text-anchor="middle" y={count === null ? 4 : -4}>
                  <tspan class="name">{names[kind]}</tspan>{' '}
                  {count !== null && (
                    <tspan x={0} y={14}>
                      {fullCount(count)}
                    </tspan>
                  )}
                </text>
              </>
            )
            const placed = { transform: `translate(${x} ${y})`, class: `kind-box ${kinds.has(kind) ? 'walked' : ''}` }
            if (stop === null) {
              return (
                <g key={kind} {...placed}>
                  {inside}
                </g>
              )
            }
            const countText = count === null ? '' : `${fullCount(count)}, `
            return (
              <a
                key={kind}
                {...placed}
                href={addressOf(stop.page ?? start)}
                aria-label={`${names[kind]} ${countText}start with ${stop.name}`}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
                  event.preventDefault()
                  onStart(stop)
                }}
              >
                {inside}
              </a>
            )
          })}
        </svg>
      )}
    </div>
  )
}
