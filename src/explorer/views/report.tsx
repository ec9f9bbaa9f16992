import { useMemo } from 'preact/hooks'
import { firstOf } from '../../views/queries.ts'
import { titles } from '../../views/titles.ts'
import { Chart } from '../charts/chart.tsx'
import { UsualRange } from '../charts/marks.tsx'
import { countScale, timeScale } from '../charts/scales.ts'
import { usualOf } from '../charts/statistics.ts'
import { RankedPosts } from '../compare/best-and-weakest.tsx'
import { bestAndWeakest, medianEngagement, medianPlays, postsAWeek } from '../compare/post-figures.ts'
import { busiest, highest, rhythmOf } from '../compare/rhythm.ts'
import { RhythmGrid, RhythmLegend } from '../compare/rhythm-grid.tsx'
import { compactCount, firstCharacters, fullDate, percent } from '../format.ts'
import { ExploreReportDocument, type ExploreReportQuery } from '../graph/documents.ts'
import { useQuery } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { Figures } from '../parts/count.tsx'
import { Handle } from '../parts/handle.tsx'
import { Verified } from '../parts/icons.tsx'
import { Picture } from '../parts/picture.tsx'
import { Bar } from '../parts/scorecard.tsx'
import { useTitle } from '../parts/use-title.ts'
import { addressOf, type Route } from '../route.ts'
import { baseUrl } from '../session.ts'
import { Loaded } from './loaded.tsx'

type Creator = NonNullable<ExploreReportQuery['user']>
type Post = NonNullable<Creator['posts']>['nodes'][number]

const first = firstOf.posts
/** Most that fit the page. */
const bestCount = 4
const bioLength = 240

const scores = [
  ['engagementPercentile', 'Engagement'],
  ['postingConsistency', 'Consistency'],
  ['nicheConcentration', 'Niche'],
  ['followerGrowthScore', 'Growth']
] as const

const Scores = ({ scorecard }: { scorecard: NonNullable<Creator['scorecard']> }) => (
  <section aria-labelledby="scores">
    <h2 id="scores">Scorecard</h2>
    <p class="authority">
      <strong>{scorecard.scores.creatorAuthorityScore}</strong> of 100,{' '}
      {scorecard.scores.partnershipTier.replace('TIER_', 'tier ')}
    </p>
    <dl class="score-lines">
      {scores.map(([field, name]) => (
        <div key={field}>
          <dt>{name}</dt>
          <dd>
            {scorecard.scores[field]} <Bar value={scorecard.scores[field]} />
          </dd>
        </div>
      ))}
    </dl>
    <p class="quiet">
      From {scorecard.intelligence.postsAnalyzed} posts
      {scorecard.intelligence.lowSampleWarning && ', too few to say much'}. Main topic:{' '}
      <bdi>{scorecard.intelligence.primaryNiche}</bdi>.
    </p>
  </section>
)

const When = ({ posts }: { posts: readonly Post[] }) => {
  const rhythm = rhythmOf(posts.map(({ createdAt }) => createdAt))
  const { weekday, hour } = busiest(rhythm)
  return (
    <section aria-labelledby="rhythm">
      <h2 id="rhythm">Rhythm (UTC)</h2>
      <RhythmGrid rhythm={rhythm} most={highest(rhythm)} label="The newest posts" />
      <RhythmLegend most={highest(rhythm)} />
      <p class="quiet">
        Most on {weekday}, and at {hour}:00
      </p>
    </section>
  )
}

const Best = ({ posts }: { posts: readonly Post[] }) => (
  <section class="ranked" aria-labelledby="best">
    <h2 id="best">
      Best of the newest posts <span class="quiet">with their plays as multiples of the median</span>
    </h2>
    <RankedPosts ranked={bestAndWeakest(posts, bestCount).best} />
  </section>
)

