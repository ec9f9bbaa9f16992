import { type Awaitable, andThen, together } from '../../core/awaitable.ts'
import { invalidParam } from '../../core/errors.ts'
import type { Scope } from '../../core/scope.ts'
import type { CountGrowth } from '../../engines/history/growth.ts'
import { countFields, fieldsWithBits, type SampledKind } from '../../engines/history/samples.ts'
import type { HistoryPoint } from '../../engines/history/steps.ts'
import { isHashtagName, isSoundFacts } from '../../records/facts-key.ts'
import { growth, history } from '../../services/history.ts'
import type { Input } from '../../services/input.ts'
import type { Deps } from '../../services/operation.ts'
import { growthOfTrend, trending } from '../../services/trending.ts'
import { searchCost } from '../graphql/schema/cost-hints.ts'
import { argumentSchema, plainValue, refuseUnknownArguments } from './arguments.ts'
import { more, shortenList } from './list-answer.ts'
import { defaultCount } from './result-size.ts'
import type { Tool, ToolArguments, ToolJson } from './tool.ts'

/** Tools for counts over time, which REST does not have. Times are ISO 8601. */

type Period = { from: unknown; to: unknown; step: unknown; fill: unknown }
type GrowthByCount = Readonly<Record<string, CountGrowth | null>>

/** Objects with counts over time, by the argument that identifies them. */
type Thing = {
  readonly kind: SampledKind
  readonly input: Input<string>
  readonly points: (deps: Deps, scope: Scope, key: unknown, period: Period) => Awaitable<readonly HistoryPoint[]>
  /** Null if counts are not observed. */
  readonly growth: ((deps: Deps, scope: Scope, key: unknown, days: number | null) => Awaitable<GrowthByCount>) | null
}

const subjects: Readonly<Record<string, Thing>> = {
  username: {
    kind: 'users',
    input: history.user.input.username,
    points: (deps, scope, username, period) => history.user(deps, scope, { username, ...period }),
    growth: (deps, scope, username, days) => growth.user(deps, scope, { username, days })
  },
  videoId: {
    kind: 'posts',
    input: history.post.input.postId,
    points: (deps, scope, postId, period) => history.post(deps, scope, { postId, ...period }),
    growth: (deps, scope, postId, days) => growth.post(deps, scope, { postId, days })
  },
  soundId: {
    kind: 'sounds',
    input: history.sound.input.soundId,
    points: (deps, scope, soundId, period) => history.sound(deps, scope, { soundId, ...period }),
    growth: null
  },
  challengeId: {
    kind: 'sounds',
    input: history.hashtag.input.challengeId,
    points: (deps, scope, challengeId, { fill: _, ...period }) =>
      history.hashtag(deps, scope, { challengeId, ...period }),
    growth: null
  }
}
const subjectNames = Object.keys(subjects)

const isoOf = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1_000).toISOString()

const growthJson = (grown: CountGrowth | null): ToolJson | null => {
  if (grown === null) return null
  const { earlier, later } = grown
  return { ...grown, earlier: { ...earlier, at: isoOf(earlier.at) }, later: { ...later, at: isoOf(later.at) } }
}

/** Known counts by name, with marks only if there are any. */
const pointJson = ({ kind }: Thing, point: HistoryPoint): ToolJson => {
  const fields: readonly string[] = countFields[kind]
  const counts = fields.map((field, index) => [field, point.counts[index] ?? null] as const)
  const marks = (['rounded', 'negative', 'interpolated'] as const).map(
    (mark) => [mark, fieldsWithBits(fields, point[mark])] as const
  )
  return {
    at: isoOf(point.at),
    ...Object.fromEntries(counts.filter(([, count]) => count !== null)),
    ...Object.fromEntries(marks.filter(([, marked]) => marked.length > 0))
  }
}

const thingIn = (given: ToolArguments): { thing: Thing; name: string } => {
  const [name, other] = subjectNames.filter((name) => given[name] !== undefined && given[name] !== null)
  const thing = name === undefined ? undefined : subjects[name]
  if (name === undefined || thing === undefined || other !== undefined) {
    throw invalidParam(other ?? 'username', `or another of ${subjectNames.join(', ')} is required, exactly one of them`)
  }
  return { thing, name }
}

const listed = { type: 'array', items: { type: 'object' } }

