import { type Random, Streams } from '../../seed/random.ts'

/** The colours of one picture: a sky of two, something that glows in it, and layers from near the sky to the darkest. */
export type Palette = { sky: readonly [string, string]; glow: string; layers: readonly string[] }

const palette = (sky: string, glow: string, layers: string): Palette => {
  const [top = '', bottom = ''] = sky.split(' ')
  return { sky: [top, bottom], glow, layers: layers.split(' ') }
}

/** Chosen by eye, because colours drawn at random rarely sit well together. */
const palettes: readonly Palette[] = [
  palette('#ffd9c0 #ff9a8b', '#fff3e0', '#f76b8a #c94b7d #8a3a72 #552a5e #2e1a47'),
  palette('#d4f1f4 #75c9d8', '#ffffff', '#4aa8c0 #2b82a3 #1c5f80 #134561 #0b2c42'),
  palette('#f0f7da #b9dfb0', '#fffbe0', '#86c29a #4f9d7f #2f7a67 #1f5a51 #123b38'),
  palette('#ffe8b8 #ffb56b', '#fff7dc', '#f2894f #d4613d #a64434 #74302e #471f26'),
  palette('#1b1f4b #4a3f8f', '#ffe9b0', '#5a55a8 #43428c #30316f #222354 #151638'),
  palette('#0f2540 #1f6f78', '#b6ffd9', '#2aa38a #1e7f78 #175f66 #11434f #0b2a37'),
  palette('#ffe0ef #f7a1c4', '#fffafd', '#e86aa0 #bf4a8c #8c3678 #5d2761 #371845'),
  palette('#fffbd1 #ffe27a', '#ffffff', '#ffc247 #ff9a3c #f2703c #bf4a3f #7a2f3d'),
  palette('#efe7ff #c3b3f5', '#fff6ff', '#a08be8 #7b68cf #5b4bb0 #41358a #292261'),
  palette('#e3fff6 #a8ead5', '#ffffff', '#ff9e8a #5cc9b1 #2f9e95 #22737a #184a57'),
  palette('#e9eef5 #b8c6d9', '#ffffff', '#8fa3bf #6a809f #4a607f #33465f #1f2c3f'),
  palette('#ffd1dc #a18cd1', '#fff0d4', '#f88fb0 #c56cc0 #8b57b8 #5b4397 #362c6b'),
  palette('#f7e7dc #e2b99a', '#fffaf2', '#cf8f6e #a9694f #7d4a3d #57332f #352023'),
  palette('#2b0a3d #7a1f6b', '#ffd166', '#ff5d8f #b5179e #7209b7 #4a0e8f #240a52')
]

/** The draws of one picture or sound: the same for the same kind and id, on every machine. */
export const drawsOf = (kind: string, id: string): Random => new Streams(0).at(`${kind} ${id}`)

export const pickPalette = (random: Random): Palette => random.pick(palettes)

/** The layer's colour; layers beyond the last repeat from the start. */
export const layer = ({ layers }: Palette, index: number): string => layers[index % layers.length] ?? '#000'

/** A coordinate with one decimal at most. */
export const px = (value: number): string => String(Math.round(value * 10) / 10)

export const picture = (width: number, height: number, body: string, scale = 1): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">${body}</svg>`

/** A gradient to be used as `url(#id)`; from top to bottom unless it leans. */
export const gradient = (id: string, from: string, to: string, lean = 0): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${px(lean)}" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`

/** A light that fades out to its rim, to be used as `url(#id)`. */
export const halo = (id: string, color: string, strength = 0.9): string =>
  `<radialGradient id="${id}"><stop stop-color="${color}" stop-opacity="${strength}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" fill="${fill}"${more}/>`

export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${px(x)}" cy="${px(y)}" r="${px(r)}" fill="${fill}"${more}/>`

/** A ring with nothing in it. */
export const ring = (x: number, y: number, r: number, stroke: string, width: number, more = ''): string =>
  circle(x, y, r, 'none', ` stroke="${stroke}" stroke-width="${px(width)}"${more}`)

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}"${more}/>`

export type Point = readonly [x: number, y: number]

/** A line of soft crests and troughs through the points, left to right. */
export const softLine = (points: readonly Point[]): string =>
  points
    .map(([x, y], index) => {
      const before = points[index - 1]
      if (before === undefined) return `M${px(x)} ${px(y)}`
      const middle = (before[0] + x) / 2
      return `C${px(middle)} ${px(before[1])} ${px(middle)} ${px(y)} ${px(x)} ${px(y)}`
    })
    .join('')

/** A closed outline without corners through the points (Catmull-Rom). */
export const softOutline = (points: readonly Point[]): string => {
  const at = (index: number): Point => points[(index + points.length) % points.length] ?? [0, 0]
  const first = at(0)
  let d = `M${px(first[0])} ${px(first[1])}`
  for (let i = 0; i < points.length; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    d += `C${px(p1[0] + (p2[0] - p0[0]) / 6)} ${px(p1[1] + (p2[1] - p0[1]) / 6)} ${px(p2[0] - (p3[0] - p1[0]) / 6)} ${px(p2[1] - (p3[1] - p1[1]) / 6)} ${px(p2[0])} ${px(p2[1])}`
  }
  return `${d}Z`
}
