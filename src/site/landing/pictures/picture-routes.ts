import { jsonType, lastingReply, reply } from '../../../http/reply.ts'
import { pageRoute, publicRoute, type Route } from '../../../http/route.ts'
import { routeOf } from '../../../views/route.ts'
import { siteName } from '../../../views/titles.ts'
import { brandColors } from '../../frame/brand.ts'
import { once } from '../../frame/kept.ts'
import type { SiteOptions } from '../../frame/site-options.ts'
import { visitorOf } from '../../frame/visitor.ts'
import type { Previews } from '../previews.ts'
import { type Drawing, iconDrawing, previewDrawing } from './drawing.ts'
import { Painter } from './painter.ts'

const waitMs = 3_000
const previewSeconds = 600
const daySeconds = 86_400

const iconSizes = [192, 512] as const
const touchIcon = '/apple-touch-icon.png'

/** Where the preview picture of an address is. */
export const pictureAddress = (address: string): string => `/preview.png${address.slice(1)}`

/** What phones and desktops ask for to install the explorer. A service worker they do not: nothing here works without its server. */
const manifest = {
  name: siteName,
  short_name: siteName,
  description: 'Creators, posts, sounds, hashtags, places and live rooms as one graph.',
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: brandColors.dark,
  theme_color: brandColors.dark,
  icons: iconSizes.flatMap((size) =>
    (['any', 'maskable'] as const).map((purpose) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose
    }))
  )
}

/** Preview pictures of the explorer's views, its icons and what it is installed by. */
export const pictureRoutes = (options: SiteOptions, previews: Previews): Route[] => {
  const painter = new Painter()
  const headers = (cacheControl: string) => [
    ...['content-type', 'image/png'],
    ...['cache-control', cacheControl],
    ...['x-content-type-options', 'nosniff']
  ]
  const iconRoute = (path: string, drawing: Drawing): Route => {
    const iconHeaders = headers(`public, max-age=${daySeconds}`)
    return publicRoute(path, async () => reply(200, iconHeaders, await painter.paint(drawing)))
  }
  return [
    pageRoute('/preview.png', async (incoming) => {
      const visitor = visitorOf(incoming, options)
      const search = URL.parse(incoming.url, visitor.baseUrl)?.search ?? ''
      // A page of another site must not show what only this machine is told.
      const isForeign = incoming.heading.fetchSite === 'cross-site'
      const { preview } = await previews.of(routeOf(search), isForeign ? null : visitor.key, waitMs)
      const picture = await painter.paint(previewDrawing(preview))
      const readers = visitor.key === null ? 'public' : 'private'
      return reply(200, headers(`${readers}, max-age=${previewSeconds}`), picture)
    }),
    ...iconSizes.map((size) => iconRoute(`/icon-${size}.png`, iconDrawing(size))),
    iconRoute(touchIcon, iconDrawing(180)),
    publicRoute(
      '/manifest.webmanifest',
      once(() =>
        lastingReply(
          ['content-type', jsonType.replace('json', 'manifest+json'), 'cache-control', `public, max-age=${daySeconds}`],
          JSON.stringify(manifest)
        )
      )
    )
  ]
}

export const installLinks = { manifest: '/manifest.webmanifest', touchIcon } as const
