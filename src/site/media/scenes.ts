import type { Random } from '../../seed/random.ts'
import {
  circle,
  gradient,
  halo,
  layer,
  type Palette,
  type Point,
  path,
  px,
  rect,
  ring,
  softLine,
  softOutline
} from './svg.ts'

type Scene = (random: Random, palette: Palette, width: number, height: number) => string

const sky = ({ sky: [top, bottom] }: Palette, width: number, height: number, lean = 0): string =>
  `<defs>${gradient('sky', top, bottom, lean)}</defs>${rect(0, 0, width, height, 'url(#sky)')}`

/** The sun or moon with its light around it. */
const light = (random: Random, { glow }: Palette, width: number, height: number): string => {
  const r = width * (0.09 + random.float() * 0.1)
  const x = width * (0.2 + random.float() * 0.6)
  const y = height * (0.16 + random.float() * 0.24)
  return `<defs>${halo('halo', glow, 0.7)}</defs>${circle(x, y, r * 2.8, 'url(#halo)')}${circle(x, y, r, glow, ' opacity=".95"')}`
}

const stars = (random: Random, { glow }: Palette, width: number, height: number): string => {
  const dots = Array.from({ length: 22 }, () =>
    circle(random.below(width), random.float() * height * 0.5, 0.8 + random.float() * 1.5, glow)
  )
  return `<g opacity=".7">${dots.join('')}</g>`
}

/** Anything above a line, down to the lower edge. */
const ground = (points: readonly Point[], height: number, fill: string): string =>
  path(`${softLine(points)}V${height}H0Z`, fill)

const hills: Scene = (random, palette, width, height) => {
  const count = random.between(4, 5)
  const start = 0.4 + random.float() * 0.12
  const layers = Array.from({ length: count }, (_, index) => {
    const base = height * (start + (index * (0.98 - start)) / count)
    const swing = height * (0.035 + random.float() * 0.05)
    const bends = random.between(2, 4)
    const phase = random.float() < 0.5 ? 1 : -1
    const points = Array.from({ length: bends + 1 }, (_, i): Point => {
      const up = i % 2 === 0 ? phase : -phase
      return [(width * i) / bends, base + up * swing * (0.4 + random.float() * 0.6)]
    })
    return ground(points, height, layer(palette, index + 5 - count))
  })
  const dark = palette.sky[0] < '#4'
  return (
    sky(palette, width, height) +
    (dark ? stars(random, palette, width, height) : '') +
    light(random, palette, width, height) +
    layers.join('')
  )
}

const peaks: Scene = (random, palette, width, height) => {
  const range = (base: number, tall: number, count: number, fill: string, snow: string | null): string => {
    const step = width / count
    return Array.from({ length: count + 1 }, (_, index) => {
      const x = (index + random.float() * 0.6 - 0.3) * step
      const top = base - tall * (0.55 + random.float() * 0.45)
      const half = step * (0.7 + random.float() * 0.25)
      // The slopes go on below the base, so that no gap opens between two mountains.
      const foot = base + (base - top) * 0.6
      const mountain = path(
        `M${px(x - half * 1.6)} ${px(foot)}L${px(x)} ${px(top)}L${px(x + half * 1.6)} ${px(foot)}Z`,
        fill
      )
      if (snow === null) return mountain
      const [across, down] = [half * 0.24, (base - top) * 0.24]
      const cap = `M${px(x)} ${px(top)}l${px(across)} ${px(down)}l${px(-across * 0.6)} ${px(-down * 0.3)}l${px(-across * 0.4)} ${px(down * 0.45)}l${px(-across * 0.4)} ${px(-down * 0.45)}l${px(-across * 0.6)} ${px(down * 0.3)}Z`
      return mountain + path(cap, snow, ' opacity=".8"')
    }).join('')
  }
  return [
    sky(palette, width, height),
    stars(random, palette, width, height),
    light(random, palette, width, height),
    range(height * 0.74, height * 0.3, 2, layer(palette, 1), palette.glow),
    range(height * 0.84, height * 0.22, 3, layer(palette, 2), null),
    range(height * 0.96, height * 0.2, 4, layer(palette, 3), null),
    ground(
      [
        [0, height * 0.93],
        [width * 0.5, height * 0.89],
        [width, height * 0.94]
      ],
      height,
      layer(palette, 4)
    )
  ].join('')
}

