import { scene } from './scenes.ts'
import { circle, drawsOf, gradient, halo, layer, path, pickPalette, picture, px, rect, ring } from './svg.ts'

/** The cover of a post: portrait, 9 to 16. */
export const postCover = (id: string): string => {
  const random = drawsOf('cover', id)
  return picture(360, 640, scene(random, pickPalette(random), 360, 640))
}

/** A record on its sleeve. */
export const soundCover = (id: string): string => {
  const random = drawsOf('sound', id)
  const palette = pickPalette(random)
  const [x, y] = [160 + random.between(-26, 46), 160 + random.between(-26, 46)]
  const tilt = random.below(360)
  const grooves = [112, 100, 88, 76, 64].map((r) => ring(x, y, r, '#fff', 1, ' opacity=".09"')).join('')
  const shine = `<g opacity=".13" transform="rotate(${tilt} ${x} ${y})">${path(`M${x} ${y}L${x + 118} ${y - 30}A122 122 0 0 1 ${x + 118} ${y + 30}Z`, '#fff')}${path(`M${x} ${y}L${x - 118} ${y - 30}A122 122 0 0 0 ${x - 118} ${y + 30}Z`, '#fff')}</g>`
  const bars = Array.from({ length: 22 }, (_, index) => {
    const tall = 8 + random.float() * 34
    return rect(16 + index * 13.3, 304 - tall, 6, tall, palette.glow, ' rx="3"')
  })
  const sleeve = random.pick([
    () =>
      circle(40, 40, 150, layer(palette, 0), ' opacity=".55"') +
      circle(300, 300, 130, layer(palette, 1), ' opacity=".5"'),
    () =>
      rect(
        -40,
        150,
        400,
        60,
        layer(palette, 1),
        ` opacity=".5" transform="rotate(${random.between(-35, 35)} 160 160)"`
      ),
    () => [150, 190, 230, 270].map((r) => ring(x, y, r, layer(palette, 1), 14, ' opacity=".3"')).join(''),
    () =>
      path(`M0 ${random.between(120, 200)}L320 ${random.between(60, 150)}V320H0Z`, layer(palette, 1), ' opacity=".45"')
  ] as const)()
  const body = [
    `<defs>${gradient('b', palette.sky[0], layer(palette, 0), 0.7)}${gradient('l', palette.glow, layer(palette, 1))}</defs>`,
    rect(0, 0, 320, 320, 'url(#b)'),
    sleeve,
    circle(x + 4, y + 7, 123, '#000', ' opacity=".18"'),
    circle(x, y, 122, '#17161c'),
    grooves,
    shine,
    circle(x, y, 44, 'url(#l)'),
    ring(x, y, 33, layer(palette, 3), 2, ' opacity=".5"'),
    circle(x, y, 6, '#17161c'),
    random.chance(0.5) ? `<g opacity=".9">${bars.join('')}</g>` : ''
  ]
  return picture(320, 320, body.join(''))
}

/** Cards fanned out, a picture on the first. */
export const collectionCover = (id: string): string => {
  const random = drawsOf('collection', id)
  const palette = pickPalette(random)
  const card = (turn: number, inside: string) =>
    `<g transform="rotate(${turn} 160 300)">${rect(87, 50, 146, 220, '#000', ' rx="18" opacity=".14" transform="translate(3 6)"')}${inside}</g>`
  const turn = random.between(9, 14)
  const body = [
    `<defs>${gradient('b', layer(palette, 1), layer(palette, 3), 0.6)}<clipPath id="c"><rect width="146" height="220" rx="18"/></clipPath></defs>`,
    rect(0, 0, 320, 320, 'url(#b)'),
    circle(random.below(320), random.below(140), random.between(60, 120), palette.glow, ' opacity=".12"'),
    card(-turn, rect(87, 50, 146, 220, layer(palette, 0), ' rx="18"')),
    card(turn, rect(87, 50, 146, 220, palette.sky[1], ' rx="18"')),
    card(0, `<g transform="translate(87 50)" clip-path="url(#c)">${scene(random, pickPalette(random), 146, 220)}</g>`)
  ]
  return picture(320, 320, body.join(''))
}

