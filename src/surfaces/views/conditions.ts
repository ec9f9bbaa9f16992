import type { Conditions, Findable, FindRoute } from './route.ts'

/**
 * Conditions on creators and posts. The parameters of addresses, the filter for the graph, and the controls and texts of a page are derived from
 * these tables.
 */

type Common = {
  /** Its name in addresses. */
  name: string
  title: string
  /** The field of the graph's filter. */
  field: string
  /** Explains it beside the control. */
  hint?: string
}
/** `scale`: typed units per unit of the filter, 100 for percent. */
type NumberRange = Common & { kind: 'numbers'; scale?: number; min?: number; max?: number; isWhole?: boolean }
type Names = Common & { kind: 'names'; asList?: boolean }
type Choice = Common & { kind: 'choice'; choices: Readonly<Record<string, readonly [value: unknown, word: string]>> }
export type FilterCondition = NumberRange | Names | Choice | (Common & { kind: 'dates' | 'text' })

const verifiedAuthor = { yes: [{ verified: true }, 'yes'], no: [{ verified: false }, 'no'] } as const
const yesOrNo = { yes: [true, 'yes'], no: [false, 'no'] } as const
const count = { kind: 'numbers', isWhole: true } as const
const percent = { kind: 'numbers', scale: 100 } as const
const growth = { ...percent, min: -1 } as const

const origin = [
  { name: 'country', title: 'Country', field: 'country', kind: 'names', hint: 'US, JP' },
  { name: 'language', title: 'Language', field: 'language', kind: 'names', hint: 'en, ja' }
] as const satisfies FilterCondition[]

/** The most needed ones come first. */
export const conditionsOf: Readonly<Record<Findable, readonly FilterCondition[]>> = {
  creators: [
    { name: 'followers', title: 'Followers', field: 'followers', ...count },
    { name: 'engagement', title: 'Engagement rate, %', field: 'engagementRate', ...percent },
    { name: 'niche', title: 'Niche', field: 'niche', kind: 'names', asList: true, hint: 'cooking, fitness' },
    { name: 'keyword', title: 'Words', field: 'keyword', kind: 'text', hint: 'in the handle, name or bio' },
    { name: 'growth', title: 'Growth in 30 days, %', field: 'growthMonth', ...growth },
    { name: 'authority', title: 'Authority, 0 to 100', field: 'authorityScore', ...count, max: 100 },
    {
      name: 'tier',
      title: 'Tier',
      field: 'tier',
      kind: 'choice',
      choices: Object.fromEntries([1, 2, 3, 4].map((tier) => [tier, [[`TIER_${tier}`], `Tier ${tier}`] as const]))
    },
    { name: 'hashtags', title: 'Hashtags', field: 'hashtags', kind: 'names', hint: 'recipe, easydinner' },
    ...origin,
    { name: 'last-post', title: 'Last post', field: 'lastPostAt', kind: 'dates' },
    { name: 'verified', title: 'Verified', field: 'verified', kind: 'choice', choices: yesOrNo },
    { name: 'live', title: 'Live now', field: 'isLive', kind: 'choice', choices: yesOrNo },
    { name: 'private', title: 'Private', field: 'isPrivate', kind: 'choice', choices: yesOrNo }
  ],
  posts: [
    { name: 'keyword', title: 'Words', field: 'keyword', kind: 'text', hint: 'in the caption or hashtags' },
    { name: 'hashtags', title: 'Hashtags', field: 'hashtags', kind: 'names', hint: 'recipe, easydinner' },
    { name: 'published', title: 'Published', field: 'createdAt', kind: 'dates' },
    { name: 'plays', title: 'Plays', field: 'plays', ...count },
    { name: 'likes', title: 'Likes', field: 'likes', ...count },
    { name: 'engagement', title: 'Engagement rate, %', field: 'engagementRate', ...percent },
    { name: 'growth', title: 'Growth in a week, %', field: 'growthWeek', ...growth },
    { name: 'authors', title: 'Creators', field: 'authors', kind: 'names', hint: 'maya.nguyen, leo_park' },
    ...origin,
    { name: 'duration', title: 'Length in seconds', field: 'durationSeconds', ...count, max: 2 ** 31 - 1 },
    { name: 'verified', title: 'Verified creator', field: 'author', kind: 'choice', choices: verifiedAuthor },
    { name: 'ad', title: 'Advertisement', field: 'isAd', kind: 'choice', choices: yesOrNo },
    { name: 'original', title: 'Original sound', field: 'soundIsOriginal', kind: 'choice', choices: yesOrNo }
  ]
}