const waves: Scene = (random, palette, width, height) => {
  const count = random.between(6, 8)
  const lean = (random.float() - 0.5) * height * 0.25
  const swing = height * (0.025 + random.float() * 0.035)
  const bands = Array.from({ length: count }, (_, index) => {
    const y = height * 0.16 + (index * height * 0.84) / count
    const points = Array.from(
      { length: 5 },
      (_, i): Point => [
        (width * i) / 4,
        y + lean * (i / 4 - 0.5) + ((i + index) % 2 === 0 ? swing : -swing) * (0.5 + random.float() * 0.5)
      ]
    )
    const colors = [palette.sky[1], ...palette.layers]
    return ground(
      points,
      height,
      colors[Math.min(colors.length - 1, Math.floor((index * colors.length) / count))] ?? ''
    )
  })
  return sky(palette, width, height) + light(random, palette, width, height) + bands.join('')
}

const blobs: Scene = (random, palette, width, height) => {
  const count = random.between(5, 6)
  const shapes = Array.from({ length: count }, (_, index) => {
    const x = width * (0.05 + random.float() * 0.9)
    const y = height * ((index + 0.2 + random.float() * 0.7) / count)
    const size = width * (0.24 + random.float() * 0.3)
    const corners = random.between(6, 8)
    const turn = random.float()
    const outline = Array.from({ length: corners }, (_, i): Point => {
      const angle = ((i + turn) / corners) * Math.PI * 2
      const r = size * (0.84 + random.float() * 0.3)
      return [x + Math.cos(angle) * r, y + Math.sin(angle) * r]
    })
    return path(softOutline(outline), random.chance(0.2) ? palette.glow : layer(palette, index % 4), ' opacity=".82"')
  })
  const dots = Array.from({ length: 5 }, () =>
    circle(random.below(width), random.below(height), width * (0.012 + random.float() * 0.03), palette.glow)
  )
  return sky(palette, width, height, 0.6) + shapes.join('') + dots.join('')
}

const arches: Scene = (random, palette, width, height) => {
  const x = width * (0.25 + random.float() * 0.5)
  const y = height * (0.62 + random.float() * 0.16)
  const band = width * (0.085 + random.float() * 0.03)
  const colors = [palette.glow, ...palette.layers].reverse()
  const bows = colors.map((color, index) => ring(x, y, band * (colors.length - index + 0.6), color, band * 0.82))
  const floor = ground(
    [
      [0, y + band * 0.6],
      [width * 0.35, y + band * 0.1],
      [width, y + band * 0.8]
    ],
    height,
    layer(palette, 3)
  )
  const near = ground(
    [
      [0, y + band * 2.4],
      [width * 0.6, y + band * 1.7],
      [width, y + band * 2.6]
    ],
    height,
    layer(palette, 4)
  )
  return sky(palette, width, height) + bows.join('') + floor + near
}

const bokeh: Scene = (random, palette, width, height) => {
  const lights = Array.from({ length: 16 }, (_, index) => {
    const r = width * (0.05 + random.float() ** 2 * 0.24)
    const color = random.chance(0.35) ? palette.glow : layer(palette, random.below(3))
    const opacity = ` opacity="${(0.25 + random.float() * 0.4).toFixed(2)}"`
    const [x, y] = [random.below(width), random.below(height)]
    return index % 4 === 0 ? ring(x, y, r, color, width * 0.012, opacity) : circle(x, y, r, color, opacity)
  })
  const deep: Palette = { ...palette, sky: [layer(palette, 2), layer(palette, 4)] }
  return sky(deep, width, height, 0.5) + lights.join('')
}

/** Quarter circles, circles and leaves on a grid. */
const tiles: Scene = (random, palette, width, height) => {
  const across = 3
  const side = width / across
  const s = px(side)
  const down = Math.ceil(height / side)
  // Whole tiles in the middle; the first and last row are cut alike.
  const top = (height - down * side) / 2
  const colors = [palette.sky[1], palette.glow, ...palette.layers.slice(0, 4)]
  let body = ''
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const [x, y] = [column * side, top + row * side]
      const [back, front] = random.sample(colors, 2)
      body += rect(x, y, side + 0.5, side + 0.5, back ?? '')
      const kind = random.below(4)
      const shape = [
        () => path(`M${px(x)} ${px(y)}h${s}a${s} ${s} 0 0 1-${s} ${s}Z`, front ?? ''),
        () => path(`M${px(x + side)} ${px(y + side)}h-${s}a${s} ${s} 0 0 1 ${s}-${s}Z`, front ?? ''),
        () => circle(x + side / 2, y + side / 2, side * 0.3, front ?? ''),
        () => path(`M${px(x)} ${px(y)}a${s} ${s} 0 0 1 ${s} ${s}a${s} ${s} 0 0 1-${s}-${s}`, front ?? '')
      ][kind]
      body += shape?.() ?? ''
    }
  }
  return body
}

const scenes: readonly Scene[] = [hills, hills, peaks, waves, waves, blobs, arches, bokeh, tiles]

/** An abstract landscape or pattern that fills the frame; the stream decides which. */
export const scene = (random: Random, palette: Palette, width: number, height: number): string =>
  random.pick(scenes)(random, palette, width, height)
