import type { ExploreCreatorQuery } from '../../../../built/documents.js'
import { fullDate, percent, unknown } from '../format.ts'
import { Chips } from './chips.tsx'
import { TitleLine } from './title-line.tsx'

export type Scorecard = NonNullable<NonNullable<ExploreCreatorQuery['user']>['scorecard']>
type Scores = Scorecard['scores']

const tiers: Readonly<Record<NonNullable<Scores['partnershipTier']>, string>> = {
  TIER_1: 'Tier 1: authority of 80 or more',
  TIER_2: 'Tier 2: authority of 60 to 79',
  TIER_3: 'Tier 3: authority of 40 to 59',
  TIER_4: 'Tier 4: authority below 40'
}

/** Each score with its meaning and its weight in the authority score. */
const parts: readonly (readonly [keyof Scores & string, name: string, meaning: string, weight: number])[] = [
  ['engagementPercentile', 'Engagement', 'Percentile of the engagement rate among creators of the platform.', 40],
  ['postingConsistency', 'Consistency', 'How regular the intervals between posts are; 100 is perfectly even.', 25],
  ['nicheConcentration', 'Niche', 'How tightly the posts keep to one topic.', 20],
  ['followerGrowthScore', 'Followers per like', 'Followers won for each like so far; no growth was measured.', 15]
]

/** A score to show; null where it is unknown, as regularity is of fewer than three posts, for which the data have 0. */
export const scoreOf = (
  {
    scores,
    intelligence
  }: Pick<Scorecard, 'scores'> & { intelligence: Pick<Scorecard['intelligence'], 'postsAnalyzed'> },
  field: keyof Scores & string
) => (field === 'postingConsistency' && intelligence.postsAnalyzed < 3 ? null : scores[field])

const radius = 52
const around = 2 * Math.PI * radius

const Dial = ({ score }: { score: number | null }) => (
  <svg
    class="dial"
    viewBox="0 0 128 128"
    role="img"
    aria-label={`Creator authority score: ${score === null ? 'unknown' : `${score} of 100`}`}
  >
    <title>Creator authority score</title>
    <circle class="rail" cx="64" cy="64" r={radius} />
    {score !== null && (
      <circle
        class="reach"
        cx="64"
        cy="64"
        r={radius}
        stroke-dasharray={`${(around * score) / 100} ${around}`}
        transform="rotate(-90 64 64)"
      />
    )}
    <text x="64" y="68" class="value">
      {score ?? unknown}
    </text>
    <text x="64" y="86" class="of">
      of 100
    </text>
  </svg>
)

const Bar = ({ value }: { value: number }) => (
  <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect class="rail" width="100" height="6" />
    <rect class="reach" width={value} height="6" />
  </svg>
)

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Its columns and values in a file, named as in REST. */
const rowOf = (username: string, { scores, intelligence }: Scorecard): readonly (readonly [string, unknown])[] => [
  ['username', username],
  ...Object.entries(scores).map(([name, value]) => [`scores_${snakeCase(name)}`, value] as const),
  ...Object.entries(intelligence).map(([name, value]) => [`intelligence_${snakeCase(name)}`, value] as const)
]

/** The scorecard: the composite score as a dial, its four parts as bars. */
type PanelProps = { username: string; scorecard: Scorecard }

export const ScorecardPanel = ({ username, scorecard }: PanelProps) => {
  const { scores, intelligence } = scorecard
  const row = rowOf(username, scorecard)
  const [tier, meaning] = scores.partnershipTier === null ? ['Tier unknown'] : tiers[scores.partnershipTier].split(': ')
  return (
    <section class="card panel scorecard" aria-labelledby="scorecard">
      <TitleLine
        id="scorecard"
        title="Scorecard"
        exported={{
          what: `scorecard of @${username}`,
          rows: { from: 'here', columns: row.map(([name]) => name), values: () => [row.map(([, value]) => value)] }
        }}
      />
      {intelligence.lowSampleWarning && (
        <p class="note">
          <strong>Small sample.</strong> Only {intelligence.postsAnalyzed}{' '}
          {intelligence.postsAnalyzed === 1 ? 'post was' : 'posts were'} analyzed, so these scores say little.
        </p>
      )}
      {intelligence.missingInputs !== null && intelligence.missingInputs.length > 0 && (
        <p class="note">
          <strong>Not collected:</strong>{' '}
          {intelligence.missingInputs.map((field) => field.toLowerCase().replaceAll('_', ' ')).join(', ')}. Scores that
          need it are unknown.
        </p>
      )}
      <div class="scores">
        <div class="composite">
          <Dial score={scores.creatorAuthorityScore} />
          <p>
            <strong>{tier}</strong>
            <span class="quiet small">{meaning}</span>
          </p>
        </div>
        <dl class="stack">
          {parts.map(([field, name, meaning, weight]) => (
            <div key={field}>
              <dt>
                {name} <span class="quiet small">weight {weight}%</span>
              </dt>
              <dd class="row">
                <span class="value">{scoreOf(scorecard, field) ?? unknown}</span>
                <Bar value={Number(scoreOf(scorecard, field) ?? 0)} />
                <span class="quiet small meaning">
                  {scores[field] === scoreOf(scorecard, field)
                    ? meaning
                    : 'Unknown: intervals take three posts to compare.'}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div class="stack">
        <p>
          <strong>{scores.engagementRate === null ? unknown : percent(scores.engagementRate)}</strong> engagement rate{' '}
          <span class="quiet">(likes, comments and shares for each play)</span>
        </p>
        <div class="row">
          Main niche
          <Chips
            label="Main niche"
            chips={[
              {
                text: intelligence.primaryNiche === 'general' ? 'general' : `#${intelligence.primaryNiche}`,
                to:
                  intelligence.primaryNiche === 'general'
                    ? null
                    : { view: 'search', keyword: intelligence.primaryNiche, among: 'posts' }
              }
            ]}
          />
        </div>
        <p class="quiet">
          From the {intelligence.postsAnalyzed === 1 ? 'newest post' : `${intelligence.postsAnalyzed} newest posts`},
          computed {fullDate(intelligence.analysisTimestamp)}
        </p>
      </div>
    </section>
  )
}
