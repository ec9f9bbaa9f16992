import { useRef } from 'preact/hooks'
import { firstOf } from '../../views/queries.ts'
import { AddToComparison } from '../compare/add-to-comparison.tsx'
import { BestAndWeakest } from '../compare/best-and-weakest.tsx'
import { ColumnHead } from '../compare/column-head.tsx'
import { byName, type Compared, nameOf, postsOf } from '../compare/compared.ts'
import { numberRows, postRows, rhythmRows, sharedRows } from '../compare/export-rows.ts'
import { Multiples } from '../compare/multiples.tsx'
import { Numbers } from '../compare/numbers.tsx'
import { busiest, highest, rhythmOf } from '../compare/rhythm.ts'
import { RhythmDrawing } from '../compare/rhythm-drawing.tsx'
import { RhythmGrid, RhythmLegend } from '../compare/rhythm-grid.tsx'
import { type Shared, sharedHashtags, sharedSounds } from '../compare/shared.ts'
import { SharedThings } from '../compare/shared-things.tsx'
import { SmallMultiples } from '../compare/small-multiples.tsx'
import { ExploreCompareDocument } from '../graph/documents.ts'
import { useQuery } from '../graph/use-query.ts'
import { splitHandles } from '../handles.ts'
import { focusContent, Link, navigate } from '../navigation.tsx'
import { CopyAddress } from '../parts/copy-address.tsx'
import { ExportMenu } from '../parts/export-menu.tsx'
import { type RestCall, ShowQuery } from '../parts/show-query.tsx'
import { Empty, Failed } from '../parts/states.tsx'
import { TitleLine } from '../parts/title-line.tsx'
import { comparable, start } from '../route.ts'

const first = firstOf.posts
/** Up to this many creators fit half the width of a wide window, with their charts in the other half. */
const fewMost = 3

const restOf = (names: readonly string[]): readonly RestCall[] =>
  names.flatMap((name) => [
    [`@${name}`, `/api/v1/users/${name}`] as const,
    [`Scorecard of @${name}`, `/api/v1/intelligence/creator/${name}`] as const,
    [`Newest posts of @${name}`, `/api/v1/users/${name}/posts?count=${first}`] as const
  ])

/** Names in the URL that are not shown. */
const IgnoredNames = ({ others, beyond }: { others: readonly string[]; beyond: readonly string[] }) => (
  <>
    {others.length > 0 && (
      <p class="note">
        Ignored, because these are no handles: <bdi>{others.map((text) => `“${text.slice(0, 40)}”`).join(', ')}</bdi>.
      </p>
    )}
    {beyond.length > 0 && (
      <p class="note">
        At most {comparable.most} creators can be compared. Not shown: {beyond.map((name) => `@${name}`).join(', ')}.
      </p>
    )}
  </>
)

const Invitation = ({ names }: { names: readonly string[] }) => (
  <Empty title={names.length === 0 ? 'Whom do you want to compare?' : 'Add one more creator to compare'}>
    <p>
      Enter {comparable.least} to {comparable.most} handles, or add creators to the shortlist on any page, and compare
      them from there.
    </p>
    <AddToComparison names={names} />
    <p class="row">
      <Link class="button" to={{ view: 'lists' }}>
        Open the shortlist
      </Link>
      <Link class="button" to={start}>
        Find creators
      </Link>
    </p>
  </Empty>
)

type SectionProps = { compared: readonly Compared[] }

const withPosts = (compared: readonly Compared[]) => compared.filter((each) => postsOf(each).length > 0)

const Rhythms = ({ compared }: SectionProps) => {
  const part = useRef<HTMLElement>(null)
  const rhythms = withPosts(compared).map((each) => ({
    each,
    rhythm: rhythmOf(postsOf(each).map(({ createdAt }) => createdAt))
  }))
  const most = Math.max(...rhythms.map(({ rhythm }) => highest(rhythm)))
  return (
    <section ref={part} aria-labelledby="rhythm">
      <TitleLine
        id="rhythm"
        title="Rhythm, by weekday and hour (UTC)"
        exported={rhythmRows(
          rhythms.map(({ each, rhythm }) => ({ name: each.name, rhythm })),
          {
            figure: () => part.current,
            drawing: () => (
              <RhythmDrawing
                rhythms={rhythms.map(({ each, rhythm }) => ({ name: nameOf(each), rhythm }))}
                most={most}
              />
            )
          }
        )}
      />
      <RhythmLegend most={most} />
      <Multiples count={rhythms.length}>
        {rhythms.map(({ each, rhythm }) => {
          const { weekday, hour } = busiest(rhythm)
          return (
            <div key={each.name} class="multiple">
              <h3>
                <bdi>{nameOf(each)}</bdi>
              </h3>
              <RhythmGrid rhythm={rhythm} most={most} label={nameOf(each)} />
              <p class="quiet">
                Most on {weekday}, and at {hour}:00
              </p>
            </div>
          )
        })}
      </Multiples>
    </section>
  )
}

