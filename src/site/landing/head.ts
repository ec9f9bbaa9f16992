import { addressOf, type Route } from '../../views/route.ts'
import { pageTitle, siteName } from '../../views/titles.ts'
import { brandColors, favicon } from '../frame/brand.ts'
import { type Html, html } from '../frame/html.ts'
import { installLinks } from './install.ts'
import type { Preview } from './preview.ts'
import type { Told } from './previews.ts'

/** Kinds of things as the Open Graph protocol names them; a website where it has no word. */
const ogTypes: Readonly<Partial<Record<Route['view'], string>>> = {
  creator: 'profile',
  post: 'video.other',
  sound: 'music.song'
}

/** The record's own picture; the site's icon where there is none, or one in SVG, which services that show links do not draw. */
const pictureOf = ({ pictureUrl }: Preview, baseUrl: string): string =>
  pictureUrl === null || pictureUrl.endsWith('.svg') ? `${baseUrl}${installLinks.largeIcon}` : pictureUrl

/**
 * What a view's page tells about itself: to the browser's tab, to search engines, and to services that show a link to it. `baseUrl`: where this
 * server is reached; all addresses in it are whole, for those who read it elsewhere.
 */
export const aboutView = ({ preview, isMissing }: Told, baseUrl: string): Html => {
  const { route } = preview
  const title = pageTitle(preview.title)
  const path = addressOf(route)
  const address = `${baseUrl}${path}`
  return html`<title>${title}</title>
<meta name="description" content="${preview.description}">
${isMissing || route.view === 'search' ? html`<meta name="robots" content="noindex">\n` : null}<link rel="canonical" href="${address}">
<meta property="og:site_name" content="${siteName}">
<meta property="og:type" content="${ogTypes[route.view] ?? 'website'}">
<meta property="og:title" content="${preview.title ?? title}">
<meta property="og:description" content="${preview.description}">
<meta property="og:url" content="${address}">
<meta property="og:image" content="${pictureOf(preview, baseUrl)}">
<meta property="og:image:alt" content="${preview.title ?? title}">
<meta name="twitter:card" content="summary">
<meta name="theme-color" content="${brandColors.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${brandColors.dark}" media="(prefers-color-scheme: dark)">
<link rel="icon" href="${favicon}">
<link rel="apple-touch-icon" href="${installLinks.touchIcon}">
<link rel="manifest" href="${installLinks.manifest}">`
}
