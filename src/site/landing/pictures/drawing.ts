import type { Node } from '@takumi-rs/wasm'
import { shortened, siteName } from '../../../views/titles.ts'
import { brandColors, logoSvg } from '../../frame/brand.ts'
import { drawnAt } from '../../media/media.ts'
import type { Preview } from '../preview.ts'
import { lettered } from './letters.ts'

/** A picture to be painted: what is on it, its width and height in pixels. */
export type Drawing = { node: Node; width: number; height: number }

/** What services that show links ask for. */
export const previewSize = { width: 1200, height: 630 } as const

const back = brandColors.dark
const quiet = '#9dabb5'
const accent = '#55d3c2'

type Style = NonNullable<Node['style']>

const box = (style: Style, children: readonly (Node | null)[]): Node => ({
  type: 'container',
  style: { display: 'flex', ...style },
  children: children.filter((child) => child !== null)
})

const words = (text: string, style: Style): Node => ({ type: 'text', text, style })

const drawn = (svg: string | Buffer, width: number, height: number, style: Style = {}): Node => ({
  type: 'image',
  src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  width,
  height,
  style
})

/** Long names are smaller, so that they are seen whole. */
const sizeOf = (name: string) => (name.length <= 16 ? 92 : name.length <= 40 ? 68 : 50)

/** A picture of what the view is about, in its frame: creators are round, posts upright, all else square. The sign of the site where there is none. */
const framed = ({ pictureUrl }: Preview): Node => {
  const path = pictureUrl === null ? undefined : URL.parse(pictureUrl, 'http://localhost')?.pathname
  // Only what is drawn here: pictures of other hosts are not asked for.
  const svg = path === undefined ? null : drawnAt(path)
  if (path === undefined || svg === null) return drawn(logoSvg(260), 260, 260, { flexShrink: 0, opacity: 0.9 })
  if (path.startsWith('/media/avatar/')) return drawn(svg, 300, 300, { borderRadius: 150, flexShrink: 0 })
  if (path.startsWith('/media/cover/')) return drawn(svg, 273, 486, { borderRadius: 28, flexShrink: 0 })
  return drawn(svg, 320, 320, { borderRadius: 28, flexShrink: 0 })
}

/** The preview picture of a view. What the font has no letters for is left out; a name without any gives way to the handle. */
export const previewDrawing = (preview: Preview): Drawing => {
  const { kind, figures } = preview
  const byline = preview.byline === null ? null : lettered(shortened(preview.byline, 60))
  const ownName = lettered(shortened(preview.name, 110))
  const name = ownName ?? byline ?? kind
  return {
    ...previewSize,
    node: box(
      { ...previewSize, flexDirection: 'column', backgroundColor: back, color: '#ffffff', fontFamily: 'Inter' },
      [
        box({ flexGrow: 1, alignItems: 'center', gap: 56, padding: '56px 72px 0' }, [
          box({ flexDirection: 'column', flexGrow: 1, flexShrink: 1, gap: 18 }, [
            words(kind, { color: accent, fontSize: 30, fontWeight: 600 }),
            words(name, {
              fontSize: sizeOf(name),
              fontWeight: 700,
              lineHeight: 1.12,
              letterSpacing: '-0.02em',
              lineClamp: 4,
              textOverflow: 'ellipsis'
            }),
            byline === null || name === byline
              ? null
              : words(byline, { color: quiet, fontSize: 34, lineClamp: 1, textOverflow: 'ellipsis' }),
            figures.length === 0
              ? null
              : box(
                  { gap: 40, marginTop: 14 },
                  figures.map((figure) => words(figure, { fontSize: 32, fontWeight: 600 }))
                )
          ]),
          framed(preview)
        ]),
        box({ alignItems: 'center', gap: 18, padding: '0 72px 44px' }, [
          drawn(logoSvg(44), 44, 44),
          words(siteName, { fontSize: 32, fontWeight: 650 })
        ])
      ]
    )
  }
}

/** The sign of the site as an icon, as wide and high as `size`. Systems may cut icons round: it keeps away from the edge. */
export const iconDrawing = (size: number): Drawing => {
  const sign = Math.round(size * 0.56)
  return {
    width: size,
    height: size,
    node: box({ width: size, height: size, alignItems: 'center', justifyContent: 'center', backgroundColor: back }, [
      drawn(logoSvg(sign), sign, sign)
    ])
  }
}