/** Orders by their names in addresses, which are column ids: the graph's order, and its title. */
export const ordersOf: Readonly<Record<Findable, Readonly<Record<string, readonly [order: string, title: string]>>>> = {
  creators: {
    followers: ['FOLLOWERS', 'Most followers'],
    growth_month: ['GROWTH_MONTH', 'Fastest growth'],
    engagement_rate: ['ENGAGEMENT_RATE', 'Highest engagement'],
    authority_score: ['AUTHORITY_SCORE', 'Highest authority'],
    last_post_at: ['LAST_POST', 'Latest post'],
    total_likes: ['TOTAL_LIKES', 'Most likes'],
    username: ['USERNAME', 'Handle, a to z']
  },
  posts: {
    created_at: ['NEWEST', 'Newest'],
    oldest: ['OLDEST', 'Oldest'],
    plays: ['PLAYS', 'Most plays'],
    likes: ['LIKES', 'Most likes'],
    comments: ['COMMENTS', 'Most comments'],
    shares: ['SHARES', 'Most shares'],
    saves: ['SAVES', 'Most saves'],
    engagement_rate: ['ENGAGEMENT_RATE', 'Highest engagement'],
    growth_week: ['GROWTH_WEEK', 'Fastest growth'],
    duration_seconds: ['DURATION', 'Longest']
  }
}

export const isPercent = (condition: FilterCondition): boolean =>
  condition.kind === 'numbers' && condition.scale === 100

/** Length of the first page. */
export const foundAtOnce = 30

/** The two typed ends of a range. Text that is no range becomes its beginning. */
export const endsOf = ({ kind }: FilterCondition, text: string): readonly [from: string, to: string] => {
  const [, from, to] = (kind === 'dates' ? /^(.*?)\.\.(.*)$/ : /^(-?[^-]*)-(-?[^-]*)$/).exec(text) ?? []
  return from === undefined || to === undefined ? [text, ''] : [from.trim(), to.trim()]
}

export const rangeText = ({ kind }: FilterCondition, from: string, to: string): string =>
  from.trim() === '' && to.trim() === '' ? '' : `${from.trim()}${kind === 'dates' ? '..' : '-'}${to.trim()}`

/** The filter's value of a condition, and its description. */
type ConditionText = { value: unknown; words: string }

class Unclear extends Error {}

const units: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, b: 1e9 }
const typedNumber = /^(-?(?:\d{1,3}(?:[, ]\d{3})+|\d+)(?:\.\d+)?)\s*([kmb]?)\s*%?$/i

/** A typed number: 10000, 10,000, 10k, 1.5M, 5 %. */
const numberIn = (
  text: string,
  { scale = 1, min = 0, max = Number.MAX_SAFE_INTEGER, isWhole }: NumberRange
): number => {
  const [, digits, unit = ''] = typedNumber.exec(text) ?? []
  if (digits === undefined) throw new Unclear(`“${text}” is not a number. 10000, 10k and 1.5M are.`)
  const typed = Number(digits.replace(/[, ]/g, '')) * (units[unit.toLowerCase()] ?? 1)
  // A hundredth of 1.1 must be exactly 0.011, because a range includes its end.
  const value = isWhole ? Math.round(typed) : Number((typed / scale).toPrecision(15))
  if (value < min) throw new Unclear(`It is at least ${min * scale}.`)
  if (value > max) throw new Unclear(`It is at most ${max * scale}.`)
  return value
}

const dayMs = 86_400_000

/** Midnight of a day in UTC, in Unix milliseconds. */
const dayIn = (text: string): number => {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  // Some parsers read February 30 as a day in March.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(text)) {
    throw new Unclear(`“${text}” is not a day. 2026-05-04 is.`)
  }
  return at
}

const between = (from: string, to: string) =>
  from === '' ? `up to ${to}` : to === '' ? `from ${from}` : `${from} to ${to}`

/** A long number with commas, 10,000; everything else as typed. */
const grouped = (end: string) => (/^\d{4,15}$/.test(end) ? Number(end).toLocaleString('en') : end)

