import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { counted, fullCount } from '../format.ts'
import { Link } from '../navigation.tsx'
import { ExportMenu } from '../parts/export-menu.tsx'
import { Failed } from '../parts/states.tsx'
import { audienceClasses, countsOf } from './audience-classes.ts'
import { wayOf } from './dot-link.tsx'
import { creatorOf, dayOf, followersOf, momentOf, playsOf } from './dot-text.ts'
import { timelineRows } from './export-rows.tsx'
import { FirstPostAndRise } from './first-post-and-rise.tsx'
import { PlayButton } from './play-button.tsx'
import { Plot } from './plot.tsx'
import { type Audiences, type Dot, type LoadedPosts, most, type TimelineLoader } from './post-loader.ts'
import { codeOf, type TimelineSource } from './queries.ts'
import { type TimeRange, zoomed } from './range.ts'
import { findRise, type Rise } from './rise.ts'
import { TimelineTable } from './timeline-table.tsx'
import { usePostLoader } from './use-post-loader.ts'

export type TimelineProps = {
  of: TimelineSource
  /** Name of the sound or hashtag. */
  name: string
  /** Number of posts that use it, if known. */
  total: number | null
  /** The sound, where this page can play it. */
  audio: HTMLAudioElement | null
  /** Called with the rise each time loading pauses or ends. */
  onRise: (rise: Rise) => void
}

const Legend = ({ dots, audiences }: { dots: readonly Dot[]; audiences: Audiences }) => {
  const counts = countsOf(dots, audiences)
  return (
    <ul class="life-legend" aria-label="Symbols of posts by followers of their creators today">
      {audienceClasses.map(({ name, colour, path }, which) =>
        // No legend for "unknown" when all are known.
        which === 0 && counts[which] === 0 ? null : (
          <li key={name}>
            <svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true">
              <path d={path} style={{ fill: `var(${colour})` }} />
            </svg>
            {name} <span class="quiet">{fullCount(counts[which] ?? 0)}</span>
          </li>
        )
      )}
    </ul>
  )
}

type ProgressProps = { loaded: LoadedPosts; loader: TimelineLoader; total: number | null }

const Progress = ({ loaded, loader, total }: ProgressProps) => {
  const { dots, isRunning, isWhole } = loaded
  const isFull = dots.length >= most
  const expected = Math.min(most, Math.max(dots.length, total ?? 0))
  const says = isWhole
    ? `All ${fullCount(dots.length)} ${dots.length === 1 ? 'post' : 'posts'}`
    : isFull
      ? `The ${fullCount(most)} newest posts; no older ones are shown`
      : total === null
        ? `The ${fullCount(dots.length)} newest posts`
        : `The newest ${fullCount(dots.length)} of ${fullCount(total)} posts`
  return (
    <div class="life-progress">
      {!isWhole && !isFull && (
        <progress
          aria-label="Posts loaded"
          max={isWhole ? 1 : Math.max(1, expected)}
          {...(total === null && isRunning ? {} : { value: dots.length })}
        />
      )}
      <p>{says}</p>
      {isRunning ? (
        <button type="button" class="button small" onClick={loader.stop}>
          Stop
        </button>
      ) : (
        !isWhole &&
        !isFull && (
          <button type="button" class="button small" onClick={() => loader.go()}>
            Continue
          </button>
        )
      )}
    </div>
  )
}

/** Describes the active post. */
const Readout = ({ dot, audiences }: { dot: Dot; audiences: Audiences }) => {
  const way = wayOf(dot)
  const followers = followersOf(dot, audiences)
  return (
    <>
      <strong>
        <bdi>{creatorOf(dot)}</bdi>
      </strong>
      {followers === null ? '' : ` · ${followers}`} · {momentOf(dot.at)} · {playsOf(dot)}{' '}
      {way !== null && <Link to={way}>Open {way.view === 'post' ? 'the post' : 'the creator'}</Link>}
    </>
  )
}

const countUntil = (dots: readonly Dot[], at: number) => {
  const later = dots.findIndex((dot) => dot.at > at)
  return later === -1 ? dots.length : later
}