const Plays = ({ posts }: { posts: readonly Post[] }) => {
  const { time, plays, usual, points } = useMemo(() => {
    const counts = posts.map((post) => post.plays)
    return {
      time: timeScale(posts.map(({ createdAt }) => Date.parse(createdAt))),
      plays: countScale(counts),
      usual: usualOf(counts),
      points: posts.toReversed().map((post, index) => ({
        key: post.postId ?? `without id ${index}`,
        x: Date.parse(post.createdAt),
        y: post.plays,
        to: post.postId === null ? null : ({ view: 'post', id: post.postId } as const),
        name: `Post of ${fullDate(post.createdAt)}: ${compactCount(post.plays)} plays`
      }))
    }
  }, [posts])
  return (
    <section aria-labelledby="plays">
      <h2 id="plays">
        Plays of the newest posts{' '}
        <span class="quiet">on a logarithmic scale, with the median and the middle half of the posts</span>
      </h2>
      <Chart label="Plays of each post over time" x={time} y={plays} height={150} points={points}>
        {(space) => usual !== null && <UsualRange usual={usual} space={space} />}
      </Chart>
    </section>
  )
}

const textOr = (value: number | null, text: (value: number) => string): string => (value === null ? '–' : text(value))

const OfPosts = ({ posts }: { posts: readonly Post[] }) => (
  <section aria-labelledby="newest">
    <h2 id="newest">The {posts.length} newest posts</h2>
    <dl class="figures">
      {(
        [
          ['Median plays', textOr(medianPlays(posts), compactCount)],
          ['Median engagement', textOr(medianEngagement(posts), percent)],
          ['Posts a week', textOr(postsAWeek(posts), (value) => value.toFixed(1))]
        ] as const
      ).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
)

const Head = ({ creator }: { creator: Creator }) => (
  <header class="report-head">
    <Picture url={creator.avatarUrl} alt="" name={creator.displayName ?? creator.username} shape="round" isFirst />
    <div>
      <h1>
        <bdi>{creator.displayName ?? creator.username}</bdi>
        {creator.verified && <Verified />}
      </h1>
      <p class="quiet">
        <Handle name={creator.username} />
        {creator.isPrivate && ' · private account'}
      </p>
      {creator.bio && (
        <p class="bio" dir="auto">
          {firstCharacters(creator.bio, bioLength)}
        </p>
      )}
    </div>
    <Figures
      of={[
        ['Followers', creator.followersCount],
        ['Likes', creator.totalLikes],
        ['Posts', creator.totalVideos],
        ['Following', creator.following]
      ]}
    />
  </header>
)

const Source = ({ to, asOf }: { to: Route; asOf: string | null }) => (
  <footer class="source">
    <p>
      Source: <Link to={to}>{baseUrl + addressOf(to)}</Link>
    </p>
    {asOf !== null && <p>Data as of {fullDate(asOf)}</p>}
  </footer>
)

const Page = ({ creator, asOf }: { creator: Creator; asOf: string | null }) => {
  useTitle(titles.report(creator))
  const posts = creator.posts?.nodes ?? []
  return (
    <article class="report">
      <Head creator={creator} />
      {(creator.scorecard !== null || posts.length > 0) && (
        <div class="sides">
          {creator.scorecard !== null && <Scores scorecard={creator.scorecard} />}
          {posts.length > 0 && <When posts={posts} />}
        </div>
      )}
      {posts.length > 0 ? (
        <div class="newest">
          <OfPosts posts={posts} />
          <Plays posts={posts} />
          <Best posts={posts} />
        </div>
      ) : (
        <p class="note">{creator.isPrivate ? 'The posts of a private account are not public.' : 'No posts yet.'}</p>
      )}
      <Source to={{ view: 'creator', username: creator.username, shows: 'posts' }} asOf={asOf} />
    </article>
  )
}

/** A creator's data on one printed page. */
export const ReportView = ({ username }: { username: string }) => {
  const answer = useQuery(ExploreReportDocument, { username, first })
  return (
    <>
      <div class="row report-acts">
        <button type="button" class="button primary" onClick={() => print()}>
          Print report
        </button>
        <Link class="button" to={{ view: 'creator', username, shows: 'posts' }}>
          Back to the creator
        </Link>
      </div>
      <Loaded answer={answer} of={({ user }) => user} what="creator" requested={username}>
        {(creator) => <Page creator={creator} asOf={answer.data?.dataset?.asOf ?? answer.cost?.answeredAt ?? null} />}
      </Loaded>
    </>
  )
}
