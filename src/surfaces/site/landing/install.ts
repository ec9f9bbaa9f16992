import { readFileSync } from 'node:fs'
import { jsonType, lastingReply } from '../../http/reply.ts'
import { type HttpRoute, publicRoute } from '../../http/route.ts'
import { siteName } from '../../views/titles.ts'
import { brandColors } from '../frame/brand.ts'
import { once } from '../frame/cached.ts'

const cacheControl = 'public, max-age=86400'

const iconSizes = [192, 512] as const

/** Addresses needed to install the explorer and to show shared links. */
export const installLinks = {
  manifest: '/manifest.webmanifest',
  touchIcon: '/icon-180.png',
  largeIcon: '/icon-512.png'
} as const

/** The web app manifest for installing the explorer. There is no service worker: nothing works without the server. */
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

const iconRoute = (size: number): HttpRoute =>
  publicRoute(
    `/icon-${size}.png`,
    once(() =>
      lastingReply(
        ['content-type', 'image/png', 'cache-control', cacheControl, 'x-content-type-options', 'nosniff'],
        readFileSync(new URL(`../frame/icons/icon-${size}.png`, import.meta.url))
      )
    )
  )

/** Routes of the web app manifest and the icons. */
export const installRoutes: readonly HttpRoute[] = [
  ...[180, ...iconSizes].map(iconRoute),
  publicRoute(
    installLinks.manifest,
    once(() =>
      lastingReply(
        ['content-type', jsonType.replace('json', 'manifest+json'), 'cache-control', cacheControl],
        JSON.stringify(manifest)
      )
    )
  )
]