const Rule = () => (
  <details>
    <summary>How this is computed</summary>
    <div class="rule">
      <p>
        The rise is in the week, of all that begin with a post, with the largest increase over the week before. That
        week must have at least three times as many posts, and the difference must be at least five standard deviations
        (the square root of both counts together), which is 25 posts after none. The moment is the post in that week
        whose day has the largest increase over the day before. Timelines under four weeks use days and hours, those
        under four days hours and minutes.
      </p>
      <p>Deleted posts are not included. Followers are those of today, not of the day of the post.</p>
    </div>
  </details>
)

/** The use of a sound or a hashtag over time: every post by publication time and plays. */
export const Timeline = ({ of, name, total, audio, onRise }: TimelineProps) => {
  const panel = useRef<HTMLElement>(null)
  const [loaded, loader] = usePostLoader(of)
  const { dots, audiences, isWhole, isRunning, problem } = loaded
  const [chosen, choose] = useState<TimeRange | null>(null)
  const [active, setActive] = useState<Dot | null>(null)
  const [scrub, setScrub] = useState<number | null>(null)
  // While pages are loading, the rise may still change.
  const rise = useMemo(() => (isRunning ? null : findRise(dots.map(({ at }) => at))), [dots, isRunning])
  useEffect(() => {
    if (rise !== null) onRise(rise)
  }, [rise])
  const whole = { from: dots[0]?.at ?? 0, to: dots.at(-1)?.at ?? 0 }
  const range = chosen ?? whole
  const isZoomed = range.to - range.from < whole.to - whole.from
  const marks = [
    ...(isWhole && dots[0] !== undefined ? [{ at: dots[0].at, name: 'first use' }] : []),
    ...(rise?.kind === 'rise' ? [{ at: rise.at, name: 'rise' }] : [])
  ]
  const zoom = (factor: number) => choose(zoomed(range, whole, factor, active?.at))
  return (
    <section ref={panel} class="panel life" aria-labelledby="life" aria-busy={isRunning}>
      <header>
        <h2 id="life">Use over time</h2>
        <Progress loaded={loaded} loader={loader} total={total} />
        {dots.length > 0 && (
          <ExportMenu
            {...timelineRows(name, { dots, audiences, marks, range }, () => panel.current)}
            source={codeOf(of)}
          />
        )}
      </header>
      {problem !== null && (
        <Failed
          title={dots.length === 0 ? 'Use over time could not be loaded' : 'The remaining posts could not be loaded'}
          problem={problem}
          again={() => loader.go()}
        />
      )}
      {dots.length === 0 ? (
        isWhole && <p class="quiet">No post uses it.</p>
      ) : (
        <>
          <FirstPostAndRise dots={dots} audiences={audiences} rise={rise} isWhole={isWhole} />
          <Legend dots={dots} audiences={audiences} />
          <Plot
            dots={dots}
            audiences={audiences}
            marks={marks}
            whole={whole}
            range={range}
            onRange={choose}
            active={active}
            onActive={setActive}
            audio={audio}
            scrub={scrub}
            onScrub={setScrub}
          />
          <div class="life-below">
            <p class="readout" role="status">
              {active !== null ? (
                <Readout dot={active} audiences={audiences} />
              ) : scrub !== null ? (
                `Until ${dayOf(scrub)}: ${counted(countUntil(dots, scrub), 'post', 'posts')}`
              ) : (
                <span class="quiet">Plays of each post by the day it was published; point at one.</span>
              )}
            </p>
            <fieldset class="row" aria-label="Visible time">
              {audio !== null && <PlayButton audio={audio} />}
              <button type="button" class="button small" aria-label="Show less time" onClick={() => zoom(0.5)}>
                +
              </button>
              <button
                type="button"
                class="button small"
                aria-label="Show more time"
                aria-disabled={!isZoomed}
                onClick={() => zoom(2)}
              >
                −
              </button>
              <button type="button" class="button small" aria-disabled={!isZoomed} onClick={() => choose(null)}>
                All
              </button>
            </fieldset>
          </div>
          <p id="life-keys" class="unseen">
            Left and right arrow keys move from post to post in time order, page up and down move further, Enter opens
            the post.
          </p>
          <Rule />
          <TimelineTable dots={dots.filter(({ at }) => at >= range.from && at <= range.to)} audiences={audiences} />
        </>
      )}
    </section>
  )
}