/** The range of two ends, of which either may be missing. */
const rangeOf = (
  condition: FilterCondition,
  text: string,
  read: (end: string) => number,
  names: readonly [from: string, to: string],
  shown: (value: number, isEnd: boolean) => unknown
): ConditionText => {
  const ends = endsOf(condition, text)
  if (ends[0] === text) throw new Unclear(`“${text}” is not a range.`)
  const [from, to] = ends.map((end) => (end === '' ? null : read(end)))
  if (from == null && to == null) throw new Unclear('The range has no end.')
  if (from != null && to != null && from > to) throw new Unclear('The range ends before it begins.')
  const values = [
    [names[0], from, false],
    [names[1], to, true]
  ] as const
  const given = values.flatMap(([name, value, isEnd]) => (value == null ? [] : [[name, shown(value, isEnd)] as const]))
  return {
    value: Object.fromEntries(given.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    words: between(grouped(ends[0]), grouped(ends[1]))
  }
}

const namesIn = (text: string): string[] => {
  const names = text.split(',').flatMap((name) => name.trim().replace(/^[#﹟＃@]+/, '') || [])
  if (names.length === 0) throw new Unclear('It names nothing.')
  return [...new Set(names)]
}

const meaningOf = (condition: FilterCondition, text: string): ConditionText => {
  switch (condition.kind) {
    case 'numbers':
      return rangeOf(
        condition,
        text,
        (end) => numberIn(end, condition),
        ['min', 'max'],
        (value) => value
      )
    case 'dates':
      // The filter excludes the end of its range, but a typed range includes its last day.
      return rangeOf(condition, text, dayIn, ['from', 'to'], (at, isEnd) =>
        new Date(isEnd ? at + dayMs : at).toISOString()
      )
    case 'names': {
      const names = namesIn(text)
      return { value: condition.asList ? names : { anyOf: names }, words: names.join(' or ') }
    }
    case 'choice': {
      const choice = Object.hasOwn(condition.choices, text) ? condition.choices[text] : undefined
      const allowed = Object.keys(condition.choices).join(', ')
      if (choice === undefined) throw new Unclear(`“${text}” is none of ${allowed}.`)
      return { value: choice[0], words: choice[1] }
    }
    case 'text':
      return { value: text.trim().slice(0, 200), words: `“${text.trim()}”` }
  }
}

/** A valid condition in an address. */
export type Stated = { name: string; title: string; field: string; value: unknown; words: string }
/** An invalid condition in an address. */
export type Misstated = { name: string; title: string; message: string }

type FilterInput = Readonly<Record<string, unknown>>

const titleOf = ({ title }: FilterCondition) => title.replace(/,.*/, '')

const statedIn = (of: Findable, conditions: Conditions): { stated: Stated[]; misstated: Misstated[] } => {
  const stated: Stated[] = []
  const misstated: Misstated[] = []
  for (const [name, text] of Object.entries(conditions)) {
    const condition = conditionsOf[of].find((candidate) => candidate.name === name)
    if (condition === undefined) {
      misstated.push({ name, title: name, message: `There is no condition “${name}” on ${of}.` })
      continue
    }
    if (text.trim() === '') continue
    const about = { name, title: titleOf(condition) }
    try {
      const { value, words } = meaningOf(condition, text.trim())
      stated.push({
        ...about,
        field: condition.field,
        value,
        words: isPercent(condition) ? `${words.replaceAll('%', '').trim()} %` : words
      })
    } catch (error) {
      if (!(error instanceof Unclear)) throw error
      misstated.push({ ...about, message: error.message })
    }
  }
  return { stated, misstated }
}

export const filterOf = (stated: readonly Stated[]): FilterInput =>
  Object.fromEntries(stated.map(({ field, value }) => [field, value] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** The query of a find page, and the invalid parts of its address. */
export const readFind = ({ of, conditions, order }: FindRoute) => {
  const { stated, misstated } = statedIn(of, conditions)
  const orders = ordersOf[of]
  const known = order === null || Object.hasOwn(orders, order)
  const orderBy = order === null || !known ? undefined : orders[order]?.[0]
  const filter = filterOf(stated)
  return {
    stated,
    misstated: known
      ? misstated
      : [...misstated, { name: 'order', title: 'Order', message: `There is no order “${order}”.` }],
    // In alphabetical order, as the explorer's client writes them.
    variables: { ...(stated.length > 0 && { filter }), first: foundAtOnce, ...(orderBy !== undefined && { orderBy }) }
  }
}
