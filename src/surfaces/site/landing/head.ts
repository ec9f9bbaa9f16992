import { sampleDataNotice } from '../../../core/sample-data.ts'
import { addressOf, type Route } from '../../views/route.ts'
import { pageTitle, siteName } from '../../views/titles.ts'
import { brandColors, favicon } from '../frame/brand.ts'
import { type Html, html } from '../frame/html.ts'
import { installLinks } from './install.ts'
import type { Preview } from './preview.ts'
import type { FoundPreview } from './previews.ts'

/** Open Graph types; website by default. */
const ogTypes: Readonly<Partial<Record<Route['view'], string>>> = {
  creator: 'profile',
  post: 'video.other',
  sound: 'music.song'
}

/** The record's picture, or the site's icon when there is none or it is an SVG, which link previews do not render. */
const pictureOf = ({ pictureUrl }: Preview, baseUrl: string): string =>
  pictureUrl === null || pictureUrl.endsWith('.svg') ? `${baseUrl}${installLinks.largeIcon}` : pictureUrl

/**
 * Metadata of a view's page for browser tabs, search engines and link previews. `baseUrl`: the server's address; all addresses are
 * absolute.
 */
export const aboutView = ({ preview, isMissing }: FoundPreview, baseUrl: string, isSampleData: boolean): Html => {
  const { route } = preview
  const title = pageTitle(preview.title)
  const path = addressOf(route)
  const address = `${baseUrl}${path}`
  const description = isSampleData ? `${sampleDataNotice}. ${preview.description}` : preview.description
  return html`<title>${title}</title>
<meta name="description" content="${description}">
${isMissing || route.view === 'search' ? html`<meta name="robots" content="noindex">\n` : null}<link rel="canonical" href="${address}">
<meta property="og:site_name" content="${siteName}">
<meta property="og:type" content="${ogTypes[route.view] ?? 'website'}">
<meta property="og:title" content="${preview.title ?? title}">
<meta property="og:description" content="${description}">
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
