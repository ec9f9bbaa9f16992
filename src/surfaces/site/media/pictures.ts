import { type Random, Streams } from '../../../ingest/seed/random.ts'

/** From light to dark; chosen by eye, because colours drawn at random rarely match. */
const palettes = [
  ['#ffe3c9', '#ff9a8b', '#c94b7d', '#552a5e'],
  ['#d4f1f4', '#75c9d8', '#2b82a3', '#134561'],
  ['#f0f7da', '#a9d8a0', '#4f9d7f', '#1f5a51'],
  ['#ffe8b8', '#ffb56b', '#d4613d', '#74302e'],
  ['#ffe9b0', '#7d74c9', '#43428c', '#222354'],
  ['#b6ffd9', '#2aa38a', '#1f6f78', '#11434f'],
  ['#ffe0ef', '#f7a1c4', '#bf4a8c', '#5d2761'],
  ['#fff3b0', '#ffc247', '#f2703c', '#7a2f3d'],
  ['#efe7ff', '#c3b3f5', '#7b68cf', '#41358a'],
  ['#e9eef5', '#b8c6d9', '#6a809f', '#33465f']
] as const

type Palette = (typeof palettes)[number]
type Draw = (random: Random, palette: Palette) => string

const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${more}/>`

const ring = (x: number, y: number, r: number, stroke: string, width: number, opacity = 1): string =>
  circle(x, y, r, 'none', ` stroke="${stroke}" stroke-width="${width}" opacity="${opacity}"`)

const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${more}/>`

const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}"${more}/>`

/** A picture on a gradient, drawn from the kind and id: the same every time, on every machine. */
const picture =
  (kind: string, width: number, height: number, draw: Draw, { radius = 0, scale = 1 } = {}) =>
  (id: string): string => {
    const random = new Streams(0).at(`${kind} ${id}`)
    const palette = random.pick(palettes)
    const gradient = `<linearGradient id="g" x1="0" y1="0" x2="${random.below(10) / 10}" y2="1"><stop stop-color="${palette[0]}"/><stop offset="1" stop-color="${palette[1]}"/></linearGradient>`
    const ground = rect(0, 0, width, height, 'url(#g)', ` rx="${radius}"`)
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}">${gradient}${ground}${draw(random, palette)}</svg>`
  }

/** A sun over three hills, each darker than the one behind it. */
const landscape =
  (width: number, height: number): Draw =>
  (random, [light, near, mid, dark]) => {
    const sun = circle(random.below(width), random.between(height * 0.15, height * 0.4), width * 0.16, light)
    const hill = (top: number, fill: string, opacity: number) => {
      const rise = () => Math.round(height * (top + random.float() * 0.2 - 0.1))
      const [left, right] = [rise(), rise()]
      const curve = `M0 ${left}C${width * 0.35} ${rise() - height * 0.1} ${width * 0.65} ${rise() + height * 0.1} ${width} ${right}`
      return path(`${curve}V${height}H0Z`, fill, ` opacity="${opacity}"`)
    }
    return sun + hill(0.5, near, 0.9) + hill(0.65, mid, 0.9) + hill(0.85, dark, 1)
  }

/** A record, from a corner of its sleeve. */
const record: Draw = (random, [, near, mid, dark]) => {
  const [x, y] = [random.between(140, 200), random.between(140, 200)]
  const grooves = [112, 98, 84, 70].map((r) => ring(x, y, r, '#fff', 1, 0.15))
  return [
    circle(random.below(320), random.below(320), 150, mid, ' opacity=".4"'),
    circle(x, y, 122, '#17161c'),
    ...grooves,
    circle(x, y, 44, near),
    ring(x, y, 32, dark, 2, 0.5),
    circle(x, y, 6, '#17161c')
  ].join('')
}

/** Three cards fanned out, a landscape on the first. */
const cards: Draw = (random, palette) => {
  const card = (turn: number, fill: string) =>
    rect(87, 50, 146, 220, fill, ` rx="18" transform="rotate(${turn} 160 300)"`)
  const turn = random.between(9, 14)
  const scene = landscape(146, 220)(random, palette)
  return `<clipPath id="c"><rect width="146" height="220" rx="18"/></clipPath>${card(-turn, palette[2])}${card(turn, palette[3])}${card(0, palette[0])}<g transform="translate(87 50)" clip-path="url(#c)">${scene}</g>`
}

/** A play button in front of spreading waves. */
const stage: Draw = (random, [light, near, mid, dark]) => {
  const [x, y] = [random.between(150, 210), random.between(250, 330)]
  const waves = [60, 98, 140, 186, 236].map((r, index) => ring(x, y, r, light, 5 - index * 0.6, 0.8 - index * 0.14))
  return [
    rect(0, 0, 360, 640, mid),
    circle(x, y, 250, dark, ' opacity=".6"'),
    ...waves,
    circle(x, y, 38, near),
    path(`M${x - 11} ${y - 17}l30 17-30 17Z`, light)
  ].join('')
}

/** Sparks of three sizes. */
const sparks: Draw = (random, [, , mid, dark]) => {
  const spark = (x: number, y: number, r: number, fill: string) =>
    path(
      `M${x} ${y - r}Q${x} ${y} ${x + r} ${y}Q${x} ${y} ${x} ${y + r}Q${x} ${y} ${x - r} ${y}Q${x} ${y} ${x} ${y - r}Z`,
      fill
    )
  const shapes = spark(72, 76, 46, dark) + spark(114, 42, 22, mid) + spark(116, 118, 17, '#fff')
  return `<g transform="rotate(${random.below(12) * 30} 80 80)">${shapes}</g>`
}

const skins = ['#f9dcc4', '#f2c5a0', '#e3a877', '#c68642', '#a5673f', '#7d4a2d'] as const
const hairs = ['#1f1a1c', '#3b2a23', '#6b4226', '#a4693a', '#d9a35b', '#8d8d97'] as const
const mouths = ['q12 11 24 0', 'q12 6 24 0', 'h24a12 12 0 0 1-24 0Z'] as const

/** A friendly face with short or long hair. */
const face: Draw = (random, [, , mid, dark]) => {
  const [skin, hair, shirt] = [random.pick(skins), random.pick(hairs), random.pick([mid, dark])]
  return [
    random.chance(0.5) ? path('M38 128C34 60 44 28 80 28s46 32 42 100c-14 6-70 6-84 0Z', hair) : '',
    path('M24 170c0-34 24-48 56-48s56 14 56 48Z', shirt),
    rect(69, 100, 22, 30, skin, ' rx="11"'),
    rect(46, 40, 68, 76, skin, ' rx="34"'),
    path('M45 74C41 40 60 28 82 29s39 15 33 45c-5-16-15-22-35-22S51 58 45 74Z', hair),
    circle(66, 80, 4, '#2a1d22'),
    circle(94, 80, 4, '#2a1d22'),
    path(`M68 96${random.pick(mouths)}`, 'none', ' stroke="#3b2328" stroke-width="3" stroke-linecap="round"')
  ].join('')
}

export const avatar = picture('avatar', 160, 160, face, { scale: 2 })
export const avatarThumbnail = picture('avatar', 160, 160, face, { scale: 0.625 })
export const postCover = picture('cover', 360, 640, landscape(360, 640))
export const soundCover = picture('sound', 320, 320, record)
export const collectionCover = picture('collection', 320, 320, cards)
export const liveCover = picture('live', 360, 640, stage)
export const effectIcon = picture('effect', 160, 160, sparks, { radius: 36 })
