import type { Random } from '../../seed/random.ts'
import { circle, drawsOf, gradient, layer, type Palette, path, pickPalette, picture, rect, ring } from './svg.ts'

const size = 160
const skins = ['#f9dcc4', '#f2c5a0', '#e3a877', '#c68642', '#a5673f', '#7d4a2d', '#5a3421'] as const
const hairs = ['#1f1a1c', '#3b2a23', '#6b4226', '#a4693a', '#d9a35b', '#8d8d97', '#b5473c'] as const

/** Hair that lies behind the head, and hair that falls over the forehead. */
type Hair = { back: string; front: string }

const hairstyles: readonly ((color: string) => Hair)[] = [
  // short
  (color) => ({ back: '', front: path('M45 74C41 40 60 28 82 29s39 15 33 45c-5-16-15-22-35-22S51 58 45 74Z', color) }),
  // swept to the side
  (color) => ({
    back: '',
    front: path('M45 78C40 44 58 27 84 28c22 1 36 18 31 48-2-14-8-22-16-26-14 10-40 8-54 28Z', color)
  }),
  // long
  (color) => ({
    back: path('M38 128C34 60 44 28 80 28s46 32 42 100c-14 6-70 6-84 0Z', color),
    front: path('M47 76c2-22 14-30 33-30s31 8 33 30c4-26-8-46-33-46S43 50 47 76Z', color)
  }),
  // bun
  (color) => ({
    back: circle(80, 26, 17, color),
    front: path('M46 72c0-26 14-38 34-38s34 12 34 38c-6-14-16-20-34-20s-28 6-34 20Z', color)
  }),
  // curls
  (color) => ({
    back: [
      [46, 62],
      [52, 44],
      [66, 34],
      [82, 31],
      [98, 36],
      [110, 47],
      [115, 64]
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 15, color))
      .join(''),
    front: [
      [58, 47],
      [74, 43],
      [90, 44],
      [103, 51]
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 10, color))
      .join('')
  }),
  // bob
  (color) => ({
    back: path('M40 100C34 54 50 28 80 28s46 26 40 72c-8 6-72 6-80 0Z', color),
    front: path('M47 70c4-16 14-24 33-24s29 8 33 24c0-24-12-38-33-38S47 46 47 70Z', color)
  }),
  // none
  () => ({ back: '', front: '' })
]

const mouths = [
  path('M68 97q12 11 24 0', 'none', ' stroke="#3b2328" stroke-width="3.2" stroke-linecap="round"'),
  path('M67 95h26a13 13 0 0 1-26 0Z', '#5b2230'),
  path('M71 98q9 6 18 0', 'none', ' stroke="#3b2328" stroke-width="3.2" stroke-linecap="round"'),
  circle(80, 98, 5, '#5b2230')
] as const

const eyes = [
  circle(66, 79, 4, '#2a1d22') + circle(94, 79, 4, '#2a1d22'),
  path('M60 80q6-7 12 0M88 80q6-7 12 0', 'none', ' stroke="#2a1d22" stroke-width="3.2" stroke-linecap="round"'),
  circle(66, 79, 5, '#2a1d22') +
    circle(94, 79, 5, '#2a1d22') +
    circle(67.5, 77.3, 1.6, '#fff') +
    circle(95.5, 77.3, 1.6, '#fff')
] as const

const face = (random: Random, palette: Palette): string => {
  const skin = random.pick(skins)
  const { back, front } = random.pick(hairstyles)(random.chance(0.15) ? layer(palette, 1) : random.pick(hairs))
  const shirt = layer(palette, random.between(1, 3))
  const glasses = random.chance(0.22)
    ? ring(66, 79, 11, '#22252e', 2.6) +
      ring(94, 79, 11, '#22252e', 2.6) +
      path('M77 78q3-2 6 0', 'none', ' stroke="#22252e" stroke-width="2.6"')
    : ''
  const blush = random.chance(0.5)
    ? circle(56, 91, 6, '#ff5d6c', ' opacity=".25"') + circle(104, 91, 6, '#ff5d6c', ' opacity=".25"')
    : ''
  return [
    back,
    path('M24 170c0-34 24-48 56-48s56 14 56 48Z', shirt),
    rect(69, 104, 22, 26, skin, ' rx="11"'),
    path('M69 116q11 9 22 0v4q-11 9-22 0Z', '#000', ' opacity=".12"'),
    circle(45, 82, 7, skin),
    circle(115, 82, 7, skin),
    rect(46, 40, 68, 76, skin, ' rx="34"'),
    blush,
    front,
    random.pick(eyes),
    glasses,
    random.pick(mouths)
  ].join('')
}

/** A sign instead of a face, for accounts that show no person: two or three plain shapes around the middle. */
const sign = (random: Random, palette: Palette): string => {
  const [a, b, c] = [palette.glow, layer(palette, 3), layer(palette, 4)]
  const turn = ` transform="rotate(${random.below(8) * 45} 80 80)"`
  const shapes = [
    circle(80, 80, 42, b) + path('M80 38a42 42 0 0 1 0 84Z', a),
    circle(62, 80, 30, a, ' opacity=".9"') + circle(98, 80, 30, b, ' opacity=".85"'),
    path('M80 34l14 32 34 4-25 23 7 34-30-17-30 17 7-34-25-23 34-4Z', a) + circle(80, 84, 11, b),
    ring(80, 80, 40, a, 12) + circle(80, 80, 16, b) + circle(108, 52, 9, c),
    path('M46 46h34v34a34 34 0 0 1-34-34Z', a) +
      path('M80 80h34v34a34 34 0 0 1-34-34Z', a) +
      circle(97, 63, 17, b) +
      circle(63, 97, 17, c),
    [0, 60, 120, 180, 240, 300]
      .map(
        (angle) =>
          `<ellipse cx="80" cy="54" rx="13" ry="24" fill="${a}" opacity=".88" transform="rotate(${angle} 80 80)"/>`
      )
      .join('') + circle(80, 80, 13, c)
  ] as const
  return `<g${turn}>${random.pick(shapes)}</g>`
}

/** A friendly face, or now and then a sign. The thumbnail is the same picture in small. */
export const avatar = (id: string, scale: number): string => {
  const random = drawsOf('avatar', id)
  const palette = pickPalette(random)
  const back = `<defs>${gradient('b', palette.sky[0], layer(palette, random.below(2)), random.float())}</defs>${rect(0, 0, size, size, 'url(#b)')}`
  return picture(size, size, back + (random.chance(0.78) ? face(random, palette) : sign(random, palette)), scale)
}
