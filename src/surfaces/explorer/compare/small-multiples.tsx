import { useMemo } from 'preact/hooks'
import { Chart } from '../charts/chart.tsx'
import { UsualRange } from '../charts/marks.tsx'
import type { Point } from '../charts/points.tsx'
import { countScale, type Scale, timeScale } from '../charts/scales.ts'
import { usualOf } from '../charts/statistics.ts'
import { counted, fullDate } from '../format.ts'
import { type Compared, nameOf, postsOf } from './compared.ts'
import { Multiples } from './multiples.tsx'

type OneProps = { compared: Compared; time: Scale; plays: Scale }

const One = ({ compared, time, plays }: OneProps) => {
  const posts = postsOf(compared)
  const points = useMemo(
    () =>
      posts
        .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
        .flatMap(({ postId, createdAt, plays }, index): Point | never[] =>
          plays === null
            ? []
            : {
                key: postId ?? `without id ${index}`,
                x: Date.parse(createdAt),
                y: plays,
                to: postId === null ? null : { view: 'post', id: postId },
                name: `Post of ${fullDate(createdAt)}: ${counted(plays, 'play', 'plays')}`
              }
        ),
    [posts]
  )
  const usual = usualOf(points.map(({ y }) => y))
  return (
    <div class="card panel multiple">
      <h3>
        <bdi>{nameOf(compared)}</bdi>
      </h3>
      <Chart label={`Plays of each post of ${nameOf(compared)}`} x={time} y={plays} height={130} points={points}>
        {(space) => usual !== null && <UsualRange usual={usual} space={space} />}
      </Chart>
    </div>
  )
}

/** Plays of each creator's newest posts: small multiples on common scales. */
export const SmallMultiples = ({ compared }: { compared: readonly Compared[] }) => {
  const charted = compared.filter((creator) => postsOf(creator).length > 0)
  const posts = charted.flatMap(postsOf)
  const time = timeScale(posts.map(({ createdAt }) => Date.parse(createdAt)))
  const plays = countScale(posts.flatMap((post) => post.plays ?? []))
  return (
    <Multiples count={charted.length}>
      {charted.map((creator) => (
        <One key={creator.handle} compared={creator} time={time} plays={plays} />
      ))}
    </Multiples>
  )
}
