import { counted, fullCount } from '../format.ts'
import { Link } from '../navigation.tsx'
import { wayOf } from './dot-link.tsx'
import { creatorOf, followersOf, momentOf } from './dot-text.ts'
import type { Audiences, Dot } from './post-loader.ts'
import type { Rise } from './rise.ts'

const Creator = ({ dot, audiences }: { dot: Dot; audiences: Audiences }) => {
  const followers = followersOf(dot, audiences)
  return (
    <>
      {dot.username === null ? (
        creatorOf(dot)
      ) : (
        <Link to={{ view: 'creator', username: dot.username, shows: 'posts' }}>{creatorOf(dot)}</Link>
      )}
      {followers === null ? '' : ` (${followers})`}
    </>
  )
}

const Moment = ({ dot }: { dot: Dot }) => {
  const way = wayOf(dot)
  const moment = momentOf(dot.at)
  return way === null ? moment : <Link to={way}>{moment}</Link>
}

/** Of the posts up to a moment, the one whose creator has the most followers. */
const largestUntil = (dots: readonly Dot[], at: number, audiences: Audiences): Dot | null => {
  let largest: Dot | null = null
  let most = 0
  for (const dot of dots) {
    if (dot.at > at) break
    const followers = dot.username === null ? null : audiences.get(dot.username)
    if (followers == null || followers <= most) continue
    most = followers
    largest = dot
  }
  return largest
}

/** The text for a timeline without a rise. `newest`: a description of its newest posts, where older ones are not loaded. */
const noRise = (rise: Exclude<Rise, { kind: 'rise' }>, newest: string | null): string => {
  if (rise.kind === 'at once') {
    const most = `had ${counted(rise.after, 'post', 'posts')}, and no later ${rise.period} more`
    return newest === null
      ? `With its first post: its first ${rise.period} ${most}.`
      : `Perhaps before ${newest}: their first ${rise.period} ${most}.`
  }
  const { period } = rise
  if (period === null) {
    const short = newest === null ? 'The timeline is too short' : `Unknown from ${newest}`
    return `${short}: a rise needs at least four hours.`
  }
  return `${newest === null ? 'No moment stands out' : `Not in ${newest}`}: no ${period} had three times the posts of the ${period} before it, and more than expected by chance.`
}

type FirstPostAndRiseProps = {
  dots: readonly Dot[]
  audiences: Audiences
  /** Null while posts are loading. */
  rise: Rise | null
  /** Whether all older posts are loaded. */
  isWhole: boolean
}

/** The first post and the rise, in words. */
export const FirstPostAndRise = ({ dots, audiences, rise, isWhole }: FirstPostAndRiseProps) => {
  const [first] = dots
  if (first === undefined) return null
  const opening = rise?.kind === 'rise' ? dots.find(({ at }) => at === rise.at) : undefined
  const largest = rise?.kind === 'rise' ? largestUntil(dots, rise.at, audiences) : null
  const newest = isWhole ? null : `the newest ${fullCount(dots.length)} posts`
  return (
    <dl class="beginnings">
      <div>
        <dt>{isWhole ? 'First used' : 'Oldest loaded post'}</dt>
        <dd>
          <Moment dot={first} /> by <Creator dot={first} audiences={audiences} />
        </dd>
      </div>
      <div>
        <dt>Rise</dt>
        <dd>
          {rise === null && <span class="quiet">Computed once the posts are loaded.</span>}
          {rise !== null && rise.kind !== 'rise' && noRise(rise, newest)}
          {opening !== undefined && rise?.kind === 'rise' && (
            <>
              <Moment dot={opening} />, first post by <Creator dot={opening} audiences={audiences} />:{' '}
              {fullCount(rise.after)} posts in that {rise.period}, {fullCount(rise.before)} in the {rise.period} before.
              {largest !== null && (
                <>
                  {' '}
                  The creator with the most followers until then was <Creator dot={largest} audiences={audiences} />.
                </>
              )}
              {newest !== null && ` Only ${newest} are counted.`}
            </>
          )}
        </dd>
      </div>
    </dl>
  )
}
