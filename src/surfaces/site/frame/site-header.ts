import { type SitePlace, sitePlaces } from '../../views/site-places.ts'
import { logoSvg } from './brand.ts'
import { type Html, html, raw } from './html.ts'

/** Half light, half dark. */
const themeIcon = raw(
  '<svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="7.25" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M10 2.75a7.25 7.25 0 0 1 0 14.5Z" fill="currentColor"/></svg>'
)

const menuIcon = raw(
  '<svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><path d="M4 6h16M4 12h16M4 18h16"/></svg>'
)

/** Header of every page except the explorer: home, navigation, theme switch. `path`: the page's own; `within`: its section, if any. */
export const siteHeader = (path: string, within: SitePlace | null): Html => {
  const isPlace = sitePlaces.some(([href]) => href === path)
  const mark = (href: string) => {
    if (href === path) return raw(' aria-current="page"')
    return href === within && !isPlace ? raw(' aria-current="true"') : null
  }
  return html`<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/">${raw(logoSvg(26))}clipgraph</a>
<button type="button" class="menu" aria-label="Menu" popovertarget="places">${menuIcon}</button>
<nav class="site" id="places" aria-label="Site" popover><ul>${sitePlaces.map(([href, name]) => html`<li><a href="${href}"${mark(href)}>${name}</a></li>`)}</ul></nav>
<button type="button" class="theme" data-theme-switch aria-label="Dark colours" hidden>${themeIcon}</button>
</header>`
}