type ShareProps = SectionProps & { id: string; what: string; shared: readonly Shared[] }

const Share = ({ id, what, shared, compared }: ShareProps) => {
  const title = `${what.charAt(0).toUpperCase()}${what.slice(1)}s they share`
  return (
    <section aria-labelledby={id}>
      {shared.length === 0 ? (
        <h2 id={id}>{title}</h2>
      ) : (
        <TitleLine id={id} title={title} exported={sharedRows(`${what}s`, shared, compared)} />
      )}
      <SharedThings what={what} shared={shared} compared={compared} />
    </section>
  )
}

const Ranks = ({ compared }: SectionProps) => {
  const ranked = withPosts(compared)
  return (
    <section aria-labelledby="ranks">
      <h2 id="ranks">Best and weakest of the newest posts</h2>
      <p class="intro">By plays, as multiples of each creator’s own median.</p>
      <Multiples count={ranked.length}>
        {ranked.map((each) => (
          <div key={each.name} class="multiple">
            <h3>
              <bdi>{nameOf(each)}</bdi>
            </h3>
            <BestAndWeakest posts={postsOf(each)} />
          </div>
        ))}
      </Multiples>
    </section>
  )
}

const Comparison = ({ names }: { names: readonly string[] }) => {
  // Sorted, so that moving a column needs no request.
  const usernames = names.map((name) => name.toLowerCase()).sort()
  const variables = { usernames, first }
  const answer = useQuery(ExploreCompareDocument, variables)
  const { data, problems, cost, again } = answer
  const known = useRef<ReadonlyMap<string, Compared>>(new Map())
  if (data !== null) known.current = new Map([...known.current, ...byName(usernames, data, problems)])
  const compared = names.map((name) => {
    const each = known.current.get(name.toLowerCase())
    return each === undefined ? { name, creator: null, lacks: null } : { ...each, name }
  })
  const move = (index: number, by: 1 | -1) => {
    const moved = names.with(index, names[index + by] ?? '').with(index + by, names[index] ?? '')
    navigate({ view: 'compare', names: moved }, true)
  }
  const heads = compared.map((each, index) => (
    <ColumnHead
      key={each.name}
      compared={each}
      toLeft={index === 0 ? null : () => move(index, -1)}
      toRight={index === names.length - 1 ? null : () => move(index, 1)}
      remove={() => {
        navigate({ view: 'compare', names: names.filter((name) => name !== each.name) }, true)
        focusContent()
      }}
    />
  ))
  const figure = useRef<HTMLElement>(null)
  const [problem] = problems
  const hasPosts = withPosts(compared).length > 0
  return (
    <>
      {data === null && problem !== undefined && <Failed problem={problem} again={again} />}
      <div class={`comparison ${names.length > fewMost ? '' : 'few'}`} aria-busy={answer.isLoading}>
        <div class="beside">
          <div>
            <Numbers compared={compared} heads={heads} />
            <div class="under-table">
              <ExportMenu {...numberRows(compared)} />
              {names.length < comparable.most && <AddToComparison names={names} />}
            </div>
          </div>
          {hasPosts && (
            <section ref={figure} aria-labelledby="charts">
              <TitleLine
                id="charts"
                title="Plays and engagement of the newest posts"
                exported={postRows(compared, () => figure.current)}
              />
              <p class="intro">
                All on the same scales. Plays above, on a logarithmic scale; likes, comments and shares for each play
                below. The line is the creator’s median, the band the middle half of the posts.
              </p>
              <SmallMultiples compared={compared} />
            </section>
          )}
        </div>
        {hasPosts && (
          <>
            <Rhythms compared={compared} />
            <div class="beside">
              <Share id="hashtags" what="hashtag" shared={sharedHashtags(compared)} compared={compared} />
              <Share id="sounds" what="sound" shared={sharedSounds(compared)} compared={compared} />
            </div>
            <Ranks compared={compared} />
          </>
        )}
      </div>
      <ShowQuery document={ExploreCompareDocument} variables={variables} rest={restOf(names)} cost={cost} />
    </>
  )
}

export const CompareView = ({ names }: { names: readonly string[] }) => {
  const { handles, others } = splitHandles(names)
  const shown = handles.slice(0, comparable.most)
  const isComparison = shown.length >= comparable.least
  return (
    <>
      <div class="title-row">
        <h1>{isComparison ? `${shown.length} creators compared` : 'Compare creators'}</h1>
        {isComparison && <CopyAddress />}
      </div>
      <IgnoredNames others={others} beyond={handles.slice(comparable.most)} />
      {isComparison ? <Comparison names={shown} /> : <Invitation names={shown} />}
    </>
  )
}
