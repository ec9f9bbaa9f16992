import { useEffect, useRef, useState } from 'preact/hooks'
import uPlot from 'uplot'
import { compactCount, dayOfYear, fullCount, percent, shortDate } from '../format.ts'

export type PlayedPost = {
  readonly createdAt: string
  readonly plays: number
  readonly likes: number
  readonly comments: number
  readonly shares: number
}

const engagementOf = ({ plays, likes, comments, shares }: PlayedPost) =>
  plays === 0 ? null : (likes + comments + shares) / plays

const dark = '(prefers-color-scheme: dark)'

/** Colours of the style sheet at this moment; the canvas does not follow it by itself. */
const coloursOf = (box: Element) => {
  const probe = box.appendChild(document.createElement('span'))
  const colour = (name: string) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  const colours = {
    plays: colour('--chart-plays'),
    area: colour('--chart-area'),
    engagement: colour('--chart-engagement'),
    line: colour('--line'),
    text: colour('--quiet')
  }
  probe.remove()
  return colours
}

const height = 340

const draw = (box: HTMLElement, posts: readonly PlayedPost[], onPoint: (index: number | null) => void): uPlot => {
  const { plays, area, engagement, line, text } = coloursOf(box)
  const axis = {
    stroke: text,
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif'
  }
  return new uPlot(
    {
      width: Math.max(240, box.clientWidth),
      height,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      hooks: { setCursor: [(chart) => onPoint(chart.cursor.idx ?? null)] },
      scales: {
        plays: { range: (_, __, max) => [0, max * 1.1 || 1] },
        engagement: { range: (_, __, max) => [0, max * 1.3 || 0.1] }
      },
      axes: [
        { ...axis, grid: { show: false }, space: 64, values: (_, ticks) => ticks.map(dayOfYear) },
        { ...axis, scale: 'plays', size: 52, values: (_, ticks) => ticks.map(compactCount) },
        {
          ...axis,
          scale: 'engagement',
          side: 1,
          size: 46,
          grid: { show: false },
          values: (_, ticks) => ticks.map(percent)
        }
      ],
      series: [
        {},
        { scale: 'plays', stroke: plays, fill: area, width: 2, points: { show: true, size: 6, fill: plays } },
        {
          scale: 'engagement',
          stroke: engagement,
          width: 2,
          dash: [6, 4],
          points: { show: true, size: 5, fill: engagement }
        }
      ]
    },
    [
      posts.map(({ createdAt }) => Date.parse(createdAt) / 1_000),
      posts.map((post) => post.plays),
      posts.map(engagementOf)
    ],
    box
  )
}

/** Plays and engagement of the newest posts over time. The same numbers are in a table below it. */
export const PlaysChart = ({ posts }: { posts: readonly PlayedPost[] }) => {
  const box = useRef<HTMLDivElement>(null)
  const [point, setPoint] = useState<number | null>(null)
  const inOrder = posts.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
  useEffect(() => {
    const { current } = box
    if (current === null) return
    let chart = draw(current, inOrder, setPoint)
    const redraw = () => {
      chart.destroy()
      chart = draw(current, inOrder, setPoint)
    }
    const observer = new ResizeObserver(() => chart.setSize({ width: Math.max(240, current.clientWidth), height }))
    observer.observe(current)
    const scheme = matchMedia(dark)
    scheme.addEventListener('change', redraw)
    return () => {
      observer.disconnect()
      scheme.removeEventListener('change', redraw)
      chart.destroy()
    }
  }, [posts])

  const shown = inOrder[point ?? -1]
  const [oldest, newest] = [inOrder[0], inOrder.at(-1)]
  const best = inOrder.reduce<PlayedPost | undefined>(
    (top, post) => (top && top.plays >= post.plays ? top : post),
    undefined
  )
  if (oldest === undefined || newest === undefined || best === undefined) return null
  return (
    <section class="panel" aria-labelledby="chart">
      <h2 id="chart">Plays and engagement</h2>
      <p class="legend">
        <span class="plays">Plays</span>
        <span class="engagement">Engagement rate</span>
        <span class="quiet readout">
          {shown === undefined
            ? `${inOrder.length} newest posts, each a point`
            : `${shortDate(shown.createdAt)}: ${compactCount(shown.plays)} plays, ${percent(engagementOf(shown) ?? 0)}`}
        </span>
      </p>
      <div
        class="chart"
        ref={box}
        role="img"
        aria-label={`${inOrder.length} posts from ${shortDate(oldest.createdAt)} to ${shortDate(newest.createdAt)}; the most played has ${compactCount(best.plays)} plays. The numbers are in the table that follows.`}
      />
      <details>
        <summary>As a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section class="scroll" tabIndex={0} aria-label="Plays and engagement of each post">
          <table>
            <thead>
              <tr>
                <th scope="col">Posted</th>
                <th scope="col">Plays</th>
                <th scope="col">Engagement</th>
              </tr>
            </thead>
            <tbody>
              {inOrder.toReversed().map((post, index) => (
                <tr key={`${post.createdAt} ${index}`}>
                  <th scope="row">{shortDate(post.createdAt)}</th>
                  <td>{fullCount(post.plays)}</td>
                  <td>{percent(engagementOf(post) ?? 0)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  )
}
