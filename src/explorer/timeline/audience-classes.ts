import type { Audiences, Dot } from './post-loader.ts'

/** A class of creators by followers, with the symbol of its posts. */
export type AudienceClass = {
  name: string
  /** Its colour in the style sheet. */
  colour: string
  /**
   * The outline of its symbol relative to the centre, in pixels, as a relative SVG path: shape and size distinguish the classes without
   * colour.
   */
  path: string
}

const circle = (radius: number) =>
  `m${-radius} 0a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0z`

const unknown: AudienceClass = {
  name: 'Followers unknown',
  colour: '--audience-unknown',
  path: 'm-2.5-3.5l2.5 2.5l2.5-2.5l1 1l-2.5 2.5l2.5 2.5l-1 1l-2.5-2.5l-2.5 2.5l-1-1l2.5-2.5l-2.5-2.5z'
}

/** From the smallest, drawn first, to the largest, drawn on top. */
const classes: readonly (AudienceClass & { below: number })[] = [
  { below: 10_000, name: 'Under 10K followers', colour: '--audience-small', path: circle(2.5) },
  { below: 100_000, name: '10K to 100K', colour: '--audience-middle', path: 'm0-4.5l4 8h-8z' },
  { below: 1_000_000, name: '100K to 1M', colour: '--audience-large', path: 'm-4-4h8v8h-8z' },
  {
    below: Number.POSITIVE_INFINITY,
    name: '1M and more',
    colour: '--audience-huge',
    path: 'm0-7.5l7 7.5l-7 7.5l-7-7.5z'
  }
]

export const audienceClasses: readonly AudienceClass[] = [unknown, ...classes]

/** Number of posts of each class. */
export const countsOf = (dots: readonly Dot[], audiences: Audiences): readonly number[] => {
  const counts = audienceClasses.map(() => 0)
  for (const { username } of dots) {
    const which = classOf(username === null ? null : audiences.get(username))
    counts[which] = (counts[which] ?? 0) + 1
  }
  return counts
}

/** Index of the class. */
export const classOf = (followers: number | null | undefined): number =>
  followers == null ? 0 : 1 + classes.findIndex(({ below }) => followers < below)
