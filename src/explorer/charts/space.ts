/** Where a chart draws: its inner size in pixels, and where values are in it. */
export type Space = {
  width: number
  height: number
  x: (value: number) => number
  y: (value: number) => number
}

/** Around the inside of every chart, so that charts below each other stand in line. Pixels. */
export const margin = { top: 10, right: 14, left: 50 } as const

/** Below the inside: for two lines of an axis that is told, or the marks alone. */
export const marginBelow = (hasLabels: boolean): number => (hasLabels ? 42 : 8)
