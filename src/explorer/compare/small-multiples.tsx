import { useMemo, useState } from 'preact/hooks'
import { Chart } from '../charts/chart.tsx'
import { engagementOf } from '../charts/engagement.ts'
import { UsualRange } from '../charts/marks.tsx'
import type { Point } from '../charts/points.tsx'
import { countScale, type Scale, shareScale, timeScale } from '../charts/scales.ts'
import { usualOf } from '../charts/statistics.ts'
import { compactCount, fullDate, percent } from '../format.ts'
import { type Compared, type ComparedPost, nameOf, postsOf } from './compared.ts'
import { Multiples } from './multiples.tsx'

type Scales = { time: Scale; plays: Scale; engagement: Scale }

/** Scales over the posts of all creators, so that positions are comparable between charts. */
const commonScales = (posts: readonly ComparedPost[]): Scales => ({
  time: timeScale(posts.map(({ createdAt }) => Date.parse(createdAt))),
  plays: countScale(posts.map(({ plays }) => plays)),
  engagement: shareScale(posts.map(engagementOf).filter((rate) => rate !== null))
})

const pointOf = (post: ComparedPost, index: number, y: number, value: string): Point => ({
  key: post.postId ?? `without id ${index}`,
  x: Date.parse(post.createdAt),
  y,
  to: post.postId === null ? null : { view: 'post', id: post.postId },
  name: `Post of ${fullDate(post.createdAt)}: ${value}`
})

type OneProps = { compared: Compared; scales: Scales }

const One = ({ compared, scales: { time, plays, engagement } }: OneProps) => {
  const [active, setActive] = useState<string | null>(null)
  const posts = postsOf(compared)
  const { playPoints, ratePoints } = useMemo(() => {
    const inOrder = posts.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
    return {
      playPoints: inOrder.map((post, index) => pointOf(post, index, post.plays, `${compactCount(post.plays)} plays`)),
      ratePoints: inOrder.flatMap((post, index) => {
        const rate = engagementOf(post)
        return rate === null ? [] : [pointOf(post, index, rate, `${percent(rate)} engagement`)]
      })
    }
  }, [posts])
  const usualPlays = usualOf(playPoints.map(({ y }) => y))
  const usualRate = usualOf(ratePoints.map(({ y }) => y))
  const tip = (key: string) => {
    const post = posts.find(({ postId }) => postId === key)
    const rate = post === undefined ? null : engagementOf(post)
    return post === undefined ? null : (
      <>
        <span class="quiet">{fullDate(post.createdAt)}</span>
        <strong>{compactCount(post.plays)} plays</strong>
        {rate !== null && <span>{percent(rate)} engagement</span>}
      </>
    )
  }
  const look = { x: time, active, onActive: setActive, tip }
  return (
    <div class="multiple">
      <h3>
        <bdi>{nameOf(compared)}</bdi>
      </h3>
      <Chart
        {...look}
        label={`Plays of each post of ${nameOf(compared)}`}
        y={plays}
        height={130}
        hasBottomLabels={false}
        points={playPoints}
      >
        {(space) => usualPlays !== null && <UsualRange usual={usualPlays} space={space} />}
      </Chart>
      <Chart
        {...look}
        label={`Engagement of each post of ${nameOf(compared)}`}
        y={engagement}
        height={70}
        points={ratePoints}
      >
        {(space) => usualRate !== null && <UsualRange usual={usualRate} space={space} />}
      </Chart>
    </div>
  )
}

/** Plays and engagement of each creator's newest posts: small multiples on common scales. */
export const SmallMultiples = ({ compared }: { compared: readonly Compared[] }) => {
  const charted = compared.filter((each) => postsOf(each).length > 0)
  // The posts are the same objects while the creators are.
  const scales = useMemo(
    () => commonScales(charted.flatMap(postsOf)),
    [
      charted
        .map(({ name }) => name.toLowerCase())
        .sort()
        .join()
    ]
  )
  return (
    <Multiples count={charted.length}>
      {charted.map((each) => (
        <One key={each.name} compared={each} scales={scales} />
      ))}
    </Multiples>
  )
}