const getHistory: Tool = {
  name: 'get_history',
  title: 'Counts over time',
  description: [
    `Counts of a creator, post, sound or hashtag challenge over time, the earliest first, and growth. Give exactly one of ${subjectNames.join(', ')}.`,
    '`data` is a list of points: `at` and each known count; `rounded`, `negative` and `interpolated` name counts that are.',
    '`growth` is that of each count over `days`, `rate` 0.05 being 5 %; null for sounds and hashtags, whose count is that of public posts.',
    'Errors: NOT_FOUND, UNSUPPORTED.',
    'Example: {"username":"maya.nguyen","step":"WEEK","days":30}'
  ].join(' '),
  inputSchema: {
    type: 'object',
    properties: {
      ...Object.fromEntries(Object.entries(subjects).map(([name, { input }]) => [name, argumentSchema(name, input)])),
      from: argumentSchema('from', history.post.input.from),
      to: argumentSchema('to', history.post.input.to),
      step: argumentSchema('step', history.post.input.step),
      fill: argumentSchema('fill', history.post.input.fill),
      days: {
        ...argumentSchema(
          'days',
          growth.user.input.days,
          'Days of `growth`; 30 for a creator and 1 for a post when omitted.'
        ),
        default: undefined
      }
    },
    required: [],
    additionalProperties: false
  },
  outputSchema: {
    type: 'object',
    properties: { data: listed, growth: { type: ['object', 'null'] } },
    required: ['data', 'growth']
  },
  run({ deps }, scope, given) {
    refuseUnknownArguments(given, Object.keys(getHistory.inputSchema.properties as object))
    const { thing, name } = thingIn(given)
    const value = (argument: string) => plainValue(given[argument], argument)
    const [key, from, to, step, fill] = [name, 'from', 'to', 'step', 'fill'].map(value)
    // Counted posts have no gaps to fill, but invalid values are still refused.
    history.post.input.fill.read(fill ?? undefined, 'fill')
    const length =
      given.days === undefined || given.days === null ? null : growth.user.input.days.read(value('days'), 'days')
    if (thing.growth === null && length !== null)
      throw invalidParam('days', `has no effect with ${name}, which has no growth: leave it out`)
    const points = thing.points(deps, scope, key, { from, to, step, fill })
    const grown = thing.growth === null ? null : thing.growth(deps, scope, key, length)
    return andThen(together<[readonly HistoryPoint[], GrowthByCount | null]>([points, grown]), ([points, grown]) => ({
      content: {
        data: points.map((point) => pointJson(thing, point)),
        growth:
          grown === null
            ? null
            : Object.fromEntries(Object.entries(grown).map(([field, countGrowth]) => [field, growthJson(countGrowth)]))
      }
    }))
  },
  shorten: () => ({ param: 'step', advice: 'choose a longer step, or a shorter period with from and to' }),
  overSource: ({ recordsCounts }) => (recordsCounts === true ? getHistory : null)
}

/** The argument of other tools for each kind of ranking. */
const keyNames = { POST: 'videoId', SOUND: 'soundId', HASHTAG: 'challengeId', CREATOR: 'username' } as const

/** Null for a sound or hashtag without id, which other tools cannot find. */
const idOf = (key: string): string | null => (isHashtagName(key) || isSoundFacts(key) ? null : key)

const { kind, window, count, cursor } = trending.input

const findTrending: Tool = {
  name: 'find_trending',
  title: 'What rises fastest',
  description: [
    'Posts by plays, creators by followers, sounds or hashtags by public posts: what grew fastest within a window that ends with the data.',
    '`data` is a list with `rank`, `rate` (0.5 is 50 %), `growth`, and videoId, username, soundId or challengeId for other tools.',
    'Errors: UNSUPPORTED.',
    'Example: {"kind":"CREATOR","window":"MONTH","count":5}'
  ].join(' '),
  inputSchema: {
    type: 'object',
    properties: {
      kind: argumentSchema('kind', kind),
      window: argumentSchema('window', window),
      count: argumentSchema('count', count),
      cursor: argumentSchema('cursor', cursor)
    },
    required: ['kind'],
    additionalProperties: false
  },
  outputSchema: {
    type: 'object',
    properties: {
      data: listed,
      endsAt: { type: ['string', 'null'] },
      pagination: { type: 'object' },
      more: { type: ['string', 'null'] }
    },
    required: ['data', 'endsAt', 'pagination', 'more']
  },
  run({ deps }, scope, given) {
    refuseUnknownArguments(given, Object.keys(findTrending.inputSchema.properties as object))
    const value = (argument: string) => plainValue(given[argument], argument)
    if (given.kind === undefined || given.kind === null) throw invalidParam('kind', 'is required, for example CREATOR')
    const [kind, window, count, cursor] = ['kind', 'window', 'count', 'cursor'].map(value)
    const asked = { kind, window, count: count ?? defaultCount, cursor }
    const found = andThen(scope.charge(searchCost), () => trending(deps, scope, asked))
    return andThen(found, ({ page, endsAt }) =>
      andThen(together(page.items.map((trend) => growthOfTrend(deps, scope, trend))), (grown) => {
        const pagination = { cursor: page.cursor, has_more: page.hasMore }
        const data = page.items.map(({ rank, rate, kind, key, name }, index) => ({
          ...{ rank, rate, [keyNames[kind]]: idOf(key) },
          ...(name === null ? {} : { name }),
          growth: growthJson(grown[index] ?? null)
        }))
        return { content: { data, endsAt: isoOf(endsAt), pagination, more: more(pagination) } }
      })
    )
  },
  shorten: ({ data }, length) => ({ ...shortenList(data as readonly unknown[], length), advice: 'ask for fewer' }),
  overSource: () => null
}

export const historyTools: readonly Tool[] = [getHistory, findTrending]
