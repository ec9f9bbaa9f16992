import { addressOf, type Route } from '../../views/route.ts'
import { pageTitle, siteName } from '../../views/titles.ts'
import { brandColors, favicon } from '../frame/brand.ts'
import { type Html, html } from '../frame/html.ts'
import { previewSize } from './pictures/drawing.ts'
import { installLinks, pictureAddress } from './pictures/picture-routes.ts'
import type { Told } from './previews.ts'

/** Kinds of things as the Open Graph protocol names them; a website where it has no word. */
const ogTypes: Readonly<Partial<Record<Route['view'], string>>> = {
  creator: 'profile',
  post: 'video.other',
  sound: 'music.song'
}

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
<meta property="og:image" content="${baseUrl}${pictureAddress(path)}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${previewSize.width}">
<meta property="og:image:height" content="${previewSize.height}">
<meta property="og:image:alt" content="${preview.title ?? title}">
<meta name="twitter:card" content="summary_large_image">
<meta name="theme-color" content="${brandColors.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${brandColors.dark}" media="(prefers-color-scheme: dark)">
<link rel="icon" href="${favicon}">
<link rel="apple-touch-icon" href="${installLinks.touchIcon}">
<link rel="manifest" href="${installLinks.manifest}">`
}
