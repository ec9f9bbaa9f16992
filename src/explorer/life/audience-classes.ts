/** A class of creators by how many follow them, with the sign of its posts. */
export type AudienceClass = {
  name: string
  /** The style sheet's colour of it. */
  colour: string
  /** The outline of its sign around 0 0, in pixels, as SVG writes paths: shape and size tell the classes apart without their colours. */
  path: string
}

const circle = (radius: number) =>
  `M${-radius} 0A${radius} ${radius} 0 1 1 ${radius} 0A${radius} ${radius} 0 1 1 ${-radius} 0Z`

const unknown: AudienceClass = {
  name: 'Followers not known',
  colour: '--audience-unknown',
  path: 'M-2.5 -3.5L0 -1L2.5 -3.5L3.5 -2.5L1 0L3.5 2.5L2.5 3.5L0 1L-2.5 3.5L-3.5 2.5L-1 0L-3.5 -2.5Z'
}

/** From the smallest, drawn first, to the largest, drawn above all others. */
const classes: readonly (AudienceClass & { below: number })[] = [
  { below: 10_000, name: 'Under 10K followers', colour: '--audience-small', path: circle(2.5) },
  { below: 100_000, name: '10K to 100K', colour: '--audience-middle', path: 'M0 -4.5L4 3.5L-4 3.5Z' },
  { below: 1_000_000, name: '100K to 1M', colour: '--audience-large', path: 'M-4 -4L4 -4L4 4L-4 4Z' },
  {
    below: Number.POSITIVE_INFINITY,
    name: '1M and more',
    colour: '--audience-huge',
    path: 'M0 -7.5L7 0L0 7.5L-7 0Z'
  }
]

export const audienceClasses: readonly AudienceClass[] = [unknown, ...classes]

/** The number of the class. */
export const classOf = (followers: number | null | undefined): number =>
  followers == null ? 0 : 1 + classes.findIndex(({ below }) => followers < below)