/** Stage light with waves that go out from the middle. */
export const liveCover = (id: string): string => {
  const random = drawsOf('live', id)
  const palette = pickPalette(random)
  const [x, y] = [random.between(150, 210), random.between(250, 330)]
  const beams = Array.from({ length: random.between(3, 4) }, (_, index) => {
    const top = 20 + index * 100 + random.below(50)
    const foot = random.between(40, 320)
    return path(
      `M${top} -10L${foot - 90} 640H${foot + 90}Z`,
      index % 2 === 0 ? palette.glow : layer(palette, 0),
      ' opacity=".13"'
    )
  })
  const waves = [60, 98, 140, 186, 236].map((r, index) =>
    ring(x, y, r + random.below(10), palette.glow, 5 - index * 0.6, ` opacity="${px(0.85 - index * 0.15)}"`)
  )
  const crowd = Array.from({ length: 9 }, (_, index) => {
    const [cx, cy] = [index * 45 + random.below(14) - 7, 590 + random.between(-22, 18)]
    return circle(cx, cy, 19, layer(palette, 4)) + rect(cx - 29, cy + 22, 58, 90, layer(palette, 4), ' rx="26"')
  })
  const body = [
    `<defs>${gradient('b', layer(palette, 4), layer(palette, 1))}${halo('h', palette.glow, 0.75)}</defs>`,
    rect(0, 0, 360, 640, 'url(#b)'),
    beams.join(''),
    circle(x, y, 210, 'url(#h)'),
    waves.join(''),
    circle(x, y, 34, layer(palette, 0)),
    path(`M${x - 10} ${y - 15}L${x + 17} ${y}L${x - 10} ${y + 15}Z`, palette.glow),
    crowd.join('')
  ]
  return picture(360, 640, body.join(''))
}

/** The icon of a camera effect. */
export const effectIcon = (id: string): string => {
  const random = drawsOf('effect', id)
  const palette = pickPalette(random)
  const { glow } = palette
  const spark = (x: number, y: number, r: number, fill: string) =>
    path(
      `M${x} ${y - r}Q${x} ${y} ${x + r} ${y}Q${x} ${y} ${x} ${y + r}Q${x} ${y} ${x - r} ${y}Q${x} ${y} ${x} ${y - r}Z`,
      fill
    )
  const dark = layer(palette, 4)
  const mark = random.pick([
    () => spark(70, 74, 42, glow) + spark(114, 42, 20, glow) + spark(112, 116, 15, layer(palette, 0)),
    () =>
      [52, 40, 28].map((r, i) => ring(80, 80, r, i === 1 ? layer(palette, 0) : glow, 7)).join('') +
      circle(80, 80, 14, dark) +
      circle(98, 60, 6, '#fff'),
    () =>
      [0, 1, 2, 3]
        .map((i) =>
          path(
            `M22 ${48 + i * 20}q19.5-22 39 0t39 0t39 0`,
            'none',
            ` stroke="${i % 2 === 0 ? glow : layer(palette, 0)}" stroke-width="9" stroke-linecap="round"`
          )
        )
        .join(''),
    () =>
      [0, 60, 120]
        .map(
          (a) =>
            `<ellipse cx="80" cy="80" rx="54" ry="20" fill="none" stroke="${glow}" stroke-width="6" transform="rotate(${a + random.below(20)} 80 80)"/>`
        )
        .join('') + circle(80, 80, 13, layer(palette, 0)),
    () =>
      rect(34, 34, 60, 60, glow, ' rx="16" opacity=".95"') +
      rect(62, 62, 64, 64, layer(palette, 0), ' rx="16" opacity=".85"') +
      circle(94, 94, 13, dark, ' opacity=".7"'),
    () =>
      path('M80 28c22 26 36 42 36 62a36 36 0 0 1-72 0c0-20 14-36 36-62Z', glow) +
      path('M62 92a18 18 0 0 0 18 18', 'none', ` stroke="${layer(palette, 1)}" stroke-width="7" stroke-linecap="round"`)
  ] as const)()
  const back = `<defs>${gradient('b', layer(palette, 1), layer(palette, 3), random.float())}</defs>${rect(0, 0, 160, 160, 'url(#b)', ' rx="36"')}`
  return picture(160, 160, back + mark)
}
