/** The inner size of a chart in pixels, and the positions of values in it. */
export type Space = {
  width: number
  height: number
  x: (value: number) => number
  y: (value: number) => number
}

/** Margins of every chart in pixels, equal so that stacked charts align. */
export const margin = { top: 10, right: 14, left: 50 } as const

/** Bottom margin: for an axis with two lines of labels, or only tick marks. */
export const marginBelow = (hasLabels: boolean): number => (hasLabels ? 42 : 8)
